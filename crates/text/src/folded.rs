/// A text as it is compared where people look for something: in small letters, without accents, letters of full width as the
/// usual ones. `Polgar` finds `Polgár`, in whichever of its two ways the accent is written. Letters of other scripts stay as
/// they are.
///
/// ```
/// use tabiya_text::folded;
///
/// assert_eq!(folded("Polgár, Judit"), "polgar, judit");
/// assert_eq!(folded("Polga\u{301}r"), folded("POLGAR"));
/// assert_eq!(folded("Straße"), "strasse");
/// assert_eq!(folded("Ботвинник"), "ботвинник");
/// ```
pub fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().map(narrow).flat_map(char::to_lowercase).filter(|c| !is_accent(*c)) {
        match LETTERS.iter().find(|(letters, _)| !c.is_ascii() && letters.contains(c)) {
            Some((_, base)) => plain.push_str(base),
            None => plain.push(c),
        }
    }
    plain
}

/// A letter or sign of full width as the usual one.
fn narrow(c: char) -> char {
    let wide = u32::from(c).checked_sub(0xff01).filter(|offset| *offset < 94);
    wide.and_then(|offset| char::from_u32(offset + 0x21)).unwrap_or(c)
}

/// Whether it is an accent that stands behind its letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The small letters with an accent, and those that are written as others where they are not at hand.
const LETTERS: [(&str, &str); 33] = [
    ("àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "a"),
    ("æ", "ae"),
    ("ḃḅḇ", "b"),
    ("çćĉċčḉ", "c"),
    ("ðďđḋḍḏḑḓ", "d"),
    ("ǆǳ", "dz"),
    ("èéêëēĕėęěȅȇȩəḕḗḙḛḝẹẻẽếềểễệ", "e"),
    ("ḟ", "f"),
    ("ĝğġģǧǵḡ", "g"),
    ("ĥħȟḣḥḧḩḫẖ", "h"),
    ("ìíîïĩīĭįıǐȉȋḭḯỉị", "i"),
    ("ĳ", "ij"),
    ("ĵǰ", "j"),
    ("ķĸǩḱḳḵ", "k"),
    ("ĺļľŀłḷḹḻḽ", "l"),
    ("ǉ", "lj"),
    ("ḿṁṃ", "m"),
    ("ñńņňŉŋǹṅṇṉṋ", "n"),
    ("ǌ", "nj"),
    ("òóôõöøōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "o"),
    ("œ", "oe"),
    ("ṕṗ", "p"),
    ("ŕŗřȑȓṙṛṝṟ", "r"),
    ("śŝşšſșṡṣṥṧṩẛ", "s"),
    ("ß", "ss"),
    ("ţťŧțṫṭṯṱẗ", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "u"),
    ("ṽṿ", "v"),
    ("ŵẁẃẅẇẉẘ", "w"),
    ("ẋẍ", "x"),
    ("ýÿŷȳẏẙỳỵỷỹ", "y"),
    ("źżžẑẓẕ", "z"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_without_their_accents() {
        for (name, plain) in [
            ("Müller", "muller"),
            ("ŽIŽKA", "zizka"),
            ("Đurić", "duric"),
            ("Ørsted", "orsted"),
            ("Łódź", "lodz"),
            ("İstanbul", "istanbul"),
            ("Ağdam ılık", "agdam ilik"),
            ("Nguyễn Ngọc Trường Sơn", "nguyen ngoc truong son"),
            ("Þórr Æsir œuvre", "thorr aesir oeuvre"),
            ("Ｐｏｌｇａｒ", "polgar"),
            ("Ștefan", "stefan"),
            ("李世石", "李世石"),
            ("e4 (1-0)!", "e4 (1-0)!"),
            ("", ""),
        ] {
            assert_eq!(folded(name), plain, "{name}");
            assert_eq!(folded(plain), plain, "{name}");
        }
    }

    #[test]
    fn no_letter_stands_twice_and_each_is_small() {
        let letters: Vec<char> = LETTERS.iter().flat_map(|(letters, _)| letters.chars()).collect();
        for (number, letter) in letters.iter().enumerate() {
            assert!(!letters[..number].contains(letter), "{letter}");
            assert!(letter.to_lowercase().eq([*letter]) && !letter.is_ascii(), "{letter}");
        }
    }
}
