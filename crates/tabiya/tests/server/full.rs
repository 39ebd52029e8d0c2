//! Disks that fill up, turn read-only or lose their files while games are played.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::disk::{DiskKind, SmallDisk};
use crate::process::{Folder, Process, serve_arguments, tabiya};

/// Somebody who plays at one device for ever: four moves, and back.
struct Player {
    client: Client,
    game: String,
    version: u64,
}

impl Player {
    fn new(server: &Process, wish: &Value) -> Player {
        let client = Client::player(server.address, "Ann");
        let game = client.create(wish);
        Player { client, game, version: 1 }
    }

    /// The next thing to do, which is the same again until it is accepted.
    fn try_next(&mut self) -> Reply {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let action = match (self.version - 1) % 5 {
            4 => json!({ "do": "undo", "plies": 4 }),
            number => json!({ "do": "move", "move": moves[number as usize] }),
        };
        let reply = self.client.command(&self.game, &format!("m{}", self.version), self.version, &action);
        self.version += u64::from(reply.status == 200);
        reply
    }

    /// Goes on until something is refused.
    fn until_refused(&mut self) -> Reply {
        (0..5000).map(|_| self.try_next()).find(|reply| reply.status != 200).expect("nothing was refused")
    }

    /// Everything that was acknowledged is there, and can be looked at in every way.
    fn check_reads(&self) {
        assert_eq!(self.client.view(&self.game)["version"], self.version);
        for path in ["", "/entries", "/threats", "/export/pgn", "/export/json"] {
            assert_eq!(self.client.get(&format!("/v1/games/{}{path}", self.game)).status, 200, "{path}");
        }
        assert_eq!(self.client.get("/v1/games").ok()["games"][0]["game"], self.game.as_str());
    }
}

fn check_refusal(reply: &Reply, code: &str, words: &str) {
    assert_eq!(reply.error(), (503, code.to_owned()));
    let says = reply.json()["error"]["says"].as_str().unwrap().to_owned();
    assert!(says.contains(words) && says.ends_with("nothing was changed, try again later."), "{says}");
}

/// A disk for a folder's games; nothing where none can be mounted, which is told.
fn small_disk(folder: &Folder) -> Option<SmallDisk> {
    disk_of(folder, DiskKind::Memory)
}

fn disk_of(folder: &Folder, kind: DiskKind) -> Option<SmallDisk> {
    SmallDisk::mount(&folder.data(), kind)
        .inspect_err(|why| println!("left out: no file system can be mounted here ({why})"))
        .ok()
}

/// What starts a server on a disk.
fn command(disk: &SmallDisk, folder: &Folder) -> Command {
    let mut command = disk.run(env!("CARGO_BIN_EXE_tabiya"));
    command.args(serve_arguments(folder)).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null());
    command
}

fn serve(disk: &SmallDisk, folder: &Folder) -> Process {
    Process::start(command(disk, folder).stderr(Stdio::null()))
}

#[test]
fn a_disk_that_is_full_is_told_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let mut server = serve(&disk, &folder);
    let mut ann = Player::new(&server, &json!({ "opponent": "here", "clock": "600" }));
    ann.try_next().ok();
    let moving = Instant::now();
    ann.try_next().ok();
    disk.fill();
    let reply = ann.until_refused();
    let played = moving.elapsed();
    check_refusal(&reply, "disk_full", "disk is full");
    ann.check_reads();
    let bob = Client::stranger(server.address).post("/v1/session", &json!({ "name": "Bob", "token": true }));
    check_refusal(&bob, "disk_full", "disk is full");
    // However often it is tried, which takes its time.
    for _ in 0..20 {
        check_refusal(&ann.try_next(), "disk_full", "disk is full");
    }
    disk.free();
    // The same again, without a restart; and nobody has paid for the time in which nothing could be kept.
    assert_eq!(ann.try_next().ok()["version"], ann.version);
    let log = ann.client.get(&format!("/v1/games/{}/export/json", ann.game)).ok();
    let left = |event: &Value| event["left"][0].as_u64().unwrap() + event["left"][1].as_u64().unwrap();
    let events = log["events"].as_array().unwrap();
    let paid = left(&events[0]) - left(events.last().unwrap());
    // Clocks count whole milliseconds, begun ones too.
    assert!(u128::from(paid) <= played.as_millis() + 2, "{paid} ms were charged for {played:?}: {log}");
    assert!(events.iter().any(|event| event["fact"]["interrupted"].is_u64()), "{log}");
    for _ in 0..20 {
        ann.try_next().ok();
    }
    server.kill();
    let server = serve(&disk, &folder);
    ann.client.address = server.address;
    ann.version = ann.client.view(&ann.game)["version"].as_u64().unwrap();
    assert!(ann.version >= 20);
    ann.check_reads();
}

