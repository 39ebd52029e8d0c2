import type { ClocksView, Side } from "../protocol";

/** The server's clock as far as it can be known here: the estimate that travelled quickest counts. */
export class ServerTime {
  private offset: number | null = null;

  /** `local` counts milliseconds that never go back. */
  constructor(private readonly local: () => number) {}

  /** The server said that it is `now`, which took some while to get here: the largest offset was the quickest. */
  heard(now: number): void {
    const offset = now - this.local();
    if (this.offset === null || offset > this.offset || this.offset - offset > 1000) this.offset = offset;
  }

  now(): number {
    const local = this.local();
    return local + (this.offset ?? Date.now() - local);
  }
}

/** What a side has left, in milliseconds, so long after the clocks were told. */
export function timeLeft(clocks: ClocksView, side: Side, passed: number): number {
  const left = clocks[side];
  if (clocks.running !== side) return left;
  return Math.max(0, left - Math.max(0, passed - (clocks.waits ?? 0)));
}

/** As a clock shows it: hours where there are any, tenths in the last ten seconds. */
export function clockText(left: number): string {
  const tenths = Math.floor(left / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (n: number): string => String(n).padStart(2, "0");
  if (seconds < 10) return `0:0${seconds}.${tenths % 10}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
