import { app } from "./app-state";
import { textOf } from "./file-text";
import { Refused, http } from "./net/http";
import type { Exported, Form } from "./net/http";
import type { GameView, OpenFile, OpponentWish } from "./protocol";
import { texts } from "./texts";
import { confirm } from "./ui/confirm";

/** Where a game was opened from or saved to. Without a handle the browser can only download. */
export type SavedFile = { name: string; form: Form; handle: FileSystemFileHandle | null; isOurs: boolean };

/** Pickers are not in every browser, nor in TypeScript's library. */
type Pickers = {
  showOpenFilePicker?: (options?: object) => Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?: (options?: object) => Promise<FileSystemFileHandle>;
};
const pickers = window as unknown as Pickers;

const savedFiles = new Map<string, SavedFile>();

/** A text with games, kept so that another of them can be opened; and which became which game here. */
export type OpenedFile = {
  name: string;
  text: string;
  handle: FileSystemFileHandle | null;
  opponent: OpponentWish;
  /** How many games are in it. */
  games: number;
  opened: Map<number, string>;
  isOpening: boolean;
};

const openedFiles = new Map<string, OpenedFile>();

export const MEDIA: Record<Form, string> = {
  pgn: "application/x-chess-pgn",
  xml: "application/xml",
  fen: "text/plain",
  json: "application/json",
};

export function savedFileOf(game: string): SavedFile | null {
  return savedFiles.get(game) ?? null;
}

/** What a game was opened from, for as long as the page is not loaded anew. */
export function openedFileOf(game: string): OpenedFile | null {
  return openedFiles.get(game) ?? null;
}

/** What a text is, by its name and by how it looks. */
export function formOf(name: string, text: string): Form {
  const ending = /\.(pgn|xml|fen|json)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending) return ending as Form;
  const start = text.trimStart();
  if (start.startsWith("<")) return "xml";
  if (start.startsWith("{") && start.includes('"')) return "json";
  return /^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}(\s|$)/.test(start) ? "fen" : "pgn";
}

/** Makes a game of a text. The running game stays where something is wrong. */
export async function openText(
  name: string,
  text: string,
  opponent: OpponentWish,
  handle: FileSystemFileHandle | null = null,
): Promise<boolean> {
  if (isTooLarge(name || texts.files.pasted, text)) return false;
  return openNumber({ name, text, handle, opponent, games: 1, opened: new Map(), isOpening: false }, 1);
}

/** Makes a game of one of those in a text. One that was opened before is gone back to, with whatever was played in it. */
export async function openNumber(file: OpenedFile, number: number): Promise<boolean> {
  if (file.isOpening) return false;
  file.isOpening = true;
  try {
    await app.ensureSession();
    const known = file.opened.get(number);
    const view = known ? await http.game(known) : await makeGame(file, number);
    app.go(`/${view.game}`);
    app.tell(openedNote(file, view));
    return true;
  } catch (error) {
    const name = file.name || texts.files.pasted;
    app.tell(texts.files.cannotOpen(file.games > 1 ? texts.files.gameIn(number, name) : name, errorMessage(error)), "refusal");
    return false;
  } finally {
    file.isOpening = false;
  }
}

async function makeGame(file: OpenedFile, number: number): Promise<GameView> {
  const { name, text, handle, opponent } = file;
  const form = formOf(name, text);
  const view = await http.newGame({ open: { [form]: text } as OpenFile, number, opponent });
  file.games = view.opened?.games ?? 1;
  file.opened.set(number, view.game);
  openedFiles.set(view.game, file);
  savedFiles.set(view.game, { name, form, handle, isOurs: false });
  return view;
}

/** Which file, which of its games, by which rules if not the usual ones, from where, and what of it could not be kept. */
function openedNote(file: OpenedFile, { opened, rules, start }: GameView): string {
  const t = texts.files;
  const notes = [file.name ? t.opened(file.name) : t.openedText];
  if (opened && opened.games > 1) notes.push(t.gameOf(opened.number, opened.games, opened.white ?? "", opened.black ?? ""));
  if (rules.name !== "fide") notes.push(t.rulesNote(texts.rules[rules.name] ?? rules.name));
  // XML itself does not say where its game begins.
  if (formOf(file.name, file.text) === "xml" && start !== rules.start) notes.push(t.otherStart);
  if (opened && opened.left_out.length > 0) notes.push(t.leftOut(opened.left_out.join("; ")));
  return notes.join(" ");
}

export async function openFile(file: File, opponent: OpponentWish, handle: FileSystemFileHandle | null = null): Promise<boolean> {
  // It need not be read to be refused.
  if (isTooLarge(file.name, file)) return false;
  return openText(file.name, textOf(new Uint8Array(await file.arrayBuffer())), opponent, handle);
}

