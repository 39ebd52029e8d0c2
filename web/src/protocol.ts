// Made from the types of crates/server/src/wire by `cargo test -p tabiya-server typescript`
// with TABIYA_WRITE=1. Do not edit.

export type Side = "white" | "black";

export type GameStage = "open" | "live" | "over";

export type PartView = "white" | "black" | "both" | "spectator";

export type PlayerKind = "person" | "computer" | "open";

export type Mark = "attacker" | "blocker" | "line" | "place" | "crossing";

export type SquareMark = { 
/**
 * The square.
 */
square: string, 
/**
 * Its part.
 */
mark: Mark, };

export type Reason = { 
/**
 * A word that never changes.
 */
code: string, 
/**
 * The reason in words.
 */
says: string, 
/**
 * What to draw on the board.
 */
marks: Array<SquareMark>, };

export type ClocksView = { 
/**
 * The moment.
 */
at: number, 
/**
 * White's time.
 */
white: number, 
/**
 * Black's time.
 */
black: number, 
/**
 * Whose time runs.
 */
running: Side | null, 
/**
 * How long the running clock still waits, as a delay has it.
 */
waits: number, };

export type TakebackView = { 
/**
 * Who has it.
 */
by: Side, 
/**
 * How many single moves.
 */
plies: number, };

export type ClaimsView = { 
/**
 * For repetition.
 */
repetition: boolean, 
/**
 * For moves without a capture or a pawn's move.
 */
quiet_moves: boolean, };

export type EndingView = { 
/**
 * Who won; nobody in a draw or a game that does not count.
 */
winner: Side | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
 */
result: string, 
/**
 * The end in words.
 */
says: string, };

export type StateView = { 
/**
 * The position.
 */
fen: string, 
/**
 * Who is to move.
 */
turn: Side, 
/**
 * How many single moves lead here.
 */
ply: number, 
/**
 * The number of the last move in the tree of all moves.
 */
node: number, 
/**
 * The squares of the last move.
 */
last: [string, string] | null, 
/**
 * Where the royal piece stands that is in check.
 */
check: string | null, 
/**
 * Where each piece of the side to move may go: told to whoever moves it, empty for others.
 */
dests: { [key in string]?: Array<string> }, 
/**
 * The moves, such as `e7e8`, that need to say what the pawn becomes: told to whoever makes them.
 */
promotions: Array<string>, 
/**
 * What it may become, as letters.
 */
promotes_to: Array<string>, 
/**
 * Where the pieces of the waiting side could ever go, targets of moves made in advance: told to whoever waits.
 */
premoves: { [key in string]?: Array<string> }, 
/**
 * Whether the side to move can only pass.
 */
must_pass: boolean, 
/**
 * How many moves can be made again.
 */
ahead: number, 
/**
 * The clocks, if there are any.
 */
clocks: ClocksView | null, 
/**
 * Who offers a draw.
 */
draw_offer: Side | null, 
/**
 * Who asks to take back.
 */
takeback: TakebackView | null, 
/**
 * Which draws may be claimed.
 */
claims: ClaimsView, 
/**
 * What each side's men count by the rule set, White first.
 */
material: [number, number], 
/**
 * How it ended.
 */
ending: EndingView | null, };

export type OpeningView = { 
/**
 * Its code, such as `C60`.
 */
eco: string, 
/**
 * Its name.
 */
name: string, };

export type OpeningChoice = { 
/**
 * Its code, such as `C60`.
 */
eco: string, 
/**
 * Its name, by which a game is asked for that begins with it.
 */
name: string, 
/**
 * Its moves, such as `1. e4 e5 2. Nf3`.
 */
moves: string, };

export type MoveView = { 
/**
 * Its number in the tree of all moves.
 */
node: number, 
/**
 * Such as `g1f3`; `0000` where a side passed.
 */
uci: string, 
/**
 * Such as `Nf3`; `--` where a side passed.
 */
san: string, 
/**
 * The position after it.
 */
fen: string, 
/**
 * The opening that this position has the name of. The opening of a game is the last one that is named in its line.
 */
opening?: OpeningView, };

export type LineChange = { 
/**
 * How many moves stay.
 */
keep: number, 
/**
 * What follows them.
 */
add: Array<MoveView>, };

export type PlayerView = { 
/**
 * The name.
 */
name: string, 
/**
 * What plays.
 */
kind: PlayerKind, 
/**
 * The computer's level.
 */
level: number | null, 
/**
 * Whether they are here.
 */
present: boolean, 
/**
 * In how many milliseconds the opponent may claim the game; nothing where they are here.
 */
claim_in: number | null, };

export type RulesView = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is, in one line.
 */
