//! Opening and saving.

use std::path::{Path, PathBuf};

use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_rules::Language;
use tabiya_table::{OnLoss, Replace, Request, Sides, TableRefusal};

use super::Screen;
use crate::file_picker::{FilePicker, FilePurpose};
use crate::game_picker::GamePicker;
use crate::popup::{AnswerDeed, Popup};

impl Screen {
    pub(super) fn pick_to_open(&mut self) {
        let picker = FilePicker::new(FilePurpose::Open, self.host.current_folder(), "", &*self.host);
        self.popups.push(Popup::Files(picker));
    }

    pub(super) fn pick_to_save(&mut self) {
        let picker = FilePicker::new(FilePurpose::Save, self.host.current_folder(), "", &*self.host);
        self.popups.push(Popup::Files(picker));
    }

    /// Saves where the game was opened or saved before; asks where that is nowhere.
    pub(super) fn save(&mut self, now: Moment) {
        self.ask_to_save(Request::SaveAgain { replace: Replace::Own, on_loss: OnLoss::Refuse }, now);
    }

    pub(super) fn take_file(&mut self, purpose: FilePurpose, path: PathBuf, now: Moment) {
        match purpose {
            FilePurpose::Open => self.open_file(path, None, now),
            FilePurpose::Save => self.save_as(path, now),
        }
    }

    /// Opens a file; of one with several games, one is chosen first where nobody has said which.
    pub(super) fn open_file(&mut self, path: PathBuf, number: Option<usize>, now: Moment) {
        if number.is_none() && self.lists_games(&path, Sides::File) {
            return;
        }
        self.open_game_of(path, number, Sides::File, now);
    }

    /// Shows the games of a file, where there are several; says whether it does.
    pub(super) fn lists_games(&mut self, path: &Path, sides: Sides) -> bool {
        // Whoever opens it says what is wrong with it.
        let Ok(found) = self.table.games_in(path) else { return false };
        let is_several = found.games.len() > 1;
        if is_several {
            let picker = GamePicker::new(path.to_owned(), sides, found);
            self.popups.push(Popup::Games(Box::new(picker)));
        }
        is_several
    }

    pub(super) fn open_chosen_game(&mut self, now: Moment) {
        let Some(Popup::Games(picker)) = self.popups.last() else { return };
        let (path, sides) = (picker.path.clone(), picker.sides);
        if let Some(number) = picker.chosen()
            && self.open_game_of(path, Some(number), sides, now)
        {
            self.popups.retain(|popup| !matches!(popup, Popup::Games(_)));
        }
    }

    fn open_game_of(&mut self, path: PathBuf, number: Option<usize>, sides: Sides, now: Moment) -> bool {
        let is_open = self.ask(Request::Open { path, number, sides }, now);
        if is_open {
            // Whoever opens a game from the menu has chosen one.
            self.popups.retain(|popup| !matches!(popup, Popup::Start(_)));
        }
        is_open
    }

    pub(super) fn save_as(&mut self, path: PathBuf, now: Moment) {
        self.ask_to_save(Request::Save { path, replace: Replace::Own, on_loss: OnLoss::Refuse }, now);
    }

    /// Asks what to do where a file is there already, or cannot hold everything; says whether it did.
    pub(super) fn asks_about_file(&mut self, why: &TableRefusal) -> bool {
        match why {
            TableRefusal::NoFile => {
                self.pick_to_save();
                true
            }
            TableRefusal::FileThere { path } => {
                let yes = self.choose("Yes, replace it", "Ja, ersetzen");
                self.ask_about_save(path.clone(), Replace::Any, OnLoss::Refuse, why, yes);
                true
            }
            TableRefusal::Supersedes { path, on_loss, .. } => {
                let yes = self.choose("Yes, replace it", "Ja, ersetzen");
                self.ask_about_save(path.clone(), Replace::Any, *on_loss, why, yes);
                true
            }
            TableRefusal::Lossy { path, replace, .. } => {
                let yes = self.choose("Yes, leave it out", "Ja, weglassen");
                self.ask_about_save(path.clone(), *replace, OnLoss::LeaveOut, why, yes);
                true
            }
            _ => false,
        }
    }

    fn ask_about_save(
        &mut self,
        path: PathBuf,
        replace: Replace,
        on_loss: OnLoss,
        why: &TableRefusal,
        yes: String,
    ) {
        let text = sentence(self.language.words(why));
        let text = match self.language {
            Language::English => format!("{text} Save it all the same?"),
            Language::German => format!("{text} Trotzdem speichern?"),
        };
        let answers = vec![
            (self.choose("No", "Nein"), AnswerDeed::Nothing),
            (yes, AnswerDeed::Ask(Request::Save { path, replace, on_loss })),
        ];
        self.question(visible_lines(&text), answers);
    }
}

/// A text of which every line can be shown.
fn visible_lines(text: &str) -> String {
    text.lines().map(tabiya_text::visible).collect::<Vec<_>>().join("\n")
}
