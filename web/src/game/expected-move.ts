import { targetsOf } from "../board/dests";
import type { Dests } from "../board/dests";
import type { Action, StateView } from "../protocol";
import { boardFen, menOf, roleOf } from "./men";

/** A move that the server has not answered yet, as the board shows it. */
export type ExpectedMove = {
  squares: [string, string];
  /** The men after it. */
  board: string;
  isCapture: boolean;
};

/** A position, with what is known of the moves in it; men may be put anywhere where nothing is. */
type KnownPosition = Pick<StateView, "fen" | "effects"> & { dests?: Dests | "anywhere" };

const SQUARES = /^([a-h][1-8])([a-h][1-8])([a-z]?)$/;

/**
 * What a move does to the board. Nothing is known of rules here: a man goes to another square and takes what is there, becomes what
 * was chosen, and what else happens the server told before. Nothing where it is not told that the man may go there: that is
 * shown once it is known.
 */
export function expectedMove({ fen, dests, effects }: KnownPosition, m: string): ExpectedMove | null {
  const [, from, to, letter] = SQUARES.exec(m) ?? [];
  if (!from || !to || (dests !== "anywhere" && !targetsOf(dests ?? {}, from).includes(to))) return null;
  const before = menOf(fen);
  const men = new Map(before.map((man) => [man.square, man]));
  const man = men.get(from);
  if (!man) return null;
  men.delete(from);
  men.set(to, { ...man, role: letter ? roleOf(letter) : man.role });
  for (const [square, there] of Object.entries(effects?.[from + to] ?? {})) {
    if (there) men.set(square, { square, role: roleOf(there), color: there === there.toLowerCase() ? "black" : "white" });
    else men.delete(square);
  }
  return { squares: [from, to], board: boardFen(men), isCapture: men.size < before.length };
}

/** Whether the position is another one once something is done. */
export function changesPosition(action: Action): boolean {
  switch (action.do) {
    case "move":
    case "pass":
    case "undo":
    case "redo":
    case "go_to":
    case "answer_takeback":
      return true;
    case "ask_takeback":
    case "offer_draw":
    case "answer_draw":
    case "claim_draw":
    case "resign":
    case "flag":
    case "abort":
    case "claim_left":
    case "stop":
    case "go_on":
    case "pause":
    case "step":
    case "set_speed":
    case "annotate":
      return false;
  }
}
