//! Games on a server, at the boards of a terminal.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::board::{Board, Folder, tabiya};
use crate::club::{Club, Guest, tls_file};
use crate::line_cutter::LineCutter;
use crate::tty::Tty;

/// A terminal at a club, without a word about what to play: its lobby, once that is known.
fn at_club(folder: &Folder, club: &Club) -> Tty {
    in_lobby(folder, &club.url())
}

fn in_lobby(folder: &Folder, url: &str) -> Tty {
    let tty = Tty::new(folder, &["--server", url, "--name", "Ann"]);
    tty.wait_for("wait for an opponent at");
    tty
}

/// Bob, who has Black, and a terminal whose seat in that game is taken.
fn white_against_bob(folder: &Folder, club: &Club, wish: &Value) -> (Guest, String, Tty) {
    let bob = Guest::new(club, "Bob");
    let mut whole = json!({"opponent": "lobby", "color": "black"});
    whole.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    let game = bob.make(&whole);
    let mut tty = at_club(folder, club);
    tty.ask("1\r", "Your move, White");
    (bob, game, tty)
}

#[test]
fn a_whole_game_against_somebody_from_the_lobby_and_a_rematch() {
    let club = Club::open();
    let mut bob = Guest::new(&club, "Bob");
    let game = bob.make(&json!({"opponent": "lobby", "clock": "15+10"}));
    let folder = Folder::new();
    let mut tty = at_club(&folder, &club);
    tty.wait_for("1  Bob: you would have Black, 15+10, fide");
    // What is chosen first is the first seat.
    tty.ask("\r", "Black: Ann");
    tty.wait_for("White to move");
    tty.ask("e5\r", "It is White's turn");
    bob.play(&game, "f3");
    tty.wait_for("Your move, Black");
    // A refusal of the server is told in its words, and nothing has changed.
    tty.ask("e7e3\r", "A pawn does not move from e7 to e3");
    tty.ask("e5\r", "White to move");
    bob.wait_for_moves(&game, 2);
    bob.play(&game, "g4");
    tty.wait_for("Your move, Black");
    tty.send("Qh4\r");
    tty.wait_for("checkmate");
    assert_eq!(bob.moves(&game), ["f3", "e5", "g4", "Qh4#"]);
    // Whoever asks the computer now is not helped by it any more in the next game.
    tty.ask("\u{1b}OS", "the game is over");
    // The rematch is asked for here and agreed to there; colors change.
    tty.send(":rematch\r");
    bob.wait_for(&game, "a wish for a rematch", |told| told["rematch"] == "black");
    let next = bob.call("POST", &format!("/v1/games/{game}/rematch"), &json!({}))["next"]
        .as_str()
        .unwrap()
        .to_owned();
    tty.wait_for("White: Ann");
    tty.wait_for("Your move, White");
    tty.send("e4\r");
    bob.wait_for_moves(&next, 1);
    tty.wait_for("Black to move");
    assert!(
        !["Analysis ...", "the game is over", "+0.", "-0."].iter().any(|help| tty.text().contains(help)),
        "{}",
        tty.text()
    );
    tty.quit();
}

#[test]
fn a_board_that_is_killed_goes_on_where_the_game_is() {
    let club = Club::open();
    let folder = Folder::new();
    let (mut bob, game, mut tty) = white_against_bob(&folder, &club, &json!({}));
    tty.ask("d4\r", "Black to move");
    bob.wait_for_moves(&game, 1);
    tty.kill();
    bob.play(&game, "d5");
    let identity = folder.path().join("data/servers.json");
    assert_eq!(fs::metadata(&identity).unwrap().permissions().mode() & 0o777, 0o600);
    // Nobody is asked for a name or a game.
    let mut tty = Tty::new(&folder, &["--server", &club.url()]);
    tty.wait_for("Your move, White");
    tty.wait_for("d5");
    tty.ask("c4\r", "Black to move");
    bob.wait_for_moves(&game, 3);
    bob.act(&game, &json!({"do": "resign"}));
    tty.wait_for("resign");
    tty.quit();
}

