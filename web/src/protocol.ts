// Made from the types of crates/server/src/wire by `cargo test -p tabiya-server typescript`
// with TABIYA_WRITE=1. Do not edit.

/** What a player wants done in a game. */
export type Action = {
  do: "move";
  /** Such as `e2e4`, `Nf3` or `O-O`; `Z0 Z0` stops the game where the rules count the pieces. */
  move: string;
} | {
  do: "pass";
} | {
  do: "undo";
  /** How many. */
  plies?: number | null;
} | {
  do: "redo";
  /** How many. */
  plies?: number | null;
} | {
  do: "go_to";
  /** The number; 0 is the start. */
  node: number;
} | {
  do: "ask_takeback";
  /** How many single moves. */
  plies?: number | null;
} | {
  do: "answer_takeback";
  /** Yes or no. */
  accept: boolean;
} | {
  do: "offer_draw";
} | {
  do: "answer_draw";
  /** Yes or no. */
  accept: boolean;
} | {
  do: "claim_draw";
} | {
  do: "resign";
} | {
  do: "flag";
} | {
  do: "abort";
} | {
  do: "claim_left";
} | {
  do: "stop";
} | {
  do: "go_on";
} | {
  do: "pause";
} | {
  do: "step";
} | {
  do: "set_speed";
  /** The speed. */
  speed: MoveSpeed;
} | {
  do: "annotate";
  /** The way to the move that is meant, such as `e2e4 e7e5`; the start of the game where it is empty. */
  at: string;
  /** What is changed there. */
  change: TreeChange;
};

/** What can be asked for where a game is analysed. */
export type AnalysisPart = "look" | "review" | "judge";

/** Where in a game the attacks are asked for. */
export type AttacksQuery = {
  /** After which move of the tree, by its number; otherwise where the game stands. */
  node?: number | null;
};

/** A copy of all games. */
export type BackupView = {
  /** How many bytes it has. */
  bytes: number;
  /** The file. */
  file: string;
  /** How many games are in it. */
  games: number;
};

/** A position that may be wrong. */
export type CheckPosition = {
  /** The position. */
  fen: string;
  /** The rules; ordinary chess where none are named. */
  rules?: RulesWish | null;
};

/** What is to be said of a position. */
export type CheckedPosition = {
  /** Everything that is wrong with it. */
  faults: Array<Reason>;
  /** The rules. */
  rules: RulesView;
  /** Where a game would stand that begins with it; nothing where something is wrong. */
  state: StateView | null;
};

/** Which draws the side to move may claim. */
export type ClaimsView = {
  /** For moves without a capture or a pawn's move. */
  quiet_moves: boolean;
  /** For repetition. */
  repetition: boolean;
};

/** How a classic program is to be started, or taken up again. Texts all, because what is wrong with them is told on the WebSocket. */
export type ClassicQuery = {
  /** Where its games begin; otherwise where they always do. */
  fen?: string | null;
  /** How much of its screen the page has, where it is to be taken up again. */
  heard?: string | null;
  /** The language in which the server tells of the program, which has its own; otherwise that of the header `Accept-Language`. */
  language?: LanguageCode | null;
  /** The machine's luck, a number; otherwise by chance. */
  seed?: string | null;
  /** Whether moves are taken back: `true` or `false`. */
  undo?: string | null;
};

/** What is on a program's table. */
export type ClassicTable = {
  /** The position, also where it is set up; nothing where there has been none. */
  fen: string | null;
  /** What has to be typed to let a machine move that is to move. */
  machine: string | null;
  /** Whether that position is still being set up. */
  setting_up: boolean;
  /** Where the game stands, if there is one. */
  state: StateView | null;
};

/** One of the classic programs. */
export type ClassicView = {
  /** Whether it follows what the document requires, and not what it verifies. */
  as_written: boolean;
  /** The name of its document: two programs may have the same one. */
  document: string;
  /** Whether it has machines, so that a seed makes a difference. */
  has_machines: boolean;
  /** What a person should know who sits before it for the first time. */
  hint: string;
  /** Its name in addresses and commands. */
  name: string;
  /** Whether its rows are numbered from the top. */
  rows_from_top: boolean;
  /** Sessions that are worth watching line by line. */
  shown: Array<ShownSession>;
  /** What it is, in one line. */
  summary: string;
  /** Whether it can be started so that moves are taken back. */
  takes_back: boolean;
  /** What it is called. */
  title: string;
  /** The same where it was started so that moves are taken back. */
  turn_words: Array<string>;
  /** What may be typed beside moves, most useful first. */
  words: Array<string>;
};

/** What both have left, in milliseconds, at the moment `now` of the message that tells it. */
export type ClocksView = {
  /** Black's time. */
  black: number;
  /** Whose time runs. */
  running?: Side;
  /** How long the running clock still waits, as a delay has it. */
  waits?: number;
  /** White's time. */
  white: number;
};

/** Which color. */
export type ColorWish = "white" | "black" | "random";

/** What the server answers to a command by HTTP: it is on disk. */
export type CommandAnswer = {
  /** The entry, as its sender is told it; nothing where nothing was to be kept. */
  entry: FromServer | null;
  /** The version of the game after the command. */
  version: number;
};

