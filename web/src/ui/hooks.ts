import { useEffect, useReducer } from "preact/hooks";

/** Something that tells when it has changed. */
export interface Source {
  subscribe(listener: () => void): () => void;
}

/** Draws the component again whenever the source changes. */
export function useSource(source: Source | null): void {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => source?.subscribe(() => redraw()), [source]);
}