#[test]
fn another_language_is_spoken_by_the_game_its_server_and_the_lobby() {
    let club = Club::open();
    let folder = Folder::new();
    let (mut bob, game, mut tty) = white_against_bob(&folder, &club, &json!({}));
    // The settings, the fifth of them, the next value.
    tty.ask("\u{1b}[23~", "Language");
    tty.send("\u{1b}[B\u{1b}[B\u{1b}[B\u{1b}[B\u{1b}[C");
    tty.wait_for("Sprache");
    tty.send("\u{1b}");
    tty.wait_until("the board in German", |seen| {
        seen.contains("Du bist am Zug, Weiß") && !seen.contains("Sprache")
    });
    tty.ask("e4\r", "Schwarz am Zug");
    bob.wait_for_moves(&game, 1);
    bob.act(&game, &json!({"do": "offer_draw"}));
    // The first sentence is the server's.
    tty.wait_for("Weiß zieht den Bauern von e2 nach e4.");
    tty.wait_for("Remis angeboten, F8 antwortet");
    // The game is one's own there, and gone on with; elsewhere a key leaves.
    tty.ask(":lobby\r", "Niemand wartet bei");
    tty.wait_for("deine Partie Ann - Bob");
    tty.ask("\r", "Schwarz am Zug");
    tty.ask(":lobby\r", "deine Partie Ann - Bob");
    tty.send("\u{1b}");
    assert!(tty.wait().success());
    tty.wait_until("the terminal as it was", |_| tty.is_restored());
}

#[test]
fn what_is_half_typed_stays_below_what_the_server_says() {
    let club = Club::open();
    let mut bob = Guest::new(&club, "Bob");
    let game = bob.make(&json!({"opponent": "lobby", "color": "white"}));
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--plain", "--server", &club.url(), "--name", "Ann"]);
    tty.wait_for("lobby>");
    tty.ask("1\n", "Black>");
    tty.ask("Nf", "Black> Nf");
    bob.play(&game, "e4");
    tty.wait_for("White's pawn goes from e2 to e4.");
    tty.wait_until("the line below", |seen| seen.trim_end().ends_with("Black> Nf"));
    assert_eq!(tty.text().matches("Black>").count(), 1, "{}", tty.text());
    tty.ask("6\r", "Black's knight goes from g8 to f6.");
    bob.wait_for_moves(&game, 2);
    tty.ask("resign\r", "Do you give up?");
    tty.ask("resign\r", "resigned");
    tty.kill();
}

#[test]
fn a_server_that_is_killed_comes_back_and_nothing_is_lost_or_doubled() {
    let mut club = Club::open();
    let folder = Folder::new();
    let (mut bob, game, mut tty) = white_against_bob(&folder, &club, &json!({"clock": "15+10"}));
    tty.ask("e4\r", "Black to move");
    bob.wait_for_moves(&game, 1);
    bob.play(&game, "e5");
    tty.wait_for("Your move, White");
    club.kill();
    tty.wait_for("No connection");
    // A move that is made meanwhile waits, and is shown.
    tty.send("Nf3\r");
    tty.wait_for("Nf3");
    club.start();
    bob.wait_for_moves(&game, 3);
    tty.wait_for("The connection is back.");
    tty.wait_for("Black to move");
    assert_eq!(bob.moves(&game), ["e4", "e5", "Nf3"]);
    bob.play(&game, "Nc6");
    tty.wait_for("Your move, White");
    tty.quit();
}

#[test]
fn a_line_that_is_slow_and_cut_in_every_moment_loses_nothing() {
    let line = LineCutter::new(Duration::from_millis(30));
    let url = format!("http://{}", line.address);
    let club = Club::with(&["--public-url", &url]);
    line.lead_to(club.address);
    let mut bob = Guest::new(&club, "Bob");
    let game = bob.make(&json!({"opponent": "lobby", "color": "black"}));
    let folder = Folder::new();
    let mut tty = in_lobby(&folder, &url);
    tty.ask("1\r", "Your move, White");
    let pairs = [("e4", "e5"), ("Nf3", "Nc6"), ("Bb5", "a6"), ("Ba4", "Nf6"), ("c3", "Be7")];
    for (turn, (white, black)) in pairs.into_iter().enumerate() {
        tty.wait_for("Your move, White");
        tty.send(&format!("{white}\r"));
        // Before it is sent, while it is under way, and while the answer is.
        std::thread::sleep(Duration::from_millis(25 * turn as u64));
        line.cut();
        std::thread::sleep(Duration::from_millis(100));
        line.mend();
        bob.wait_for_moves(&game, 2 * turn + 1);
        bob.play(&game, black);
    }
    tty.wait_for("Your move, White");
    let played: Vec<&str> = pairs.iter().flat_map(|&(white, black)| [white, black]).collect();
    assert_eq!(bob.moves(&game), played);
    tty.quit();
}