/** The computer as an opponent. */
export type ComputerOpponent = {
  /** What to ask for: the rating. */
  level: number;
  /** What somebody who plays like this is called. */
  name: string;
  /** How it plays, in a sentence. */
  says: string;
};

/** Two computers who are to play each other. */
export type ComputersWish = {
  /** The level of Black. */
  black: number;
  /** How quickly they play; otherwise at normal speed. */
  speed?: MoveSpeed;
  /** The level of White. */
  white: number;
};

/** How a game ended. */
export type EndingView = {
  /** Whether the board shows it, as it does mate. Any other end, such as a resignation, is gone for good once moves are taken back. */
  on_board: boolean;
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count. */
  result: string;
  /** The end in words. */
  says: string;
  /** Who won; nobody in a draw or a game that does not count. */
  winner: Side | null;
};

/** Which entries of a game are asked for. */
export type EntriesQuery = {
  /** The version after which they are. */
  since?: number;
};

/** A command that was accepted and is on disk. */
export type EntryView = {
  /** The way to the move that was annotated, added or promoted, or before what was deleted: the tree is another one. */
  annotated?: string;
  /** How two computers play, where it is a game of two. */
  exhibition?: ExhibitionView;
  /** What happened, each in one word. */
  happened: Array<string>;
  /** How its sender called it. */
  id: string;
  /** How the moves changed. */
  line: LineChange;
  /** The server's time. */
  now: number;
  /** What happened, in words. */
  says: string;
  /** Where the game stands. */
  state: StateView;
  /** The version of the game after it. */
  version: number;
};

/** How two computers play, as everybody who watches is told. */
export type ExhibitionView = {
  /** Who made the game and steers it; nothing where that was lost with a damaged disk. */
  maker: string | null;
  /** Whether one move is to come though they wait. */
  one_move: boolean;
  /** Why they wait; nothing while they play. */
  pause: PauseView | null;
  /** How quickly they play. */
  speed: MoveSpeed;
};

/** How a game is written as a file. */
export type ExportQuery = {
  /** Whether a PGN has what the computer found out about the moves, where they were judged: scores, marks, remarks and better lines. */
  review?: boolean;
};

/** Why a request was not obeyed. Nothing has changed. */
export type Failure = {
  /** Why. */
  error: Reason;
  /** The entries that the sender has not seen, where that was the reason. */
  missing?: Array<FromServer>;
  /** The version of the game, where that was the reason. */
  version?: number;
};

/** What the server says over the WebSocket on which a game is analysed. */
export type FromAnalysis = {
  type: "place";
} & LookedPlace | {
  type: "lines";
} & LinesView | {
  type: "review";
} & ReviewView | {
  type: "judged";
} & JudgedView | {
  type: "busy";
} | {
  type: "failed";
  /** Why. */
  error: Reason;
  /** What; nothing where the message could not be read, or nothing can be analysed at all. */
  of: AnalysisPart | null;
};

/** What the server says over the WebSocket of a classic program. */
export type FromClassic = {
  type: "begun";
  /** With this the same page can come back, for a while. */
  key: string;
  /** How many of the messages that follow (`typed`, `said`, `aside`) are no news. */
  repeated: number;
} | {
  type: "typed";
  /** What. */
  text: string;
} | {
  type: "said";
  /** What. */
  text: string;
} | {
  type: "aside";
  /** What. */
  text: string;
} | {
  type: "table";
} & ClassicTable | {
  type: "failed";
  /** Why. */
  error: Reason;
} | {
  type: "notice";
  /** What, in words. */
  says: string;
} | {
  type: "over";
  /** Why, in words. */
  says: string;
};

/** What a client says over its WebSocket. */
export type FromClient = {
  type: "command";
  /** What to do. */
  action: Action;
  /** A name that the sender makes up, new for each command and kept when it is sent again. */
  id: string;
  /** How many milliseconds the player thought, by the client's clock: what else passed was the network's. */
  thought?: number | null;
  /** The version of the game that the sender has seen. */
  version: number;
} | {
  type: "ping";
  /** The version. */
  version: number;
};

/** What the server says over the WebSocket of the lobby. */
export type FromLobby = {
  type: "lobby";
  /** The seats. */
  seats: Array<GameSummary>;
} | {
  type: "host";
} & HostSwitches;

/** What the server says over a WebSocket. All but `pong`, `accepted` and `failed` is told to everybody who watches. */
export type FromServer = {
  type: "game";
} & GameView | {
  type: "entry";
} & EntryView | {
  type: "presence";
  /** Black. */
  black: PlayerView;
  /** The version of the game. */
  version: number;
  /** White. */
  white: PlayerView;
} | {
  type: "seats";
  /** The version of the game. */
  version: number;
} | {
  type: "rematch";
  /** Who wants it. */
  by: Side | null;
  /** The new game. */
  next: string | null;
  /** The version of the game. */
  version: number;
} | {
  type: "busy";
  /** The version of the game. */
  version: number;
} | {
  type: "trouble";
  /** Why; nothing where it is over. */
  says: string | null;
} | {
  type: "host";
} & HostSwitches | {
  type: "pong";
  /** The server's time. */
  now: number;
  /** The version of the game. */
  version: number;
} | {
  type: "accepted";
  /** How its sender called it. */
  id: string;
  /** The version after it. */
  version: number;
} | {
  type: "failed";
  /** Why. */
  failure: Failure;
  /** How its sender called it; nothing where the message could not be read. */
  id: string | null;
};

