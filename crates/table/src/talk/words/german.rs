//! German. What is typed stays as it is: `undo` takes back.

use std::path::PathBuf;

use crate::{
    BegunGame, BookSetting, GameBefore, GameChange, GameOver, GameProgress, GameState, Introduction,
    KeptRecord, LeftOver, MatchStandings, OpenedFile, OpeningNote, Pairing, Player, Replace, Reply,
    SavedFile, TableRefusal, Turn, file_words, numbered,
};
use tabiya_engine::{Level, LevelTitle};
use tabiya_files::Packing;
use tabiya_game::narration::{ending_words, sentence, tell_all};
use tabiya_game::{BySeat, NodeId, Seat};
use tabiya_openings::OpeningLine;
use tabiya_rules::german::{color, words};
use tabiya_rules::{Color, Language, Rules};
use tabiya_system::{FileError, shown};
use tabiya_text::visible;

const GERMAN: Language = Language::German;

pub fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Happened(happened) => self::happened(happened),
        Reply::Offered { offer, to } => {
            format!("{} {} kann annehmen (accept) oder ablehnen (decline).", happened(offer), color(*to))
        }
        Reply::MovedAndOffered { offer, moved } => format!("{} {}", happened(moved), happened(offer)),
        Reply::Answered { offer, answer } => format!("{} {}", happened(offer), happened(answer)),
        Reply::Undone { happened, moves, plies, turn } => {
            let were = if *plies == 1 { "Das war" } else { "Das waren" };
            let moves = self::moves(happened, moves);
            format!("{} {were} {moves}. {}", self::happened(happened), self::turn(*turn))
        }
        Reply::Redone { happened, moves, plies, turn } => {
            let are = if *plies == 1 { "Das ist" } else { "Das sind" };
            let turn = turn.map(self::turn).unwrap_or_default();
            let moves = self::moves(happened, moves);
            let told = format!("{} {are} {moves}. {turn}", self::happened(happened));
            told.trim_end().to_owned()
        }
        Reply::Stuck => "Keine Seite kann ziehen: stop beendet die Partie und zählt die Figuren.".to_owned(),
        Reply::Begun(BegunGame { before, introduction }) => {
            format!("{}{}", game_before(before.as_ref()), self::introduction(introduction))
        }
        Reply::Opened(opened) => self::opened(opened),
        Reply::Saved(saved) => self::saved(saved),
        Reply::Continued { progress, introduction, notes } => {
            let notes: String = notes.iter().map(|note| format!("{}\n", left_over(note))).collect();
            let (progress, introduction) = (self::progress(*progress), self::introduction(introduction));
            format!("{notes}Die Partie geht weiter: {progress}. {introduction}")
        }
        Reply::ThrownAway => "Die Partie ist weggeworfen.".to_owned(),
        Reply::Titled(Some(title)) => format!("Die Partie heißt jetzt {}.", visible(title)),
        Reply::Titled(None) => "Die Partie hat keinen Namen mehr.".to_owned(),
        Reply::LevelSet { level, waiting } => {
            let waiting = waiting.map(|turn| format!(" {}", self::turn(turn))).unwrap_or_default();
            let how = if level.is_rated() { "mit" } else { "auf" };
            format!("Der Computer spielt {how} {}.{waiting}", GERMAN.words(&LevelTitle(*level)))
        }
        Reply::BookSet(setting) => book(setting),
        Reply::Forced => "Der Computer spielt niemanden: du ziehst für beide Seiten.".to_owned(),
        Reply::ComputerPlays { level, color: side } => {
            format!(
                "{} spielt {}, du spielst {}.",
                player_name(&level.player_name()),
                color(*side),
                color(!*side)
            )
        }
        Reply::Going => String::new(),
        Reply::Named { color: side, name } => format!("{} heißt jetzt {}.", color(*side), visible(name)),
    }
}