summary: string, 
/**
 * What differs from ordinary chess, as lines of a rule file.
 */
differences: string, 
/**
 * Whether games begin with openings that have names.
 */
has_openings: boolean, 
/**
 * The position with which its games usually begin.
 */
start: string, 
/**
 * What differs from ordinary chess, in sentences.
 */
says: Array<string>, 
/**
 * Whether the living pieces are counted at the end, so that a game can be stopped at any time.
 */
counts_pieces: boolean, };

export type ScoreView = { 
/**
 * Of whoever has White now, such as `1.5`.
 */
white: string, 
/**
 * Of whoever has Black now.
 */
black: string, 
/**
 * In how many games.
 */
games: number, };

export type You = { 
/**
 * Their part.
 */
role: PartView, 
/**
 * Whether they may take the open seat.
 */
may_join: boolean, 
/**
 * Whether they steer the two computers that play.
 */
may_steer: boolean, };

export type OpenedView = { 
/**
 * Which game of the file it was, from 1.
 */
number: number, 
/**
 * How many games the file had.
 */
games: number, 
/**
 * Who had White there.
 */
white: string | null, 
/**
 * Who had Black there.
 */
black: string | null, 
/**
 * Where it was played.
 */
event: string | null, 
/**
 * When, such as `1851.06.21`; question marks where a part is not known.
 */
date: string | null, 
/**
 * How it ended there: `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * What was left out of it, in words.
 */
left_out: Array<string>, };

export type MoveSpeed = "slow" | "normal" | "fast";

export type PauseView = { 
/**
 * A word that never changes: `maker`, `unwatched`, `long` or `crowded`.
 */
code: string, 
/**
 * The cause in words.
 */
says: string, };

export type ExhibitionView = { 
/**
 * Who made the game and steers it; nothing where that was lost with a damaged disk.
 */
maker: string | null, 
/**
 * How quickly they play.
 */
speed: MoveSpeed, 
/**
 * Why they wait; nothing while they play.
 */
pause: PauseView | null, 
/**
 * Whether one move is to come though they wait.
 */
one_move: boolean, };

export type GameView = { 
/**
 * Its name.
 */
game: string, 
/**
 * How many commands were accepted in it.
 */
version: number, 
/**
 * The server's time in milliseconds since 1970.
 */
now: number, 
/**
 * When it was made.
 */
created: number, 
/**
 * Open, running or finished.
 */
stage: GameStage, 
/**
 * What whoever asks is in it.
 */
you: You, 
/**
 * The rules.
 */
rules: RulesView, 
/**
 * The time control, such as `5+3`.
 */
clock: string | null, 
/**
 * Whether moves may be taken back without asking.
 */
free_takeback: boolean, 
/**
 * Who plays White.
 */
white: PlayerView, 
/**
 * Who plays Black.
 */
black: PlayerView, 
/**
 * The position at the start.
 */
start: string, 
/**
 * The moves that were played.
 */
line: Array<MoveView>, 
/**
 * Where it stands.
 */
state: StateView, 
/**
 * Points before this game.
 */
score: ScoreView, 
/**
 * The game that this is a rematch of.
 */
previous: string | null, 
/**
 * The rematch that followed.
 */
next: string | null, 
/**
 * Who wants a rematch.
 */
rematch: Side | null, 
/**
 * What it was opened from, where it came from a file or another game.
 */
opened: OpenedView | null, 
/**
 * How two computers play, where it is a game of two.
 */
exhibition: ExhibitionView | null, };

export type Action = { "do": "move", 
/**
 * Such as `e2e4`, `Nf3` or `O-O`.
 */
move: string, } | { "do": "pass" } | { "do": "undo", 
/**
 * How many.
 */
plies?: number, } | { "do": "redo", 
/**
 * How many.
 */
plies?: number, } | { "do": "go_to", 
/**
 * The number; 0 is the start.
 */
node: number, } | { "do": "ask_takeback", 
/**
 * How many single moves.
 */
plies?: number, } | { "do": "answer_takeback", 
/**
 * Yes or no.
 */
accept: boolean, } | { "do": "offer_draw" } | { "do": "answer_draw", 
/**
 * Yes or no.
 */
accept: boolean, } | { "do": "claim_draw" } | { "do": "resign" } | { "do": "flag" } | { "do": "abort" } | { "do": "claim_left" } | { "do": "stop" } | { "do": "go_on" } | { "do": "pause" } | { "do": "step" } | { "do": "set_speed", 
/**
 * The speed.
 */
speed: MoveSpeed, };

export type Submit = { 
/**
 * A name that the sender makes up, new for each command and kept when it is sent again.
 */
id: string, 
/**
 * The version of the game that the sender has seen.
 */
version: number, 
/**
 * What to do.
 */
action: Action, 
/**
 * How many milliseconds the player thought, by the client's clock: what else passed was the network's.
 */
thought?: number, };