/** How far a game is. */
export type GameStage = "open" | "live" | "over";

/** A game in a list. */
export type GameSummary = {
  /** Whether somebody has come to play, or anything has been done in it. */
  begun: boolean;
  /** Black's name. */
  black: string;
  /** The time control, such as `5+3`; nothing where there is no clock. */
  clock: string | null;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Its name. */
  game: string;
  /** Whether one player has both sides, at one board. */
  one_board: boolean;
  /** Which side nobody has yet. */
  open: Side | null;
  /** How many single moves. */
  plies: number;
  /** Whether it was played elsewhere and is over: it is looked at by whoever opened it. */
  recorded: boolean;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** The name of the rule set. */
  rules: string;
  /** Open, running or finished. */
  stage: GameStage;
  /** Whose turn it is, where it is somebody's. */
  turn: Side | null;
  /** When something happened in it last. */
  updated: number;
  /** White's name. */
  white: string;
  /** What whoever asks is in it; nothing where everybody is told the same. */
  you: PartView | null;
};

/** A game, as it is shown to somebody. */
export type GameView = {
  /** Who plays Black. */
  black: PlayerView;
  /** The time control, such as `5+3`. */
  clock: string | null;
  /** When it was made. */
  created: number;
  /** How two computers play, where it is a game of two. */
  exhibition: ExhibitionView | null;
  /** Whether moves may be taken back without asking. */
  free_takeback: boolean;
  /** Its name. */
  game: string;
  /** The moves that were played. */
  line: Array<MoveView>;
  /** The rematch that followed. */
  next: string | null;
  /** The server's time in milliseconds since 1970. */
  now: number;
  /** What it was opened from, where it came from a file or another game. */
  opened: OpenedView | null;
  /** The game that this is a rematch of. */
  previous: string | null;
  /** Whether it was played elsewhere and is over: it is looked at, and nothing in it is played or taken back. */
  recorded: boolean;
  /** Who wants a rematch. */
  rematch: Side | null;
  /** The rules. */
  rules: RulesView;
  /** Points before this game. */
  score: ScoreView;
  /** Open, running or finished. */
  stage: GameStage;
  /** The position at the start. */
  start: string;
  /** Where it stands. */
  state: StateView;
  /** How many commands were accepted in it. */
  version: number;
  /** Who plays White. */
  white: PlayerView;
  /** What whoever asks is in it. */
  you: You;
};

/** A page of a list of games. */
export type GamesPage = {
  /** What to ask for to get the next page; nothing where this is the last. */
  after: string | null;
  /** The games, the latest first. */
  games: Array<GameSummary>;
};

/** Which games are looked for. */
export type GamesQuery = {
  /** What the page before said, to get the next one. */
  after?: string | null;
  /** Whether to list those alone that have begun, or those alone that have not: nobody came to play, and nothing was done. */
  begun?: boolean | null;
  /** The first day, such as `2026-01-01`. */
  from?: string | null;
  /** Whether to list one's own alone. */
  mine?: boolean;
  /** A part of a player's name. */
  player?: string | null;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result?: string | null;
  /** The name of the rule set. */
  rules?: string | null;
  /** How far they are. */
  stage?: GameStage | null;
  /** The last day. */
  to?: string | null;
  /** Whether to list those alone that have not ended; where nothing is said of `begun`, without those that have not begun within a day. */
  unfinished?: boolean;
};

/** What becomes of the games that a device has as somebody else. */
export type GuestGames = "take" | "leave";

/** A heading of a file. */
export type HeadingView = {
  /** Such as `Site` or `WhiteElo`. */
  name: string;
  /** What it says. */
  value: string;
};

/** Where in a game a hint is asked for. */
export type HintQuery = {
  /** After which move of the tree, by its number; otherwise where the game stands. */
  node?: number | null;
};

/** The best move of a position, and why it is good. */
export type HintView = {
  /** The move, such as `e2e4`. */
  move: string;
  /** The number of the move after which it would be made. */
  node: number;
  /** The same as it is written in lists. */
  san: string;
  /** The move in words, and its reason where there is one. */
  says: string;
  /** The version of the game. */
  version: number;
};

/** What the host wants otherwise. What is left out stays as it is. */
export type HostChange = {
  /** What all pages show; an empty text takes it away. */
  announcement?: string | null;
  /** Whether games with a clock are held. */
  clocks_paused?: boolean | null;
  /** Whether the computer does not play. */
  computer_off?: boolean | null;
  /** Whether nobody can wait in the lobby or take a seat there. */
  lobby_closed?: boolean | null;
  /** Whether nobody new is let in. */
  sessions_closed?: boolean | null;
  /** Whether nobody can take moves back. */
  takebacks_off?: boolean | null;
};

