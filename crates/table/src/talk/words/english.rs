//! English.

use crate::{
    BegunGame, BookSetting, GameBefore, GameChange, GameOver, GameProgress, GameState, Introduction,
    KeptRecord, LeftOver, MatchStandings, OpenedFile, OpeningNote, Pairing, Player, Replace, Reply,
    SavedFile, TableRefusal, Turn, numbered,
};
use tabiya_engine::{Level, LevelTitle};
use tabiya_files::Packing;
use tabiya_game::narration::{ending_words, sentence, tell_all};
use tabiya_game::{BySeat, NodeId, Seat};
use tabiya_openings::OpeningLine;
use tabiya_rules::{Color, Language, Rules};
use tabiya_system::{FileError, shown};
use tabiya_text::visible;

/// What came of a request.
pub fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Happened(happened) => self::happened(happened),
        Reply::Offered { offer, to } => format!("{} {to} may accept or decline.", happened(offer)),
        Reply::MovedAndOffered { offer, moved } => format!("{} {}", happened(moved), happened(offer)),
        Reply::Answered { offer, answer } => format!("{} {}", happened(offer), happened(answer)),
        Reply::Undone { happened, moves, plies, turn } => {
            let were = if *plies == 1 { "It was" } else { "They were" };
            let moves = self::moves(happened, moves);
            format!("{} {were} {moves}. {}", self::happened(happened), self::turn(*turn))
        }
        Reply::Redone { happened, moves, plies, turn } => {
            let are = if *plies == 1 { "It is" } else { "They are" };
            let turn = turn.map(self::turn).unwrap_or_default();
            let moves = self::moves(happened, moves);
            let told = format!("{} {are} {moves}. {turn}", self::happened(happened));
            told.trim_end().to_owned()
        }
        Reply::Stuck => "Neither side can move: stop ends the game and counts the pieces.".to_owned(),
        Reply::Begun(BegunGame { before, introduction }) => {
            format!("{}{}", game_before(before.as_ref()), self::introduction(introduction))
        }
        Reply::Opened(opened) => self::opened(opened),
        Reply::Saved(saved) => self::saved(saved),
        Reply::Continued { progress, introduction, notes } => {
            let notes: String = notes.iter().map(|note| format!("{}\n", left_over(note))).collect();
            let (progress, introduction) = (self::progress(*progress), self::introduction(introduction));
            format!("{notes}The game goes on: {progress}. {introduction}")
        }
        Reply::ThrownAway => "The game is thrown away.".to_owned(),
        Reply::Titled(Some(title)) => format!("The game is called {} now.", visible(title)),
        Reply::Titled(None) => "The game has no name any more.".to_owned(),
        Reply::LevelSet { level, waiting } => {
            let waiting = waiting.map(|turn| format!(" {}", self::turn(turn))).unwrap_or_default();
            format!("The computer plays at {}.{waiting}", LevelTitle(*level))
        }
        Reply::BookSet(setting) => book(setting),
        Reply::Forced => "The computer plays nobody: you move for both sides.".to_owned(),
        Reply::ComputerPlays { level, color } => {
            format!("{} plays {color}, you play {}.", level.player_name(), !*color)
        }
        Reply::Going => String::new(),
        Reply::Named { color, name } => format!("{color} is now called {}.", visible(name)),
    }
}

