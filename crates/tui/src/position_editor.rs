use tabiya_notation::Fen;
use tabiya_rules::{Bitboard, Board, Language, Piece, Position, Role, Rules, Setup, Square};

/// A board on which anything can be put.
pub(crate) struct PositionEditor {
    pub setup: Setup,
    rules: &'static Rules,
    /// What a click puts on a square.
    pub brush: Brush,
    /// The square from which a piece is being dragged.
    pub dragged: Option<Square>,
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
        PositionEditor { setup, rules, brush: Brush::Move, dragged: None }
    }

    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
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
        self.put(from, None);
        if let Some(to) = to {
            self.put(to, piece);
        }
    }

    pub fn clear(&mut self) {
        self.setup = Setup::start(Board::EMPTY);
    }

    pub fn start(&mut self) {
        self.setup = self.rules.start.setup();
    }

    pub fn turn(&mut self) {
        self.setup.turn = !self.setup.turn;
        self.setup.en_passant = None;
    }

    /// All rights to castle that kings and rooks at home allow, or none.
    pub fn change_castling(&mut self) {
        let all = self.setup.with_home_rights(self.rules.moves.royal_role());
        self.setup.castling =
            if self.setup.castling == all.castling { Bitboard::EMPTY } else { all.castling };
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
