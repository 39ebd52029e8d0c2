//! The classic programs over their WebSocket.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_classics::{CLASSICS, Classic, ClassicOptions, ReasonReader, run};
use tabiya_engine::Rng;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::support::client::Client;
use crate::support::socket::Socket;
use crate::support::{Folder, TestServer};

/// Two kings that are walled in by their own men: two machines pass for ever.
const NOBODY_MOVES: &str = "KP6/PP6/8/8/8/8/6pp/6pk%20w%20-%20-%200%201";

/// A server whose machines do not let one wait.
fn server(folder: &Folder) -> TestServer {
    TestServer::with(folder, |config| config.limits.classic_pace = Duration::ZERO)
}

/// The socket of a program; behind `#` may stand the key of one that runs, which does not go into the address.
fn open(server: &TestServer, what: &str) -> Result<Socket, u16> {
    open_with(server, what, ("Origin", &format!("http://{}", server.address)))
}

/// The same with what says who comes.
fn open_with(server: &TestServer, what: &str, who: (&'static str, &str)) -> Result<Socket, u16> {
    let (path, key) = what.split_once('#').map_or((what, None), |(path, key)| (path, Some(key)));
    let protocols = key.map(|key| format!("tabiya-classic, key.{key}"));
    let mut headers = vec![who];
    headers.extend(protocols.as_deref().map(|protocols| ("Sec-WebSocket-Protocol", protocols)));
    Socket::open(server.address, &format!("/v1/classics/{path}"), &headers)
}

/// A program that runs, and all that it has printed and told.
struct Screen {
    socket: Socket,
    said: String,
    asides: String,
    table: Value,
}

impl Screen {
    fn of(server: &TestServer, what: &str) -> Screen {
        let socket = open(server, what).unwrap();
        Screen { socket, said: String::new(), asides: String::new(), table: Value::Null }
    }

    /// Takes in what comes until something of a type does.
    fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.socket.next();
            let text = || message["text"].as_str().unwrap();
            match message["type"].as_str().unwrap() {
                "said" => self.said += text(),
                "aside" => self.asides += text(),
                "table" => self.table = message.clone(),
                _ => {}
            }
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Types something, again where the program is busy.
    fn type_in(&mut self, text: &str) {
        loop {
            self.socket.say(&json!({ "type": "input", "text": text }));
            loop {
                let message = self.socket.next();
                match message["type"].as_str().unwrap() {
                    "typed" => {
                        assert_eq!(message["text"], text);
                        return;
                    }
                    "failed" => break assert_eq!(message["error"]["code"], "busy", "{message}"),
                    "said" => self.said += message["text"].as_str().unwrap(),
                    "aside" => self.asides += message["text"].as_str().unwrap(),
                    _ => {}
                }
            }
        }
    }

    /// Moves on the board; what is typed for it.
    fn move_on_board(&mut self, from: &str, to: &str, promotion: Option<&str>) -> String {
        let wish = json!({ "type": "move", "from": from, "to": to, "promotion": promotion });
        self.socket.say(&wish);
        self.until("typed")["text"].as_str().unwrap().to_owned()
    }

    /// Waits for a table on which something holds.
    fn table_with(&mut self, is_right: impl Fn(&Value) -> bool) {
        while !is_right(&self.table) {
            self.until("table");
        }
    }

    /// What a page keeps to come back by.
    fn key(&mut self) -> String {
        self.until("begun")["key"].as_str().unwrap().to_owned()
    }

    /// Ends the input and takes in the rest.
    fn end(mut self) -> (String, String) {
        self.socket.say(&json!({ "type": "end" }));
        assert_eq!(self.until("over")["says"], "The program has ended.");
        assert_eq!(self.socket.closed(), Some(1000));
        (self.said, self.asides)
    }
}

#[test]
fn every_program_is_listed_with_what_is_shown_of_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let listed = server.stranger().get("/v1/classics").ok();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), CLASSICS.len());
    for (view, classic) in listed.iter().zip(&CLASSICS) {
        assert_eq!((&view["name"], &view["title"]), (&json!(classic.name), &json!(classic.title)));
        assert!(!view["shown"].as_array().unwrap().is_empty(), "{view}");
    }
    let shown = listed[0]["shown"].as_array().unwrap();
    assert_eq!(shown.len(), 22 + 7, "the verification boards, and whole games");
    assert_eq!((&shown[0]["name"], &shown[22]["name"]), (&json!("verification-01"), &json!("game-01")));
    assert_eq!(listed[4]["shown"][0]["name"], "alekhine-vasic", "what the document has comes first");
    let told = |name: &str| listed.iter().find(|view| view["name"] == name).unwrap();
    let flags = |name| ["rows_from_top", "takes_back", "has_machines"].map(|flag| told(name)[flag] == true);
    assert_eq!(flags("hong"), [false, false, false]);
    assert_eq!(flags("cuhk"), [true, false, true]);
    assert_eq!(flags("waterloo"), [false, true, true]);
    assert_eq!(told("cuhk")["words"], json!(["1", "2", "3", "Z0 Z0"]));
    assert_eq!(told("imperial")["words"], json!(["reset"]));
    assert_eq!(told("waterloo")["turn_words"], json!(["undo", "play"]));
}