/** A game that runs. */
export type HostGame = {
  /** Black's name. */
  black: string;
  /** The time control; nothing where there is no clock. */
  clock: string | null;
  /** Its name. */
  game: string;
  /** The players who have a seat, by their ids. */
  players: Array<string>;
  /** How many single moves. */
  plies: number;
  /** The name of the rule set. */
  rules: string;
  /** When something happened in it last. */
  updated: number;
  /** White's name. */
  white: string;
};

/** What the host has switched on and off, as everybody is told. */
export type HostSwitches = {
  /** What all pages show. */
  announcement: string | null;
  /** Whether games with a clock are held. */
  clocks_paused: boolean;
  /** Whether the computer does not play. */
  computer_off: boolean;
  /** Whether nobody can wait in the lobby or take a seat there. */
  lobby_closed: boolean;
  /** Whether nobody new is let in. */
  sessions_closed: boolean;
  /** Whether nobody can take moves back. */
  takebacks_off: boolean;
};

/** The token of the host, to be exchanged for a cookie. */
export type HostToken = {
  /** The token. */
  token: string;
};

/** The server as its host sees it. */
export type HostView = {
  /** Whether it is by where the browser is that it is the host's, so that it stays so. */
  at_home: boolean;
  /** After how many seconds without a player the opponent may claim a game with a clock, and one without. */
  claim_after: [number, number];
  /** Games that run, the latest first, at most 200. */
  games: Array<HostGame>;
  /** What the server has to do; where there are several, all of them together. */
  load: LoadView;
  /** Names that are reserved. */
  names: Array<ReservedNameView>;
  /** The servers that use the database together, where there are several. */
  nodes: Array<NodeView>;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** Who is here, by name. */
  people: Array<PersonView>;
  /** Who is kept away. */
  removals: Array<RemovalView>;
  /** When it was started; of several, the one that was started last. */
  started: number;
  /** What is switched on and off. */
  switches: HostSwitches;
  /** What is wrong with the server, where something is. */
  trouble: TroubleView | null;
  /** What people type to come here. */
  url: string;
};

/** A link that gives somebody a seat. */
export type Invitation = {
  /** What to do about that, where it is so. */
  hint: string | null;
  /** What must be sent to take the seat: the part of the link behind the `=`. */
  key: string;
  /** Whether nobody on another machine can follow it. */
  loopback_only: boolean;
  /** The link as a QR code, an SVG image. */
  qr: string;
  /** The link. */
  url: string;
};

/** The wish to take an open seat. */
export type JoinGame = {
  /** The key of the invitation; in the lobby none. */
  invitation?: string | null;
};

/** How good a move would have been. */
export type JudgedView = {
  /** Whether it is as good as the best one, or nearly. */
  is_good: boolean;
  /** How much of the winning chances it loses, from 0 to 1. */
  loss: number;
  /** The move, such as `g1f3`. */
  move: string;
  /** After how many single moves of the game. */
  ply: number;
  /** Such as `Nf3`. */
  san: string;
  /** The same in words. */
  says: string;
};

/** A language in which people are told things. */
export type LanguageCode = "en" | "de";

/** How somebody wishes to be talked to over a WebSocket. */
export type LanguageQuery = {
  /** The language; otherwise that of the header `Accept-Language`. */
  language?: LanguageCode | null;
};

/** How the line of moves changed: so many moves at its beginning stay, these follow. */
export type LineChange = {
  /** What follows them. */
  add: Array<MoveView>;
  /** How many moves stay. */
  keep: number;
};

/** A move of a line. */
export type LineMove = {
  /** Such as `Nf3`. */
  san: string;
  /** Such as `g1f3`. */
  uci: string;
};

/** A line of moves, and where it leads. */
export type LineView = {
  /** Its moves. */
  moves: Array<LineMove>;
  /** What it leads to. */
  score: ScoredPosition;
};

/** The best lines of a position. */
export type LinesView = {
  /** The way to the position, as it was asked for. */
  at: string;
  /** How deep it was searched; 0 where the game is over there. */
  depth: number;
  /** Whether it goes no deeper. */
  is_done: boolean;
  /** The lines, the best first; none where the game is over there. */
  lines: Array<LineView>;
  /** How many positions were seen. */
  positions: number;
  /** What the position is worth. */
  score: ScoredPosition;
  /** What tables of endgames say, where the server has them. */
  tables?: TablesView;
  /** The moves beyond it, as they were asked for. */
  then: string;
  /** Whether it is looked at what the other side would do. */
  threat: boolean;
};

/** What the server has to do. */
export type LoadView = {
  /** How many bytes of memory it has. */
  memory: number | null;
  /** How many moves were made since it was started. */
  moves: number;
  /** How many milliseconds of processor time it has used since it was started. */
  processor: number | null;
  /** How many processors there are. */
  processors: number;
  /** How many questions wait for the computer. */
  questions: number;
  /** How many windows are connected. */
  sockets: number;
};