#[test]
fn a_move_that_is_made_before_the_connection_is_there_is_told() {
    let line = LineCutter::new(Duration::from_millis(150));
    let url = format!("http://{}", line.address);
    let club = Club::with(&["--public-url", &url]);
    line.lead_to(club.address);
    let mut bob = Guest::new(&club, "Bob");
    let cleo = Guest::new(&club, "Cleo");
    let game = bob.make(&json!({"opponent": "lobby"}));
    cleo.call("POST", &format!("/v1/games/{game}/join"), &json!({}));
    let folder = Folder::new();
    let mut eve = plain(&folder, &["--server", &format!("{url}/{game}"), "--name", "Eve"]);
    eve.wait_for("You watch: Bob - Cleo");
    // The game was asked for, and the connection is on its way.
    bob.play(&game, "e4");
    eve.wait_for("White's pawn goes from e2 to e4.");
    eve.0.end();
}

#[test]
fn offers_takebacks_and_wishes_go_both_ways() {
    let club = Club::open();
    let folder = Folder::new();
    let (mut bob, game, mut tty) = white_against_bob(&folder, &club, &json!({}));
    tty.ask("e4\r", "Black to move");
    bob.wait_for_moves(&game, 1);
    bob.act(&game, &json!({"do": "offer_draw"}));
    // Whoever moves the cursor or types when it comes has not answered, and what was typed stays.
    tty.wait_for("draw offered, F8 answers");
    tty.send("\u{1b}[B\r");
    tty.ask("Nc", "Move: Nc");
    assert!(!tty.text().contains("Do you accept it?"), "{}", tty.text());
    assert_eq!(bob.game(&game)["state"]["draw_offer"], "black");
    tty.send("\u{1b}");
    // A key opens the question, whose first choice does nothing.
    tty.ask("\u{1b}[19~", "A draw is offered. Do you accept it?");
    tty.send("\r");
    tty.wait_until("no question", |seen| !seen.contains("Do you accept it?"));
    assert_eq!(bob.game(&game)["state"]["draw_offer"], "black");
    tty.send(":decline\r");
    bob.wait_for(&game, "the answer", |told| told["state"]["draw_offer"].is_null());
    // It has come back here, and nothing is on its way any more.
    tty.wait_for("Black to move");
    // One's own move is asked back, and given back.
    tty.send("\u{1a}");
    bob.wait_for(&game, "the wish", |told| told["state"]["takeback"]["by"] == "white");
    bob.act(&game, &json!({"do": "answer_takeback", "accept": true}));
    tty.wait_for("Your move, White");
    bob.wait_for_moves(&game, 0);
    // Nobody is helped while people play.
    tty.ask(":hint\r", "the computer helps after the game");
    tty.send("\u{1}");
    tty.ask("d4\r", "Black to move");
    assert!(!tty.text().contains("is analysed"), "{}", tty.text());
    bob.wait_for_moves(&game, 1);
    bob.play(&game, "d5");
    tty.wait_for("Your move, White");
    bob.act(&game, &json!({"do": "ask_takeback"}));
    tty.wait_for("takeback asked, F8 answers");
    tty.ask("\u{1b}[19~", "Do you allow it?");
    // Decline is the third answer.
    tty.send("\u{1b}[B\u{1b}[B\r");
    bob.wait_for(&game, "the answer", |told| told["state"]["takeback"].is_null());
    bob.wait_for_moves(&game, 2);
    tty.wait_for("Your move, White");
    tty.send(":draw\r");
    bob.wait_for(&game, "the offer", |told| told["state"]["draw_offer"] == "white");
    bob.act(&game, &json!({"do": "answer_draw", "accept": true}));
    tty.wait_for("draw");
    bob.wait_for(&game, "the end", |told| told["stage"] == "over");
    tty.quit();
}

