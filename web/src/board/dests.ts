/** Where pieces may go, by where they stand: `{ e2: "e3e4" }`. */
export type Dests = { [from in string]?: string };

/** Where the piece on a square may go. */
export function targetsOf(dests: Dests, from: string): string[] {
  return dests[from]?.match(/../g) ?? [];
}
