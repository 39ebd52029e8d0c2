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

/// A button: the column in which it begins and the one behind it, its label, and what it does.
pub(crate) type PlacedButton = (u16, u16, String, BoardAction);

/// The buttons where they stand; in a narrow window without their keys.
pub(crate) fn placed(
    language: Language,
    width: u16,
    is_offered: impl Fn(BoardAction) -> bool,
) -> Vec<PlacedButton> {
    let mut buttons = toolbar(language);
    buttons.retain(|(_, action)| is_offered(*action));
    let with_keys = in_a_row(buttons.clone());
    let fits = with_keys.last().is_none_or(|(_, end, ..)| *end <= width);
    if fits { with_keys } else { in_a_row(buttons.into_iter().map(without_key).collect()) }
}

fn in_a_row(buttons: Vec<(String, BoardAction)>) -> Vec<PlacedButton> {
    let mut column = 0;
    let mut placed = Vec::new();
    for (label, action) in buttons {
        let end = column + label.chars().count() as u16;
        placed.push((column, end, label, action));
        column = end + 2;
    }
    placed
}

fn without_key((label, action): (String, BoardAction)) -> (String, BoardAction) {
    (label.split_once(' ').map_or(label.clone(), |(_, name)| name.to_owned()), action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen_layout::ScreenLayout;

    #[test]
    fn every_button_has_room_in_the_smallest_window() {
        for language in Language::ALL {
            for width in [ScreenLayout::LEAST.0, 80] {
                let buttons = placed(language, width, |_| true);
                assert_eq!(buttons.len(), 8);
                assert!(buttons.iter().all(|(_, end, ..)| *end <= width), "{buttons:?}");
            }
        }
    }
}