/// `tabiya play --plain` with more words.
fn plain_command(folder: &Folder, args: &[&str]) -> Command {
    let words = ["play", "--plain", "--data", "data"].iter().chain(args);
    tabiya(folder, &words.map(|word| (*word).to_owned()).collect::<Vec<_>>())
}

/// A plain board that is no terminal, and what it says until something.
fn plain(folder: &Folder, args: &[&str]) -> PlainGuest {
    PlainGuest(Board::of(plain_command(folder, args)))
}

struct PlainGuest(Board);

impl PlainGuest {
    /// The next line that has something in it.
    fn wait_for(&mut self, text: &str) -> String {
        let mut heard = Vec::new();
        loop {
            let line = self.0.hear();
            assert!(!line.is_empty(), "waited in vain for {text}: {heard:?}");
            if line.contains(text) {
                return line;
            }
            heard.push(line);
        }
    }

    fn ask(&mut self, line: &str, text: &str) -> String {
        self.0.say(line);
        self.wait_for(text)
    }
}

#[test]
fn two_plain_boards_play_by_an_invitation() {
    let club = Club::open();
    let (one, other) = (Folder::new(), Folder::new());
    let mut ann = plain(&one, &["--server", &club.url(), "--name", "Ann"]);
    ann.wait_for("Type a number, or help.");
    ann.ask("soon", "is nothing for the lobby");
    let link = ann.ask("invite 10+5 white", "Send this link");
    let link = link.split("play: ").nth(1).unwrap().to_owned();
    ann.wait_for("Type a move");
    let mut bob = plain(&other, &["--server", &link, "--name", "Bob", "--language", "de"]);
    bob.wait_for("Du hast Schwarz: Ann - Bob, fide, 10+5.");
    ann.wait_for("You have White: Ann - Bob");
    ann.ask("e5", "pawn");
    ann.ask("e4", "White's pawn goes from e2 to e4.");
    bob.wait_for("Bauer");
    bob.ask("board", "Du bist am Zug, Schwarz");
    bob.ask("e5", "e5");
    ann.wait_for("Black's pawn goes from e7 to e5.");
    ann.0.say("resign");
    bob.wait_for("Weiß hat aufgegeben");
    bob.0.say("quit");
    ann.0.say("rematch");
    ann.0.say("quit");
    assert!(ann.0.child.wait().unwrap().success() && bob.0.child.wait().unwrap().success());
    // Whoever comes too late is told.
    refused(&["--server", &link, "--name", "Eve"], "taken the seat");
}

