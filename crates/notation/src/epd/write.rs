use std::fmt::{self, Write};

use super::{Epd, Operand, Operation};

/// The counters are written where they are not 0 and 1.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen.write_place(f)?;
        let (halfmoves, fullmoves) = (self.fen.setup.halfmoves, self.fen.setup.fullmoves);
        if halfmoves > 0 {
            write!(f, " hmvc {halfmoves};")?;
        }
        if fullmoves > 1 {
            write!(f, " fmvn {fullmoves};")?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode())?;
        self.operands().iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_char(';')
    }
}

/// Quotes and backslashes in a quoted text are written behind a backslash.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_quoted() {
            return f.write_str(self.text());
        }
        f.write_char('"')?;
        for c in self.text().chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_char('"')
    }
}
