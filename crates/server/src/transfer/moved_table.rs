use super::moved_value::MovedKind::{self, Bytes, Flag, LongText, Number, Text};

/// A table whose rows go from one store to the other, in the order of its key.
pub struct MovedTable {
    pub name: &'static str,
    /// How many columns at the beginning are its key.
    pub key: usize,
    pub columns: &'static [(&'static str, MovedKind)],
    /// How many rows are in memory at a time.
    pub page: usize,
}

impl MovedTable {
    pub fn column_names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    pub fn key_names(&self) -> String {
        self.columns[..self.key].iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

/// Small rows, and such as may have megabytes.
const MANY: usize = 1000;
const FEW: usize = 8;

/// Everything that is kept.
pub const TABLES: [MovedTable; 12] = [
    MovedTable {
        name: "player",
        key: 1,
        columns: &[("id", Text), ("name", Text), ("created", Number)],
        page: MANY,
    },
    MovedTable {
        name: "session",
        key: 1,
        columns: &[("token", Bytes), ("player", Text), ("expires", Number)],
        page: MANY,
    },
    MovedTable {
        name: "recovery",
        key: 1,
        columns: &[("player", Text), ("code", Bytes), ("created", Number)],
        page: MANY,
    },
    MovedTable {
        name: "setting",
        key: 1,
        columns: &[("name", Text), ("value", Text), ("changed", Number)],
        page: MANY,
    },
    MovedTable {
        name: "run",
        key: 1,
        columns: &[("id", Number), ("started", Number), ("alive", Number)],
        page: MANY,
    },
    MovedTable {
        name: "game",
        key: 1,
        columns: &[
            ("id", Text),
            ("created", Number),
            ("updated", Number),
            ("stage", Number),
            ("timed", Flag),
            ("seat0", Text),
            ("seat1", Text),
            ("white", Text),
            ("black", Text),
            ("rules", Text),
            ("result", Text),
            ("plies", Number),
            ("previous", Text),
            ("halves0", Number),
            ("halves1", Number),
            ("games", Number),
            ("opening", Text),
            ("clock", Text),
            ("version", Number),
            ("maker", Text),
            ("maker_name", Text),
            ("white_seat", Number),
            ("first_turn", Number),
            ("is_public", Flag),
            ("is_record", Flag),
        ],
        page: MANY,
    },
    MovedTable {
        name: "entry",
        key: 2,
        columns: &[
            ("game", Text),
            ("version", Number),
            ("command_id", Text),
            ("command_hash", Bytes),
            ("events", Text),
            ("exhibition", Text),
            ("edit", Text),
        ],
        page: MANY,
    },
    MovedTable {
        name: "source",
        key: 1,
        columns: &[("game", Text), ("about", Text), ("pgn", LongText)],
        page: FEW,
    },
    MovedTable {
        name: "review",
        key: 1,
        columns: &[("game", Text), ("moves", Text), ("searches", Text), ("changed", Number)],
        page: FEW,
    },
    MovedTable {
        name: "rematch",
        key: 1,
        columns: &[("game", Text), ("seat", Number), ("at", Number)],
        page: MANY,
    },
    MovedTable { name: "withdrawn", key: 1, columns: &[("game", Text), ("at", Number)], page: MANY },
    MovedTable {
        name: "ticket",
        key: 1,
        columns: &[("token", Bytes), ("game", Text), ("seat", Number), ("expires", Number)],
        page: MANY,
    },
];