export type FromClient = { "type": "command" } & Submit | { "type": "ping", 
/**
 * The version.
 */
version: number, };

export type EntryView = { 
/**
 * The version of the game after it.
 */
version: number, 
/**
 * The server's time.
 */
now: number, 
/**
 * How its sender called it.
 */
id: string, 
/**
 * What happened, in words.
 */
says: string, 
/**
 * What happened, each in one word.
 */
happened: Array<string>, 
/**
 * How the moves changed.
 */
line: LineChange, 
/**
 * Where the game stands.
 */
state: StateView, 
/**
 * How two computers play, where it is a game of two.
 */
exhibition?: ExhibitionView, };

export type FromServer = { "type": "game" } & GameView | { "type": "entry" } & EntryView | { "type": "presence", 
/**
 * The version of the game.
 */
version: number, 
/**
 * White.
 */
white: PlayerView, 
/**
 * Black.
 */
black: PlayerView, } | { "type": "seats", 
/**
 * The version of the game.
 */
version: number, } | { "type": "rematch", 
/**
 * The version of the game.
 */
version: number, 
/**
 * Who wants it.
 */
by: Side | null, 
/**
 * The new game.
 */
next: string | null, } | { "type": "busy", 
/**
 * The version of the game.
 */
version: number, } | { "type": "pong", 
/**
 * The version of the game.
 */
version: number, 
/**
 * The server's time.
 */
now: number, } | { "type": "accepted", 
/**
 * How its sender called it.
 */
id: string, 
/**
 * The version after it.
 */
version: number, } | { "type": "failed", 
/**
 * How its sender called it; nothing where the message could not be read.
 */
id: string | null, 
/**
 * Why.
 */
failure: Failure, };

export type CommandAnswer = { 
/**
 * The version of the game after the command.
 */
version: number, 
/**
 * The entry, as its sender is told it; nothing where nothing was to be kept.
 */
entry: FromServer | null, };

export type Failure = { 
/**
 * Why.
 */
error: Reason, 
/**
 * The version of the game, where that was the reason.
 */
version?: number, 
/**
 * The entries that the sender has not seen, where that was the reason.
 */
missing?: Array<FromServer>, };

export type Welcome = { 
/**
 * Always `tabiya`.
 */
name: string, 
/**
 * The program's version.
 */
version: string, 
/**
 * Whether only this machine can reach the server.
 */
loopback_only: boolean, 
/**
 * What to do about that, where it is so.
 */
hint: string | null, 
/**
 * The rule sets that are built in.
 */
rules: Array<RulesView>, 
/**
 * The levels of the computer.
 */
levels: Array<number>, 
/**
 * The most bytes of a file that can be opened.
 */
largest_file: number, 
/**
 * What is wrong with the server's data, where something is.
 */
trouble: string | null, };

export type SessionInfo = { 
/**
 * The player's id.
 */
player: string, 
/**
 * What they are called.
 */
name: string, 
/**
 * What proves it, where it was asked for.
 */
token?: string, };

export type Invitation = { 
/**
 * The link.
 */
url: string, 
/**
 * What must be sent to take the seat: the part of the link behind the `=`.
 */
key: string, 
/**
 * The link as a QR code, an SVG image.
 */
qr: string, 
/**
 * Whether nobody on another machine can follow it.
 */
loopback_only: boolean, 
/**
 * What to do about that, where it is so.
 */
hint: string | null, };

export type GameSummary = { 
/**
 * Its name.
 */
game: string, 
/**
 * White's name.
 */
white: string, 
/**
 * Black's name.
 */
black: string, 
/**
 * The name of the rule set.
 */
rules: string, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * How many single moves.
 */
plies: number, 
/**
 * Open, running or finished.
 */
stage: GameStage, 
/**
 * The time control, such as `5+3`; nothing where there is no clock.
 */
clock: string | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When something happened in it last.
 */
updated: number, };

export type FromLobby = { "type": "lobby", 
/**
 * The seats.
 */
seats: Array<GameSummary>, };

export type ShownSession = { 
/**
 * Its name.
 */
name: string, 
/**
 * Where it begins, if not where games of the program do.
 */
fen: string | null, 
/**
 * What is typed.
 */
lines: Array<string>, };

