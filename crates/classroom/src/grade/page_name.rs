use std::collections::BTreeSet;

use tabiya_text::folded;

/// The longest part of a name that stands in that of its page.
const LONGEST: usize = 40;

/// What the pages of submissions are called: always the same for the same names, and never anything but small letters,
/// digits and hyphens.
pub fn page_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.map(|name| unused(&plain(name), &mut taken)).collect()
}

fn unused(plain: &str, taken: &mut BTreeSet<String>) -> String {
    let numbers = (2u64..).map(|number| format!("{plain}-{number}"));
    let mut names = std::iter::once(plain.to_owned()).chain(numbers);
    let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    format!("{name}.html")
}

fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in folded(name).chars().take(LONGEST) {
        match c {
            c @ ('a'..='z' | '0'..='9') => plain.push(c),
            _ if plain.ends_with('-') || plain.is_empty() => {}
            _ => plain.push('-'),
        }
    }
    let plain = plain.trim_end_matches('-');
    if plain.is_empty() { "submission".to_owned() } else { plain.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_plain_and_different() {
        let names = ["Anna B.", "anna/b", "../../etc", "Žofie", "Jörg Müßig", "東京", "", "anna-b-2"];
        let pages = page_names(names.into_iter());
        let expected =
            ["anna-b", "anna-b-2", "etc", "zofie", "jorg-mussig", "submission", "submission-2", "anna-b-2-2"];
        assert_eq!(pages, expected.map(|name| format!("{name}.html")));
    }
}
