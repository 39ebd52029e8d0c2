//! The games that were played, as a text in the repository: whoever has the repository goes on from there.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use tabiya_arena::tournament::MatchTally;
use tabiya_system::Draft;

/// Where the texts lie, one for each rule set.
const FOLDER: &str = "xtask/calibrate/tallies";

/// What a new text begins with.
const HEAD: &str = "\
# Games of the engine's levels: `cargo xtask calibrate` reads them and adds to them. A line is the engine by its signature, two players by
# their settings, how many games the first has won, lost and drawn, and how many pairs of games brought it 0, ½, 1, 1½ and 2 points.
";

/// The tallies under some rules.
pub struct TallyFile {
    path: PathBuf,
}

/// Some games of two players.
#[derive(Clone, Debug, PartialEq)]
pub struct TallyLine {
    /// The engine that played: another one plays another game with the same settings.
    pub signature: String,
    pub players: [String; 2],
    pub tally: MatchTally,
}

impl TallyFile {
    pub fn new(root: &Path, rules: &str) -> TallyFile {
        TallyFile { path: root.join(FOLDER).join(format!("{rules}.txt")) }
    }

    /// Everything that was played; nothing before the first game.
    pub fn read(&self) -> Result<Vec<TallyLine>> {
        lines(&self.text()?).with_context(|| self.path.display().to_string())
    }

    /// Adds some games for good: afterwards they are there, or nothing has changed.
    pub fn add(&self, line: &TallyLine) -> Result<()> {
        let text = self.text()?;
        // What cannot be understood is not ours to add to.
        lines(&text).with_context(|| self.path.display().to_string())?;
        let head = if text.is_empty() { HEAD } else { "" };
        std::fs::create_dir_all(self.path.parent().unwrap_or(Path::new(""))).context(FOLDER)?;
        let mut draft = Draft::new(&self.path)?;
        writeln!(draft, "{head}{text}{line}")?;
        Ok(draft.commit()?)
    }

    fn text(&self) -> Result<String> {
        match std::fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            text => text.with_context(|| self.path.display().to_string()),
        }
    }
}

fn lines(text: &str) -> Result<Vec<TallyLine>> {
    ensure!(text.is_empty() || text.ends_with('\n'), "the last line is cut off");
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(i, line)| {
            let wrong = || anyhow!("line {}: these are no games of two players: '{line}'", i + 1);
            TallyLine::of_text(line).filter(TallyLine::adds_up).ok_or_else(wrong)
        })
        .collect()
}

/// Between the parts of a line.
const BAR: &str = " | ";

impl fmt::Display for TallyLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TallyLine { signature, players: [one, other], tally } = self;
        let MatchTally { wins, losses, draws, pairs } = tally;
        let pairs = pairs.map(|count| count.to_string()).join(" ");
        write!(f, "{signature}{BAR}{one}{BAR}{other}{BAR}+{wins} -{losses} ={draws}{BAR}{pairs}")
    }
}

impl TallyLine {
    fn of_text(text: &str) -> Option<TallyLine> {
        let parts: Vec<&str> = text.split(BAR).collect();
        let [signature, one, other, results, pairs] = parts[..] else { return None };
        let is_word = |word: &&str| !word.is_empty() && word.trim() == *word;
        let [signature, one, other] = [signature, one, other].map(|word| Some(word).filter(is_word));
        let results: Vec<&str> = results.split(' ').collect();
        let [wins, losses, draws] = results[..] else { return None };
        let counts: Option<Vec<u64>> = pairs.split(' ').map(|count| count.parse().ok()).collect();
        let tally = MatchTally {
            wins: wins.strip_prefix('+')?.parse().ok()?,
            losses: losses.strip_prefix('-')?.parse().ok()?,
            draws: draws.strip_prefix('=')?.parse().ok()?,
            pairs: counts?.try_into().ok()?,
        };
        Some(TallyLine {
            signature: signature?.to_owned(),
            players: [one?.to_owned(), other?.to_owned()],
            tally,
        })
    }

    /// Whether pairs and games tell the same, as far as anybody can say: numbers that no match has are not summed up either.
    fn adds_up(&self) -> bool {
        const MOST: u64 = 1_000_000;
        let MatchTally { wins, losses, draws, pairs } = self.tally;
        let points: u64 = pairs.iter().zip(0..).map(|(count, points)| points * (*count).min(MOST)).sum();
        let is_small = pairs.iter().chain([&wins, &losses, &draws]).all(|&count| count <= MOST);
        is_small && 2 * pairs.iter().sum::<u64>() == self.tally.games() && points == 2 * wins + draws
    }
}