/** Whether the server takes no file as large as this; then that is told. */
export function isTooLarge(name: string, content: string | Blob): boolean {
  const bytes = new Blob([content]).size;
  const most = app.welcome?.largest_file ?? Number.POSITIVE_INFINITY;
  if (bytes > most) app.tell(texts.files.cannotOpen(name, texts.files.tooLarge(most)), "refusal");
  return bytes > most;
}

/** Lets somebody choose a file; false where they thought better of it, or it could not be opened. */
export async function pickAndOpen(opponent: OpponentWish): Promise<boolean> {
  if (pickers.showOpenFilePicker) {
    try {
      const [handle] = await pickers.showOpenFilePicker();
      return handle ? await openFile(await handle.getFile(), opponent, handle) : false;
    } catch (error) {
      if (isCancelled(error)) return false;
      app.tell(texts.files.cannotOpen("", errorMessage(error)), "refusal");
      return false;
    }
  }
  const file = await chooseFile();
  return file ? openFile(file, opponent) : false;
}

function chooseFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

/** A game in a form, with what is being typed of its moves here. */
export async function exportedWhole(game: string, form: Form): Promise<Exported> {
  if (app.room?.id === game) await app.room.analysis.written();
  return http.exported(game, form);
}

/** Writes the game where it was saved last. */
export async function saveAgain(game: string, saved: SavedFile): Promise<void> {
  try {
    await write(game, await exportedWhole(game, saved.form), saved);
  } catch (error) {
    app.tell(texts.files.cannotSave(errorMessage(error)), "refusal");
  }
}

/** Saves under a name; throws why the game cannot be written in that form. */
export async function saveAs(game: string, name: string, form: Form): Promise<void> {
  const exported = await exportedWhole(game, form);
  const full = name.toLowerCase().endsWith(`.${form}`) ? name : `${name}.${form}`;
  let handle: FileSystemFileHandle | null = null;
  if (pickers.showSaveFilePicker) {
    try {
      handle = await pickers.showSaveFilePicker({ suggestedName: full, types: [{ accept: { [MEDIA[form]]: [`.${form}`] } }] });
    } catch (error) {
      if (isCancelled(error)) return;
      throw error;
    }
  }
  await write(game, exported, { name: handle?.name ?? full, form, handle, isOurs: true });
}

async function write(game: string, exported: Exported, saved: SavedFile): Promise<void> {
  if (saved.handle) {
    const file = await saved.handle.createWritable();
    await file.write(exported.text);
    await file.close();
    app.tell(withLosses(texts.files.saved(saved.name), exported));
  } else {
    download(saved.name, exported.text, MEDIA[saved.form]);
    app.tell(withLosses(texts.files.downloaded(saved.name), exported));
  }
  savedFiles.set(game, { ...saved, isOurs: true });
}

/** What was done, and what of the game has no place in its form. */
export function withLosses(done: string, { leftOut }: Exported): string {
  return leftOut ? `${done} ${texts.files.leftOut(leftOut)}` : done;
}

export function download(name: string, text: string, media: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: media }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copyText(text: string, done: string = texts.files.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.tell(done);
  } catch {
    app.tell(texts.files.cannotCopy, "refusal");
  }
}

/** How many parts of the page ask for a file at the moment. */
let awaiting = 0;

/** From now on somebody asks for a file, until what is given back is called. */
export function awaitFiles(): () => void {
  awaiting += 1;
  return () => {
    awaiting -= 1;
  };
}

/** Opens what came unasked. It takes no running game away without a word. */
function openUnasked(content: File | string): void {
  const t = texts.files;
  const name = typeof content === "string" ? t.pasted : content.name;
  if (isTooLarge(name, content)) return;
  const run = (): void => void (typeof content === "string" ? openText("", content, "here") : openFile(content, "here"));
  const lost = awaiting > 0 ? "" : wouldLeave();
  if (lost) confirm(t.leaveTitle(name), lost, t.leaveYes, run);
  else run();
}

/** What becomes of what is played here when another game is opened; nothing where nothing is. */
function wouldLeave(): string {
  if (app.route.page === "classic") return texts.files.leaveProgram;
  return app.room?.isEngaged ? texts.files.leaveGame(app.room.view?.clock != null) : "";
}

/** Takes what is dropped or pasted anywhere on the page. */
export function listenToDrops(): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    openUnasked(file);
  });
  // Pasting outside of a field opens what was copied, be it a text or a file.
  window.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file ?? text.trim()) openUnasked(file ?? text);
  });
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function errorMessage(error: unknown): string {
  if (error instanceof Refused) return error.reason.says;
  return error instanceof Error ? error.message : String(error);
}
