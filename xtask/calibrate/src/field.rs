use crate::rung::Rung;

/// Somebody in the field.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// As `tabiya match` takes it.
    pub engine: String,
    /// What it is called in reports.
    pub title: String,
    /// About how strong it is, which says whom it meets.
    pub about: f64,
    /// Its rating, where that is known from elsewhere.
    pub known: Option<f64>,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A step of the ladder, by its place, and whether its moves take long.
    Rung(usize, Cost),
    /// A numbered level.
    Number(u16),
    /// Somebody whose rating is known, and whether its moves take long.
    Anchor(Cost),
    /// Anybody else.
    Guest,
}

impl Entrant {
    /// What tells it from everybody else: how it plays, whatever it is called.
    pub fn settings(&self) -> &str {
        self.engine.split(NAME).next().unwrap_or_default()
    }

    /// What it is called in games.
    pub fn name(&self) -> &str {
        self.engine.split(NAME).nth(1).unwrap_or(&self.engine)
    }

    /// Whether it is our engine, which needs nothing to be installed.
    pub fn is_own(&self) -> bool {
        matches!(self.kind, Kind::Rung(..) | Kind::Number(_))
    }
}

/// What comes before the name, at the end of what `tabiya match` takes.
const NAME: &str = " name=";

/// How long games take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    Cheap,
    /// So long that fewer are played.
    Dear,
}

/// More positions a move than this are dear.
const CHEAP: u64 = 8_000;

/// Stockfish's UCI_Elo, and the depth at which it has made up its mind at that strength: what it looks at beyond changes nothing, so
/// that the machine's load does not either. The last figure is about where it was found to play: its own scale is steeper.
const ANCHORS: [(u16, u32, f64); 5] =
    [(1350, 1, 950.0), (1500, 2, 1_100.0), (1750, 4, 1_550.0), (2000, 7, 2_250.0), (2250, 10, 2_950.0)];

/// Debian's engines, held back as each allows, with about their rating.
const GUESTS: [(&str, &str, f64); 4] = [
    ("fairymax proto=xboard depth=5 name=Fairy-Max", "Fairy-Max, depth 5", 2100.0),
    ("gnuchess --uci option.OwnBook=false depth=5 name=GNU-Chess", "GNU Chess, depth 5", 2400.0),
    ("toga2 option.OwnBook=false depth=5 name=Toga", "Toga II, depth 5", 2400.0),
    ("glaurung option.Threads=1 nodes=8000 name=Glaurung", "Glaurung, 8,000 nodes", 2500.0),
];

/// The rungs.
fn rungs(rungs: &[Rung]) -> Vec<Entrant> {
    let rung = |(i, rung): (usize, &Rung)| Entrant {
        engine: rung.engine(),
        title: format!("{} positions, error {}", rung.nodes, rung.error),
        about: rung.rating.into(),
        known: None,
        kind: Kind::Rung(i, if rung.nodes > CHEAP { Cost::Dear } else { Cost::Cheap }),
    };
    rungs.iter().enumerate().map(rung).collect()
}

fn number(number: u16, rating: u16, known: Option<f64>) -> Entrant {
    Entrant {
        engine: format!("level:{number}{NAME}level-{number}"),
        title: format!("level {number}"),
        about: rating.into(),
        known,
        kind: Kind::Number(number),
    }
}

/// Below the ladder, where random moves are all that is known: hardly anything is seen, and that is misjudged as far as it goes.
/// Without them all games would be won by the same side.
const BRIDGE: [Rung; 6] = [
    Rung { rating: 50, nodes: 1, error: 10_000 },
    Rung { rating: 100, nodes: 5, error: 10_000 },
    Rung { rating: 150, nodes: 15, error: 6_000 },
    Rung { rating: 200, nodes: 35, error: 3_000 },
    Rung { rating: 250, nodes: 70, error: 1_500 },
    Rung { rating: 300, nodes: 120, error: 700 },
];

/// For other rules: the rungs above random moves, which are 0, with what lies between, and those who do not search.
pub fn above_chance(ladder: &[Rung], numbered: &[u16]) -> Vec<Entrant> {
    let ladder = [&BRIDGE, ladder].concat();
    let known = |i: u16| (i == 1).then_some(0.0);
    let casual = (1..=CASUAL).zip(numbered).map(|(i, &rating)| number(i, rating, known(i)));
    rungs(&ladder).into_iter().chain(casual).collect()
}

/// Everybody: rungs, numbered levels with about their ratings, anchors and guests.
pub fn everybody(ladder: &[Rung], numbered: &[u16]) -> Vec<Entrant> {
    let anchor = |(elo, depth, about): (u16, u32, f64)| Entrant {
        engine: format!(
            "stockfish option.UCI_LimitStrength=true option.UCI_Elo={elo} depth={depth} name=Stockfish-{elo}"
        ),
        title: format!("Stockfish 15.1, UCI_Elo {elo}"),
        about,
        known: Some(elo.into()),
        kind: Kind::Anchor(if depth > 8 { Cost::Dear } else { Cost::Cheap }),
    };
    let guest = |(engine, title, about): (&str, &str, f64)| Entrant {
        engine: engine.to_owned(),
        title: title.to_owned(),
        about,
        known: None,
        kind: Kind::Guest,
    };
    let mut field = rungs(ladder);
    field.extend((1..).zip(numbered).map(|(i, &rating)| number(i, rating, None)));
    field.extend(ANCHORS.into_iter().map(anchor));
    field.extend(GUESTS.into_iter().map(guest));
    field
}

/// Whoever is no further away is of about the same strength.
const REACH: f64 = 220.0;

/// The last of the numbered levels that do not search: their games cost nothing.
const CASUAL: u16 = 3;

/// How many games two of the field play, the one of them before the other in it: neighbours on the ladder many, others of about the same
/// strength some, everybody on the ladder a few.
pub fn games(one: &Entrant, other: &Entrant, neighbours: u32) -> u32 {
    let apart = (one.about - other.about).abs();
    match (one.kind, other.kind) {
        (Kind::Rung(i, one), Kind::Rung(j, other)) => match (i.abs_diff(j), one, other) {
            (1, _, _) => neighbours,
            (2, Cost::Cheap, Cost::Cheap) => neighbours / 5,
            // All of them would be won by the same side.
            (2 | 3, _, _) => neighbours / 30,
            _ => neighbours / 150,
        },
        // Those who move by chance are below everybody else, and are measured through each other.
        (Kind::Number(..=CASUAL), Kind::Number(..=CASUAL)) => neighbours,
        (Kind::Rung(..=2, _), Kind::Number(..=CASUAL)) => neighbours / 5,
        (Kind::Number(one), Kind::Number(other)) if one.abs_diff(other) == 1 => neighbours / 5,
        (Kind::Rung(..), Kind::Anchor(Cost::Dear)) if apart <= REACH => neighbours / 15,
        (Kind::Rung(_, Cost::Cheap), _) if apart <= REACH => neighbours / 5,
        (Kind::Rung(_, Cost::Dear), _) if apart <= REACH => neighbours / 15,
        _ => 0,
    }
}
