use tabiya_notation::{MoveText, SanError};
use tabiya_rules::Language;

use crate::Error;
use crate::grounds::Grounds;

/// The move that somebody who speaks a language means by a text. `find` looks for it where it is to be made.
pub(crate) fn typed_move<M>(
    text: &str,
    language: Language,
    find: impl Fn(MoveText) -> Result<M, SanError>,
) -> Result<M, Error> {
    let read = MoveText::read(language, text).map_err(|error| Error::bad("not_a_move", error))?;
    find(read).map_err(|why| Error::Refused(Grounds::from(&why)))
}
