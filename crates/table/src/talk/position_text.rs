use tabiya_files::LineDamage;
use tabiya_notation::{PositionError, Strictness, read_position};
use tabiya_rules::{Language, Rules, Setup};

/// What is wrong with a position, in words.
pub fn fault(language: Language, fault: &LineDamage) -> String {
    language.words(fault).to_string()
}

/// The position that a FEN tells, or every reason why it tells none.
pub fn read_fen(language: Language, fen: &str, rules: &'static Rules) -> Result<Setup, String> {
    let read = read_position(fen, rules, Strictness::Strict).map_err(|error| match error {
        PositionError::Text(error) => fault(language, &LineDamage::Fen(error)),
        PositionError::Setup(faults) => fault(language, &LineDamage::Position(faults)),
    })?;
    Ok(read.position.setup())
}
