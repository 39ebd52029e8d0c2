use serde_json::{Value, json};

use super::*;
use crate::remote_error::RemoteError;
use crate::requests::ServerDeed;
use crate::server_link::ServerAddress;
use tabiya_game::Answer;
use tabiya_table::Request;

fn player(name: &str, kind: &str) -> Value {
    json!({"name": name, "kind": kind, "level": null, "present": true, "claim_in": null})
}

fn state(turn: &str, more: Value) -> Value {
    let mut state = json!({"turn": turn, "fen": "", "ply": 0, "node": 0, "material": [39, 39]});
    if let (Some(state), Value::Object(more)) = (state.as_object_mut(), more) {
        state.extend(more);
    }
    state
}

fn game(role: &str, version: u32, line: &[&str], state: &Value) -> GameOnServer {
    let line: Vec<Value> = line.iter().map(|uci| json!({"node": 1, "uci": uci, "san": uci})).collect();
    serde_json::from_value(json!({
        "game": "aB3dE6gH", "version": version, "now": 5000, "created": 0, "stage": "live",
        "you": {"role": role, "may_join": false, "may_steer": false},
        "rules": {"name": "fide", "summary": "", "differences": "", "has_openings": true, "start": "", "says": []},
        "clock": "5+3", "free_takeback": false,
        "white": player("Ann", "person"), "black": player("Bob", "person"),
        "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "line": line, "state": state,
        "score": {"white": "0", "black": "0", "games": 0}, "previous": null, "next": null, "rematch": null,
    }))
    .unwrap()
}

fn entry(version: u32, happened: &str, keep: usize, add: &[&str], state: &Value) -> ServerMessage {
    let add: Vec<Value> = add.iter().map(|uci| json!({"node": 1, "uci": uci, "san": uci})).collect();
    let entry = json!({"type": "entry", "version": version, "now": 6000, "id": "other", "says": "It happened.",
                       "happened": [happened], "line": {"keep": keep, "add": add}, "state": state});
    serde_json::from_value(entry).unwrap()
}

fn told(message: ServerMessage) -> LinkEvent {
    LinkEvent::Told(Box::new(message))
}

fn started() -> RemoteGame {
    let game = game("white", 1, &[], &state("white", json!({})));
    RemoteGame::new(game, Language::English, Moment(1000)).unwrap()
}

fn make_move(remote: &mut RemoteGame, text: &str) -> SentCommand {
    let deed = remote.deed(&Request::Move(text.parse().unwrap())).unwrap();
    let ServerDeed::Command(action) = deed else { panic!("{deed:?}") };
    remote.command(action, Moment(3500)).unwrap()
}

#[test]
fn a_move_is_shown_on_its_way_and_stays_when_it_is_accepted() {
    let mut remote = started();
    assert_eq!(remote.state_words(Moment(3500)), "Your move, White");
    let command = make_move(&mut remote, "e4");
    assert_eq!((command.version, command.thought), (1, Some(2500)));
    assert_eq!(command.action, PlayerAction::Move { m: "e2e4".to_owned() });
    assert_eq!(remote.game().history().len(), 1);
    assert_eq!(remote.state_words(Moment(3500)), "e2e4 is on its way");
    // Nothing else is sent before that is answered.
    assert_eq!(remote.command(PlayerAction::Resign, Moment(3600)), Err(NotOnServer::OnItsWay));
    let news = remote.hear(told(entry(2, "moved", 0, &["e2e4"], &state("black", json!({})))), Moment(4000));
    assert_eq!(news, [RemoteNews::Changed, RemoteNews::Told("It happened.".to_owned())]);
    assert!(remote.is_waiting());
    remote.hear(told(ServerMessage::Accepted { id: command.id, version: 2 }), Moment(4000));
    assert!(!remote.is_waiting());
    assert_eq!(remote.game().history().len(), 1);
    assert_eq!(remote.state_words(Moment(4000)), "Black to move");
}

