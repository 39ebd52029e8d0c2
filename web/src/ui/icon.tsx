import type { JSX } from "preact";

/** Line drawings in a square of 24. */
const PATHS = {
  new: "M12 5v14M5 12h14",
  open: "M3 19V6h6l2 2h8v3M3 19l3-8h16l-3 8z",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  saveAs: "M5 4h11l3 3v5M5 4v16h6M8 4v5h7V4M14 20l1-3 5-5 2 2-5 5z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  redo: "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h4",
  quit: "M10 4H5v16h5M9 12h11M16 8l4 4-4 4",
  flip: "M7 4v15M4 16l3 3 3-3M17 20V5M14 8l3-3 3 3",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  first: "M18 6l-7 6 7 6zM7 6v12",
  previous: "M16 6l-8 6 8 6z",
  next: "M8 6l8 6-8 6z",
  last: "M6 6l7 6-7 6zM17 6v12",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4M9 9v2M15 9v2",
  people: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 19c0-3.5 2.5-5.5 5.5-5.5s5.5 2 5.5 5.5M16 11a3 3 0 1 0 0-6M16 13.5c3 0 5.5 2 5.5 5.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5",
  lobby: "M4 20V9l8-5 8 5v11M9 20v-6h6v6",
  graph: "M4 4v16h16M7 15l4-5 3 3 5-7",
  board: "M4 4h16v16H4zM4 12h16M12 4v16M4 4h8v8H4zM12 12h8v8h-8z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  flag: "M6 21V4h11l-2 4 2 4H6",
  draw: "M5 9h14M5 15h14",
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  zen: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z",
  blindfold: "M4 12s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM5 4l14 16",
  install: "M12 4v10M8 10l4 4 4-4M5 19h14",
  keys: "M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14h8",
  hand: "M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 10V5a1.5 1.5 0 0 1 3 0v6M14 11V6.5a1.5 1.5 0 0 1 3 0V15c0 3.5-2 5.5-5 5.5-4 0-5-3-7-6.5-.5-1 .5-2.5 2-1.5l1.5 1.5",
  pause: "M8 6v12M16 6v12",
  terminal: "M3 5h18v14H3zM7 9l3 3-3 3M12.5 15H17",
  bulb: "M9 18h6M10 21h4M9 15c0-2-3-3.5-3-7a6 6 0 0 1 12 0c0 3.5-3 5-3 7z",
  erase: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
