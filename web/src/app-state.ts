import { h } from "preact";
import type { JSX } from "preact";
import { browserEnvironment } from "./game/environment";
import { invitationKeys } from "./game/invitation-keys";
import { Room } from "./game/room";
import { Refused, Unreachable, http } from "./net/http";
import { untilReached } from "./net/until-reached";
import type { GameView, HostSwitches, OpponentWish, SessionInfo, Side, Welcome } from "./protocol";
import { settings } from "./settings";
import { texts } from "./texts";

export type Route =
  | { page: "home" }
  | { page: "game"; id: string; isAnalysed: boolean }
  | { page: "setup"; fen: string | null; rules: string }
  | { page: "games"; isMine: boolean }
  /** A game for two at this device, or of two computers, is to begin at once. */
  | { page: "begin"; rules: string; opponent: OpponentWish }
  | { page: "host" }
  | { page: "classics"; opensWindow: boolean }
  | { page: "classic"; name: string; seed: string | null; undo: boolean }
  | { page: "nowhere" };

/** How often a page without a connection asks what the host has said. */
const LOOK_FOR_HOST = 10_000;

const CLASSIC = /^\/classics(?:\/([a-z-]*))?$/;
const GAME = /^\/([0-9A-Za-z]{8})$/;

function routeOf(address: Location): Route {
  // Before games: a name of eight letters could be one.
  const classic = CLASSIC.exec(address.pathname);
  if (classic) return classicRoute(classic[1] ?? "", new URLSearchParams(address.search));
  if (address.pathname === "/host") return { page: "host" };
  const game = GAME.exec(address.pathname)?.[1];
  if (game) return { page: "game", id: game, isAnalysed: address.hash === "#analysis" };
  if (!["/", "/index.html"].includes(address.pathname)) return { page: "nowhere" };
  const wish = new URLSearchParams(address.hash.slice(1));
  const opponent = opponentOf(wish);
  if (opponent) return { page: "begin", rules: wish.get("rules") ?? "fide", opponent };
  if (wish.has("setup")) return { page: "setup", fen: wish.get("setup") || null, rules: wish.get("rules") ?? "fide" };
  const [page, value] = address.hash.slice(1).split("=", 2);
  return page === "games" ? { page, isMine: value === "mine" } : { page: "home" };
}

/** Who is to play a game that the address asks for. */
function opponentOf(wish: URLSearchParams): OpponentWish | null {
  const level = (side: Side): number => Number(wish.get(side) ?? 1);
  switch (wish.get("play")) {
    case "here":
      return "here";
    case "computers":
      return { computers: { white: level("white"), black: level("black") } };
    default:
      return null;
  }
}

function classicRoute(name: string, query: URLSearchParams): Route {
  // The window of the fourth is the board of the page.
  if (name === "" || name === "byu") return { page: "classics", opensWindow: name !== "" };
  return { page: "classic", name, seed: query.get("seed"), undo: query.get("undo") === "true" };
}