export type ClassicView = { 
/**
 * Its name in addresses and commands.
 */
name: string, 
/**
 * The name of its document: two programs may have the same one.
 */
document: string, 
/**
 * Whether it follows what the document requires, and not what it verifies.
 */
as_written: boolean, 
/**
 * What it is called.
 */
title: string, 
/**
 * What it is, in one line.
 */
summary: string, 
/**
 * What a person should know who sits before it for the first time.
 */
hint: string, 
/**
 * Whether its rows are numbered from the top.
 */
rows_from_top: boolean, 
/**
 * Whether it can be started so that moves are taken back.
 */
takes_back: boolean, 
/**
 * Whether it has machines, so that a seed makes a difference.
 */
has_machines: boolean, 
/**
 * What may be typed beside moves, most useful first.
 */
words: Array<string>, 
/**
 * The same where it was started so that moves are taken back.
 */
turn_words: Array<string>, 
/**
 * Sessions that are worth watching line by line.
 */
shown: Array<ShownSession>, };

export type ClassicTable = { 
/**
 * The position, also where it is set up; nothing where there has been none.
 */
fen: string | null, 
/**
 * Whether that position is still being set up.
 */
setting_up: boolean, 
/**
 * Where the game stands, if there is one.
 */
state: StateView | null, 
/**
 * What has to be typed to let a machine move that is to move.
 */
machine: string | null, };

export type ToClassic = { "type": "input", 
/**
 * What, with the ends of its lines.
 */
text: string, } | { "type": "move", 
/**
 * From where.
 */
from: string, 
/**
 * To where.
 */
to: string, 
/**
 * What the pawn becomes, as a letter.
 */
promotion: string | null, } | { "type": "end", };

export type FromClassic = { "type": "begun", 
/**
 * With this the same page can come back, for a while.
 */
key: string, 
/**
 * How many of the messages that follow (`typed`, `said`, `aside`) are no news.
 */
repeated: number, } | { "type": "typed", 
/**
 * What.
 */
text: string, } | { "type": "said", 
/**
 * What.
 */
text: string, } | { "type": "aside", 
/**
 * What.
 */
text: string, } | { "type": "table" } & ClassicTable | { "type": "failed", 
/**
 * Why.
 */
error: Reason, } | { "type": "notice", 
/**
 * What, in words.
 */
says: string, } | { "type": "over", 
/**
 * Why, in words.
 */
says: string, };

export type ThreatsView = { 
/**
 * The version of the game.
 */
version: number, 
/**
 * The number of the move after which it is so.
 */
node: number, 
/**
 * The squares that White attacks, each with where the attackers stand.
 */
white: { [key in string]?: Array<string> }, 
/**
 * The same for Black.
 */
black: { [key in string]?: Array<string> }, };

export type NewSession = { 
/**
 * What to be called: 1 to 40 characters.
 */
name: string, 
/**
 * Whether to get the token itself, for programs; otherwise a cookie is set, for browsers.
 */
token?: boolean, };

export type RulesWish = { "name": string } | { "file": string };

export type ComputersWish = { 
/**
 * The level of White.
 */
white: number, 
/**
 * The level of Black.
 */
black: number, 
/**
 * How quickly they play; otherwise at normal speed.
 */
speed?: MoveSpeed, };

export type OpponentWish = "link" | "lobby" | "here" | { "computer": number } | { "computers": ComputersWish };

export type ColorWish = "white" | "black" | "random";

export type OpenFile = { "pgn": string } | { "xml": string } | { "fen": string } | { "json": string } | { "game": string };

export type NewGame = { 
/**
 * The rules; ordinary chess, or those of what is opened.
 */
rules?: RulesWish, 
/**
 * The start position as FEN; otherwise the usual one.
 */
position?: string, 
/**
 * The opening to begin with, by its name or code: its moves are made for both sides.
 */
opening?: string, 
/**
 * Whether the computer plays openings by the book; otherwise it does, at the levels that know openings.
 */
book?: boolean, 
/**
 * A game to go on with.
 */
open?: OpenFile, 
/**
 * Which game of a file with several, from 1; otherwise the first.
 */
number?: number, 
/**
 * The time control, such as `5+3`, `10d5`, `40/90+30,30+30`; without, there is no clock.
 */
clock?: string, 
/**
 * Whom to play.
 */
opponent: OpponentWish, 
/**
 * Which color to have.
 */
color?: ColorWish, };

export type JoinGame = { 
/**
 * The key of the invitation; in the lobby none.
 */
invitation?: string, };

export type CheckPosition = { 
/**
 * The position.
 */
fen: string, 
/**
 * The rules; ordinary chess where none are named.
 */
rules?: RulesWish, };

export type CheckedPosition = { 
/**
 * Everything that is wrong with it.
 */
faults: Array<Reason>, 
/**
 * Where a game would stand that begins with it; nothing where something is wrong.
 */
state: StateView | null, 
/**
 * The rules.
 */
rules: RulesView, };