#[test]
fn the_screen_shows_what_a_terminal_would_byte_for_byte() {
    let folder = Folder::new();
    let server = server(&folder);
    for classic in &CLASSICS {
        for case in classic.cases() {
            let fen = case.fen.map_or_else(String::new, |fen| format!("?fen={}", fen.replace(' ', "%20")));
            let mut screen = Screen::of(&server, &format!("{}/socket{fen}", classic.name));
            let input = String::from_utf8(case.input.to_vec()).unwrap();
            for piece in pieces(&input, &mut Rng::from_seed(case.input.len() as u64)) {
                screen.type_in(piece);
            }
            let (said, _) = screen.end();
            assert_eq!(said.as_bytes(), case.output, "{} {}", classic.name, case.name);
        }
    }
}

/// A text in pieces of any length, between characters.
fn pieces<'a>(text: &'a str, rng: &mut Rng) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut at = (1 + rng.below(200) as usize).min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let (piece, others) = rest.split_at(at);
        pieces.push(piece);
        rest = others;
    }
    pieces
}

/// Moves, wrong moves, commands, nonsense and rubbish.
fn random_input(classic: &Classic, rng: &mut Rng) -> String {
    const RUBBISH: [&str; 8] = ["\u{1b}[31m", "é", "\0", "\u{202e}", " ", "\t", "\r", "♔"];
    let dialect = &classic.dialect;
    let mut text = dialect.greeting.join("\n") + "\n";
    text += &dialect.new_game.map_or_else(String::new, |line| format!("{line}\n"));
    for _ in 0..40 {
        let any = |rng: &mut Rng| tabiya_rules::Square::all().nth(rng.below(64) as usize).unwrap();
        let pick = |list: &[&str], rng: &mut Rng| {
            list.get(rng.below(list.len().max(1) as u64) as usize).map(|&line| line.to_owned())
        };
        let line = match rng.below(5) {
            0 => pick(dialect.nonsense, rng),
            1 => pick(dialect.questions, rng),
            2 => pick(&RUBBISH, rng).map(|odd| format!("{odd}{} {odd}", any(rng))),
            _ => {
                let (from, to) = (any(rng), any(rng));
                Some((dialect.spell)(from, to, None, rng))
            }
        };
        text += &line.unwrap_or_default();
        text.push('\n');
    }
    text
}

#[test]
fn whatever_is_typed_is_answered_as_at_a_terminal() {
    let folder = Folder::new();
    let server = server(&folder);
    for (number, classic) in CLASSICS.iter().enumerate() {
        for round in 0..6 {
            let mut rng = Rng::from_seed(number as u64 * 100 + round);
            let input = random_input(classic, &mut rng);
            let undo = classic.takes_back() && round % 2 == 1;
            let options =
                ClassicOptions { undo, seed: Some(round), listener: ReasonReader::Person, fen: None };
            let (mut output, mut asides) = (Vec::new(), Vec::new());
            run(classic, &options, &mut input.as_bytes(), &mut output, &mut asides).unwrap();
            let mut screen =
                Screen::of(&server, &format!("{}/socket?seed={round}&undo={undo}", classic.name));
            for piece in pieces(&input, &mut rng) {
                screen.type_in(piece);
            }
            let (said, told) = screen.end();
            assert_eq!(said, String::from_utf8(output).unwrap(), "{} {round}", classic.name);
            assert_eq!(told, String::from_utf8(asides).unwrap(), "{} {round}", classic.name);
        }
    }
}

