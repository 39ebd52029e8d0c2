//! The ways in which a program says the same: its own words, the document's, and what it may do before a result.

use std::io;

use tabiya_classics::{Classic, ClassicOptions, EndParts, Part, Parts, ValueStyle, Voice};

use crate::reference::Reference;

/// What is said of a board that nobody asked for.
const BOARD_BEFORE_RESULT: &str = "a board is printed before the result";

/// One way to say everything.
#[derive(Clone)]
pub struct Manner {
    pub classic: Classic,
    /// What is wrong with it, if anything. It counts as layout.
    pub fault: Option<&'static str>,
    /// Texts that may come in place of others, and those that this way has for them.
    pub same: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Manner {
    /// As a classic speaks.
    pub fn of(classic: &Classic) -> Manner {
        Manner { classic: *classic, fault: None, same: Vec::new() }
    }

    /// The same with a board before each result, where there is none: with all that is said in a turn, perhaps as if another
    /// one had begun, or by itself.
    pub fn with_boards_before_results(&self) -> Vec<Manner> {
        let Voice { turn, ended, .. } = self.classic.voice;
        let EndParts { checkmate, stalemate, won, drawn } = ended;
        let ends = [checkmate, stalemate, won, drawn];
        if !turn.contains(&Part::Board) || ends.iter().any(|end| end.contains(&Part::Board)) {
            return Vec::new();
        }
        let with = |before: Parts| {
            let with = |said: Parts| if said.is_empty() { said } else { Vec::leak([before, said].concat()) };
            let [checkmate, stalemate, won, drawn] = ends.map(with);
            let ended = EndParts { checkmate, stalemate, won, drawn };
            let classic = Classic { voice: Voice { ended, ..self.classic.voice }, ..self.classic };
            Manner { classic, fault: Some(BOARD_BEFORE_RESULT), same: self.same.clone() }
        };
        let on = turn.iter().map(|&part| match part {
            Part::Round => Part::Restyled(&Part::Round, ValueStyle::OneMore),
            part => part,
        });
        let next = Vec::leak(on.collect());
        let befores: [Parts; 3] = [turn, next, &[Part::Board]];
        befores.map(with).to_vec()
    }

    fn record(
        &self,
        options: &ClassicOptions,
        input: &[u8],
        followed: Option<&[u8]>,
    ) -> io::Result<Reference> {
        let followed = followed.map(|output| self.in_own_words(output));
        Reference::record(&self.classic, options, input, followed.as_deref())
    }

    /// An output with the texts that this way has.
    fn in_own_words(&self, output: &[u8]) -> Vec<u8> {
        let mut said = Vec::with_capacity(output.len());
        let mut rest = output;
        while let Some((first, after)) = rest.split_first() {
            let same = self.same.iter().find_map(|(other, own)| Some((rest.strip_prefix(&**other)?, own)));
            match same {
                Some((after, own)) => {
                    said.extend_from_slice(own);
                    rest = after;
                }
                None => {
                    said.push(*first);
                    rest = after;
                }
            }
        }
        said
    }
}

/// What our program does with an input in the first way, where each part may be as in the others as well.
pub fn recorded(
    manners: &[Manner],
    options: &ClassicOptions,
    input: &[u8],
    followed: Option<&[u8]>,
) -> io::Result<Reference> {
    let (first, others) = manners.split_first().expect("there is always one");
    let mut reference = first.record(options, input, followed)?;
    for manner in others {
        reference.allow(&manner.record(options, input, followed)?);
    }
    Ok(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_replaced_by_those_of_a_manner() {
        let same = vec![(b"no!\n".to_vec(), b"never\n".to_vec()), (b"nix\n".to_vec(), b"never\n".to_vec())];
        let manner = Manner { same, ..Manner::of(Classic::find("cuhk").unwrap()) };
        assert_eq!(manner.in_own_words(b"a: no!\nb: nix\nnever\nno"), b"a: never\nb: never\nnever\nno");
    }

    #[test]
    fn a_board_comes_before_a_result_only_where_there_is_none() {
        let count = |name: &str| Manner::of(Classic::find(name).unwrap()).with_boards_before_results().len();
        assert_eq!(["cuhk", "hong", "imperial", "waterloo"].map(count), [3, 3, 0, 0]);
    }
}
