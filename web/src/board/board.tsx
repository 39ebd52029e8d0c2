import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { DrawShape } from "@lichess-org/chessground/draw";
import type { Key, MouchEvent } from "@lichess-org/chessground/types";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Side, SquareMark } from "../protocol";
import { settings } from "../settings";
import { useObservable } from "../ui/hooks";
import type { Dests } from "./dests";
import { anywhere, targetsOf } from "./dests";
import { TextBoard, hideCursor } from "./text-board";

type Props = {
  fen: string;
  orientation: Side;
  turn: Side;
  /** Whose men can be moved here. */
  color: Side | null;
  /** Where they may go; anywhere, for somebody else to judge, while that is not known. */
  dests: Dests | "anywhere";
  /**
   * Where the men of whoever waits could go, as far as that is known: it is shown, and they may be put anywhere all the same. Nothing
   * for those who do not want that.
   */
  premoves: Dests | "anywhere" | null;
  last: [string, string] | null;
  check: string | null;
  marks: SquareMark[];
  /** Arrows and circles, such as `Ge2e4` and `Rd5`. */
  drawing?: string[];
  /** Somebody drew one, which is to be kept; without it drawings last until the next click. */
  onDraw?: (shape: string) => void;
  /** The squares of a move that is shown and not accepted yet. */
  onItsWay?: [string, string] | null;
  /** Grows whenever the board has to show the position anew. */
  resets: number;
  /** Whether rows are numbered from the top. */
  rowsFromTop?: boolean;
  /** Whether the men are not to be seen. */
  isBlindfold?: boolean;
  onMove: (from: string, to: string, isPremove: boolean) => void;
  /** Somebody tried to go where no piece can go. */
  onRefused: (from: string, to: string) => void;
  onPremove?: (squares: [string, string] | null) => void;
  /** Somebody takes a man who has to wait, and does not move in advance. */
  onTooEarly?: () => void;
  onTouched?: () => void;
  children?: ComponentChildren;
};

const map = (dests: Dests): Map<Key, Key[]> => new Map(Object.keys(dests).map((from) => [from, targetsOf(dests, from)] as [Key, Key[]]));

/** Where the men may go that can be moved now. */
function destsOf({ fen, color, dests }: Pick<Props, "fen" | "color" | "dests">): Dests {
  return dests === "anywhere" ? anywhere(fen, color) : dests;
}

/** Where men may be put in advance. */
function premovesOf({ fen, color, premoves }: Pick<Props, "fen" | "color" | "premoves">): Dests {
  if (premoves === "anywhere") return anywhere(fen, color);
  return premoves && Object.keys(premoves).length > 0 ? anywhere(fen, color, premoves) : {};
}

