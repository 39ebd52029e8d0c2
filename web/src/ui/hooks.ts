import { useLayoutEffect, useReducer } from "preact/hooks";

/** Something that tells when it has changed. */
export interface Observable {
  subscribe(listener: () => void): () => void;
}

/**
 * Draws the component again whenever the source changes. It listens before anything else can happen: what changed between
 * the drawing and the listening would never be shown.
 */
export function useObservable(source: Observable | null): void {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => source?.subscribe(() => redraw()), [source]);
}