/// Why a request was not obeyed, and what would help.
pub fn refusal(refusal: &TableRefusal) -> String {
    let help = match refusal {
        TableRefusal::Over { can_undo, .. } => over_help(*can_undo).to_owned(),
        TableRefusal::TwoComputers => ": force lets you move for both".to_owned(),
        TableRefusal::AlreadyOffered => ": the other side says accept or decline, or moves".to_owned(),
        TableRefusal::NotCounted => ": offer a draw, or resign".to_owned(),
        TableRefusal::Engine(trouble) if trouble.name.is_some() => "; go asks it again".to_owned(),
        TableRefusal::NotRecorded(_) => "; tabiya play --data FOLDER keeps games elsewhere".to_owned(),
        TableRefusal::NoFile => ": save FILE gives it a name".to_owned(),
        TableRefusal::FileThere { .. } => ": save over FILE replaces it".to_owned(),
        TableRefusal::Supersedes { .. } => ": save over replaces it, save FILE leaves it as it is".to_owned(),
        TableRefusal::Lossy { replace, .. } => {
            let over = if *replace == Replace::Any { "over " } else { "" };
            format!(
                ": save {over}anyway FILE leaves that out; PGN holds everything but moves taken back at the end"
            )
        }
        TableRefusal::NotUnderstood { .. } => "; choose another name".to_owned(),
        TableRefusal::OtherGames { .. } => ": choose another name".to_owned(),
        TableRefusal::Compressed { path } | TableRefusal::CompressedName { path } => {
            let plain =
                Packing::of_path(path).map(|_| format!(", such as {}", shown(&path.with_extension(""))));
            format!(": choose another name{}", plain.unwrap_or_default())
        }
        TableRefusal::NoneWaiting { notes, .. }
        | TableRefusal::OnlyWaiting { notes, .. }
        | TableRefusal::NoneSoCalled { notes, .. } => {
            // Each is a sentence, and whoever makes one of the whole ends the last.
            let note = |note| format!(". {}", left_over(note).trim_end_matches('.'));
            notes.iter().map(note).collect()
        }
        TableRefusal::Game(_)
        | TableRefusal::Unplayable(_)
        | TableRefusal::NoMove
        | TableRefusal::NothingPlayed
        | TableRefusal::NotAnnotated(_)
        | TableRefusal::NoComputer
        | TableRefusal::Engine(_)
        | TableRefusal::NotYourSide { .. }
        | TableRefusal::NameTooLong { .. }
        | TableRefusal::NotKept(_)
        | TableRefusal::NoArchive
        | TableRefusal::NotLookedFor(_)
        | TableRefusal::SeveralSoCalled { .. }
        | TableRefusal::OnTableAlready { .. }
        | TableRefusal::NoBook(_)
        | TableRefusal::NoOpenings(_)
        | TableRefusal::NotOpened(_)
        | TableRefusal::NotSaved(_)
        | TableRefusal::PlayedElsewhere
        | TableRefusal::Impossible(_) => String::new(),
    };
    format!("{}{help}", visible(&refusal.to_string()))
}

fn over_help(can_undo: bool) -> &'static str {
    if can_undo { "; undo takes back, new begins another game" } else { "; new begins another game" }
}

/// What happened in the game.
pub fn happened(happened: &GameChange) -> String {
    let GameChange { before, events, over } = happened;
    let over = over.as_ref().map(|over| format!("\n{}", self::over(over)));
    format!("{}{}", tell_all(Language::English, before, events), over.unwrap_or_default())
}

/// Moves that were taken back or made again, with their numbers.
fn moves(happened: &GameChange, moves: &[NodeId]) -> String {
    numbered(happened.before.history(), moves.iter().copied()).join(" ")
}

/// A game that has ended.
pub fn over(GameOver { result, standings }: &GameOver) -> String {
    let standings = standings.as_ref().map(|standings| format!(" {}", self::standings(standings)));
    format!(
        "The game is over: {result}.{} Say new for another one, or analyse to learn from this one.",
        standings.unwrap_or_default()
    )
}

/// How a match stands.
pub fn standings(MatchStandings { names, score }: &MatchStandings) -> String {
    let games = match score.games() {
        0 => "no game finished yet".to_owned(),
        1 => "after 1 game".to_owned(),
        games => format!("after {games} games"),
    };
    let points = BySeat::from_fn(|seat: Seat| format!("{} {}", visible(&names[seat]), score.points(seat)));
    format!("Match: {}, {games}.", points.0.join(", "))
}

/// Whose turn it is.
pub fn turn(Turn { color, waits }: Turn) -> String {
    format!("It is {color}'s turn{}.", if waits { "; go lets the computer move" } else { "" })
}

/// Where a game stands, in a few words.
fn state(state: GameState) -> String {
    match state {
        GameState::Over { .. } => over_state(state),
        GameState::Running { turn: Turn { color, .. }, is_check: true } => format!("{color} is in check."),
        GameState::Running { turn, is_check: false } => self::turn(turn),
    }
}

/// Where a game stands, beside a board.
pub fn full_state(state: GameState) -> String {
    match state {
        GameState::Over { .. } => over_state(state),
        GameState::Running { turn, is_check: true } => {
            format!("{} {} is in check.", self::turn(turn), turn.color)
        }
        GameState::Running { turn, is_check: false } => self::turn(turn),
    }
}

fn over_state(state: GameState) -> String {
    match state {
        GameState::Over { ending, seats, can_undo } => sentence(format!(
            "the game is over: {}{}",
            ending_words(Language::English, ending, seats),
            over_help(can_undo)
        )),
        GameState::Running { turn, .. } => self::turn(turn),
    }
}

