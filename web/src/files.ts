import { app } from "./app-state";
import { Refused, http } from "./net/http";
import type { Exported, Form } from "./net/http";
import type { GameView, OpenFile, OpponentWish } from "./protocol";
import { texts } from "./texts";

const LARGEST = 4 * 1024 * 1024;

/** Where a game was opened from or saved to. Without a handle the browser can only download. */
export type Place = { name: string; form: Form; handle: FileSystemFileHandle | null; isOurs: boolean };

/** Pickers are not in every browser, nor in TypeScript's library. */
type Pickers = {
  showOpenFilePicker?: (options?: object) => Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?: (options?: object) => Promise<FileSystemFileHandle>;
};
const pickers = window as unknown as Pickers;

const places = new Map<string, Place>();

/** A text with games, kept so that another of them can be opened; and which became which game here. */
export type Source = {
  name: string;
  text: string;
  handle: FileSystemFileHandle | null;
  opponent: OpponentWish;
  /** How many games are in it. */
  games: number;
  opened: Map<number, string>;
  isOpening: boolean;
};

const sources = new Map<string, Source>();

export const MEDIA: Record<Form, string> = {
  pgn: "application/x-chess-pgn",
  xml: "application/xml",
  fen: "text/plain",
  json: "application/json",
};

export function placeOf(game: string): Place | null {
  return places.get(game) ?? null;
}

/** What a game was opened from, for as long as the page is not loaded anew. */
export function sourceOf(game: string): Source | null {
  return sources.get(game) ?? null;
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
  return openNumber({ name, text, handle, opponent, games: 1, opened: new Map(), isOpening: false }, 1);
}

/** Makes a game of one of those in a text. One that was opened before is gone back to, with whatever was played in it. */
export async function openNumber(source: Source, number: number): Promise<boolean> {
  if (source.isOpening) return false;
  source.isOpening = true;
  try {
    await app.beSomebody();
    const known = source.opened.get(number);
    const view = known ? await http.game(known) : await makeGame(source, number);
    app.go(`/${view.game}`);
    app.tell(openedNote(source, view));
    return true;
  } catch (error) {
    const name = source.name || texts.files.pasted;
    app.tell(texts.files.cannotOpen(source.games > 1 ? texts.files.gameIn(number, name) : name, said(error)), "refusal");
    return false;
  } finally {
    source.isOpening = false;
  }
}

async function makeGame(source: Source, number: number): Promise<GameView> {
  const { name, text, handle, opponent } = source;
  const form = formOf(name, text);
  const view = await http.newGame({ open: { [form]: text } as OpenFile, number, opponent });
  source.games = view.opened?.games ?? 1;
  source.opened.set(number, view.game);
  sources.set(view.game, source);
  places.set(view.game, { name, form, handle, isOurs: false });
  return view;
}

/** Which file, which of its games, by which rules, and what of it could not be kept. */
function openedNote(source: Source, { opened, rules }: GameView): string {
  const t = texts.files;
  const notes = [source.name ? t.opened(source.name) : t.openedText];
  if (opened && opened.games > 1) notes.push(t.gameOf(opened.number, opened.games, opened.white ?? "", opened.black ?? ""));
  notes.push(t.rulesNote(texts.rules[rules.name]?.[0] ?? rules.name));
  if (opened && opened.left_out.length > 0) notes.push(t.leftOut(opened.left_out.join("; ")));
  return notes.join(" ");
}

export async function openFile(file: File, opponent: OpponentWish, handle: FileSystemFileHandle | null = null): Promise<boolean> {
  if (file.size > LARGEST) {
    app.tell(texts.files.cannotOpen(file.name, texts.files.tooLarge), "refusal");
    return false;
  }
  return openText(file.name, await file.text(), opponent, handle);
}

/** Lets somebody choose a file; false where they thought better of it, or it could not be opened. */
export async function pickAndOpen(opponent: OpponentWish): Promise<boolean> {
  if (pickers.showOpenFilePicker) {
    try {
      const [handle] = await pickers.showOpenFilePicker();
      return handle ? await openFile(await handle.getFile(), opponent, handle) : false;
    } catch (error) {
      if (isCancelled(error)) return false;
      app.tell(texts.files.cannotOpen("", said(error)), "refusal");
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

/** Writes the game where it was saved last. */
export async function saveAgain(game: string, place: Place): Promise<void> {
  try {
    await put(game, await http.exported(game, place.form), place);
  } catch (error) {
    app.tell(texts.files.cannotSave(said(error)), "refusal");
  }
}

/** Saves under a name; throws why the game cannot be written in that form. */
export async function saveAs(game: string, name: string, form: Form): Promise<void> {
  const exported = await http.exported(game, form);
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
  await put(game, exported, { name: handle?.name ?? full, form, handle, isOurs: true });
}

async function put(game: string, exported: Exported, place: Place): Promise<void> {
  if (place.handle) {
    const file = await place.handle.createWritable();
    await file.write(exported.text);
    await file.close();
    app.tell(withLosses(texts.files.saved(place.name), exported));
  } else {
    download(place.name, exported.text, MEDIA[place.form]);
    app.tell(withLosses(texts.files.downloaded(place.name), exported));
  }
  places.set(game, { ...place, isOurs: true });
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

/** Takes what is dropped or pasted anywhere on the page. */
export function takeDrops(): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    void openFile(file, "here");
  });
  // Pasting outside of a field opens what was copied, be it a text or a file.
  window.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) void openFile(file, "here");
    else if (text.length > LARGEST) app.tell(texts.files.cannotOpen(texts.files.pasted, texts.files.tooLarge), "refusal");
    else if (text.trim()) void openText("", text, "here");
  });
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function said(error: unknown): string {
  if (error instanceof Refused) return error.reason.says;
  return error instanceof Error ? error.message : String(error);
}