/** A position that is looked at. */
export type LookedPlace = {
  /** The way to the position, as it was asked for. */
  at: string;
  /** The position. */
  fen: string;
  /** The same moves one by one. */
  moves: Array<TriedMove>;
  /** Why there is nothing to think about: how the game would be over. */
  over?: string;
  /** What can be done in it. */
  place: PlaceView;
  /** The moves beyond it, as they were asked for. */
  then: string;
};

/** The part of a square in a refusal. */
export type Mark = "attacker" | "blocker" | "line" | "place" | "crossing";

/** A move that may not be legal. */
export type MoveQuery = {
  /** Such as `e2e4`, `Nf3` or `O-O`. */
  move: string;
  /** The way to the move after which it would be made, such as `e2e4 e7e5`; otherwise where the game stands. */
  path?: string | null;
};

/** How quickly two computers play. */
export type MoveSpeed = "slow" | "normal" | "fast";

/** A move of the line that was played, with the position after it. */
export type MoveView = {
  /** The position after it. That of the last move is told with the state. */
  fen?: string;
  /** Its number in the tree of all moves. */
  node: number;
  /** The opening that this position has the name of. The opening of a game is the last one that is named in its line. */
  opening?: OpeningView;
  /** Such as `Nf3`; `--` where a side passed. */
  san: string;
  /** Such as `g1f3`; `0000` where a side passed. */
  uci: string;
};

/** A game to be made. */
export type NewGame = {
  /** Whether the computer plays openings by the book; otherwise it does, at the levels that know openings. */
  book?: boolean | null;
  /** The time control, such as `5+3`, `10d5`, `40/90+30,30+30`; without, there is no clock. */
  clock?: string | null;
  /** Which color to have. */
  color?: ColorWish;
  /** The way to the move of it after which to play on, such as `e2e4 e7e5`; the start of the game where it is empty. */
  from?: string | null;
  /** How its sender calls this wish, with 1 to 64 printable characters: sent again, it makes no second game. */
  id?: string | null;
  /** Which game of a file with several, from 1; otherwise the first. */
  number?: number | null;
  /** A game to look at or to go on with. One that is over is looked at, unless there is an opponent, a clock or a place to play on from. */
  open?: OpenFile | null;
  /** The opening to begin with, by its name or code: its moves are made for both sides. */
  opening?: string | null;
  /** Whom to play. */
  opponent: OpponentWish;
  /** The start position as FEN; otherwise the usual one. */
  position?: string | null;
  /** The rules; ordinary chess, or those of what is opened. */
  rules?: RulesWish | null;
  /** Whether the computer resigns what is lost, and offers and takes draws; otherwise it does. Of two computers neither does. */
  yields?: boolean | null;
};

/** A wish to play here. */
export type NewSession = {
  /** What to be called: 1 to 40 characters. */
  name: string;
  /** Whether to get the token itself, for programs; otherwise a cookie is set, for browsers. */
  token?: boolean;
};

/** One of several servers. */
export type NodeView = {
  /** What it has to do; nothing where it does not answer. */
  load: LoadView | null;
  /** Its number, as in the header `Tabiya-Node`. */
  node: number;
  /** How many people are at it. */
  people: number;
};

/** A game from a file, or one that was played here. */
export type OpenFile = {
  pgn: string;
} | {
  xml: string;
} | {
  fen: string;
} | {
  json: string;
} | {
  game: string;
};

/** What a game was opened from. */
export type OpenedView = {
  /** Who had Black there. */
  black: string | null;
  /** When, such as `1851.06.21`; question marks where a part is not known. */
  date: string | null;
  /** Where it was played. */
  event: string | null;
  /** How many games the file had. */
  games: number;
  /** Everything else that its headings said, in their order. */
  headings: Array<HeadingView>;
  /** What was left out of it, in words. */
  left_out: Array<string>;
  /** Which game of the file it was, from 1. */
  number: number;
  /** How it ended there: `1-0`, `0-1`, `1/2-1/2` or `*`. Where it is played on, it has no result, and `left_out` tells which it had. */
  result: string;
  /** Who had White there. */
  white: string | null;
};

/** An opening with which a game may begin. */
export type OpeningChoice = {
  /** Its code, such as `C60`. */
  eco: string;
  /** Its moves, such as `1. e4 e5 2. Nf3`. */
  moves: string;
  /** Its name, by which a game is asked for that begins with it. */
  name: string;
};

/** What somebody has typed of an opening's name or code. */
export type OpeningQuery = {
  /** The beginning of words, in any order. */
  text?: string;
};

/** An opening. */
export type OpeningView = {
  /** Its code, such as `C60`. */
  eco: string;
  /** Its name. */
  name: string;
};

/** Whom to play. */
export type OpponentWish = "link" | "lobby" | "here" | {
  computer: number;
} | {
  computers: ComputersWish;
};

/** A part in a game. */
export type PartView = "white" | "black" | "both" | "spectator";

/** Why two computers wait. */
export type PauseView = {
  /** A word that never changes: `maker`, `unwatched`, `long` or `crowded`. */
  code: string;
  /** The cause in words. */
  says: string;
};

/** Somebody who is here. */
export type PersonView = {
  /** Where they are. */
  address: string | null;
  /** What they are called. */
  name: string;
  /** At which of several servers they are. */
  nodes: Array<number>;
  /** The player's id. */
  player: string;
  /** How many windows they have open, as far as that is known. */
  windows: number;
};

