use unicode_width::UnicodeWidthStr;

/// Windows that are narrower break lines by themselves.
const LEAST: usize = 20;

/// A text whose lines are broken between words where they are too long for so many columns. What continues a line that is
/// indented stands two columns further.
///
/// ```
/// assert_eq!(tabiya_plain::wrapped("  undo: take back your last move", 20), "  undo: take back\n    your last move");
/// ```
pub fn wrapped(text: &str, columns: usize) -> String {
    let columns = columns.max(LEAST);
    text.split('\n').map(|line| wrapped_line(line, columns)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    if line.width() <= columns {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (mut broken, rest) = (line[..indent].to_owned(), &line[indent..]);
    let hanging = " ".repeat(if indent == 0 { 0 } else { indent + 2 });
    let mut used = indent;
    for (i, word) in rest.split(' ').enumerate() {
        let width = word.width();
        if i > 0 && used + 1 + width > columns {
            broken.push('\n');
            broken.push_str(&hanging);
            used = hanging.len();
        } else if i > 0 {
            broken.push(' ');
            used += 1;
        }
        broken.push_str(word);
        used += width;
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        for (text, columns, expected) in [
            ("short", 20, "short"),
            ("White's pawn goes from e2 to e4.", 20, "White's pawn goes\nfrom e2 to e4."),
            ("  undo: take back your last move", 20, "  undo: take back\n    your last move"),
            ("8  r n b q k b n r\n7  p p p p p p p p", 20, "8  r n b q k b n r\n7  p p p p p p p p"),
            ("averyveryverylongwordthatfitsnowhere yes", 20, "averyveryverylongwordthatfitsnowhere\nyes"),
            ("名人名人 名人名人 名人名人", 20, "名人名人 名人名人\n名人名人"),
            ("exactly twenty colum", 20, "exactly twenty colum"),
            ("", 20, ""),
        ] {
            assert_eq!(wrapped(text, columns), expected, "{text}");
        }
        // However narrow it is, nothing is lost.
        for columns in 0..60 {
            let text = "  a line that is rather long, and indented\nand another one";
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(wrapped(text, columns).split_whitespace().collect::<Vec<_>>(), words);
        }
    }
}
