/** The time, and when something can be seen. */
export interface Screen {
  /** Milliseconds that never go back. */
  now(): number;
  /** Runs once what has just changed is before the player's eyes. */
  whenShown(run: () => void): void;
}

/**
 * How long the player has thought, by this window's clock; what else passes is the network's. The server reads the clock anew
 * with every entry, so thinking begins anew with every version, in the frame that shows it. After a reload it begins with the
 * first frame: the server gives back no more than the delay that it measures, and that much was the network's then, too.
 */
export class Thinking {
  private version: number | null = null;
  private since: number | null = null;

  constructor(private readonly screen: Screen) {}

  /** The game has come to a version, or was told again as it is. */
  arrived(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.since = null;
    this.screen.whenShown(() => {
      if (this.version === version) this.since = this.screen.now();
    });
  }

  /** In whole milliseconds. Whoever moves before the position could be seen did not think about it. */
  get spent(): number {
    return this.since === null ? 0 : Math.max(0, Math.floor(this.screen.now() - this.since));
  }
}