/** A place in the tree of a game's moves. */
export type PlaceQuery = {
  /** The way to the move after which it is, such as `e2e4 e7e5`; the start of the game where it is empty. */
  path?: string;
};

/** What can be done in a position of the tree. */
export type PlaceView = {
  /** Where the royal piece stands that is in check. */
  check?: string;
  /** Where each piece of the side to move may go, one square behind the other. */
  dests: { [key in string]?: string };
  /** What else a move changes. */
  effects: { [key in string]?: { [key in string]?: string | null } };
  /** The way to the move after which it is. */
  path: string;
  /** What it may become, as letters. */
  promotes_to: Array<string>;
  /** The moves that need to say what the pawn becomes. */
  promotions: Array<string>;
  /** Who is to move. */
  turn: Side;
  /** The version of the game. */
  version: number;
};

/** What has a seat. */
export type PlayerKind = "person" | "computer" | "open";

/** Who has a seat. */
export type PlayerView = {
  /** In how many milliseconds the opponent may claim the game; nothing where they are here. */
  claim_in: number | null;
  /** What plays. */
  kind: PlayerKind;
  /** The computer's level. */
  level: number | null;
  /** The name. */
  name: string;
  /** Whether they are here. */
  present: boolean;
};

/** Where men could ever go, if all others were placed well for them: targets of moves made in advance. It is the same all through a game, so that it is told once. */
export type ReachView = {
  /** For each man, as a letter of FEN, the squares where it may stand, each with where it could go from there. */
  men: { [key in string]?: { [key in string]?: string } };
};

/** Why something was refused: a word for programs, a sentence for people, and the squares that it is about. */
export type Reason = {
  /** A word that never changes. */
  code: string;
  /** What to draw on the board. */
  marks: Array<SquareMark>;
  /** The reason in words. */
  says: string;
};

/** The wish to be known again. */
export type RecoverPlayer = {
  /** The code, however it is written. */
  code: string;
  /** What becomes of the games that this device has as somebody else. It must be told where there are some. */
  guest_games?: GuestGames | null;
  /** Whether to get the token itself, for programs; otherwise a cookie is set, for browsers. */
  token?: boolean;
};

/** By what a player is known again at another device. It is told once. */
export type RecoveryLink = {
  /** The code, to be written down. */
  code: string;
  /** Whether nobody on another machine can follow it. */
  loopback_only: boolean;
  /** What they are called. */
  name: string;
  /** The player's id. */
  player: string;
  /** The link as a QR code, an SVG image. */
  qr: string;
  /** A link with it. */
  url: string;
};

/** Where a remark stands. */
export type RemarkPlace = "before" | "after";

/** Where a rematch is played. */
export type RematchAnswer = {
  /** The new game; nothing while the other has not agreed. */
  next: string | null;
};

/** Somebody who is kept away. */
export type RemovalView = {
  /** Whether nobody new comes in from their address either. */
  address: boolean;
  /** What they were called. */
  name: string;
  /** The player's id. */
  player: string;
  /** Until when. */
  until: number;
};

/** Somebody who has to go. */
export type RemovePlayer = {
  /** Whether nobody new comes in from their address meanwhile either. */
  address?: boolean;
  /** For how many minutes they are kept away; 0 only ends what they have open. */
  minutes?: number;
  /** The player's id. */
  player: string;
};

/** A name to be reserved. */
export type ReserveName = {
  /** The name: 1 to 40 characters. One that is reserved already gets a new code. */
  name: string;
  /** The player whose it shall be, who is called so from now on; otherwise whoever is given the code. */
  player?: string | null;
};

/** A name that is reserved. */
export type ReservedNameView = {
  /** The name. */
  name: string;
  /** The id of the player whose it is. */
  player: string;
};

/** What is known of a game's moves. */
export type ReviewView = {
  /** What Black did. */
  black: ReviewedSide;
  /** Of how many positions something is known. */
  done: number;
  /** The graph in a sentence, for those who cannot see it; nothing while it is not known. */
  graph?: string;
  /** The moves themselves, as the way to the last of them. */
  line: string;
  /** The moves that are worth a word, in the order of the game. */
  moves: Array<ReviewedMove>;
  /** How many there are. */
  of: number;
  /** What every position is worth, from the start on; nothing where that is not known yet. */
  points: Array<ScoredPosition | null>;
  /** The version of the game whose moves they are. */
  version: number;
  /** What White did. */
  white: ReviewedSide;
};

/** A move that is worth a word. */
export type ReviewedMove = {
  /** The better move in words, such as `Better is Bd7.` */
  better_says?: string;
  /** The better line, where it was a mistake. */
  line?: Array<LineMove>;
  /** How much of the winning chances it loses, from 0 to 1. */
  loss: number;
  /** `!`, `?!`, `?` or `??`. */
  mark: string;
  /** The same as a word, such as `mistake`. */
  name: string;
  /** After how many single moves it was made. */
  ply: number;
  /** Such as `Nf3`. */
  san: string;
  /** What it does, such as `Nxe5 hangs the knight on c6.`, without the better move; nothing where there is nothing to say. */
  says?: string;
};

