//! Games told line by line: who wants what, and the sentences that answer.
//!
//! In `dialogues.txt`, and in `dialogues-de.txt` in German, a line `# ...` begins a game with its settings (`rules`, `fen`, `clock`, `takeback`, `first`), and
//! each further line is a command with what is said to it: after `|` when it is obeyed, after `!` when it is refused.
//! `+SECONDS` before a command lets time pass.

use crate::support::{Logged, command};
use tabiya_game::{
    Answer, By, Command, Conduct, FirstMoves, Game, GameStart, Moment, NodeId, Seat, Takeback, narration,
};
use tabiya_notation::{Fen, RuleFile, find_rules};
use tabiya_rules::Language;

/// The same in every language.
const DIALOGUES: [(Language, &str); 2] = [
    (Language::English, include_str!("dialogues.txt")),
    (Language::German, include_str!("dialogues-de.txt")),
];

#[test]
fn every_dialogue_goes_as_written_in_every_language() {
    for (language, dialogues) in DIALOGUES {
        check(language, dialogues);
    }
}

fn check(language: Language, dialogues: &str) {
    let mut logged = None;
    let mut faults = Vec::new();
    let mut lines = 0;
    for (number, line) in dialogues.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match line.strip_prefix('#') {
            Some(settings) => logged = Some(start(settings)),
            None => {
                let logged = logged.as_mut().expect("a heading before the first command");
                let (wanted, said) = answer(language, logged, line);
                if said != wanted {
                    faults.push(format!("line {}: {line}\n    {said}", number + 1));
                }
                lines += 1;
            }
        }
        let logged = logged.as_ref().expect("a heading before the first command");
        assert_eq!(Game::replay(&logged.log).unwrap(), logged.game, "line {}", number + 1);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(lines > 80, "only {lines} lines");
}

fn start(settings: &str) -> Logged {
    let mut start = GameStart::usual(RuleFile::from(find_rules("fide").unwrap()));
    let settings = settings.split_once(';').map_or("", |(_, settings)| settings);
    for (name, value) in settings.split(';').filter_map(|setting| setting.trim().split_once(' ')) {
        match name {
            "rules" => start = GameStart { time: start.time, conduct: start.conduct, ..usual(value) },
            "fen" => start.position = value.parse::<Fen>().expect("a FEN").setup,
            "clock" => start.time = Some(value.parse().expect("a time control")),
            "takeback" => start.conduct = Conduct { takeback: takeback(value), ..start.conduct },
            "first" => start.conduct.first_moves = first_moves(value),
            _ => panic!("no setting {name}"),
        }
    }
    Logged::start(start)
}

fn usual(rules: &str) -> GameStart {
    GameStart::usual(RuleFile::from(find_rules(rules).expect("a rule set")))
}

fn first_moves(word: &str) -> FirstMoves {
    match word {
        "free" => FirstMoves::Free,
        "one" => FirstMoves::OneFree,
        _ => panic!("no first moves {word}"),
    }
}

fn takeback(word: &str) -> Takeback {
    match word {
        "free" => Takeback::Free,
        "ask" => Takeback::ByAgreement,
        "never" => Takeback::Never,
        _ => panic!("no takeback {word}"),
    }
}

/// What the line expects, and what the game says.
fn answer(language: Language, logged: &mut Logged, line: &str) -> (String, String) {
    let (order, mark, wanted) = match (line.split_once('|'), line.split_once('!')) {
        (Some((order, wanted)), _) => (order, '|', wanted),
        (None, Some((order, wanted))) => (order, '!', wanted),
        _ => panic!("no answer in {line}"),
    };
    let mut words: Vec<&str> = order.split_whitespace().collect();
    if let Some(seconds) = words[0].strip_prefix('+') {
        logged.now = Moment(logged.now.0 + (seconds.parse::<f64>().unwrap() * 1000.0) as u64);
        words.remove(0);
    }
    let by = match words[0] {
        "white" => By::Seat(Seat::First),
        "black" => By::Seat(Seat::Second),
        "board" => By::Board,
        "arbiter" => By::Arbiter,
        other => panic!("nobody is called {other}"),
    };
    let before = logged.game.clone();
    let said = match logged.apply(by, order_of(&words[1..], logged)) {
        Ok(events) => format!("| {}", narration::tell_all(language, &before, &events)),
        Err(refusal) => {
            assert_eq!(before, logged.game, "a refusal changed something");
            format!("! {}", narration::sentence(language.words(&refusal)))
        }
    };
    (format!("{mark} {}", wanted.trim()), said)
}

fn order_of(words: &[&str], logged: &Logged) -> Command {
    let number = || words.get(1).map_or(1, |word| word.parse().expect("a number"));
    match words[0] {
        "undo" => Command::Undo(number()),
        "redo" => Command::Redo(number()),
        "go" => Command::GoTo(serde_json::from_str::<NodeId>(words[1]).unwrap()),
        "ask" => Command::AskTakeback(number()),
        "allow" => Command::AnswerTakeback(Answer::Accept),
        "forbid" => Command::AnswerTakeback(Answer::Decline),
        "draw" => Command::OfferDraw,
        "accept" => Command::AnswerDraw(Answer::Accept),
        "decline" => Command::AnswerDraw(Answer::Decline),
        "claim" => Command::ClaimDraw,
        "resign" => Command::Resign,
        "flag" => Command::Flag,
        "pass" => Command::Pass,
        "stop" => Command::Stop,
        "abort" => Command::Abort,
        "gone" => Command::Abandon(if words[1] == "white" { Seat::First } else { Seat::Second }),
        "setup" => Command::SetUp(words[1..].join(" ").parse::<Fen>().expect("a FEN").setup),
        "interrupt" => {
            let ago: u64 = words[1].parse().expect("seconds ago");
            Command::Interrupt(Moment(logged.now.0 - ago * 1000))
        }
        m => command(m),
    }
}
