import { expectedMove } from "../game/expected-move";
import type { ExpectedMove } from "../game/expected-move";
import type { JudgedView, LineMove, ReviewedMove } from "../protocol";
import { isMistake } from "./graph";

/** What an exercise asks of the analysis that it belongs to. */
export interface ExerciseHost {
  /** How many moves of the game are shown; nothing beside the game. */
  readonly shownPly: number | null;
  lookAt(ply: number): void;
  judge(ply: number, m: string): void;
}

/** Where one is with a mistake: a move is looked for, one is judged, one was not good enough, one was; or the answer is shown. */
export type ExerciseStage = "asks" | "judges" | "wrong" | "found" | "shown";

/** "Try it yourself": the mistakes of a game one after the other, the better move hidden until it is found or asked for. */
export class Exercise {
  stage: ExerciseStage = "asks";
  /** What the server said of the move that was tried last. */
  says = "";
  /** What the board shows of it. */
  tried: ExpectedMove | null = null;
  private moves: ReviewedMove[] = [];
  private at = -1;
  private m = "";
  /** How the server writes it. */
  san = "";

  constructor(private readonly host: ExerciseHost) {}

  /** The mistake that is looked at. */
  get current(): ReviewedMove | null {
    return this.moves[this.at] ?? null;
  }

  /** The line that would have been better. */
  get better(): LineMove[] {
    return this.current?.line ?? [];
  }

  /** The better move, where what was tried is another one. */
  get other(): LineMove | null {
    const [best] = this.better;
    return best && best.san !== this.san ? best : null;
  }

  /** Which of how many it is. */
  get count(): { number: number; of: number } {
    return { number: this.at + 1, of: this.moves.length };
  }

  /** Whether the position of the mistake is shown. */
  get isHere(): boolean {
    return this.current !== null && this.host.shownPly === this.current.ply;
  }

  /** Whether a move on the board is an answer, and nothing may be told that gives it away. */
  get hides(): boolean {
    return this.isHere && (this.stage === "asks" || this.stage === "judges" || this.stage === "wrong");
  }

  get hasNext(): boolean {
    return this.at + 1 < this.moves.length;
  }

  /** Begins with the mistake that is looked at, or the next one from there; whether there is any. */
  begin(moves: ReviewedMove[]): boolean {
    this.moves = moves.filter(isMistake);
    if (this.moves.length === 0) return false;
    const ply = this.host.shownPly ?? 0;
    this.go(
      Math.max(
        0,
        this.moves.findIndex((m) => m.ply + 1 >= ply),
      ),
    );
    return true;
  }

  /** There may be more mistakes by now, before this one and after it. */
  learn(moves: ReviewedMove[]): void {
    const { current } = this;
    if (!current) return;
    const others = moves.filter((m) => isMistake(m) && m.ply !== current.ply);
    const here = moves.find(({ ply }) => ply === current.ply) ?? current;
    this.moves = [...others, here].sort((a, b) => a.ply - b.ply);
    this.at = this.moves.indexOf(here);
  }

  next(): void {
    if (this.hasNext) this.go(this.at + 1);
    else this.stop();
  }

  /** Back to the position of the mistake. */
  resume(): void {
    if (this.current) this.host.lookAt(this.current.ply);
  }

  /** Tries a move in the position as the board shows it. */
  try(m: string, shown: Parameters<typeof expectedMove>[0]): void {
    if (!this.current || this.stage === "judges") return;
    this.m = m;
    this.tried = expectedMove(shown, m);
    this.stage = "judges";
    this.says = "";
    this.ask();
  }

  /** Asks once more what was not answered before the connection was lost. */
  ask(): void {
    if (this.current && this.stage === "judges") this.host.judge(this.current.ply, this.m);
  }

  /** One move is judged at a time, and the server may write it otherwise than it was asked about. */
  judged({ ply, san, is_good, says }: JudgedView): void {
    if (this.stage !== "judges" || ply !== this.current?.ply) return;
    this.says = says;
    this.san = san;
    this.stage = is_good ? "found" : "wrong";
    if (!is_good) this.tried = null;
  }

  /** The move that was tried cannot be judged. */
  refused(says: string): void {
    if (this.stage !== "judges") return;
    this.says = says;
    this.stage = "wrong";
    this.tried = null;
  }

  /** Tells the better move. */
  show(): void {
    if (!this.current) return;
    this.resume();
    this.tried = null;
    this.says = "";
    this.stage = "shown";
  }

  stop(): void {
    this.moves = [];
    this.at = -1;
    this.tried = null;
  }

  private go(at: number): void {
    this.at = at;
    this.stage = "asks";
    this.says = "";
    this.tried = null;
    this.resume();
  }
}