/** The board: chessground for eyes and hands, a table above it for keys and screen readers. */
export function Board(props: Props): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [selected, setSelected] = useState<string | null>(null);
  /** The square of a man that was let go of, for those who hear it. */
  const [letGo, setLetGo] = useState<string | null>(null);
  useObservable(settings);
  const { coordinates } = settings.get();
  const animates = settings.get().animates && !matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Chessground itself would tell of a move a moment later, when something else may have been done after it.
  const tell = (ground: Api, isPremove: boolean): void => {
    const { movable, lastMove } = ground.state;
    const [from, to] = lastMove ?? [];
    // A move takes the destinations away at once.
    if (movable.dests || !from || !to) return;
    movable.dests = new Map();
    latest.current.onMove(from, to, isPremove);
  };
  useLayoutEffect(() => {
    if (!element.current) return;
    // With its position from the start, or the men would walk there from the usual one.
    const ground = Chessground(element.current, {
      fen: latest.current.fen,
      orientation: latest.current.orientation,
      coordinates: coordinates !== "none",
      animation: { enabled: animates, duration: 180 },
      highlight: { lastMove: true, check: false },
      draggable: { showGhost: true },
      movable: { free: false, showDests: true, dests: new Map() },
      premovable: {
        enabled: true,
        events: {
          set: (from, to) => latest.current.onPremove?.([from, to]),
          unset: () => latest.current.onPremove?.(null),
        },
      },
      drawable: {
        enabled: true,
        onChange: (shapes) => {
          const drawn = shapes.at(-1);
          const { onDraw } = latest.current;
          if (!drawn || !onDraw) return;
          ground.setShapes([]);
          onDraw(shapeOf(drawn));
        },
      },
      addDimensionsCssVarsTo: element.current.parentElement ?? undefined,
      disableContextMenu: true,
      events: { change: () => setSelected(ground.state.selected ?? null) },
    });
    const changed = (): void => setSelected(ground.state.selected ?? null);
    const stops = [
      watchAttempts(element.current, ground, latest, changed),
      watchLettingGo(element.current, ground, setLetGo, changed),
      watchMoves(() => tell(ground, false)),
    ];
    setApi(ground);
    return () => {
      for (const stop of stops) stop();
      ground.destroy();
    };
  }, [coordinates, animates]);

  const { fen, orientation, turn, color, dests, premoves, last, resets } = props;
  useLayoutEffect(() => {
    if (!api) return;
    api.set({
      fen,
      orientation,
      turnColor: turn,
      lastMove: last ? (last as [Key, Key]) : undefined,
      // What is not known is not shown; where men could go in advance is drawn below.
      movable: { color: color ?? undefined, dests: map(destsOf(props)), showDests: color === turn && dests !== "anywhere" },
      premovable: { enabled: premoves !== null, customDests: map(premovesOf(props)) },
    });
    if (premoves === null) api.cancelPremove();
    const premove = api.state.premovable.current;
    if (!color) api.cancelMove();
    else if (turn === color && premove) {
      if (api.playPremove()) tell(api, true);
      else latest.current.onRefused(...premove);
    }
    setSelected(api.state.selected ?? null);
  }, [api, fen, orientation, turn, color, dests, premoves, last?.[0], last?.[1], resets]);

  const known = color === turn ? dests : premoves;
  const targets = selected && known && known !== "anywhere" ? targetsOf(known, selected) : [];
  const inAdvance = color === turn ? "" : targets.join("");
  const { marks, check, onItsWay, drawing } = props;
  useEffect(() => {
    if (!api) return;
    const custom = new Map<Key, string>();
    for (const square of (inAdvance.match(/../g) ?? []) as Key[])
      custom.set(square, `premove-dest${api.state.pieces.has(square) ? " oc" : ""}`);
    const add = (square: string, mark: string): void => void custom.set(square as Key, `${custom.get(square as Key) ?? ""} ${mark}`.trim());
    if (check) add(check, "check");
    for (const square of onItsWay ?? []) add(square, "on-its-way");
    for (const { square, mark } of marks) add(square, `mark-${mark}`);
    api.set({ highlight: { custom } });
    api.setAutoShapes([...(drawing ?? []).map(drawnShape), ...pinArrow(marks)]);
  }, [api, marks, check, fen, inAdvance, drawing?.join(), onItsWay?.[0], onItsWay?.[1]]);

  // At once: after the next frame, it would wipe out what was let go of before that.
  useLayoutEffect(() => setLetGo(null), [fen]);
  useLayoutEffect(() => {
    if (selected) setLetGo(null);
  }, [selected]);

  const press = (square: string): void => {
    if (!api) return;
    latest.current.onTouched?.();
    if (isTooEarly(api, latest.current, square)) latest.current.onTooEarly?.();
    const from = api.state.selected;
    const isRefused = from !== undefined && isAttempt(api, latest.current, from, square);
    api.selectSquare(square as Key);
    tell(api, false);
    if (from === square) api.selectSquare(null);
    if (isRefused) latest.current.onRefused(from, square);
    setSelected(api.state.selected ?? null);
  };
  return (
    <div class={props.isBlindfold ? "board-frame blindfold" : "board-frame"} onPointerDown={hideCursor}>
      <div class="board-ground" ref={element} aria-hidden="true" />
      {props.children}
      <TextBoard
        fen={fen}
        orientation={orientation}
        selected={selected}
        letGo={letGo}
        targets={targets}
        last={last}
        check={check}
        rowsFromTop={props.rowsFromTop}
        onPress={press}
      />
    </div>
  );
}

/** Whether going from one square to the other is a move that somebody meant and that cannot be made. */
function isAttempt(api: Api, props: Props, from: string, to: string): boolean {
  const { color, turn } = props;
  if (from === to || color !== turn || targetsOf(destsOf(props), from).includes(to)) return false;
  return api.state.pieces.get(from as Key)?.color === color && api.state.pieces.get(to as Key)?.color !== color;
}

/** Whether a man on a square is one's own that has to wait. */
function isTooEarly(api: Api, { color, turn, premoves }: Props, square: string | undefined): boolean {
  return premoves === null && color !== null && color !== turn && api.state.pieces.get(square as Key)?.color === color;
}