#[test]
fn a_move_on_the_board_is_typed_in_the_programs_own_form() {
    let folder = Folder::new();
    let server = server(&folder);
    let moves = |what: &str, first: &str| {
        let mut screen = Screen::of(&server, what);
        if !first.is_empty() {
            screen.type_in(first);
        }
        screen.table_with(|table| table["state"]["dests"]["e2"].is_string());
        let typed = screen.move_on_board("e2", "e3", None);
        screen.table_with(|table| table["state"]["last"] == json!(["e2", "e3"]));
        let (said, _) = screen.end();
        (typed, said)
    };
    assert_eq!(moves("hong/socket", "").0, "E2,E3\n");
    assert_eq!(moves("hong-written/socket", "").0, "E2,E3\n");
    assert_eq!(moves("cuhk/socket", "1\n").0, "e7 e6\n");
    assert_eq!(moves("waterloo/socket", "game human human\n").0, "move e2 e3\n");
    assert_eq!(moves("waterloo/socket?undo=true", "game human human\n").0, "play\nmove e2 e3\n");
    let (typed, said) = moves("imperial/socket", "");
    assert_eq!(typed, "E2 E3\n");
    assert!(said.ends_with("White's Pawn moves from E2 to E3\n"), "{said}");
}

#[test]
fn a_pawn_says_what_it_becomes_and_a_refusal_says_why() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "waterloo/socket?fen=7k/P7/8/8/8/8/8/K7%20w%20-%20-%200%201");
    screen.type_in("game human human\n");
    screen.table_with(|table| table["state"]["promotions"] == json!(["a7a8"]));
    assert_eq!(screen.move_on_board("a7", "a8", Some("n")), "move a7 a8 N\n");
    screen.table_with(|table| table["state"]["turn"] == "black");
    assert_eq!(screen.move_on_board("h8", "h6", None), "move h8 h6\n");
    screen.until("aside");
    assert_eq!(screen.asides, "A king does not move from h8 to h6.\n");
}

#[test]
fn the_board_shows_what_is_on_the_table_and_who_may_move() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "waterloo/socket?undo=true&seed=3");
    screen.until("table");
    assert_eq!(screen.table["fen"], Value::Null);
    screen.type_in("setup\n+ K a1\n+ k h8\n");
    screen.table_with(|table| table["fen"] == "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!((&screen.table["state"], &screen.table["setting_up"]), (&Value::Null, &json!(true)));
    screen.type_in("done\n");
    screen.table_with(|table| table["setting_up"] == false);
    assert_eq!(screen.table["fen"], "7k/8/8/8/8/8/8/K7 w - - 0 1", "the next game begins there");
    screen.type_in("game computer4 human\n");
    screen.table_with(|table| table["machine"] == "play\nmove\n");
    assert_eq!(screen.table["state"]["dests"], Value::Null, "the machine is to move");
    screen.type_in("play\nmove\n");
    screen.table_with(|table| table["state"]["turn"] == "black");
    assert_eq!(screen.table["machine"], Value::Null);
    screen.type_in("play\nresign\n");
    screen.table_with(|table| table["state"]["ending"].is_object());
    assert_eq!(screen.table["state"]["dests"], Value::Null, "the last position stays to be seen");
}

#[test]
fn castling_is_offered_as_the_program_reads_it() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "waterloo/socket?fen=4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201");
    screen.type_in("game human human\n");
    screen.table_with(|table| table["state"]["dests"]["e1"].is_string());
    let king = screen.table["state"]["dests"]["e1"].as_str().unwrap();
    assert!(king.contains("g1") && !king.contains("h1"), "{king}");
}

