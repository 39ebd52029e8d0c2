use tabiya_notation::Fen;
use tabiya_rules::{
    Bitboard, Board, Color, File, Language, Piece, Position, Rank, Role, Rules, Setup, Square,
};

/// A board on which anything can be put.
pub(crate) struct PositionEditor {
    pub setup: Setup,
    rules: &'static Rules,
    /// What a click puts on a square.
    pub brush: Brush,
    /// The square from which a piece is being dragged.
    pub dragged: Option<Square>,
    /// The positions before, the last one last.
    earlier: Vec<Setup>,
}

/// How many changes can be taken back.
const MOST_EARLIER: usize = 200;

/// What the editor can do beside putting men, by a key or a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditorDeed {
    Turn,
    /// All rights to castle, or none.
    Castling,
    /// One right to castle: whose, and on which side.
    Right(Color, File),
    /// A pawn that stands before the cursor has just passed over its square.
    EnPassant,
    Clear,
    Start,
    Fen,
    Flip,
    /// Tells all of this.
    Keys,
    Done,
    Leave,
}

/// What a click does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brush {
    /// Takes hold of a piece.
    Move,
    Put(Piece),
    Remove,
}

/// The roles in the order in which they are offered.
pub(crate) const OFFERED: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl PositionEditor {
    pub fn new(setup: Setup, rules: &'static Rules) -> PositionEditor {
        PositionEditor { setup, rules, brush: Brush::Move, dragged: None, earlier: Vec::new() }
    }

    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Remembers the position as it is, before it changes.
    fn note(&mut self) {
        if self.earlier.len() == MOST_EARLIER {
            self.earlier.remove(0);
        }
        self.earlier.push(self.setup);
    }

    /// Takes the last change back, if there is one.
    pub fn undo(&mut self) {
        self.setup = self.earlier.pop().unwrap_or(self.setup);
    }

    pub fn set(&mut self, setup: Setup) {
        self.note();
        self.setup = setup;
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.note();
        self.place(square, piece);
    }

    fn place(&mut self, square: Square, piece: Option<Piece>) {
        self.setup.board.set(square, piece);
        self.setup.en_passant = None;
        self.drop_lost_rights();
    }

    /// Puts what the brush has; the same piece again takes it away.
    pub fn paint(&mut self, square: Square) {
        match self.brush {
            Brush::Put(piece) if self.setup.board.piece_at(square) == Some(piece) => self.put(square, None),
            Brush::Put(piece) => self.put(square, Some(piece)),
            Brush::Remove => self.put(square, None),
            Brush::Move => {}
        }
    }

    /// Moves a piece; off the board it is gone.
    pub fn drag(&mut self, from: Square, to: Option<Square>) {
        let piece = self.setup.board.piece_at(from);
        if piece.is_none() || to == Some(from) {
            return;
        }
        self.note();
        self.place(from, None);
        if let Some(to) = to {
            self.place(to, piece);
        }
    }

    pub fn clear(&mut self) {
        self.set(Setup::start(Board::EMPTY));
    }

    pub fn start(&mut self) {
        self.set(self.rules.start.setup());
    }

    pub fn turn(&mut self) {
        self.note();
        self.setup.turn = !self.setup.turn;
        self.setup.en_passant = None;
    }

    /// All rights to castle that kings and rooks at home allow, or none.
    pub fn change_castling(&mut self) {
        self.note();
        let all = self.setup.with_home_rights(self.rules.moves.royal_role());
        self.setup.castling =
            if self.setup.castling == all.castling { Bitboard::EMPTY } else { all.castling };
    }

    /// Gives or takes one right to castle, where king and rook are at home; says whether they are.
    pub fn change_right(&mut self, color: Color, file: File) -> bool {
        let rook = Bitboard::of(Square::new(file, Rank::First.seen_by(color)));
        let home = self.setup.with_home_rights(self.rules.moves.royal_role()).castling;
        let is_home = !(home & rook).is_empty();
        if is_home {
            self.note();
            self.setup.castling ^= rook;
        }
        is_home
    }

    /// Whether somebody has a right to castle.
    pub fn has_right(&self, color: Color, file: File) -> bool {
        self.setup.castling.contains(Square::new(file, Rank::First.seen_by(color)))
    }

    /// A square over which a pawn has just passed, or none where it is that already.
    pub fn change_en_passant(&mut self, square: Square) {
        self.note();
        self.setup.en_passant = (self.setup.en_passant != Some(square)).then_some(square);
    }

    /// A rook that is gone castles no more.
    fn drop_lost_rights(&mut self) {
        let home = self.setup.with_home_rights(self.rules.moves.royal_role()).castling;
        self.setup.castling &= home;
    }

    pub fn fen(&self) -> String {
        Fen { setup: self.setup, royal: self.rules.moves.royal }.to_string()
    }

    /// Everything that is wrong with the position.
    pub fn faults(&self, language: Language) -> Vec<String> {
        match Position::new(self.setup, self.rules) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(|fault| language.words(fault).to_string()).collect(),
        }
    }

    /// The position, if nothing is wrong with it.
    pub fn done(&self) -> Option<Setup> {
        Position::new(self.setup, self.rules).ok().map(|position| position.setup())
    }
}
