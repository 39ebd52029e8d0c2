import type { JSX as Preact } from "preact";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      /** A man, drawn by the style sheet of the piece set. */
      piece: Preact.HTMLAttributes<HTMLElement>;
    }
  }
}