#[test]
fn a_refused_move_goes_back_with_the_reason() {
    let mut remote = started();
    let command = make_move(&mut remote, "e2e5");
    assert_eq!(command.action, PlayerAction::Move { m: "e2e5".to_owned() });
    assert_eq!(remote.game().history().len(), 0);
    let failed = json!({"type": "failed", "id": command.id, "failure": {"error": {
        "code": "pattern", "says": "no\u{1b}", "marks": [{"square": "e2", "mark": "place"}, {"square": "e3", "mark": "new"}]}}});
    let news = remote.hear(told(serde_json::from_value(failed).unwrap()), Moment(4000));
    let [RemoteNews::Changed, RemoteNews::Refused { says, marks }] = news.as_slice() else {
        panic!("{news:?}")
    };
    assert_eq!((says.as_str(), marks.len()), ("no‹escape›", 2));
    assert!(!remote.is_waiting());
}

#[test]
fn a_move_that_an_offer_crossed_is_sent_again_under_a_name_of_its_own() {
    let mut remote = started();
    let first = make_move(&mut remote, "e4");
    let offer = entry(2, "draw_offered", 0, &[], &state("white", json!({"draw_offer": "black"})));
    let news = remote.hear(told(offer.clone()), Moment(4000));
    assert!(news.contains(&RemoteNews::Asked(RemoteQuestion::Draw)), "{news:?}");
    let failure = FailureOnServer {
        error: crate::api::ServerReason {
            code: RefusalCode::Stale,
            says: "late".to_owned(),
            marks: Vec::new(),
        },
        version: Some(2),
        missing: vec![offer],
    };
    let failed = ServerMessage::Failed { id: Some(first.id.clone()), failure: Box::new(failure) };
    let news = remote.hear(told(failed), Moment(4000));
    let [RemoteNews::Changed, RemoteNews::Again(second)] = news.as_slice() else { panic!("{news:?}") };
    assert_eq!((second.version, &second.action), (2, &first.action));
    assert_ne!(second.id, first.id);
}

fn stale(id: &str, version: u32) -> LinkEvent {
    let failure = json!({"error": {"code": "stale", "says": "late"}, "version": version, "missing": []});
    told(serde_json::from_value(json!({"type": "failed", "id": id, "failure": failure})).unwrap())
}

#[test]
fn a_move_that_a_takeback_crossed_is_not_sent_into_another_position() {
    let line = ["e2e4", "e7e5"];
    let told_game = game("white", 3, &line, &state("white", json!({})));
    let mut remote = RemoteGame::new(told_game, Language::English, Moment(1000)).unwrap();
    let command = make_move(&mut remote, "a3");
    remote.hear(told(entry(4, "taken_back", 0, &[], &state("white", json!({})))), Moment(4000));
    let news = remote.hear(stale(&command.id, 4), Moment(4000));
    assert!(matches!(news.as_slice(), [RemoteNews::Changed, RemoteNews::Refused { .. }]), "{news:?}");
    assert_eq!((remote.is_waiting(), remote.game().history().len()), (false, 0));
}

#[test]
fn a_move_is_not_sent_again_before_all_is_known() {
    let mut remote = started();
    let command = make_move(&mut remote, "e4");
    let news = remote.hear(stale(&command.id, 2), Moment(4000));
    assert!(matches!(news.as_slice(), [RemoteNews::Changed, RemoteNews::Refused { .. }]), "{news:?}");
}

#[test]
fn an_entry_that_cannot_be_shown_ends_the_game_in_words() {
    let mut remote = started();
    let news = remote.hear(told(entry(2, "moved", 0, &["e2e5"], &state("black", json!({})))), Moment(4000));
    assert!(matches!(news.as_slice(), [RemoteNews::Changed, RemoteNews::Ended(_)]), "{news:?}");
}