/** Chessground only lets go of what cannot be done; people want to know why. */
function watchAttempts(element: HTMLElement, api: Api, props: { current: Props }, changed: () => void): () => void {
  const at = (event: MouchEvent): string | undefined => {
    const touch = event.touches?.[0];
    const x = touch ? touch.clientX : event.clientX;
    const y = touch ? touch.clientY : event.clientY;
    return x === undefined || y === undefined ? undefined : api.getKeyAtDomPos([x, y]);
  };
  const down = (event: Event): void => {
    props.current.onTouched?.();
    const mouch = event as MouchEvent;
    const from = api.state.selected;
    const to = at(mouch);
    const isLeft = !mouch.button && !mouch.shiftKey;
    if (isLeft && isTooEarly(api, props.current, to)) props.current.onTooEarly?.();
    if (isLeft && from && to && isAttempt(api, props.current, from, to)) props.current.onRefused(from, to);
    setTimeout(changed);
  };
  const up = (event: Event): void => {
    const drag = api.state.draggable.current;
    setTimeout(changed);
    if (!drag?.started) return;
    const mouch = event as MouchEvent;
    const to = (mouch.type === "touchend" ? undefined : at(mouch)) ?? api.getKeyAtDomPos(drag.pos);
    const { color, turn } = props.current;
    const targets = targetsOf(destsOf(props.current), drag.orig);
    if (to && to !== drag.orig && color === turn && !targets.includes(to)) props.current.onRefused(drag.orig, to);
  };
  const starts = ["mousedown", "touchstart"] as const;
  const ends = ["mouseup", "touchend"] as const;
  for (const name of starts) element.addEventListener(name, down, { capture: true, passive: true });
  for (const name of ends) document.addEventListener(name, up, { capture: true, passive: true });
  return () => {
    for (const name of starts) element.removeEventListener(name, down, { capture: true });
    for (const name of ends) document.removeEventListener(name, up, { capture: true });
  };
}

/** Calls after chessground has done what a pointer did, which it hears of at the board and at the document. */
function watchMoves(done: () => void): () => void {
  const names = ["mousedown", "touchstart", "mouseup", "touchend"] as const;
  for (const name of names) window.addEventListener(name, done, { passive: true });
  return () => {
    for (const name of names) window.removeEventListener(name, done);
  };
}

/** Escape lets go of a man and of a move in advance; a press beside the board, of a man. */
function watchLettingGo(element: HTMLElement, api: Api, tell: (square: string) => void, changed: () => void): () => void {
  const letGo = (event: Event): void => {
    const isKey = event instanceof KeyboardEvent;
    if (isKey && (event.key !== "Escape" || document.querySelector("dialog[open]"))) return;
    if (!isKey && event.target instanceof Node && element.parentElement?.contains(event.target)) return;
    if (api.state.selected) tell(api.state.selected);
    if (isKey) api.cancelMove();
    else api.selectSquare(null);
    changed();
  };
  document.addEventListener("keydown", letGo);
  document.addEventListener("pointerdown", letGo);
  return () => {
    document.removeEventListener("keydown", letGo);
    document.removeEventListener("pointerdown", letGo);
  };
}

const BRUSHES: Record<string, string> = { G: "green", R: "red", Y: "yellow", B: "blue" };

/** An arrow or a circle as chessground draws it. */
function drawnShape(shape: string): DrawShape {
  const brush = BRUSHES[shape[0] ?? "G"];
  const [orig, dest] = [shape.slice(1, 3) as Key, shape.slice(3, 5) as Key];
  return dest ? { orig, dest, brush } : { orig, brush };
}

/** What somebody drew, as it is written. */
function shapeOf({ orig, dest, brush }: DrawShape): string {
  const letter = Object.keys(BRUSHES).find((name) => BRUSHES[name] === brush) ?? "G";
  return `${letter}${orig}${dest && dest !== orig ? dest : ""}`;
}

/** Along a pin, from what pins to the farthest square of its line. */
function pinArrow(marks: SquareMark[]): DrawShape[] {
  const attacker = marks.find(({ mark }) => mark === "attacker")?.square;
  const line = marks.filter(({ mark }) => mark === "line" || mark === "crossing").map(({ square }) => square);
  if (!attacker || line.length === 0) return [];
  const far = (square: string): number =>
    Math.max(Math.abs(square.charCodeAt(0) - attacker.charCodeAt(0)), Math.abs(square.charCodeAt(1) - attacker.charCodeAt(1)));
  const end = line.reduce((best, square) => (far(square) > far(best) ? square : best));
  return [{ orig: attacker as Key, dest: end as Key, brush: "red" }];
}