/// What is played here, by whom, and whose turn it is.
pub fn introduction(Introduction { rules, pairing, opening, state }: &Introduction) -> String {
    let opening = opening.map(|line| format!("{} ", self::opening(line))).unwrap_or_default();
    // Nobody plays a game that is over.
    let pairing = match state {
        GameState::Over { .. } => String::new(),
        GameState::Running { .. } => format!(": {}", self::pairing(pairing)),
    };
    format!("Rules {}{pairing}. {opening}{}", visible(rules), self::state(*state))
}

/// Which opening is played.
pub fn opening(line: &OpeningLine) -> String {
    format!("Opening: {line}.")
}

/// What the computer plays by.
pub fn book(BookSetting { book: _, path, is_open }: &BookSetting) -> String {
    let book = path
        .as_ref()
        .map_or_else(|| "the standard book".to_owned(), |path| format!("the book {}", shown(path)));
    let least = Level::numbered().find(|level| level.knows_openings()).unwrap_or(Level::MAX);
    match is_open {
        true => format!("From level {least} on, and by rating, the computer plays openings by {book}."),
        false => "The computer plays without a book.".to_owned(),
    }
}

/// Who plays against whom.
pub fn pairing(pairing: &Pairing) -> String {
    let title = |player: &Player| visible(&player.title(Language::English));
    match pairing {
        Pairing::You { color, against } => format!("you have {color} against {}", title(against)),
        Pairing::People => "two people play on this board".to_owned(),
        Pairing::Computers { white, black } => {
            format!("{} has White, {} has Black", title(white), title(black))
        }
    }
}

/// How far a game is.
pub fn progress(progress: GameProgress) -> String {
    let played = played(progress.plies);
    format!("{played}, {} to move", progress.turn)
}

fn played(plies: u32) -> String {
    let moves = match plies {
        0 => "no move".to_owned(),
        1 => "1 single move".to_owned(),
        plies => format!("{plies} single moves"),
    };
    format!("{moves} played")
}

fn game_before(before: Option<&GameBefore>) -> String {
    match before {
        Some(GameBefore::Kept(path)) => format!("The game before is kept as {}.\n", shown(path)),
        Some(GameBefore::Waits) => "The game before waits: continue goes on with it.\n".to_owned(),
        None => String::new(),
    }
}

fn opened(opened: &OpenedFile) -> String {
    let OpenedFile { result, progress, introduction, .. } = opened;
    let state = introduction.state;
    match (result, state) {
        // By its file it is over, though not on its board.
        (Some(_), _) => format!(
            "{} To play on from here: {}. {}",
            viewed(opened),
            pairing(&introduction.pairing),
            self::state(state)
        ),
        (None, GameState::Running { .. }) => {
            format!(
                "{}, {}. {}",
                of_file(opened),
                self::progress(*progress),
                self::introduction(introduction)
            )
        }
        (None, GameState::Over { .. }) => {
            format!("{}, {}. {}", of_file(opened), played(progress.plies), self::introduction(introduction))
        }
    }
}

/// A game from a file that is only looked at: nobody plays it.
pub fn viewed(opened: &OpenedFile) -> String {
    let Introduction { rules, pairing: _, opening, state } = &opened.introduction;
    let opening = opening.map(|line| format!(" {}", self::opening(line))).unwrap_or_default();
    let end = match *state {
        GameState::Over { ending, seats, .. } => {
            format!(" {}", over_state(GameState::Over { ending, seats, can_undo: false }))
        }
        GameState::Running { .. } => String::new(),
    };
    format!("{}, {}. Rules {}.{opening}{end}", of_file(opened), played(opened.progress.plies), visible(rules))
}

/// Whose game it is, with what became of the one before and how it was read.
fn of_file(OpenedFile { before, notes, names, result, .. }: &OpenedFile) -> String {
    let notes: String = notes.iter().map(|note| format!("{}\n", opening_note(note))).collect();
    let names = Color::ALL.map(|color| visible(names.get(color))).join(" - ");
    let result = result.map(|result| format!(", {result} in the file")).unwrap_or_default();
    format!("{}{notes}{names}{result}", game_before(before.as_ref()))
}