#[test]
fn after_the_end_of_the_connection_nothing_is_on_its_way() {
    let mut remote = started();
    make_move(&mut remote, "e4");
    let server = ServerAddress { is_encrypted: false, host: "club".to_owned(), port: 80 };
    let news = remote.hear(LinkEvent::Ended(RemoteError::SessionEnded { server }), Moment(4000));
    assert!(matches!(news.as_slice(), [RemoteNews::Changed, RemoteNews::Ended(_)]), "{news:?}");
    assert_eq!((remote.is_waiting(), remote.game().history().len()), (false, 0));
    assert_eq!(remote.state_words(Moment(4000)), "The connection has ended");
    for deed in [ServerDeed::Command(PlayerAction::Resign), ServerDeed::Rematch(true)] {
        assert_eq!(remote.order(deed, Moment(5000)), Err(NotOnServer::Ended));
    }
}

#[test]
fn whoever_watches_is_not_pulled_into_the_rematch() {
    let next = || told(ServerMessage::Rematch { by: None, next: Some("next".to_owned()) });
    for (role, follows) in [("white", true), ("spectator", false)] {
        let told_game = game(role, 1, &[], &state("white", json!({})));
        let mut remote = RemoteGame::new(told_game, Language::English, Moment(0)).unwrap();
        let news = remote.hear(next(), Moment(5000));
        assert_eq!(news.contains(&RemoteNews::Next("next".to_owned())), follows, "{role}: {news:?}");
    }
}

#[test]
fn questions_come_and_go_and_are_answered_as_what_they_are() {
    let mut remote = started();
    assert_eq!(remote.deed(&Request::AnswerDraw(Answer::Accept)), Err(NotOnServer::NothingAsked));
    let asked = state("white", json!({"takeback": {"by": "black", "plies": 2}}));
    let news = remote.hear(told(entry(2, "takeback_asked", 0, &[], &asked)), Moment(4000));
    assert!(news.contains(&RemoteNews::Asked(RemoteQuestion::Takeback { plies: 2 })), "{news:?}");
    let deed = remote.deed(&Request::AnswerDraw(Answer::Decline)).unwrap();
    assert_eq!(deed, ServerDeed::Command(PlayerAction::AnswerTakeback { accept: false }));
    let news =
        remote.hear(told(entry(3, "takeback_declined", 0, &[], &state("white", json!({})))), Moment(4000));
    assert!(news.contains(&RemoteNews::Unasked), "{news:?}");
    // One's own offer is no question.
    let own = state("white", json!({"draw_offer": "white"}));
    remote.hear(told(entry(4, "draw_offered", 0, &[], &own)), Moment(4000));
    assert_eq!(remote.question(), None);
}

#[test]
fn a_draw_offer_that_a_move_answers_is_told_as_declined() {
    for (after, is_told) in [(json!({}), true), (json!({"draw_offer": "white"}), false)] {
        let mut remote = started();
        remote.hear(told(entry(2, "moved", 0, &["e2e4"], &state("black", json!({})))), Moment(2000));
        let own = state("black", json!({"draw_offer": "white"}));
        remote.hear(told(entry(3, "draw_offered", 1, &[], &own)), Moment(3000));
        let answer = entry(4, "moved", 1, &["e7e5"], &state("white", after));
        let news = remote.hear(told(answer), Moment(4000));
        let says = |news: &RemoteNews| matches!(news, RemoteNews::Told(says) if says == "Your draw offer is declined.");
        assert_eq!(news.iter().any(says), is_told, "{news:?}");
    }
}

/// What is said of a draw that was declined while nobody listened.
fn says_declined(news: &[RemoteNews]) -> bool {
    news.iter().any(|news| matches!(news, RemoteNews::Told(says) if says == "Your draw offer is declined."))
}

