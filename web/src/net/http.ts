import { language } from "../language";
import type {
  BackupView,
  CheckPosition,
  CheckedPosition,
  ClassicView,
  Failure,
  FromServer,
  GameSummary,
  GameView,
  GamesPage,
  GuestGames,
  HostChange,
  HintView,
  HostView,
  Invitation,
  NewGame,
  OpeningChoice,
  PlaceView,
  ReachView,
  Reason,
  RecoveryLink,
  RematchAnswer,
  RemovePlayer,
  RulesView,
  SessionInfo,
  ThreatsView,
  TreeView,
  Welcome,
} from "../protocol";
import { texts } from "../texts";
import { serverAnswers, serverIsAway } from "./page-version";

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly reason: Reason,
    readonly status: number,
  ) {
    super(reason.says);
  }

  get isMissing(): boolean {
    return this.status === 404;
  }

  /** Whether the same question may be answered otherwise in a while. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {
  constructor() {
    super(texts.net.unreachable);
  }
}

/** What to look for among the stored games. */
export type Search = {
  player?: string;
  result?: string;
  rules?: string;
  from?: string;
  to?: string;
  stage?: string;
  unfinished?: string;
  begun?: string;
  mine?: string;
  after?: string;
};

/** The forms in which a game can be saved. */
export type Form = "pgn" | "xml" | "fen" | "json";

/** A game in such a form, and what of it has no place there; empty where all has. */
export type Exported = { text: string; leftOut: string };

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "accept-language": language };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    serverIsAway();
    throw new Unreachable();
  }
  serverAnswers();
  if (!response.ok) throw new Refused(await reasonOf(response), response.status);
  return response;
}

async function reasonOf(response: Response): Promise<Reason> {
  try {
    return ((await response.json()) as Failure).error;
  } catch {
    return { code: "unknown", says: texts.net.failed(response.status), marks: [] };
  }
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}

/** A game in a form; with what an analysis has found, where that is wished. */
async function exported(id: string, form: Form, part: "" | "?review=true" = ""): Promise<Exported> {
  const response = await ask("GET", `/games/${id}/export/${form}${part}`);
  return { text: await response.text(), leftOut: response.headers.get("tabiya-left-out") ?? "" };
}

export const http = {
  welcome: () => json<Welcome>("GET", "/"),
  session: () => json<SessionInfo>("GET", "/session"),
  newSession: (name: string) => json<SessionInfo>("POST", "/session", { name }),
  rename: (name: string) => json<SessionInfo>("PATCH", "/session", { name }),
  checkRules: (text: string) => json<RulesView>("POST", "/rules", { text }),
  checkPosition: (asked: CheckPosition) => json<CheckedPosition>("POST", "/position", asked),
  classics: () => json<ClassicView[]>("GET", "/classics"),
  openings: (text: string) => json<OpeningChoice[]>("GET", `/openings?${new URLSearchParams({ text })}`),
  lobby: () => json<GameSummary[]>("GET", "/lobby"),
  running: () => json<GameSummary[]>("GET", "/running"),
  games: (search: Search) => json<GamesPage>("GET", `/games?${new URLSearchParams(search)}`),
  newGame: (wish: NewGame) => json<GameView>("POST", "/games", wish),
  game: (id: string) => json<GameView>("GET", `/games/${id}`),
  reach: (id: string) => json<ReachView>("GET", `/games/${id}/reach`),
  entries: (id: string, since: number) =>
    json<FromServer[]>("GET", `/games/${id}/entries?${new URLSearchParams({ since: String(since) })}`),
  threats: (id: string, node: number) => json<ThreatsView>("GET", `/games/${id}/threats?${new URLSearchParams({ node: String(node) })}`),
  hint: (id: string, node: number) => json<HintView>("GET", `/games/${id}/hint?${new URLSearchParams({ node: String(node) })}`),
  why: (id: string, move: string, path?: string) =>
    json<Reason>("GET", `/games/${id}/why?${new URLSearchParams(path === undefined ? { move } : { move, path })}`),
  tree: (id: string) => json<TreeView>("GET", `/games/${id}/tree`),
  treeMoves: (id: string, path: string) => json<PlaceView>("GET", `/games/${id}/tree/moves?${new URLSearchParams({ path })}`),
  exported,
  join: (id: string, invitation?: string) => json<GameView>("POST", `/games/${id}/join`, invitation ? { invitation } : {}),
  takeSeat: (key: string) => json<GameView>("POST", `/seats/${key}`),
  invitation: (id: string) => json<Invitation>("GET", `/games/${id}/invitation`),
  transfer: (id: string) => json<Invitation>("POST", `/games/${id}/transfer`),
  rematch: (id: string) => json<RematchAnswer>("POST", `/games/${id}/rematch`),
  makeCode: () => json<RecoveryLink>("POST", "/session/code"),
  recover: (code: string, guest_games?: GuestGames) => json<SessionInfo>("POST", "/session/recovered", { code, guest_games }),
  endOtherSessions: () => ask("DELETE", "/session/others"),
  host: () => json<HostView>("GET", "/host"),
  hostSignIn: (token: string) => ask("POST", "/host/session", { token }),
  hostSignOut: () => ask("DELETE", "/host/session"),
  changeHost: (change: HostChange) => json<HostView>("PATCH", "/host", change),
  removePlayer: (wish: RemovePlayer) => json<HostView>("POST", "/host/removals", wish),
  readmit: (player: string) => json<HostView>("DELETE", `/host/removals/${player}`),
  reserveName: (name: string) => json<RecoveryLink>("POST", "/host/names", { name }),
  releaseName: (player: string) => json<HostView>("DELETE", `/host/names/${player}`),
  backUp: () => json<BackupView>("POST", "/host/backup"),
  shutDown: () => ask("POST", "/host/shutdown"),
  declineRematch: (id: string) => json<RematchAnswer>("DELETE", `/games/${id}/rematch`),
};