/// So many looks, one after another, as are enough to see what comes.
fn looks() -> impl Iterator<Item = u32> {
    (0..1000).inspect(|_| std::thread::sleep(std::time::Duration::from_millis(10)))
}

/// One is refused a move; the other is told so, and does not even try.
#[test]
fn who_waits_for_the_disk_does_not_pay_either() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let server = serve(&disk, &folder);
    let wish = json!({ "opponent": "here", "clock": "600" });
    let [mut ann, mut bob] = [Player::new(&server, &wish), Player::new(&server, &wish)];
    for player in [&mut ann, &mut bob] {
        player.try_next().ok();
        player.try_next().ok();
    }
    let runs = |player: &Player| !player.client.view(&player.game)["state"]["clocks"]["running"].is_null();
    assert!(runs(&ann));
    disk.fill();
    check_refusal(&bob.until_refused(), "disk_full", "disk is full");
    assert!(looks().any(|_| !runs(&ann)), "the clock is shown as running");
    disk.free();
    let log = || ann.client.get(&format!("/v1/games/{}/export/json", ann.game)).ok();
    let is_told =
        || log()["events"].as_array().unwrap().iter().any(|event| event["fact"]["interrupted"].is_u64());
    assert!(looks().any(|_| is_told()), "the time was not taken off the clock: {}", log());
    assert!(runs(&ann));
}

#[test]
fn whoever_runs_a_server_is_told_that_there_is_no_room_for_games() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let server = serve(&disk, &folder);
    let ann = Client::player(server.address, "Ann");
    let host = Client::stranger(server.address);
    let ready = || std::iter::repeat_with(|| host.get("/readyz")).find(|reply| reply.status == 200).unwrap();
    assert_eq!(ready().body, "ready\n");
    assert_eq!(host.get("/v1/host").ok()["trouble"], Value::Null);
    // Signs of life find room for a long time where games do not.
    disk.fill_but(24 * 1024);
    let create = || ann.post("/v1/games", &json!({ "opponent": "here" }));
    let refused = (0..50).map(|_| create()).find(|reply| reply.status != 201).expect("there was room");
    check_refusal(&refused, "disk_full", "disk is full");
    // What was found out counts for a second.
    let told = looks().map(|_| host.get("/readyz")).find(|reply| reply.status == 503);
    for _ in 0..20 {
        assert_eq!(told.as_ref().unwrap().body, "not ready: the server's disk is full\n");
        assert_eq!(host.get("/readyz").status, 503);
    }
    assert!(host.get("/metrics").body.contains("\ntabiya_ready 0\n"));
    let trouble = host.get("/v1/host").ok()["trouble"].clone();
    assert_eq!(
        (&trouble["says"], &trouble["can_play"]),
        (&json!("The server's disk is full."), &json!(false))
    );
    let way_out = trouble["way_out"].as_str().unwrap();
    let place = folder.data().display().to_string();
    assert!(way_out.contains("Free some space") && way_out.contains(&place), "{way_out}");
    disk.free();
    assert_eq!(ready().body, "ready\n");
    assert_eq!(host.get("/v1/host").ok()["trouble"], Value::Null);
    assert_eq!(create().status, 201);
}

#[test]
fn a_start_on_a_full_disk_says_that_it_is_full() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let check = || {
        let error = crate::serve::failure(&mut command(&disk, &folder));
        assert!(error.contains("is full") && error.contains("hint: free some space"), "{error}");
    };
    // There is no game yet that could be looked at.
    disk.fill();
    check();
    disk.free();
    assert!(serve(&disk, &folder).interrupt().0.success());
}