#[test]
fn a_draw_that_was_declined_without_a_connection_is_told() {
    let offered = state("black", json!({"draw_offer": "white"}));
    let ending = json!({"ending": {"winner": null, "result": "1/2-1/2", "says": "Draw by agreement"}});
    for (version, line, after, is_told) in [
        (4, &["e2e4"][..], state("black", json!({})), true),
        (4, &["e2e4", "e7e5"], state("white", json!({})), true),
        (3, &["e2e4"], offered.clone(), false),
        (4, &["e2e4"], state("black", ending), false),
        (4, &[], state("white", json!({})), false),
    ] {
        let before = game("white", 3, &["e2e4"], &offered);
        let mut remote = RemoteGame::new(before, Language::English, Moment(1000)).unwrap();
        let again = ServerMessage::Game(Box::new(game("white", version, line, &after)));
        let news = remote.hear(told(again), Moment(9000));
        assert_eq!(says_declined(&news), is_told, "{line:?}: {news:?}");
    }
}

#[test]
fn an_offer_that_was_answered_before_its_own_answer_came_is_told_as_declined() {
    for (version, after, is_told) in
        [(4, json!({}), true), (3, json!({"draw_offer": "white"}), false), (2, json!({}), false)]
    {
        let before = game("white", 2, &["e2e4"], &state("black", json!({})));
        let mut remote = RemoteGame::new(before, Language::English, Moment(1000)).unwrap();
        let offer = remote.command(PlayerAction::OfferDraw, Moment(2000)).unwrap();
        let again = ServerMessage::Game(Box::new(game("white", version, &["e2e4"], &state("black", after))));
        assert!(!says_declined(&remote.hear(told(again), Moment(9000))));
        let news = remote.hear(told(ServerMessage::Accepted { id: offer.id, version: 3 }), Moment(9000));
        assert_eq!(says_declined(&news), is_told, "{version}: {news:?}");
    }
}

#[test]
fn an_end_that_no_board_shows_is_taken_from_the_server() {
    let mut remote = started();
    let ending =
        json!({"ending": {"winner": "black", "result": "0-1", "says": "Black wins: White resigned"}});
    remote.hear(told(entry(2, "ended", 0, &[], &state("white", ending))), Moment(4000));
    assert!(remote.is_over() && remote.game().ending().is_some());
    assert_eq!(remote.state_words(Moment(5000)), "Black wins: White resigned.");
    assert_eq!(remote.deed(&Request::New(None)), Ok(ServerDeed::Rematch(true)));
    let wanted = ServerMessage::Rematch { by: Some(crate::api::ServerSide::Black), next: None };
    let news = remote.hear(told(wanted), Moment(5000));
    assert!(news.contains(&RemoteNews::Asked(RemoteQuestion::Rematch)), "{news:?}");
    let begun = ServerMessage::Rematch { by: None, next: Some("next".to_owned()) };
    assert!(remote.hear(told(begun), Moment(5000)).contains(&RemoteNews::Next("next".to_owned())));
}

#[test]
fn clocks_go_by_what_the_server_told() {
    let clocks = json!({"clocks": {"white": 60_000, "black": 50_000, "running": "white", "waits": 500}});
    let remote = RemoteGame::new(
        game("black", 3, &["e2e4", "e7e5"], &state("white", clocks)),
        Language::English,
        Moment(1000),
    );
    let remote = remote.unwrap();
    let left = |color, at| remote.left(color, Moment(at)).unwrap().as_millis();
    assert_eq!(
        (left(Color::White, 1400), left(Color::White, 2500), left(Color::White, 99_000)),
        (60_000, 59_000, 0)
    );
    assert_eq!(left(Color::Black, 99_000), 50_000);
    assert!(remote.has_running_clock());
}

fn lost() -> LinkEvent {
    let server = ServerAddress { is_encrypted: false, host: "club".to_owned(), port: 80 };
    LinkEvent::Lost { why: RemoteError::BrokenOff { server }, again_in: Duration::from_secs(1) }
}