/** What a side did. */
export type ReviewedSide = {
  /** Its accuracy, from 0 to 100, where all positions are known and it has moved. */
  accuracy?: number;
  /** How many blunders. */
  blunders: number;
  /** How many inaccuracies. */
  inaccuracies: number;
  /** How many mistakes. */
  mistakes: number;
};

/** A rule file that may be wrong. */
export type RulesText = {
  /** Its text. */
  text: string;
};

/** A rule set. */
export type RulesView = {
  /** Whether the living pieces are counted at the end, so that a game can be stopped at any time. */
  counts_pieces: boolean;
  /** What differs from ordinary chess, as lines of a rule file. */
  differences: string;
  /** Whether games begin with openings that have names. */
  has_openings: boolean;
  /** Its name. */
  name: string;
  /** What differs from ordinary chess, in sentences. */
  says: Array<string>;
  /** The position with which its games usually begin. */
  start: string;
  /** What it is, in one line. */
  summary: string;
};

/** Which rules. */
export type RulesWish = {
  name: string;
} | {
  file: string;
};

/** Points of a match: one for a win, half for a draw. */
export type ScoreView = {
  /** Of whoever has Black now. */
  black: string;
  /** In how many games. */
  games: number;
  /** Of whoever has White now, such as `1.5`. */
  white: string;
};

/** What a position is worth, as White sees it. */
export type ScoredPosition = {
  /** White's winning chances, from 0 to 1. */
  chances: number;
  /** In how many moves somebody wins by force; negative where it is Black. */
  mate?: number;
  /** How the game is over there: `1-0`, `0-1` or `1/2-1/2`. */
  over?: string;
  /** In pawns, where nobody wins by force. */
  pawns?: number;
  /** As players write it: `+0.35`, `#3`, `#-3`, `1-0`. */
  says: string;
};

/** Who somebody is. */
export type SessionInfo = {
  /** What they are called. */
  name: string;
  /** The player's id. */
  player: string;
  /** What proves it, where it was asked for. */
  token?: string;
};

/** A session that is shown line by line; behind the last line the input ends. */
export type ShownSession = {
  /** Where it begins, if not where games of the program do. */
  fen: string | null;
  /** What is typed. */
  lines: Array<string>;
  /** Its name. */
  name: string;
  /** What is seen in it, in a few words that begin small. */
  title: string;
};

/** White or Black. */
export type Side = "white" | "black";

/** A mark with its sign. */
export type SignView = {
  /** Its number in PGN. */
  mark: number;
  /** Such as `!?`. */
  sign: string;
};

/** What a client has of the game whose WebSocket it opens. */
export type SocketQuery = {
  /** The language in which it is told; otherwise that of the header `Accept-Language`. */
  language?: LanguageCode | null;
  /** The version; without, the whole game is told first. */
  since?: number | null;
};

/** A square and what it has to do with a refusal. */
export type SquareMark = {
  /** Its part. */
  mark: Mark;
  /** The square. */
  square: string;
};

/** Where a game stands: everything that is needed to show it and to play on. What is nothing, no or none is left out. */
export type StateView = {
  /** How many moves can be made again. */
  ahead?: number;
  /** Where the royal piece stands that is in check. */
  check?: string;
  /** Which draws may be claimed. */
  claims?: ClaimsView;
  /** The clocks, if there are any. */
  clocks?: ClocksView;
  /** Where each piece of the side to move may go, one square behind the other: told to whoever moves it. */
  dests?: { [key in string]?: string };
  /** Who offers a draw. */
  draw_offer?: Side;
  /** What else such a move as `e1g1` changes, where a man does not only go from one square to the other and take what is there: what stands on other squares then, as letters of FEN. Told to whoever makes it. */
  effects?: { [key in string]?: { [key in string]?: string | null } };
  /** How it ended. */
  ending?: EndingView;
  /** The position. */
  fen: string;
  /** The squares of the last move. */
  last?: [string, string];
  /** What each side's men count by the rule set, White first. */
  material: [number, number];
  /** Whether the side to move can only pass. */
  must_pass?: boolean;
  /** The number of the last move in the tree of all moves. */
  node: number;
  /** How many single moves lead here. */
  ply: number;
  /** What it may become, as letters: told with the moves. */
  promotes_to?: Array<string>;
  /** The moves, such as `e7e8`, that need to say what the pawn becomes: told to whoever makes them. */
  promotions?: Array<string>;
  /** Who asks to take back. */
  takeback?: TakebackView;
  /** Who is to move. */
  turn: Side;
};

/** A command as it is sent: what, with a name of its own, and upon which version. */
export type Submit = {
  /** What to do. */
  action: Action;
  /** A name that the sender makes up, new for each command and kept when it is sent again. */
  id: string;
  /** How many milliseconds the player thought, by the client's clock: what else passed was the network's. */
  thought?: number | null;
  /** The version of the game that the sender has seen. */
  version: number;
};