/// All games of two, from the first one's side.
pub fn total(lines: &[TallyLine], signature: &str, one: &str, other: &str) -> MatchTally {
    let mut sum = MatchTally::default();
    for line in lines.iter().filter(|line| line.signature == signature) {
        let [first, second] = &line.players;
        match () {
            () if (first.as_str(), second.as_str()) == (one, other) => sum.add_all(&line.tally),
            () if (first.as_str(), second.as_str()) == (other, one) => sum.add_all(&line.tally.reversed()),
            () => {}
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file in a folder of its own.
    fn file(name: &str) -> TallyFile {
        let root = std::env::temp_dir().join(format!("tabiya-tallies-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        TallyFile::new(&root, "fide")
    }

    fn line(signature: &str, one: &str, other: &str, wins: u64, losses: u64) -> TallyLine {
        let pairs = [losses / 2, 0, 0, 0, wins / 2];
        let tally = MatchTally { wins, losses, draws: 0, pairs };
        TallyLine { signature: signature.to_owned(), players: [one.to_owned(), other.to_owned()], tally }
    }

    #[test]
    fn what_was_added_is_there_for_whoever_comes_next() {
        let file = file("added");
        assert_eq!(file.read().unwrap(), []);
        let stockfish = "stockfish option.UCI_Elo=1350 depth=1";
        let added = [line("7", "handicap:90/9", stockfish, 4, 2), line("7", "level:1", "level:2", 0, 20)];
        for (count, line) in added.iter().enumerate() {
            file.add(line).unwrap();
            assert_eq!(file.read().unwrap(), added[..=count]);
        }
        assert_eq!(file.text().unwrap().matches(HEAD).count(), 1);
    }

    #[test]
    fn games_are_summed_whoever_is_named_first_and_not_those_of_another_engine() {
        let lines = [
            line("7", "a", "b", 4, 2),
            line("7", "b", "a", 6, 0),
            line("8", "a", "b", 20, 0),
            line("7", "a", "c", 2, 0),
        ];
        let sum = MatchTally { wins: 4, losses: 8, draws: 0, pairs: [4, 0, 0, 0, 2] };
        assert_eq!(total(&lines, "7", "a", "b"), sum);
        assert_eq!(total(&lines, "7", "b", "a"), sum.reversed());
        assert_eq!(total(&lines, "9", "a", "b"), MatchTally::default());
    }

    #[test]
    fn rubbish_is_named_by_its_line_and_nothing_changes() {
        let good = line("7", "a", "b", 4, 2).to_string();
        for rubbish in [
            "",
            "<<<<<<< ours",
            "7 | a | b | +4 -2 =0",
            "7 | a | b | +4 -2 =0 | 1 0 0 0 2 | more",
            "7 | a |  | +4 -2 =0 | 1 0 0 0 2",
            "7 | a | b | 4 2 0 | 1 0 0 0 2",
            "7 | a | b | +4 -2 =0 | 1 0 0 2",
            "7 | a | b | +4 -2 =0 | 1 0 0 0 -2",
            // The pairs tell of other games.
            "7 | a | b | +4 -2 =0 | 2 0 0 0 1",
            "7 | a | b | +4 -1 =0 | 1 0 0 0 2",
            "7 | a | b | +18446744073709551615 -0 =0 | 0 0 0 0 9223372036854775807",
        ] {
            let file = file("rubbish");
            std::fs::create_dir_all(file.path.parent().unwrap()).unwrap();
            let text = format!("{HEAD}{good}\n{rubbish}\n");
            std::fs::write(&file.path, &text).unwrap();
            let told = format!("{:#}", file.read().unwrap_err());
            assert!(told.contains("fide.txt: line 4: these are no games of two players"), "{told}");
            assert_eq!(format!("{:#}", file.add(&line("7", "a", "b", 2, 0)).unwrap_err()), told);
            assert_eq!(std::fs::read_to_string(&file.path).unwrap(), text);
        }
    }

    #[test]
    fn a_line_that_is_cut_off_is_not_counted() {
        let file = file("cut");
        std::fs::create_dir_all(file.path.parent().unwrap()).unwrap();
        std::fs::write(&file.path, "7 | a | b | +4 -2 =0 | 1 0 0 0 2").unwrap();
        assert!(format!("{:#}", file.read().unwrap_err()).ends_with("the last line is cut off"));
        std::fs::write(&file.path, [0xff, b'\n']).unwrap();
        assert!(file.add(&line("7", "a", "b", 2, 0)).is_err());
        assert_eq!(std::fs::read(&file.path).unwrap(), [0xff, b'\n']);
    }
}
