import { Unreachable } from "./http";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/**
 * Does something, again and again while the server cannot be reached. `away` says so, and whether it is still wanted; what is not
 * ends with that the server cannot be reached.
 */
export async function untilReached<T>(run: () => Promise<T>, away: () => boolean): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Unreachable) || !away()) throw error;
    }
    await new Promise((done) => setTimeout(done, wait));
    if (!away()) throw new Unreachable();
  }
}