fn opening_note(note: &OpeningNote) -> String {
    match note {
        OpeningNote::Read(note) => sentence(visible(&note.to_string())),
        OpeningNote::Damaged { path, damage } => {
            let place = path.as_deref().map_or_else(|| "this text".to_owned(), shown);
            sentence(format!("in {place}: {}", visible(&damage.to_string())))
        }
        OpeningNote::OwnRules { own, told } => {
            let [own, told] = [own, told].map(|name| visible(name));
            format!("The file names the rules of this game, which are {own}, not {told}.")
        }
        OpeningNote::More => "There is more in the file: open FILE #2 takes the second.".to_owned(),
        OpeningNote::MoreInText => {
            "There is more in this text, of which only the first is opened.".to_owned()
        }
        OpeningNote::NoClock => "The clock is put away, for this game was begun without it.".to_owned(),
        OpeningNote::OwnClock(control) => format!("This game has its own clock, which is {control}."),
        OpeningNote::ControlMissing => {
            "The clock of this game stands, for the file does not say which it was.".to_owned()
        }
        OpeningNote::TimesMissing(control) => {
            format!("The clock of this game ({control}) stands, for the file does not say what was left.")
        }
        OpeningNote::ClockStopped(control) => {
            format!("The clock of this game ({control}) stands, for the game was over.")
        }
        OpeningNote::UnknownClock(tag) => {
            format!(
                "The clock of this game stands, for what the file says of it is not known here: {}.",
                visible(tag)
            )
        }
        OpeningNote::Substitute { program, color, by } => format!(
            "{} played {color}, and is not here: {} plays in its place. tabiya play --{} PROGRAM FILE brings it.",
            visible(program),
            visible(&by.title(Language::English)),
            color.to_string().to_ascii_lowercase()
        ),
    }
}

fn saved(SavedFile { path, form, lost, number, former }: &SavedFile) -> String {
    let place = number.map(|number| format!(" as number {number}; the others stay as they were"));
    let losses = (!lost.is_empty()).then(|| format!(" It cannot hold {}.", lost.of(Language::English, 1)));
    let notes: String =
        lost.notes.iter().map(|note| format!(" {}", sentence(visible(&note.to_string())))).collect();
    let former = former.map(|former| format!(" Its result was {former} before it went on."));
    format!(
        "The game is saved as {form} in {}{}.{}{notes}{}",
        shown(path),
        place.unwrap_or_default(),
        losses.unwrap_or_default(),
        former.unwrap_or_default()
    )
}

/// What differs from ordinary chess under some rules, in one line; nothing where nothing does.
pub fn differences(rules: &Rules) -> Option<String> {
    let differences = rules.differences();
    let first = differences.first()?;
    Some(match differences.len() {
        1 => format!("One thing differs from ordinary chess: {first}."),
        count => {
            format!("{count} things differ from ordinary chess: say rules to hear them. First, {first}.")
        }
    })
}

/// What earlier sessions left.
pub fn left_over(left_over: &LeftOver) -> String {
    match left_over {
        LeftOver::NotLookedFor(why) => {
            format!("Games that wait cannot be looked for: {}.", visible(&why.to_string()))
        }
        LeftOver::Closed { path, why } => format!("{} cannot be read: {why}.", shown(path)),
        LeftOver::Unreadable { path, why, aside } => {
            format!("{} cannot be read: {why}; {}.", shown(path), fate(aside))
        }
        LeftOver::Damaged { path, damage, aside } => {
            format!("{} is damaged: {}; {}.", shown(path), visible(&damage.to_string()), fate(aside))
        }
        LeftOver::NoBook(why) => format!(
            "The book of this game cannot be read, and the computer plays by the built-in one: {}.",
            visible(&why.to_string())
        ),
        LeftOver::Newer { path } => format!("{} is left alone, for a newer Tabiya wrote it.", shown(path)),
        LeftOver::Ended(KeptRecord(Ok(path))) => {
            format!("The game that had ended is kept as {}.", shown(path))
        }
        LeftOver::Ended(KeptRecord(Err(error))) => {
            format!("The game that had ended stays where it is: {error}.")
        }
        LeftOver::Waiting { count, pairing, progress } => {
            let others = if *count > 1 { format!(", the last of {count}") } else { String::new() };
            format!("A game is waiting{others}: {}, {}.", self::pairing(pairing), self::progress(*progress))
        }
    }
}

/// What became of a record that cannot be gone on with.
fn fate(aside: &Result<std::path::PathBuf, FileError>) -> String {
    match aside {
        Ok(aside) => format!("it is kept as {}", shown(aside)),
        Err(error) => format!("it stays there ({error})"),
    }
}