#[test]
fn what_waits_for_the_connection_is_told() {
    let told_game = || game("white", 1, &[], &state("white", json!({"draw_offer": "black"})));
    let answer = PlayerAction::AnswerDraw { accept: false };
    let made = PlayerAction::Move { m: "e2e4".to_owned() };
    for (language, action, waits, is_back) in [
        (Language::English, &made, "No connection: e2e4 waits for it", "e2e4 is sent as soon as it is back."),
        (
            Language::English,
            &answer,
            "No connection: your answer waits for it",
            "Your answer is sent as soon as it is back.",
        ),
        (
            Language::English,
            &PlayerAction::OfferDraw,
            "No connection: your wish waits for it",
            "Your wish is sent as soon as it is back.",
        ),
        (
            Language::German,
            &made,
            "Keine Verbindung: e2e4 wartet auf sie",
            "e2e4 geht hinaus, sobald sie wieder da ist.",
        ),
        (
            Language::German,
            &answer,
            "Keine Verbindung: deine Antwort wartet auf sie",
            "Deine Antwort geht hinaus, sobald sie wieder da ist.",
        ),
    ] {
        let mut remote = RemoteGame::new(told_game(), language, Moment(1000)).unwrap();
        remote.command(action.clone(), Moment(1500)).unwrap();
        remote.hear(lost(), Moment(2000));
        let news = remote.hear(lost(), Moment(3100));
        let [RemoteNews::Told(says)] = news.as_slice() else { panic!("{news:?}") };
        assert!(says.ends_with(is_back), "{says}");
        assert_eq!(remote.state_words(Moment(3100)), waits);
        assert!(remote.waiting_words(Moment(3100)).is_some_and(|says| says.ends_with(is_back)));
        remote.hear(LinkEvent::Connected, Moment(4000));
        assert_eq!(remote.waiting_words(Moment(4000)), None);
        assert!(!remote.state_words(Moment(4000)).contains("onne"), "{}", remote.state_words(Moment(4000)));
    }
}

/// That a player is there, or not, as a server tells it.
fn presence(black: &Value) -> LinkEvent {
    let mut bob = player("Bob", "person");
    if let (Some(bob), Value::Object(black)) = (bob.as_object_mut(), black.clone()) {
        bob.extend(black);
    }
    let message = json!({"type": "presence", "version": 1, "white": player("Ann", "person"), "black": bob});
    told(serde_json::from_value(message).unwrap())
}

#[test]
fn whoever_is_not_seen_since_the_server_was_started_has_neither_come_nor_left() {
    let (here, away) = (json!({"present": true}), json!({"present": false, "claim_in": 60_000}));
    let unknown = json!({"present": false, "claim_in": null});
    let (came, left) = ("Bob is here.", "Bob has left: in 1 minute you may claim the game (claim).");
    for (steps, says) in [
        // Gone, and still gone.
        (vec![&away, &unknown, &away], vec![left]),
        // There, and back after the server was started again.
        (vec![&unknown, &here], vec![]),
        (vec![&unknown, &away], vec![left]),
        (vec![&away, &unknown, &here], vec![left, came]),
    ] {
        let mut remote = started();
        let mut hear = |step: &Value| remote.hear(presence(step), Moment(2000));
        let news: Vec<RemoteNews> = steps.iter().flat_map(|step| hear(step)).collect();
        let says: Vec<RemoteNews> = says.iter().map(|&says| RemoteNews::Told(says.to_owned())).collect();
        assert_eq!(news, says, "{steps:?}");
    }
    // The whole game tells no more of it.
    let mut remote = started();
    let mut again = game("white", 1, &[], &state("white", json!({})));
    again.black.present = false;
    remote.hear(told(ServerMessage::Game(Box::new(again))), Moment(2000));
    assert_eq!(remote.hear(presence(&here), Moment(3000)), []);
}

#[test]
fn a_lost_connection_is_told_once_where_it_is_missed() {
    let mut remote = started();
    assert_eq!(remote.hear(lost(), Moment(1000)), []);
    assert_eq!(remote.hear(LinkEvent::Connected, Moment(1300)), []);
    assert_eq!(remote.hear(lost(), Moment(2000)), []);
    let news = remote.hear(lost(), Moment(3100));
    let [RemoteNews::Told(says)] = news.as_slice() else { panic!("{news:?}") };
    assert!(says.contains("the connection to http://club broke off"), "{says}");
    assert!(remote.state_words(Moment(3100)).starts_with("No connection"));
    assert_eq!(remote.hear(lost(), Moment(9000)), []);
    assert_eq!(remote.hear(LinkEvent::Connected, Moment(9300)).len(), 1);
}