pub fn refusal(refusal: &TableRefusal) -> String {
    let help = match refusal {
        TableRefusal::Over { can_undo, .. } => over_help(*can_undo).to_owned(),
        TableRefusal::TwoComputers => ": mit force ziehst du für beide".to_owned(),
        TableRefusal::AlreadyOffered => ": die andere Seite sagt accept oder decline, oder zieht".to_owned(),
        TableRefusal::NotCounted => ": biete Remis an (draw), oder gib auf (resign)".to_owned(),
        TableRefusal::Engine(trouble) if trouble.name.is_some() => "; go fragt sie noch einmal".to_owned(),
        TableRefusal::NotRecorded(_) => "; tabiya play --data ORDNER bewahrt Partien anderswo auf".to_owned(),
        TableRefusal::NoFile => ": save DATEI gibt ihr einen Namen".to_owned(),
        TableRefusal::FileThere { .. } => ": save over DATEI ersetzt sie".to_owned(),
        TableRefusal::Supersedes { .. } => {
            ": save over ersetzt sie, save DATEI lässt sie, wie sie ist".to_owned()
        }
        TableRefusal::Lossy { replace, .. } => {
            let over = if *replace == Replace::Any { "over " } else { "" };
            format!(
                "; save {over}anyway DATEI lässt das weg; PGN hält alles bis auf am Ende zurückgenommene Züge"
            )
        }
        TableRefusal::NotUnderstood { .. } => "; nimm einen anderen Namen".to_owned(),
        TableRefusal::OtherGames { .. } => ": nimm einen anderen Namen".to_owned(),
        TableRefusal::Compressed { path } | TableRefusal::CompressedName { path } => {
            let plain = Packing::of_path(path).map(|_| format!(", wie {}", shown(&path.with_extension(""))));
            format!(": nimm einen anderen Namen{}", plain.unwrap_or_default())
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
    format!("{}{help}", visible(&words(refusal).to_string()))
}

fn over_help(can_undo: bool) -> &'static str {
    if can_undo {
        "; undo nimmt zurück, new beginnt eine andere Partie"
    } else {
        "; new beginnt eine andere Partie"
    }
}

fn happened(happened: &GameChange) -> String {
    let GameChange { before, events, over } = happened;
    let over = over.as_ref().map(|over| format!("\n{}", self::over(over)));
    format!("{}{}", tell_all(GERMAN, before, events), over.unwrap_or_default())
}

fn moves(happened: &GameChange, moves: &[NodeId]) -> String {
    numbered(happened.before.history(), moves.iter().copied()).join(" ")
}

/// A game that has ended.
pub fn over(GameOver { result, standings }: &GameOver) -> String {
    let standings = standings.as_ref().map(|standings| format!(" {}", self::standings(standings)));
    format!(
        "Die Partie ist zu Ende: {result}.{} Sag new für eine andere, oder analyse, um aus dieser zu lernen.",
        standings.unwrap_or_default()
    )
}

pub fn standings(MatchStandings { names, score }: &MatchStandings) -> String {
    let games = match score.games() {
        0 => "noch keine Partie beendet".to_owned(),
        1 => "nach 1 Partie".to_owned(),
        games => format!("nach {games} Partien"),
    };
    let points = |seat: Seat| score.points(seat).to_string().replace('.', ",");
    let points = BySeat::from_fn(|seat: Seat| format!("{} {}", visible(&names[seat]), points(seat)));
    format!("Wettkampf: {}; {games}.", points.0.join("; "))
}

pub fn turn(Turn { color: side, waits }: Turn) -> String {
    let waits = if waits { "; go lässt den Computer ziehen" } else { "" };
    format!("{} ist am Zug{waits}.", color(side))
}

fn check(side: Color) -> String {
    format!("{} steht im Schach.", color(side))
}

fn state(state: GameState) -> String {
    match state {
        GameState::Over { .. } => over_state(state),
        GameState::Running { turn, is_check: true } => check(turn.color),
        GameState::Running { turn, is_check: false } => self::turn(turn),
    }
}

pub fn full_state(state: GameState) -> String {
    match state {
        GameState::Over { .. } => over_state(state),
        GameState::Running { turn, is_check: true } => format!("{} {}", self::turn(turn), check(turn.color)),
        GameState::Running { turn, is_check: false } => self::turn(turn),
    }
}

fn over_state(state: GameState) -> String {
    match state {
        GameState::Over { ending, seats, can_undo } => {
            let ending = ending_words(GERMAN, ending, seats);
            sentence(format!("die Partie ist zu Ende: {ending}{}", over_help(can_undo)))
        }
        GameState::Running { turn, .. } => self::turn(turn),
    }
}

pub fn introduction(Introduction { rules, pairing, opening, state }: &Introduction) -> String {
    let opening = opening.map(|line| format!("{} ", self::opening(line))).unwrap_or_default();
    // Nobody plays a game that is over.
    let pairing = match state {
        GameState::Over { .. } => String::new(),
        GameState::Running { .. } => format!(": {}", self::pairing(pairing)),
    };
    format!("Regeln {}{pairing}. {opening}{}", visible(rules), self::state(*state))
}

pub fn opening(line: &OpeningLine) -> String {
    format!("Eröffnung: {line}.")
}

pub fn book(BookSetting { book: _, path, is_open }: &BookSetting) -> String {
    let book = path
        .as_ref()
        .map_or_else(|| "dem eingebauten Buch".to_owned(), |path| format!("dem Buch {}", shown(path)));
    let least = Level::numbered().find(|level| level.knows_openings()).unwrap_or(Level::MAX);
    match is_open {
        true => format!("Ab Stufe {least} und nach Wertung spielt der Computer Eröffnungen nach {book}."),
        false => "Der Computer spielt ohne Buch.".to_owned(),
    }
}

pub fn pairing(pairing: &Pairing) -> String {
    let title = |player: &Player| visible(&player.title(GERMAN));
    match pairing {
        Pairing::You { color: side, against } => format!("du hast {} gegen {}", color(*side), title(against)),
        Pairing::People => "zwei Menschen spielen an diesem Brett".to_owned(),
        Pairing::Computers { white, black } => {
            format!("{} hat Weiß, {} hat Schwarz", title(white), title(black))
        }
    }
}

pub fn progress(progress: GameProgress) -> String {
    let played = played(progress.plies);
    format!("{played}, {} am Zug", color(progress.turn))
}

fn played(plies: u32) -> String {
    let moves = match plies {
        0 => "kein Zug".to_owned(),
        1 => "1 einzelner Zug".to_owned(),
        plies => format!("{plies} einzelne Züge"),
    };
    format!("{moves} gespielt")
}

fn game_before(before: Option<&GameBefore>) -> String {
    match before {
        Some(GameBefore::Kept(path)) => format!("Die Partie davor ist aufbewahrt: {}.\n", shown(path)),
        Some(GameBefore::Waits) => "Die Partie davor wartet: continue setzt sie fort.\n".to_owned(),
        None => String::new(),
    }
}

fn opened(opened: &OpenedFile) -> String {
    let OpenedFile { result, progress, introduction, .. } = opened;
    let state = introduction.state;
    match (result, state) {
        // By its file it is over, though not on its board.
        (Some(_), _) => format!(
            "{} Zum Weiterspielen von hier: {}. {}",
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
    format!(
        "{}, {}. Regeln {}.{opening}{end}",
        of_file(opened),
        played(opened.progress.plies),
        visible(rules)
    )
}

/// Whose game it is, with what became of the one before and how it was read.
fn of_file(OpenedFile { before, notes, names, result, .. }: &OpenedFile) -> String {
    let notes: String = notes.iter().map(|note| format!("{}\n", opening_note(note))).collect();
    let names = Color::ALL.map(|color| visible(names.get(color))).join(" - ");
    let result = result.map(|result| format!(", {result} in der Datei")).unwrap_or_default();
    format!("{}{notes}{names}{result}", game_before(before.as_ref()))
}

fn opening_note(note: &OpeningNote) -> String {
    match note {
        OpeningNote::Read(note) => sentence(visible(&words(note).to_string())),
        OpeningNote::Damaged { path, damage } => {
            let place = path.as_deref().map_or_else(|| "diesem Text".to_owned(), shown);
            sentence(format!("in {place}: {}", visible(&words(damage).to_string())))
        }
        OpeningNote::OwnRules { own, told } => {
            let [own, told] = [own, told].map(|name| visible(name));
            format!("Die Datei nennt die Regeln dieser Partie: es sind {own}, nicht {told}.")
        }
        OpeningNote::More => "In der Datei ist noch mehr: open DATEI #2 nimmt das Zweite.".to_owned(),
        OpeningNote::MoreInText => {
            "In diesem Text ist noch mehr, wovon nur das Erste geöffnet ist.".to_owned()
        }
        OpeningNote::NoClock => "Die Uhr kommt weg, denn diese Partie wurde ohne sie begonnen.".to_owned(),
        OpeningNote::OwnClock(control) => format!("Diese Partie hat ihre eigene Uhr, nämlich {control}."),
        OpeningNote::ControlMissing => {
            "Die Uhr dieser Partie steht, denn die Datei sagt nicht, welche es war.".to_owned()
        }
        OpeningNote::TimesMissing(control) => {
            format!("Die Uhr dieser Partie ({control}) steht, denn die Datei sagt nicht, was übrig war.")
        }
        OpeningNote::ClockStopped(control) => {
            format!("Die Uhr dieser Partie ({control}) steht, denn die Partie war zu Ende.")
        }
        OpeningNote::UnknownClock(tag) => format!(
            "Die Uhr dieser Partie steht, denn was die Datei von ihr sagt, ist hier unbekannt: {}.",
            visible(tag)
        ),
        OpeningNote::Substitute { program, color: side, by } => format!(
            "{} spielte {} und ist nicht hier: {} spielt stattdessen. tabiya play --{} PROGRAMM DATEI bringt es.",
            visible(program),
            color(*side),
            visible(&by.title(GERMAN)),
            side.to_string().to_ascii_lowercase()
        ),
    }
}

fn saved(SavedFile { path, form, lost, number, former }: &SavedFile) -> String {
    let place = number.map(|number| format!(" als Nummer {number}; die anderen bleiben, wie sie waren"));
    let losses = (!lost.is_empty()).then(|| format!(" Keinen Platz haben darin: {}.", lost.of(GERMAN, 1)));
    let notes: String =
        lost.notes.iter().map(|note| format!(" {}", sentence(visible(&words(note).to_string())))).collect();
    let former = former.map(|former| format!(" Ihr Ergebnis war {former}, bevor sie weiterging."));
    format!(
        "Die Partie ist als {form} gespeichert in {}{}.{}{notes}{}",
        shown(path),
        place.unwrap_or_default(),
        losses.unwrap_or_default(),
        former.unwrap_or_default()
    )
}

pub fn differences(rules: &Rules) -> Option<String> {
    let differences = rules.differences();
    let first = words(differences.first()?);
    Some(match differences.len() {
        1 => format!("Eines ist anders als im Schach: {first}."),
        count => {
            format!("{count} Dinge sind anders als im Schach: rules nennt sie alle. Das erste: {first}.")
        }
    })
}

pub fn left_over(left_over: &LeftOver) -> String {
    match left_over {
        LeftOver::NotLookedFor(why) => {
            format!("Wartende Partien können nicht gesucht werden: {}.", visible(&file_words(why)))
        }
        LeftOver::Closed { path, why } => format!("{} ist nicht lesbar: {why}.", shown(path)),
        LeftOver::Unreadable { path, why, aside } => {
            format!("{} ist nicht lesbar: {why}; {}.", shown(path), fate(aside))
        }
        LeftOver::Damaged { path, damage, aside } => {
            let damage = visible(&words(damage).to_string());
            format!("{} ist beschädigt: {damage}; {}.", shown(path), fate(aside))
        }
        LeftOver::NoBook(why) => format!(
            "Das Buch dieser Partie ist nicht lesbar, und der Computer spielt nach dem eingebauten: {}.",
            visible(&words(why).to_string())
        ),
        LeftOver::Newer { path } => {
            format!("{} bleibt, wie es ist, denn ein neueres Tabiya hat es geschrieben.", shown(path))
        }
        LeftOver::Ended(KeptRecord(Ok(path))) => {
            format!("Die beendete Partie ist aufbewahrt: {}.", shown(path))
        }
        LeftOver::Ended(KeptRecord(Err(error))) => {
            format!("Die beendete Partie bleibt, wo sie ist: {}.", file_words(error))
        }
        LeftOver::Waiting { count, pairing, progress } => {
            let others = if *count > 1 { format!(", die letzte von {count}") } else { String::new() };
            format!("Eine Partie wartet{others}: {}, {}.", self::pairing(pairing), self::progress(*progress))
        }
    }
}

/// What became of a record that cannot be gone on with.
fn fate(aside: &Result<PathBuf, FileError>) -> String {
    match aside {
        Ok(aside) => format!("es ist aufbewahrt: {}", shown(aside)),
        Err(error) => format!("es bleibt dort ({})", file_words(error)),
    }
}

pub fn player_name(name: &str) -> String {
    match name {
        "Human" => "Mensch".to_owned(),
        "First player" => "Erster Spieler".to_owned(),
        "Second player" => "Zweiter Spieler".to_owned(),
        _ => match Level::of_player_name(name) {
            Some(level) if !level.is_rated() => format!("Tabiya Stufe {level}"),
            Some(level) => level.player_name(),
            None => name.to_owned(),
        },
    }
}