#[test]
fn a_start_on_a_full_disk_shows_the_games_and_they_go_on_when_there_is_room() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let server = serve(&disk, &folder);
    let mut ann = Player::new(&server, &json!({ "opponent": "here", "clock": "600" }));
    (0..3).for_each(|_| drop(ann.try_next().ok()));
    assert!(server.interrupt().0.success());
    disk.fill();
    let mut server = Process::start(command(&disk, &folder).stderr(Stdio::piped()));
    let said = said(&mut server);
    ann.client.address = server.address;
    ann.check_reads();
    check_refusal(&ann.try_next(), "disk_full", "disk is full");
    let told = looks().map(|_| ann.client.get("/readyz").body).find(|body| body.contains("full"));
    assert_eq!(told.as_deref(), Some("not ready: the server's disk is full\n"));
    disk.free();
    // That time was lost is kept by itself; then it goes on.
    let version = || ann.client.view(&ann.game)["version"].as_u64().unwrap();
    assert!(looks().any(|_| version() > ann.version));
    let action = json!({ "do": "move", "move": "f6g8" });
    ann.client.command(&ann.game, "goes-on", version(), &action).ok();
    let log = ann.client.get(&format!("/v1/games/{}/export/json", ann.game)).ok();
    let interrupted = |event: &&Value| event["fact"]["interrupted"].is_u64();
    assert_eq!(log["events"].as_array().unwrap().iter().filter(interrupted).count(), 1, "{log}");
    assert!(server.interrupt().0.success());
    let said = said.join().unwrap();
    assert!(said.contains("games can be looked at"), "{said}");
    let server = serve(&disk, &folder);
    ann.client.address = server.address;
    assert_eq!(ann.client.view(&ann.game)["line"].as_array().unwrap().len(), 4);
}

#[test]
fn a_start_on_a_full_disk_after_a_kill_shows_what_was_acknowledged() {
    let folder = Folder::new();
    let Some(disk) = small_disk(&folder) else { return };
    let mut server = serve(&disk, &folder);
    let mut ann = Player::new(&server, &json!({ "opponent": "here" }));
    (0..3).for_each(|_| drop(ann.try_next().ok()));
    server.kill();
    disk.fill();
    let server = serve(&disk, &folder);
    ann.client.address = server.address;
    ann.check_reads();
    // What the index of the killed server took is free.
    disk.fill();
    check_refusal(&ann.until_refused(), "disk_full", "disk is full");
    ann.check_reads();
    disk.free();
    ann.try_next().ok();
}

/// Where blocks are smaller than pages of memory, the system ends whoever writes to a part of a mapped file that has no room
/// on the disk, and SQLite maps the index of its log.
#[test]
fn a_disk_with_small_blocks_that_fills_up_ends_nobody() {
    let folder = Folder::new();
    let Some(disk) = disk_of(&folder, DiskKind::SmallBlocks) else { return };
    let mut server = serve(&disk, &folder);
    let mut ann = Player::new(&server, &json!({ "opponent": "here" }));
    (0..20).for_each(|_| drop(ann.try_next().ok()));
    disk.fill();
    check_refusal(&ann.until_refused(), "disk_full", "disk is full");
    ann.check_reads();
    for _ in 0..2 {
        server.kill();
        disk.fill();
        server = serve(&disk, &folder);
        ann.client.address = server.address;
        ann.check_reads();
        // What the old index had is free.
        disk.fill();
        check_refusal(&ann.until_refused(), "disk_full", "disk is full");
        ann.check_reads();
    }
    server.kill();
    disk.fill();
    let copy = folder.path().join("club.backup");
    let mut backup = disk.run(env!("CARGO_BIN_EXE_tabiya"));
    backup.args(["backup", copy.to_str().unwrap(), "--data"]).arg(folder.data()).stdin(Stdio::null());
    let output = backup.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    disk.free();
    let server = serve(&disk, &folder);
    ann.client.address = server.address;
    assert_eq!(ann.try_next().ok()["version"], ann.version);
}