/** What tables of endgames say of a position. */
export type TablesView = {
  /** The same in words, with how far the next step of it is. */
  says: string;
  /** Who wins; nothing where it is a draw. */
  wins: Side | null;
};

/** A wish to take back. */
export type TakebackView = {
  /** Who has it. */
  by: Side;
  /** How many single moves. */
  plies: number;
};

/** How often each square is attacked, and by what. */
export type ThreatsView = {
  /** The same for Black. */
  black: { [key in string]?: Array<string> };
  /** The number of the move after which it is so. */
  node: number;
  /** The version of the game. */
  version: number;
  /** The squares that White attacks, each with where the attackers stand. */
  white: { [key in string]?: Array<string> };
};

/** What a client says over the WebSocket on which a game is analysed. */
export type ToAnalysis = {
  type: "look";
  /** The way to the move after which it is, as the tree tells it, such as `e2e4 e7e5~2`; the start of the game where it is empty. */
  at?: string;
  /** How many lines, from 1 to 5. */
  lines: number;
  /** Moves beyond it that need not be in the tree, such as `g1f3 b8c6`. */
  then?: string;
  /** Whether it is looked at what the side that is not to move would do, if it were. */
  threat?: boolean;
} | {
  type: "rest";
} | {
  type: "review";
} | {
  type: "judge";
  /** The move, such as `g1f3`. */
  move: string;
  /** After how many single moves of the game. */
  ply: number;
};

/** What a client says over the WebSocket of a classic program. */
export type ToClassic = {
  type: "input";
  /** What, with the ends of its lines. */
  text: string;
} | {
  type: "move";
  /** From where. */
  from: string;
  /** What the pawn becomes, as a letter. */
  promotion?: string | null;
  /** To where. */
  to: string;
} | {
  type: "end";
};

/** What is changed at a move of a game. */
export type TreeChange = {
  comment: {
    /** Before the first move of a variation, or after a move. */
    place: RemarkPlace;
    /** The words; each line is a comment of its own, and none takes it away. */
    text: string;
  };
} | {
  marks: string;
} | {
  drawing: string;
} | {
  play: string;
} | {
  beside: string;
} | "promote" | "earlier" | "delete";

/** A move of the tree, or the start of the game, with what is said of it. What is nothing or none is left out. */
export type TreeMoveView = {
  /** Which of the moves it follows, counted from 0; nothing at the start. */
  after?: number;
  /** What is said before it, where it begins a variation. */
  before?: Array<string>;
  /** What is drawn on the board, such as `Ge2e4` and `Rd5`. */
  drawing?: Array<string>;
  /** The position after it. */
  fen: string;
  /** Its marks, by their numbers in PGN. */
  marks?: Array<number>;
  /** The opening that this position has the name of. The opening of a line is the last one that is named in it. */
  opening?: OpeningView;
  /** What is said after it. */
  remarks?: Array<string>;
  /** Such as `Nf3`; `--` where a side passes. */
  san?: string;
  /** The step of the way to it, such as `e2e4`; the second of the same moves in a place is `e2e4~2`. */
  step?: string;
  /** Whether its comments have something else of programs, such as a clock, which is kept and not told: whoever plays the move again after it was deleted cannot write that. */
  untold?: boolean;
};

/** The moves of a game with all variations, and what is said of them. */
export type TreeView = {
  /** Whether whoever asks may change it. */
  may_edit: boolean;
  /** The start of the game and all its moves, each behind the one that it follows. Of the moves that follow the same one, the first continues the line, and the others are variations of it. */
  moves: Array<TreeMoveView>;
  /** The marks that have a sign of their own. */
  signs: Array<SignView>;
  /** The version of the game. */
  version: number;
};

/** A move beyond those of the tree. */
export type TriedMove = {
  /** The position after it. */
  fen: string;
  /** Such as `Nf3`. */
  san: string;
  /** Such as `g1f3`. */
  uci: string;
};

/** What is wrong with the server. */
export type TroubleView = {
  /** Whether people can play all the same. */
  can_play: boolean;
  /** What it is, in a sentence. */
  says: string;
  /** What can be done about it. */
  way_out: string;
};

/** What runs here. */
export type Welcome = {
  /** What to do about that, where it is so. */
  hint: string | null;
  /** What the host has switched on and off. */
  host: HostSwitches;
  /** The most bytes of a file that can be opened. */
  largest_file: number;
  /** The levels of the computer that have a number, from 1 on. Ratings from 400 on can be asked for as well. */
  levels: Array<number>;
  /** Whether only this machine can reach the server. */
  loopback_only: boolean;
  /** Always `tabiya`. */
  name: string;
  /** The computer at each of its ratings that are offered, the weakest first. */
  opponents: Array<ComputerOpponent>;
  /** The rule sets that are built in. */
  rules: Array<RulesView>;
  /** What is wrong with the server's data, where something is. */
  trouble: string | null;
  /** The program's version. */
  version: string;
};

/** What somebody is in a game. */
export type You = {
  /** Whether they may take the open seat, for which nobody needs a key. */
  may_join: boolean;
  /** Whether they steer the two computers that play. */
  may_steer: boolean;
  /** Their part. */
  role: PartView;
};