#[test]
fn the_computer_of_a_program_is_the_servers() {
    let folder = Folder::new();
    let server = server(&folder);
    let input = "game computer3 computer4\nmove\nmove\nmove\nmove\n";
    let waterloo = Classic::find("waterloo").unwrap();
    let options = ClassicOptions { seed: Some(7), ..ClassicOptions::default() };
    let mut output = Vec::new();
    run(waterloo, &options, &mut input.as_bytes(), &mut output, &mut std::io::sink()).unwrap();
    let mut screen = Screen::of(&server, "waterloo/socket?seed=7");
    screen.type_in(input);
    assert_eq!(screen.end().0, String::from_utf8(output).unwrap());
}

/// Opens a socket, again and again until the program that ran before has ended.
fn when_free(server: &TestServer, what: &str) -> Socket {
    for _ in 0..10_000 {
        let mut socket = open(server, what).unwrap();
        let first = socket.next();
        if first["type"] != "failed" {
            return socket;
        }
        assert_eq!(first["error"]["code"], "too_many_classics");
        assert_eq!(socket.closed(), Some(1013));
    }
    panic!("the program before has never ended");
}

#[test]
fn a_page_that_comes_back_finds_its_program_as_it_was() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut first = Screen::of(&server, "hong/socket");
    let key = first.key();
    first.type_in("E2,E3\n");
    first.table_with(|table| table["state"]["turn"] == "black");
    let Screen { socket, said, table, .. } = first;
    drop(socket);
    let mut again = Screen::of(&server, &format!("hong/socket#{key}"));
    let begun = again.until("begun");
    assert_eq!(begun["key"], key);
    assert!(begun["repeated"].as_u64().unwrap() >= 2, "{begun}: what was typed, and its answer");
    assert_eq!(again.until("typed")["text"], "E2,E3\n");
    again.until("table");
    assert!(again.said.starts_with(&said), "{}", again.said);
    assert_eq!(again.table, table);
    again.type_in("E7,E6\n");
    again.table_with(|table| table["state"]["turn"] == "white");
    // Who has heard all of it is told only what is on the table.
    drop(again.socket);
    let mut third = Screen::of(&server, &format!("hong/socket?heard=1000#{key}"));
    assert_eq!(third.until("begun")["repeated"], 0);
    assert_eq!(third.socket.next()["type"], "table");
    third.end();
}

#[test]
fn the_last_words_of_a_program_can_be_asked_for_again() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "waterloo/socket");
    let key = screen.key();
    screen.type_in("game human human\n");
    screen.socket.say(&json!({ "type": "end" }));
    screen.until("over");
    // The line is lost: nobody has said that they arrived.
    drop(screen.socket);
    let mut again = Screen::of(&server, &format!("waterloo/socket#{key}"));
    again.until("begun");
    assert_eq!(again.until("over")["says"], "The program has ended.");
    assert!(again.said.contains("Final Score"), "{}", again.said);
}

#[test]
fn a_program_ends_with_the_session_that_has_it() {
    let folder = Folder::new();
    let server = server(&folder);
    let ann = server.player("Ann");
    let bearer = format!("Bearer {}", ann.token.as_ref().unwrap());
    let path = "/v1/classics/hong/socket";
    let mut socket = Socket::open(server.address, path, &[("Authorization", &bearer)]).unwrap();
    socket.next_of("begun");
    assert_eq!(ann.send("DELETE", "/v1/session", "").unwrap().status, 204);
    assert_eq!(socket.closed(), Some(1008));
}

/// Why there is no program.
fn gone(server: &TestServer, what: &str) -> String {
    let mut socket = open(server, what).unwrap();
    let failed = socket.next();
    assert_eq!(failed["type"], "failed", "{failed}");
    assert!(matches!(socket.closed(), Some(1008 | 1013)));
    failed["error"]["code"].as_str().unwrap().to_owned()
}