#[test]
fn a_restore_onto_a_full_disk_names_that_disk() {
    let (folder, _) = crate::backup::with_a_game();
    let backup = folder.path().join("club.backup");
    let made = tabiya().args(["backup", backup.to_str().unwrap(), "--data"]).arg(folder.data()).output();
    assert!(made.unwrap().status.success());
    let other = Folder::new();
    let Some(disk) = small_disk(&other) else { return };
    // A draft can be begun there, but not filled.
    disk.fill_but(16 * 1024);
    let mut command = disk.run(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["restore", backup.to_str().unwrap(), "--data"]).arg(other.data()).stdin(Stdio::null());
    let error = crate::serve::failure(&mut command);
    let place = other.data().display().to_string();
    assert!(error.contains(&format!("the disk with {place}")) && error.contains("is full"), "{error}");
}

/// Makes every write of a process fail as on a disk that has turned read-only, until it is dropped.
struct ReadOnly(Child);

impl ReadOnly {
    fn make(server: &Process) -> ReadOnly {
        let mut command = Command::new("strace");
        command.args(["-f", "-o", "/dev/null", "-e", "trace=pwrite64,openat"]);
        command.args(["-e", "inject=pwrite64,openat:error=EROFS", "-p", &server.child.id().to_string()]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("attached"), "{line}");
        ReadOnly(child)
    }

    /// The disk can be written to again.
    fn mend(mut self) {
        assert!(Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap().success());
        self.0.wait().unwrap();
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "needs strace; `cargo xtask ci promise` runs it"]
fn a_disk_that_turns_read_only_is_told_and_play_goes_on_when_it_is_mended() {
    let folder = Folder::new();
    let mut server = Process::start(tabiya().args(serve_arguments(&folder)).stderr(Stdio::null()));
    let mut ann = Player::new(&server, &json!({ "opponent": "here" }));
    ann.try_next().ok();
    ann.check_reads();
    let read_only = ReadOnly::make(&server);
    let reply = ann.try_next();
    check_refusal(&reply, "read_only", "cannot write to its disk");
    ann.check_reads();
    read_only.mend();
    assert_eq!(ann.try_next().ok()["version"], ann.version);
    server.kill();
    let server = Process::serve(&folder);
    ann.client.address = server.address;
    ann.check_reads();
}

/// What a server says on standard error, until it ends.
fn said(server: &mut Process) -> std::thread::JoinHandle<String> {
    let stderr = server.child.stderr.take().unwrap();
    std::thread::spawn(move || std::io::read_to_string(stderr).unwrap())
}

/// Runs the command that a message tells, as it stands there.
pub fn run_told(message: &str, what: &str) -> String {
    let mut told = message.lines().filter_map(|line| line.find(what).map(|at| &line[at..]));
    let told = told.next_back().unwrap_or_else(|| panic!("'{what}' is not told: {message}"));
    let program = env!("CARGO_BIN_EXE_tabiya");
    let script = told.replacen("tabiya", &format!("'{program}'"), 1);
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert!(output.status.success(), "{told}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_database_that_was_removed_is_told_and_comes_back() {
    let folder = Folder::new();
    let mut server = Process::start(tabiya().args(serve_arguments(&folder)).stderr(Stdio::piped()));
    let said = said(&mut server);
    let mut ann = Player::new(&server, &json!({ "opponent": "here" }));
    for _ in 0..7 {
        ann.try_next().ok();
    }
    for ending in ["", "-wal", "-shm"] {
        fs::remove_file(folder.data().join(format!("tabiya.db{ending}"))).unwrap();
    }
    let reply = ann.try_next();
    check_refusal(&reply, "database_moved", "was moved or removed");
    ann.check_reads();
    assert!(server.interrupt().0.success());
    let out = run_told(&said.join().unwrap(), "tabiya restore");
    assert!(out.starts_with("1 game restored into "), "{out}");
    let server = Process::serve(&folder);
    ann.client.address = server.address;
    ann.check_reads();
    assert_eq!(ann.try_next().ok()["version"], ann.version);
}