#[test]
fn the_servers_computer_plays_and_others_watch() {
    let club = Club::open();
    let folder = Folder::new();
    let mut ann = plain(&folder, &["--server", &club.url(), "--name", "Ann", "--black", "1"]);
    ann.wait_for("Type a move");
    ann.ask("e4", "White's pawn goes from e2 to e4.");
    ann.wait_for("Black's");
    // Taking back is free against the computer.
    ann.ask("undo", "taken back");
    // Who plays a computer may be helped.
    ann.ask("analyse", "There are no moves yet to be analysed.");
    // A game that is pasted is no game here, and its lines are no commands.
    ann.ask("[White \"Ann\"]\nresign\nresign\n1. e4 {x} e5\nquit\n1-0", "nothing of it was obeyed");
    ann.ask("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    ann.ask("save mine.pgn", "The game is saved as PGN");
    drop(ann.0.end());
    // A game of two others is watched, and nobody there may move.
    let mut bob = Guest::new(&club, "Bob");
    let mut cleo = Guest::new(&club, "Cleo");
    let game = bob.make(&json!({"opponent": "lobby"}));
    cleo.call("POST", &format!("/v1/games/{game}/join"), &json!({}));
    let other = Folder::new();
    let mut eve = plain(&other, &["--server", &format!("{}/{game}", club.url()), "--name", "Eve"]);
    eve.wait_for("You watch: Bob - Cleo");
    bob.play(&game, "e4");
    eve.wait_for("White's pawn goes from e2 to e4.");
    eve.ask("e5", "You are watching this game");
    // Who watches could tell a player.
    eve.ask("hint", "the computer helps once it is over");
    eve.ask("analyse", "the computer helps once it is over");
    cleo.play(&game, "c5");
    eve.wait_for("Black's pawn goes from c7 to c5.");
    eve.0.end();
}

#[test]
fn who_watches_is_offered_nothing_that_is_not_theirs() {
    let club = Club::open();
    let mut bob = Guest::new(&club, "Bob");
    let cleo = Guest::new(&club, "Cleo");
    let game = bob.make(&json!({"opponent": "lobby"}));
    cleo.call("POST", &format!("/v1/games/{game}/join"), &json!({}));
    bob.play(&game, "e4");
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--server", &format!("{}/{game}", club.url()), "--name", "Eve"]);
    tty.wait_for("You watch: Bob - Cleo");
    tty.ask("\u{1b}OR", "the computer helps once it is over");
    tty.ask("e5\r", "You are watching this game.");
    tty.ask("\u{1b}[21~", "Save as");
    let offered = tty.text();
    assert!(
        !["Hint", "Resign", "Take back", "Open a file"].iter().any(|word| offered.contains(word)),
        "{offered}"
    );
    tty.ask("\u{1b}", "Black to move");
    bob.act(&game, &json!({"do": "resign"}));
    tty.wait_for("resigned");
    tty.ask("\u{1b}[21~", "Hint");
    tty.send("\u{1b}");
    tty.quit();
}

#[test]
fn a_seat_is_offered_in_the_lobby_and_taken_there_by_another_terminal() {
    let club = Club::open();
    let (one, other) = (Folder::new(), Folder::new());
    let mut ann = Tty::new(&one, &["--server", &club.url(), "--name", "Ann"]);
    ann.wait_for("Nobody waits for an opponent");
    ann.ask("\r", "Offer the game");
    ann.ask("\r", "Nobody has taken the other seat yet");
    let mut eve = Tty::new(&other, &["--server", &club.url(), "--name", "Eve"]);
    eve.wait_for("1  Ann: you would have Black, no clock, fide");
    eve.ask("\r", "Black: Eve");
    ann.ask("e4\r", "Black to move");
    eve.wait_for("Your move, Black");
    eve.ask("e5\r", "White to move");
    ann.wait_for("Your move, White");
    // Somebody else finds the game in the lobby, to watch it.
    let third = Folder::new();
    let mut cleo = Tty::new(&third, &["--server", &club.url(), "--name", "Cleo"]);
    cleo.wait_for("1  watch Ann - Eve, no clock, fide");
    cleo.ask("1\r", "You watch: Ann - Eve");
    cleo.wait_for("e5");
    cleo.quit();
    ann.ask("\u{1b}[20~", "Do you resign the game?");
    ann.ask("\u{1b}[B\r", "resigned");
    eve.wait_for("resigned");
    ann.quit();
    eve.quit();
}

#[test]
fn the_same_command_goes_back_to_the_game_and_the_same_name() {
    let club = Club::open();
    let folder = Folder::new();
    let mut ann = plain(&folder, &["--server", &club.url(), "--name", "Ann", "--black", "1"]);
    ann.wait_for("You have White: Ann");
    ann.ask("e4", "White's pawn goes from e2 to e4.");
    ann.wait_for("Black's");
    ann.0.end();
    // The name in the settings is for whoever is new.
    let settings = folder.path().join("settings");
    fs::create_dir_all(settings.join("tabiya")).unwrap();
    fs::write(settings.join("tabiya/tabiya.toml"), "name = \"Zoe\"\n").unwrap();
    let mut command = plain_command(&folder, &["--server", &club.url(), "--black", "1"]);
    command.env("XDG_CONFIG_HOME", &settings);
    let mut ann = PlainGuest(Board::of(command));
    ann.wait_for("which you go back to");
    ann.wait_for("You have White: Ann");
    ann.ask("list", "e4");
    ann.0.end();
    let link = format!("{}/AAAAAAAA", club.url());
    refused(&["--server", &link, "--name", "Ann", "--clock", "5+3"], "a game that is there already");
}

#[test]
fn who_goes_back_to_an_open_seat_is_told_so() {
    let club = Club::open();
    let folder = Folder::new();
    let mut ann = plain(&folder, &["--server", &club.url(), "--name", "Ann", "--clock", "5+3"]);
    ann.wait_for("whoever comes");
    ann.0.kill();
    let mut ann = plain(&folder, &["--server", &club.url()]);
    ann.wait_for("You have an open seat there, which nobody has taken yet");
    ann.0.kill();
    let ann = Tty::new(&folder, &["--server", &club.url(), "--black", "1"]);
    ann.wait_for("You have an open seat there, which you go back to: no other game was made.");
    ann.quit();
    // A game that runs is gone back to first.
    let mut bob = Guest::new(&club, "Bob");
    let game = bob.make(&json!({"opponent": "lobby", "color": "white"}));
    let mut ann = plain(&folder, &["--server", &format!("{}/{game}", club.url())]);
    ann.wait_for("You watch");
    ann.ask("lobby", "Bob: you would have Black");
    ann.ask("1", "You have Black: Bob - Ann");
    bob.play(&game, "e4");
    ann.wait_for("White's pawn goes from e2 to e4.");
    ann.0.end();
    let mut ann = plain(&folder, &["--server", &club.url()]);
    ann.wait_for("You have Black: Bob - Ann");
    ann.0.end();
}

#[test]
fn an_encrypted_server_is_played_on_where_its_certificate_is_trusted() {
    let (certificate, key) = (tls_file("club.pem"), tls_file("club.key"));
    let club = Club::with(&["--tls-cert", &certificate, "--tls-key", &key]);
    let url = format!("https://localhost:{}", club.address.port());
    let folder = Folder::new();
    let mut ann =
        plain(&folder, &["--server", &url, "--name", "Ann", "--tls-ca", &certificate, "--black", "1"]);
    ann.wait_for("Type a move");
    ann.ask("e4", "White's pawn goes from e2 to e4.");
    ann.wait_for("Black's");
    ann.0.end();
    let left = { plain_command(&folder, &["--server", &url, "--tls-ca", &certificate]) }.output().unwrap();
    let said = String::from_utf8(left.stderr).unwrap();
    assert!(said.contains(&format!("--server {url} --tls-ca {certificate} comes back here")), "{said}");
    refused(&["--server", &url], "is not trusted");
    refused(&["--server", &format!("http://localhost:{}", club.address.port())], "https://");
    refused(&["--server", &url, "--tls-ca", &key], "there is no certificate in it");
    let other = tls_file("renewed.pem");
    refused(&["--server", &url, "--tls-ca", &other], "is not trusted");
}

/// That a command fails, with a sentence.
fn refused(args: &[&str], told: &str) {
    let folder = Folder::new();
    let output = { plain_command(&folder, args) }.output().unwrap();
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(says.contains(told), "{args:?}: {says}");
    assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}: {says}");
    assert!(!says.contains("panicked"), "{says}");
}

