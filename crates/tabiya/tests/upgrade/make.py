"""Makes a set of files as a version of the program writes them, for every later version to open.

    python3 make.py PROGRAM FOLDER

README.md tells what is in the folder then.
"""

import atexit
import base64
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

SETTINGS = """\
# Every key that there is.
listen = "127.0.0.1:0"
lan = false
data = "data"
public-url = "https://chess.example.org"
trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]
metrics-readers = ["10.0.0.7"]
open = false

[limits]
sessions-per-minute = 1000
games-per-minute = 1000
requests-per-second = 1000
players-per-address = 10
connections = 100
connections-per-address = 50
sockets-per-address = 50
rule-sets-per-hour = 100
moves-per-day = 10000
kept-megabytes-per-player = 10
kept-megabytes = 100
classics = 20
classics-per-address = 5
classic-idle-minutes = 15
classic-life-minutes = 120
exhibitions = 4
exhibitions-per-player = 1
exhibition-moves = 100
exhibition-unwatched-seconds = 30
claim-after-seconds = 45

[board]
theme = "green"
pieces = "letters"
colours = "256"
coordinates = true
mouse = false
hjkl = true
white = "human"
black = "5"
rules = "waterloo"
clock = "5+3"
engine = ""
"""

# Not kept: who plays here must not be turned away.
MAKING = 'listen = "127.0.0.1:0"\nopen = false\n[limits]\nsessions-per-minute = 9999\ngames-per-minute = 9999\nrequests-per-second = 9999\n'

STRICT = 'parent = "fide"\ncastling = false\npromotes-to = ["queen"]\nstalemate = "loses"\n'

PGN = """\
[Event "Club championship"]
[Site "Riga"]
[Date "1921.05.??"]
[Round "3"]
[White "Zoë"]
[Black "O'Neil, J."]
[Result "*"]
[ECO "C50"]

{Before the first move.} 1. e4 e5 2. Nf3 $1 (2. f4 exf4 (2... d5 {Falkbeer}) 3. Nf3) 2... Nc6 3. Bc4 {[%cal Gc4f7]} Bc5
(3... Nf6 4. Ng5) *
"""