/** Who one is here; nobody yet, where the server says so. */
async function knownSession(): Promise<SessionInfo | null> {
  try {
    return await http.session();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** What the parts of the page share. */
class AppState {
  route: Route = routeOf(location);
  welcome: Welcome | null = null;
  session: SessionInfo | null = null;
  room: Room | null = null;
  orientation: Side | null = null;
  /** Whether whoever was invited to the game has chosen to watch it. */
  watches = false;
  /** The dialog that is open. */
  dialog: (() => JSX.Element) | null = null;
  /** What the status line says where there is no game. */
  notice = "";
  /** What the host has switched on and off, as far as it was told. */
  host: HostSwitches | null = null;
  private hostToken: string | null = null;
  private readonly listeners = new Set<() => void>();
  private newSession: Promise<SessionInfo> | null = null;
  private isBeginning = false;
  /** A game that the server has just made. */
  private made: GameView | null = null;
  /** What is there once it is known who one is here. */
  private known: Promise<void> = Promise.resolve();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  async start(): Promise<void> {
    window.addEventListener("popstate", () => this.followAddress());
    window.addEventListener("hashchange", () => this.followAddress());
    this.known = this.loadSession();
    // A game is asked for meanwhile: who is far away waits for each question.
    if (this.route.page !== "game") await this.known;
    this.followAddress();
    await this.known;
    setInterval(() => void this.askForHost(), LOOK_FOR_HOST);
  }

  /** Where no connection tells what the host has said, the page asks now and then. */
  private async askForHost(): Promise<void> {
    if (["home", "game"].includes(this.route.page) || document.visibilityState === "hidden") return;
    try {
      this.toldByHost((await http.welcome()).host);
    } catch {
      // What is shown stays.
    }
  }

  toldByHost(switches: HostSwitches): void {
    if (JSON.stringify(switches) === JSON.stringify(this.host)) return;
    this.host = switches;
    this.changed();
  }

  /** This device is another player's from now on. */
  becomes(session: SessionInfo): void {
    this.session = session;
    settings.set({ name: session.name });
    this.changed();
  }

  /** The server does not know this device any more. */
  sessionEnded(): void {
    this.session = null;
    this.room?.close();
    this.room = null;
    this.go("/");
    this.tell(texts.net.sessionEnded, "refusal");
  }

  /** The token of a link to the host's page, once. */
  takeHostToken(): string | null {
    const token = this.hostToken;
    this.hostToken = null;
    return token;
  }

  /** Learns what runs here, and who one is; again and again until the server answers. */
  private async loadSession(): Promise<void> {
    for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
      try {
        // Both at once: who is far away waits for each question.
        const [welcome, session] = await Promise.all([http.welcome(), knownSession()]);
        this.welcome = welcome;
        this.host = welcome.host;
        this.session = session;
        if (this.notice === texts.net.triedAgain) this.notice = "";
        this.changed();
        return;
      } catch (error) {
        this.notice = error instanceof Unreachable ? texts.net.triedAgain : error instanceof Error ? error.message : String(error);
        this.changed();
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  /** Makes sure that the server knows the player. No account is needed, only a name. */
  async ensureSession(): Promise<SessionInfo> {
    await this.known;
    if (this.session) return this.session;
    this.newSession ??= http.newSession(settings.get().name || texts.home.guest).finally(() => {
      this.newSession = null;
    });
    this.session = await this.newSession;
    this.changed();
    return this.session;
  }

  /** Makes sure that the server knows the player, by this name where one is given. */
  async beCalled(name: string): Promise<void> {
    const isOther = name !== "" && name !== (this.session?.name ?? settings.get().name);
    settings.set({ isNameAsked: true });
    if (isOther) await this.rename(name);
    await this.ensureSession();
  }

  async rename(name: string): Promise<void> {
    settings.set({ name });
    if (this.session) this.session = await http.rename(name);
    this.changed();
  }

  go(path: string): void {
    if (location.pathname + location.search + location.hash !== path) history.pushState(null, "", path);
    this.followAddress();
    // Another page is read from its top, however far down one was.
    scrollTo(0, 0);
  }

  /** Goes to a game that the server has just made. */
  goToNew(made: GameView, part: "" | "#analysis" = ""): void {
    this.made = made;
    this.go(`/${made.game}${part}`);
  }

  private followAddress(): void {
    const key = takeInvitationKey();
    const code = takeFromAddress(/^#code=([0-9A-Za-z-]+)$/);
    this.hostToken = takeFromAddress(/^#token=([0-9A-Za-z]+)$/) ?? this.hostToken;
    const route = routeOf(location);
    const isSameGame = route.page === "game" && this.room?.id === route.id;
    this.route = route;
    this.dialog = null;
    this.notice = "";
    if (!isSameGame) {
      this.room?.close();
      this.room = null;
      this.orientation = null;
      this.watches = false;
    }
    if (route.page === "game") void this.openRoom(route.id, key);
    if (route.page === "begin") void this.begin(route.rules, route.opponent);
    this.changed();
    if (code) void import("./views/identity").then(({ CodeDialog }) => this.show(() => h(CodeDialog, { code })));
  }

  /** Begins a game that the address asked for, and takes the wish out of it: going back must not begin another. */
  private async begin(rules: string, opponent: OpponentWish): Promise<void> {
    // A changed address is told twice.
    if (this.isBeginning) return;
    this.isBeginning = true;
    let path = "/";
    let trouble = "";
    try {
      path = await untilReached(
        async () => {
          await this.ensureSession();
          this.made = await http.newGame({ rules: { name: rules }, opponent, color: "white" });
          return `/${this.made.game}`;
        },
        () => {
          this.tell(texts.net.triedAgain);
          return this.route.page === "begin";
        },
      );
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    this.isBeginning = false;
    if (this.route.page !== "begin") return;
    history.replaceState(null, "", path);
    this.followAddress();
    if (trouble) this.tell(trouble, "refusal");
  }

  /** Opens the game anew that is open: this window has another part in it now. */
  reopenRoom(): void {
    const id = this.room?.id;
    this.room?.close();
    this.room = null;
    if (id) void this.openRoom(id, null);
    this.changed();
  }

  /** Opens a game, with the key of a link where it had one. Whoever is invited is asked first. */
  private async openRoom(id: string, key: { what: string; value: string } | null): Promise<void> {
    if (key?.what === "join") invitationKeys.keep(id, key.value);
    const refusal = key?.what === "seat" ? await this.takeSeat(key.value) : null;
    if (this.room?.id === id || this.route.page !== "game" || this.route.id !== id) return;
    const environment = {
      ...browserEnvironment,
      toldByHost: (switches: HostSwitches) => this.toldByHost(switches),
      sessionEnded: () => this.sessionEnded(),
    };
    this.room = new Room(id, environment, this.made?.game === id ? this.made : null);
    this.made = null;
    if (refusal) this.room.say(refusal, "refusal");
    this.changed();
  }

  /** Takes the seat that a link gives; otherwise says why not. */
  private async takeSeat(key: string): Promise<string | null> {
    try {
      await this.ensureSession();
      await http.takeSeat(key);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Whether whoever has opened a link is still to choose what to be in the game. */
  get isInvited(): boolean {
    const view = this.room?.view;
    if (!view || !this.room || this.room.isPlayer || this.watches) return false;
    return view.stage === "open" || invitationKeys.of(view.game) !== null;
  }

  /** Whether the game is to be shown with its analysis. */
  get isAnalysing(): boolean {
    return this.route.page === "game" && this.route.isAnalysed;
  }

  /** Opens the analysis of the game that is shown, or leaves it. */
  analyse(is = true): void {
    if (this.room) this.go(`/${this.room.id}${is ? "#analysis" : ""}`);
  }

  /** Whether there is a board to play on, or to watch. */
  get showsBoard(): boolean {
    return this.route.page === "game" && !this.isInvited && !this.room?.trouble;
  }

  /** Whoever was invited watches from now on, or thinks again. */
  watch(watches: boolean): void {
    this.watches = watches;
    this.changed();
  }

  show(dialog: () => JSX.Element): void {
    this.dialog = dialog;
    this.changed();
  }

  closeDialog = (): void => {
    this.dialog = null;
    this.changed();
  };

  /** Says something in the status line. */
  tell(says: string, kind: "note" | "refusal" = "note"): void {
    this.notice = says;
    this.room?.say(says, kind);
    this.changed();
  }

  /** Which side is at the bottom. */
  get bottom(): Side {
    if (this.orientation) return this.orientation;
    return this.room?.view?.you.role === "black" ? "black" : "white";
  }

  flip(): void {
    this.orientation = this.bottom === "white" ? "black" : "white";
    this.tell(texts.game.flipped[this.orientation]);
  }
}

/** Takes a secret out of the address, so that it does not stay there to be read. */
function takeFromAddress(secret: RegExp): string | null {
  const found = secret.exec(location.hash)?.[1] ?? null;
  if (found) history.replaceState(null, "", location.pathname);
  return found;
}

/** The same for the key of an invitation. */
function takeInvitationKey(): { what: string; value: string } | null {
  const match = /^#(join|seat)=([0-9A-Za-z]+)$/.exec(location.hash);
  if (!match) return null;
  history.replaceState(null, "", location.pathname);
  return { what: match[1] ?? "", value: match[2] ?? "" };
}

export const app = new AppState();