#[test]
fn what_is_no_server_of_ours_is_told() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused(&["--server", &format!("http://{closed}")], "cannot be reached");
    refused(&["--server", "club.example"], "no address of a server");
    refused(&["--server", "http://a:b"], "no port");
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"name\": \"other\"}",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "220 mail.example ESMTP\r\n",
    ] {
        refused(&["--server", &other_server(answer)], "is no Tabiya server");
    }
    let newer = "{\"error\": {\"code\": \"no_such_path\", \"says\": \"no\", \"marks\": []}}";
    let newer = format!("HTTP/1.1 404 Not Found\r\nContent-Length: {}\r\n\r\n{newer}", newer.len());
    refused(&["--server", &other_server(&newer)], "speaks a newer API");
    let club = Club::open();
    refused(&["--server", &club.url()], "--name NAME");
    refused(&["--server", &format!("{}/AAAAAAAA", club.url()), "--name", "Ann"], "no such game");
    refused(&["--server", &club.url(), "--name", "Tabiya level 5"], "computer is called so");
    refused(&["--server", &format!("https://{}", club.address)], "does not encrypt");
    refused(&["--server", &club.url(), "--name", "Ann", "--white", "1", "--black", "1"], "one side only");
}

/// Something that answers everybody alike.
fn other_server(answer: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = answer.to_owned();
    std::thread::spawn(move || {
        use std::io::{Read, Write};
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    url
}
