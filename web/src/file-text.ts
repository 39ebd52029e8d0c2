const MARKS: { mark: number[]; encoding: string }[] = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

/** The text of a file: as its mark says, else UTF-8; what cannot be that was written by a program of the time before. */
export function textOf(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