#[test]
fn nobody_is_helped_while_people_play() {
    assert_eq!(started().may_have_help(), Err(NotOnServer::NoHelp));
    // Who watches could tell a player.
    let watched = || game("spectator", 1, &[], &state("white", json!({})));
    let shown = |told: GameOnServer| RemoteGame::new(told, Language::German, Moment(0)).unwrap();
    let mut remote = shown(watched());
    assert_eq!(remote.may_have_help(), Err(NotOnServer::NoHelpForWatchers));
    // And does nothing in the game, of which nobody asks the server first.
    let deed = remote.deed(&Request::Move("e4".parse().unwrap())).unwrap();
    assert_eq!(remote.order(deed, Moment(1)), Err(NotOnServer::Watching));
    assert_eq!(remote.order(ServerDeed::Rematch(true), Moment(1)), Err(NotOnServer::Watching));
    let over = GameOnServer { stage: StageOnServer::Over, ..watched() };
    assert_eq!(shown(over).may_have_help(), Ok(()));
    // Two computers cannot be helped.
    let computer = |told: PlayerOnServer| PlayerOnServer { kind: KindOfPlayer::Computer, ..told };
    let told = watched();
    let exhibition =
        GameOnServer { white: computer(told.white.clone()), black: computer(told.black.clone()), ..told };
    assert_eq!(shown(exhibition).may_have_help(), Ok(()));
}

#[test]
fn what_cannot_be_understood_is_not_shown() {
    for (field, value) in [("start", json!("8/8")), ("line", json!([{"uci": "e2e5"}]))] {
        let mut told = game("white", 1, &[], &state("white", json!({})));
        match field {
            "start" => told.start = value.as_str().unwrap().to_owned(),
            _ => told.line = serde_json::from_value(value).unwrap(),
        }
        assert!(RemoteGame::new(told, Language::English, Moment(0)).is_none(), "{field}");
    }
    let mut told = game("white", 1, &[], &state("white", json!({})));
    told.rules.differences = "gravity = true".to_owned();
    assert!(RemoteGame::new(told, Language::English, Moment(0)).is_none());
}

#[test]
fn what_happened_while_nobody_listened_is_told() {
    let mut remote = started();
    let hear = |remote: &mut RemoteGame, version, line: &[&str], state: &Value| {
        let game = ServerMessage::Game(Box::new(game("white", version, line, state)));
        let news = remote.hear(told(game), Moment(4000));
        let said = |news| if let RemoteNews::Told(says) = news { Some(says) } else { None };
        news.into_iter().filter_map(said).collect::<Vec<_>>()
    };
    let black = state("black", json!({}));
    assert_eq!(hear(&mut remote, 2, &["e2e4"], &black), ["White's pawn goes from e2 to e4."]);
    assert_eq!(hear(&mut remote, 2, &["e2e4"], &black), [""; 0], "nothing is told twice");
    assert_eq!(
        hear(&mut remote, 5, &["d2d4", "d7d5"], &state("white", json!({}))),
        [
            "Meanwhile moves were taken back.",
            "White's pawn goes from d2 to d4. Black's pawn goes from d7 to d5."
        ]
    );
    let ending = json!({"ending": {"winner": "white", "result": "1-0", "says": "Black resigned."}});
    assert_eq!(hear(&mut remote, 6, &["d2d4", "d7d5"], &state("white", ending)), ["Black resigned."]);
    let mut remote = started();
    let ending = json!({"ending": {"winner": "black", "result": "0-1", "says": "Black wins by checkmate."}});
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let said = hear(&mut remote, 5, &mate, &state("white", ending));
    assert_eq!((said.len(), said[0].matches("checkmate").count()), (1, 1), "{said:?}");
}