class Server:
    def __init__(self, data, config):
        command = [PROGRAM, "serve", "--data", data, "--config", config]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        atexit.register(self.process.kill)
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]

    def send(self, method, path, body=None, token=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if token:
            request.add_header("Authorization", "Bearer " + token)
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode()

    def get(self, path, token=None):
        return json.loads(self.send("GET", path, token=token))

    def post(self, path, body, token=None):
        return json.loads(self.send("POST", path, body, token) or "null")

    def player(self, name):
        return self.post("/v1/session", {"name": name, "token": True})["token"]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait() == 0


class Game:
    """A game and the tokens of its players; the same token twice at one device."""

    def __init__(self, server, name, id, white, black, invitation=None):
        self.server, self.name, self.id, self.tokens, self.invitation = server, name, id, [white, black], invitation

    def view(self):
        return self.server.get(f"/v1/games/{self.id}")

    def act(self, side, action):
        version = self.view()["version"]
        command = {"id": f"{action['do']}-{version}", "version": version, "action": action}
        return self.server.post(f"/v1/games/{self.id}/commands", command, self.tokens[side])

    def play(self, *moves):
        for move in moves:
            side = 0 if self.view()["state"]["turn"] == "white" else 1
            self.act(side, {"do": "move", "move": move})
        return self

    def about(self):
        view = self.view()
        about = {"name": self.name, "game": self.id, "invitation": self.invitation, "next": None}
        if view["stage"] == "live" and "ending" not in view["state"] and view["exhibition"] is None:
            side = 0 if view["state"]["turn"] == "white" else 1
            # As the one sees it who is to move.
            state = self.server.get(f"/v1/games/{self.id}", self.tokens[side])["state"]
            moves = sorted(a + b for a, targets in state["dests"].items() for b in squares(targets))
            move = next(move for move in moves if move not in state.get("promotions", []))
            about["next"] = {"token": self.tokens[side], "move": move}
        if view["stage"] == "live" and view["exhibition"]:
            about["steers"] = self.tokens[0]
        return about


def create(server, name, wish, token):
    return server.post("/v1/games", wish, token)["game"]


def when_moved(computer):
    while computer.view()["state"]["turn"] == "black":
        pass


def make_games(server):
    ann, bob = server.player("Ann"), server.player("Bob")

    def here(name, **wish):
        return Game(server, name, create(server, name, {"opponent": "here", **wish}, ann), ann, ann)

    def between(name, **wish):
        id = create(server, name, {"opponent": "lobby", "color": "white", **wish}, ann)
        server.post(f"/v1/games/{id}/join", {}, bob)
        return Game(server, name, id, ann, bob)

    games = [
        between("clock", clock="5+3").play("e4", "c5", "Nf3", "d6"),
        between("stages", clock="40/90+30,30d5").play("d4", "d5"),
        here("opened", open={"pgn": PGN}),
        here("position", position="8/P6k/8/8/8/8/7K/8 w - - 0 1").play("a8=N"),
        here("rule-file", rules={"file": STRICT}).play("e4", "e5"),
        here("hong", rules={"name": "hong"}).play("e2e3", "e7e6", "f1c4"),
        here("hong-written", rules={"name": "hong-written"}).play("e2e4", "e7e5"),
        here("cuhk", rules={"name": "cuhk"}).play("e2e4", "e7e5"),
        here("waterloo", rules={"name": "waterloo"}).play("e2e4", "e7e5", "g1f3"),
        here("byu", rules={"name": "byu"}).play("e2e4", "e7e5"),
        here("imperial", rules={"name": "imperial"}).play("e2e4", "e7e5"),
        here("hong-over", rules={"name": "hong"}).play("e2e3", "h7h6", "f1b5", "h6h5", "b5d7", "h5h4", "d7e8"),
        here("chess960", rules={"name": "chess960"}),
    ]
    taken_back = here("taken-back").play("e4", "e5", "Nf3", "Nc6")
    taken_back.act(0, {"do": "undo", "plies": 2})
    taken_back.play("f4", "exf4")
    taken_back.act(0, {"do": "undo", "plies": 1})
    offered = between("offered").play("e4", "e5", "Nf3")
    offered.act(0, {"do": "offer_draw"})
    asked = between("asked").play("e4", "e5")
    asked.act(1, {"do": "ask_takeback"})
    drawn = between("drawn").play("e4", "e5")
    drawn.act(0, {"do": "offer_draw"})
    drawn.act(1, {"do": "answer_draw", "accept": True})
    resigned = between("resigned", clock="90s").play("e4", "e5")
    resigned.act(1, {"do": "resign"})
    server.post(f"/v1/games/{resigned.id}/rematch", {}, ann)
    stopped = here("stopped", rules={"name": "cuhk"}).play("e2e4", "d7d5", "e4d5")
    stopped.act(0, {"do": "stop"})
    aborted = between("aborted").play("e4")
    aborted.act(0, {"do": "abort"})
    games += [taken_back, offered, asked, drawn, resigned, stopped, aborted]

    mated = between("mated", clock="10").play("f3", "e5", "g4", "Qh4")
    server.post(f"/v1/games/{mated.id}/rematch", {}, bob)
    rematch = server.post(f"/v1/games/{mated.id}/rematch", {}, ann)["next"]
    games += [mated, Game(server, "rematch", rematch, bob, ann).play("d4", "d5")]

    link = create(server, "link", {"opponent": "link", "color": "white", "clock": "3+2"}, ann)
    key = server.get(f"/v1/games/{link}/invitation", ann)["key"]
    games.append(Game(server, "link", link, ann, None, key))
    games.append(Game(server, "lobby", create(server, "lobby", {"opponent": "lobby"}, bob), bob, None))

    id = create(server, "computer", {"opponent": {"computer": 1}, "color": "white"}, ann)
    computer = Game(server, "computer", id, ann, ann).play("e4")
    when_moved(computer)
    computer.act(0, {"do": "undo", "plies": 1})
    computer.act(0, {"do": "go_on"})
    when_moved(computer)
    games.append(computer)

    # From level 4 on it looks into a book, unless it is told not to.
    wish = {"opponent": {"computer": 4}, "color": "white", "book": False}
    without_book = Game(server, "without-book", create(server, "without-book", wish, ann), ann, ann).play("e4")
    when_moved(without_book)
    # By a rating, and to the end.
    wish = {"opponent": {"computer": 1400}, "color": "white", "yields": False}
    rated = Game(server, "rated", create(server, "rated", wish, ann), ann, ann).play("e4")
    when_moved(rated)
    games.append(rated)
    review(server, mated.id, ann)
    games.append(without_book)
    games.append(here("opening", opening="C65").play("O-O"))
    games += exhibitions(server, ann)
    games += annotated(here, between)
    games += recorded(here)
    return games


def annotated(here, between):
    """A game from a file in which every kind of edit was made while it went on, and one that was over."""
    opened = here("annotated", open={"pgn": PGN})

    def edit(game, at, change, side=0):
        game.act(side, {"do": "annotate", "at": at, "change": change})

    edit(opened, "e2e4", {"comment": {"place": "after", "text": "best\nby test"}})
    edit(opened, "e2e4 e7e5 f2f4", {"comment": {"place": "before", "text": "or"}})
    edit(opened, "e2e4 e7e5", {"marks": "5 16"})
    edit(opened, "", {"drawing": "Ge2e4 Rd5"})
    edit(opened, "e2e4", {"play": "c5"})
    opened.play("d3")
    edit(opened, "e2e4 e7e5 f2f4 d7d5", "delete")
    edit(opened, "e2e4 e7e5 f2f4 e5f4", "promote")
    over = between("annotated-over").play("e4", "e5")
    over.act(1, {"do": "resign"})
    edit(over, "e2e4 e7e5", {"play": "Nf3"})
    edit(over, "e2e4 e7e5~2 g1f3", {"marks": "1"}, side=1)
    return [opened, over]


def recorded(here):
    """Games that are over in their file: one that is looked at, with a remark and a promoted twin, and one that is played on."""
    finished = PGN.replace('[Result "*"]', '[Result "1-0"]').rstrip().removesuffix("*") + "1-0\n"
    looked_at = here("recorded", open={"pgn": finished})
    for at, change in (
        ("e2e4 e7e5", {"beside": "d4"}),
        ("e2e4 e7e5~2 d2d4", {"comment": {"place": "after", "text": "Center"}}),
        ("e2e4 e7e5~2", "promote"),
    ):
        looked_at.act(0, {"do": "annotate", "at": at, "change": change})
    played_on = here("played-on", open={"game": looked_at.id}, **{"from": "e2e4 e7e5"}).play("Bc4")
    # As short as an opening, and a file all the same.
    short = here("short-file", open={"pgn": "1. e4 e5 *"})
    short.act(0, {"do": "annotate", "at": "", "change": {"comment": {"place": "after", "text": "short"}}})
    return [looked_at, played_on, short]


def review(server, game, token):
    """Lets the computer judge the moves of a game that is over, and waits until all of them are."""
    address = server.url.removeprefix("http://").rstrip("/")
    host, port = address.rsplit(":", 1)
    connection = socket.create_connection((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /v1/games/{game}/analysis HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n"
    head += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    connection.sendall(f"{head}Sec-WebSocket-Key: {key}\r\n\r\n".encode())
    stream = connection.makefile("rb")
    while stream.readline() != b"\r\n":
        pass
    wish = json.dumps({"type": "review"}).encode()
    # Masked by nothing.
    connection.sendall(bytes([0x81, 0x80 | len(wish), 0, 0, 0, 0]) + wish)
    while True:
        kind, length = stream.read(2)
        if length >= 126:
            length = int.from_bytes(stream.read(2 if length == 126 else 8), "big")
        said = stream.read(length)
        if kind & 15 == 1 and (told := json.loads(said)).get("done") == told.get("of"):
            break
    connection.close()
    while True:
        try:
            return server.send("GET", f"/v1/games/{game}/export/pgn?review=true", token=token)
        except urllib.error.HTTPError:
            pass


def exhibitions(server, maker):
    """Two computers that wait after every kind of command, and two that were stopped."""

    def of_two(name, **wish):
        computers = {"white": 1, "black": 2, "speed": "slow"}
        id = create(server, name, {"opponent": {"computers": computers}, **wish}, maker)
        return Game(server, name, id, maker, maker)

    waiting = of_two("two-computers", opening="Ruy Lopez")
    for action in ({"do": "pause"}, {"do": "go_on"}, {"do": "pause"}, {"do": "set_speed", "speed": "fast"}, {"do": "step"}):
        waiting.act(0, action)
    while waiting.view()["state"]["ply"] < 6:
        pass
    counted = of_two("two-computers-counted", rules={"name": "cuhk"})
    counted.act(0, {"do": "stop"})
    return [waiting, counted]


# What changes with time, with each start, with who looks, or with the words that there are for it.
FLEETING = {"now", "version", "you", "present", "claim_in", "at", "waits", "dests", "premoves", "promotions", "says", "summary"}


def squares(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def lasting(value):
    if isinstance(value, dict):
        # The time of the side whose clock runs.
        fleeting = FLEETING | {value.get("running")}
        return {key: lasting(value[key]) for key in sorted(value) if key not in fleeting}
    return [lasting(item) for item in value] if isinstance(value, list) else value


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def make_server():
    config = os.path.join(FOLDER, "making.toml")
    write(config, MAKING)
    data = os.path.join(FOLDER, "data")
    server = Server(data, config)
    games = [game.about() for game in [*make_games(server), make_guest(server)]]
    write(os.path.join(FOLDER, "games.json"), json.dumps(games, indent=1) + "\n")
    server.stop()
    # Once more, so that what is expected is what a later start finds.
    server = Server(data, config)
    for game in games:
        view = json.dumps(lasting(server.get("/v1/games/" + game["game"])), indent=1, ensure_ascii=False)
        write(os.path.join(FOLDER, "expected", game["name"] + ".json"), view + "\n")
        if not game["invitation"] and game["name"] != "lobby":
            pgn = server.send("GET", f"/v1/games/{game['game']}/export/pgn")
            write(os.path.join(FOLDER, "expected", game["name"] + ".pgn"), pgn)
        if game["name"] == "mated":
            path = f"/v1/games/{game['game']}/export/pgn?review=true"
            pgn = server.send("GET", path, token=server.player("Dora"))
            write(os.path.join(FOLDER, "expected", game["name"] + ".reviewed.pgn"), pgn)
    backup = [PROGRAM, "backup", os.path.join(FOLDER, "club.backup"), "--data", data]
    subprocess.run(backup, check=True, stdout=subprocess.DEVNULL)
    server.stop()
    os.remove(config)
    # What the server copied by itself is the same once more.
    shutil.rmtree(os.path.join(data, "backups"), ignore_errors=True)


def make_guest(server):
    """Somebody at a terminal who plays the server's computer, and who is known there from then on."""
    command = [PROGRAM, "play", "--plain", "--data", os.path.join(FOLDER, "guest"), "--server", server.url]
    command += ["--name", "Cleo", "--black", "1"]
    guest = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    guest.stdin.write("e4\n")
    guest.stdin.flush()
    while "Black's" not in guest.stdout.readline():
        pass
    guest.kill()
    guest.wait()
    [known] = json.load(open(os.path.join(FOLDER, "guest", "servers.json"))).values()
    return Game(server, "guest", known["game"], known["token"], known["token"])


# How a board is opened, what is typed, and a move to go on with.
PEOPLE = "--white human --black human"
BOARDS = {
    "people": (PEOPLE + " --clock 10+5", "name white Anna\ne4\ne5\nNf3\nundo\nf4\n", "exf4"),
    "computer": ("--white human --black 2 --seed 7", "e4\n", "d4"),
    "without-book": ("--white human --black 4 --book off --seed 7", "e4\n", "d4"),
    "hong": (PEOPLE + " --rules hong", "e2e3\ne7e6\n", "d2d3"),
    "second-game": (PEOPLE, "name black Bela\ne4\nresign\nnew\nd4\nd5\n", "c4"),
    "titled": (PEOPLE, "title with Anna\ne4\ne5\n", "Nf3"),
    "finished": (PEOPLE, "f3\ne5\ng4\nQh4\n", None),
}


def make_boards():
    for name, (arguments, typed, next_move) in BOARDS.items():
        # A folder for each, because --resume takes the one that was changed last, and copies have no such time.
        data = os.path.join(FOLDER, "play", name)
        command = [PROGRAM, "play", "--plain", "--data", data, *arguments.split()]
        board = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The answer to a question of which all before it is known: then everything was done.
        board.stdin.write(typed + "list\nscore\n")
        board.stdin.flush()
        said = ""
        while "Match: " not in said and "No game is" not in said:
            said += board.stdout.readline()
        board.kill()
        board.wait()
        note_board(data, next_move)


def note_board(data, next_move):
    """Writes down what a board says that was killed, and a move to go on with; or its game, where it was over."""
    copy = data + ".copy"
    shutil.copytree(data, copy)
    if next_move:
        write(data + ".next", next_move + "\n")
        said = answers(copy, "--resume", "list\nscore\nfen\n").splitlines()
        # The moves, the match and the position; how the program greets may change.
        write(data + ".said", "".join(line + "\n" for line in [said[-4], said[-3], said[-1]]))
    else:
        answers(copy, "", "")
        games = os.path.join(copy, "games")
        [game] = os.listdir(games)
        shutil.copy(os.path.join(games, game), data + ".pgn")
    shutil.rmtree(copy)


def make_screen():
    """The board that fills the screen, where each side has one move before its clock runs."""
    data = os.path.join(FOLDER, "play", "screen")
    ours, theirs = pty.openpty()
    command = [PROGRAM, "play", "--data", data, *PEOPLE.split(), "--clock", "10+5"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    environment["XDG_CONFIG_HOME"] = os.path.join(FOLDER, "no-settings")
    board = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    threading.Thread(target=drain, args=(ours,), daemon=True).start()
    # It waits in the terminal until the board is there.
    os.write(ours, b"e4\re5\r")
    # Both moves, and that the board was there after them.
    while count_recorded(data, '"moved"') < 2 or count_recorded(data, '"seen"') < 1:
        assert board.poll() is None, "the board is gone"
    board.kill()
    board.wait()
    note_board(data, "Nf3")


def drain(terminal):
    """Looks at what is drawn, until there is no more: a terminal that nobody looks at is waited for."""
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass


def count_recorded(data, word):
    folder = os.path.join(data, "play")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sum(open(os.path.join(folder, name)).read().count(word) for name in names)


def answers(data, arguments, typed):
    command = [PROGRAM, "play", "--plain", "--data", data, *arguments.split()]
    return subprocess.run(command, input=typed, stdout=subprocess.PIPE, check=True, text=True).stdout


# Our own levels play a match on only in the program that began it. This engine stays what it is.
FOOL = """\
#!/bin/sh
# Plays the fool's mate, whichever side it has.
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        position*moves*) set -- ${line#*moves }; ply=$# ;;
        position*) ply=0 ;;
        go*)
            sleep "${THINK:-0}"
            set -- f2f3 e7e5 g2g4 d8h4
            shift "$ply"
            echo "bestmove $1"
            ;;
        quit) exit ;;
    esac
done
"""

MATCH = ["--engine", "./fool.sh name=one", "--engine", "./fool.sh name=two", "--games", "6", "--tc", "600"]
MATCH += ["--openings", "start.fen", "--pgn", "games.pgn"]


def make_match():
    folder = os.path.join(FOLDER, "match")
    write(os.path.join(folder, "fool.sh"), FOOL)
    os.chmod(os.path.join(folder, "fool.sh"), 0o755)
    write(os.path.join(folder, "start.fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
    write(os.path.join(folder, "arguments.txt"), "\n".join(MATCH) + "\n")
    slowly = {**os.environ, "THINK": "0.1"}
    match = subprocess.Popen([PROGRAM, "match", *MATCH], cwd=folder, stdout=subprocess.DEVNULL, env=slowly)
    state = os.path.join(folder, "games.pgn.state")
    while not os.path.exists(state) or open(state).read().count("\n") < 3:
        pass
    match.kill()
    match.wait()
    assert open(state).read().count("\n") < 6, "it was killed too late"


os.makedirs(FOLDER)
write(os.path.join(FOLDER, "tabiya.toml"), SETTINGS)
make_server()
make_boards()
make_screen()
make_match()
