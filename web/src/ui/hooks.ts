import { useEffect, useLayoutEffect, useReducer } from "preact/hooks";
import { texts } from "../texts";

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

/** What the tab of a page is called; what is urgent is said instead. */
export function useTitle(title: string | null, urgent: string | null = null): void {
  useEffect(() => {
    document.title = urgent ?? (title === null ? texts.appName : `${title} – ${texts.appName}`);
  }, [title, urgent]);
}
