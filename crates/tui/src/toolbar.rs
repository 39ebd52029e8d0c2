use tabiya_rules::{ByLanguage, Language};

use crate::board_action::BoardAction;

/// What stands in the first line, to be clicked: the label with the key that does the same.
pub(crate) fn toolbar(language: Language) -> Vec<(String, BoardAction)> {
    const BUTTONS: [(BoardAction, &str, ByLanguage<&str>); 8] = [
        (BoardAction::Menu, "F10", ByLanguage { english: "Menu", german: "Menü" }),
        (BoardAction::New, "^N", ByLanguage { english: "New", german: "Neu" }),
        (BoardAction::Open, "^O", ByLanguage { english: "Open", german: "Öffnen" }),
        (BoardAction::Save, "^S", ByLanguage { english: "Save", german: "Sichern" }),
        (BoardAction::SaveAs, "F12", ByLanguage { english: "Save as", german: "Unter" }),
        (BoardAction::Undo, "^Z", ByLanguage { english: "Undo", german: "Zurück" }),
        (BoardAction::Quit, "^Q", ByLanguage { english: "Quit", german: "Ende" }),
        (BoardAction::Keys, "?", ByLanguage { english: "Keys", german: "Tasten" }),
    ];
    BUTTONS.map(|(action, key, label)| (format!("{key} {}", language.choose(label)), action)).to_vec()
}

/// The buttons with the column in which each begins and the one behind it, as far as they fit.
pub(crate) fn placed(language: Language, width: u16) -> Vec<(u16, u16, String, BoardAction)> {
    let mut column = 0;
    let mut buttons = Vec::new();
    for (label, action) in toolbar(language) {
        let end = column + label.chars().count() as u16;
        if end > width {
            break;
        }
        buttons.push((column, end, label, action));
        column = end + 2;
    }
    buttons
}