#[test]
fn a_program_is_taken_from_a_page_that_still_has_it_and_from_nobody_else() {
    let folder = Folder::new();
    let server = server(&folder);
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let of = |client: &Client, query: &str| {
        let bearer = format!("Bearer {}", client.token.as_ref().unwrap());
        open_with(&server, &format!("hong/socket{query}"), ("Authorization", &bearer)).unwrap()
    };
    let mut first = of(&ann, "");
    let key = first.next_of("begun")["key"].as_str().unwrap().to_owned();
    let query = format!("#{key}");
    for mut stranger in [of(&bob, &query), open(&server, &format!("hong/socket{query}")).unwrap()] {
        assert_eq!(stranger.next()["error"]["code"], "program_gone");
    }
    assert_eq!(gone(&server, &format!("imperial/socket{query}")), "program_gone");
    assert_eq!(gone(&server, "hong/socket#x"), "program_gone");
    assert_eq!(gone(&server, &format!("hong/socket?key={key}")), "bad_query", "keys do not belong there");
    // The connection of a page that was lost may not yet know it.
    let mut second = of(&ann, &query);
    second.next_of("begun");
    assert_eq!(first.next_of("over")["says"], "The program goes on in another window.");
    assert_eq!(first.closed(), Some(1000));
    second.say(&json!({ "type": "input", "text": "E2,E3\n" }));
    second.next_of("typed");
}

#[test]
fn a_program_ends_at_once_for_whoever_says_goodbye() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "hong/socket");
    let key = screen.key();
    let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
    screen.socket.0.close(Some(frame)).unwrap();
    screen.socket.closed();
    assert_eq!(gone(&server, &format!("hong/socket#{key}")), "program_gone");
}

#[test]
fn a_program_without_a_page_makes_room_for_another() {
    let folder = Folder::new();
    for (all, per_address) in [(1, 8), (8, 1)] {
        let server = TestServer::with(&folder, |config| {
            (config.limits.classics, config.limits.classics_per_address) = (all, per_address);
        });
        let mut first = Screen::of(&server, "hong/socket");
        let key = first.key();
        assert_eq!(gone(&server, "cuhk/socket"), "too_many_classics", "its page is there");
        drop(first.socket);
        let _second = when_free(&server, "cuhk/socket");
        assert_eq!(gone(&server, &format!("hong/socket#{key}")), "program_gone");
    }
}

#[test]
fn whoever_comes_for_no_websocket_takes_no_program_from_anybody() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.classics = 1);
    let mut first = Screen::of(&server, "hong/socket");
    let key = first.key();
    drop(first.socket);
    for _ in 0..5 {
        let plain = server.stranger().get("/v1/classics/cuhk/socket");
        assert_eq!(plain.error(), (400, "not_a_websocket".to_owned()));
    }
    let mut again = Screen::of(&server, &format!("hong/socket#{key}"));
    again.until("begun");
}

#[test]
fn a_program_ends_with_its_socket_where_it_waits_for_no_page() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.classics = 1;
        config.limits.classic_away = Duration::ZERO;
    });
    // One that waits, one whose player vanishes in the middle of a message, and two machines that never end.
    let waiting = open(&server, "hong/socket").unwrap();
    let mut refused = open(&server, "cuhk/socket").unwrap();
    assert_eq!(refused.next()["error"]["code"], "too_many_classics");
    drop(waiting);
    let mut vanishing = when_free(&server, "cuhk/socket");
    std::io::Write::write_all(vanishing.0.get_mut(), &[0x81, 0xfe, 0x10]).unwrap();
    drop(vanishing);
    let mut endless = when_free(&server, &format!("cuhk/socket?fen={NOBODY_MOVES}"));
    endless.say(&json!({ "type": "input", "text": "3\n" }));
    endless.next_of("said");
    drop(endless);
    when_free(&server, "imperial/socket");
}

#[test]
fn one_address_cannot_take_all_programs() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.classics_per_address = 2);
    let mut two = [open(&server, "hong/socket").unwrap(), open(&server, "hong/socket").unwrap()];
    // A program has its place once it says something.
    two.iter_mut().for_each(|running| assert_eq!(running.next()["error"], Value::Null));
    let mut third = open(&server, "hong/socket").unwrap();
    let says = third.next()["error"]["says"].as_str().unwrap().to_owned();
    assert!(says.contains("your address"), "{says}");
}

