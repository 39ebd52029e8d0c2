use std::time::Duration;

use crate::line_editor::{LineEditor, LineQuestion, TypedWords};
use crate::line_listener::{InputEvent, LineListener};

/// Where lines come from.
pub(crate) enum LineSource {
    /// As they are: from a pipe, a file, or a terminal that cannot do more.
    Listened(LineListener),
    /// Edited by a person at a terminal.
    Edited(Box<LineEditor>),
}

impl LineSource {
    /// The next line; `patience` is how long to wait for it, for ever where it is `None`.
    pub fn next(
        &mut self,
        question: impl FnOnce() -> LineQuestion,
        patience: Option<Duration>,
    ) -> InputEvent {
        match self {
            LineSource::Listened(listener) => listener.next(patience),
            LineSource::Edited(editor) => editor.next(question, patience),
        }
    }

    /// Something else may be typed from now on.
    pub fn know(&mut self, words: impl FnOnce() -> TypedWords) {
        if let LineSource::Edited(editor) = self {
            editor.know(words());
        }
    }

    /// The editor, where somebody is typing in it.
    pub fn busy_editor(&mut self) -> Option<&mut LineEditor> {
        match self {
            LineSource::Edited(editor) if editor.is_asking() => Some(editor),
            LineSource::Edited(_) | LineSource::Listened(_) => None,
        }
    }

    /// Whether lines are edited here, and the prompt is the editor's.
    pub fn is_edited(&self) -> bool {
        matches!(self, LineSource::Edited(_))
    }
}
