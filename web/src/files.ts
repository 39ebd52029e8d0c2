import { app } from "./app-state";
import { Refused, http } from "./net/http";
import type { Exported, Form } from "./net/http";
import type { OpenFile, OpponentWish } from "./protocol";
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

export const MEDIA: Record<Form, string> = { pgn: "application/x-chess-pgn", xml: "application/xml", fen: "text/plain", json: "application/json" };

export function placeOf(game: string): Place | null {
  return places.get(game) ?? null;
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
export async function openText(name: string, text: string, opponent: OpponentWish, handle: FileSystemFileHandle | null = null): Promise<boolean> {
  const form = formOf(name, text);
  try {
    await app.beSomebody();
    const open = { [form]: text } as OpenFile;
    const view = await http.newGame({ open, opponent });
    places.set(view.game, { name, form, handle, isOurs: false });
    app.go(`/${view.game}`);
    const rules = texts.rules[view.rules.name]?.[0] ?? view.rules.name;
    app.tell(`${name ? texts.files.opened(name) : texts.files.openedText} ${texts.files.rulesNote(rules)}`);
    return true;
  } catch (error) {
    app.tell(texts.files.cannotOpen(name || texts.files.pasted, said(error)), "refusal");
    return false;
  }
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