#[test]
fn a_program_says_that_its_time_is_running_out_before_it_is_ended() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| config.limits.classic_life = Duration::from_millis(600));
    let mut screen = Screen::of(&server, "hong/socket");
    let told = screen.until("notice")["says"].clone();
    assert_eq!(told, "This program ends in 1 second: one may run for 1 second.");
    let says = screen.until("over")["says"].clone();
    assert_eq!(says, "The program was ended: it may run for 1 second.");
}

#[test]
fn whoever_types_nothing_for_long_or_prints_too_much_is_ended() {
    let folder = Folder::new();
    let server = TestServer::with(&folder, |config| {
        config.limits.classic_idle = Duration::from_millis(300);
        config.limits.classic_output = 3000;
        config.limits.classic_pace = Duration::ZERO;
    });
    let mut idle = Screen::of(&server, "hong/socket");
    let says = idle.until("over")["says"].clone();
    assert_eq!(says, "Nothing was typed for a long time: the program was ended.");
    let mut endless = Screen::of(&server, &format!("cuhk/socket?fen={NOBODY_MOVES}"));
    endless.type_in("3\n");
    let says = endless.until("over")["says"].clone();
    assert_eq!(says, "The program was ended: it has printed as much as it may.");
    assert!(endless.said.len() <= 3000, "{}", endless.said.len());
    let mut talker = Screen::of(&server, "waterloo/socket");
    talker.type_in(&"x\n".repeat(400));
    assert_eq!(talker.until("over")["says"], says, "reasons count as well");
}

#[test]
fn rubbish_is_told_and_the_program_lives() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut screen = Screen::of(&server, "hong/socket");
    let mut failure = |text: String| {
        screen.socket.0.send(Message::text(text)).unwrap();
        screen.until("failed")["error"]["code"].as_str().unwrap().to_owned()
    };
    let mut rng = Rng::from_seed(5);
    for _ in 0..60 {
        let bytes: Vec<u8> = (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
        assert_eq!(failure(String::from_utf8_lossy(&bytes).into_owned()), "bad_json");
    }
    for text in [
        r#"{"type":"dance"}"#,
        r#"{"type":"input"}"#,
        r#"{"type":"input","text":7}"#,
        r#"{"type":"move","from":"e2","to":"e9"}"#,
        r#"{"type":"move","from":"e2"}"#,
        r#"{"type":"end","now":true}"#,
    ] {
        assert_eq!(failure(text.to_owned()), "bad_json", "{text}");
    }
    assert_eq!(failure(json!({ "type": "input", "text": "x".repeat(1025) }).to_string()), "too_long");
    screen.type_in("E2,E3\n");
    let (said, _) = screen.end();
    assert!(said.contains("3|.. .. .. .. WP .. .. ..|"), "{said}");
}

#[test]
fn a_wish_that_makes_no_sense_is_told_where_a_page_can_read_it() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    assert_eq!(gone(&server, "hong/socket?fen=nonsense"), "bad_position");
    assert_eq!(gone(&server, "waterloo/socket?fen=8/8/8/8/8/8/8/8%20w%20-%20-%200%201"), "bad_position");
    assert_eq!(gone(&server, "hong/socket?undo=true"), "no_undo");
    assert_eq!(gone(&server, "waterloo/socket?undo=perhaps"), "bad_query");
    assert_eq!(gone(&server, "cuhk/socket?mode=1"), "bad_query");
    let mut socket = open(&server, "cuhk/socket?seed=x").unwrap();
    let says = socket.next()["error"]["says"].as_str().unwrap().to_owned();
    assert_eq!(says, "The seed is a whole number from 0 to 18446744073709551615.");
}

#[test]
fn what_is_no_program_or_nobodys_is_refused_before_the_upgrade() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let status = |what: &str| open(&server, what).map(drop);
    assert_eq!(status("chess/socket"), Err(404));
    assert_eq!(status("byu/socket"), Err(404));
    assert_eq!(Socket::open(server.address, "/v1/classics/hong/socket", &[]).map(drop), Err(403));
}
