import type { JSX } from "preact";
import { FILES, RANKS } from "../game/men";
import type { ThreatSide } from "../game/threats";
import type { Side, ThreatsView } from "../protocol";

type Props = { threats: ThreatsView; side: ThreatSide; orientation: Side };

/** How often each square is attacked, as numbers on the squares. */
export function Threats({ threats, side, orientation }: Props): JSX.Element {
  const files = orientation === "white" ? FILES : [...FILES].reverse();
  const ranks = orientation === "white" ? [...RANKS].reverse() : RANKS;
  const count = (color: Side, square: string): number => (side === color || side === "both" ? (threats[color][square]?.length ?? 0) : 0);
  return (
    <div class="threats" aria-hidden="true">
      {ranks.flatMap((rank) =>
        files.map((file) => {
          const square = `${file}${rank}`;
          const white = count("white", square);
          const black = count("black", square);
          return (
            <div key={square} data-threat={square}>
              {black > 0 && <span class="threat black">{black}</span>}
              {white > 0 && <span class="threat white">{white}</span>}
            </div>
          );
        }),
      )}
    </div>
  );
}
