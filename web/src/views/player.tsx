import type { JSX } from "preact";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { takenFrom } from "../game/men";
import { isMoveOnItsWay, shownTurn } from "../game/on-its-way";
import { holderName } from "../game/part";
import { shownName } from "../game/player-name";
import type { Room } from "../game/room";
import { clockText, timeLeft } from "../game/server-time";
import type { ClocksView, GameView, Side } from "../protocol";
import { sounds } from "../sounds";
import { texts } from "../texts";

const LOW = 10_000;

type Props = { room: Room; view: GameView; side: Side };

/** Who has a side: name, presence, what was taken, the clock. */
export function Player({ room, view, side }: Props): JSX.Element {
  const player = view[side];
  const { state } = view;
  const isToMove = view.stage === "live" && shownTurn(room) === side;
  const other: Side = side === "white" ? "black" : "white";
  const taken = takenFrom(room.viewpoint.fens, other);
  const [white, black] = state.material;
  const lead = room.viewpoint.isAway ? 0 : side === "white" ? white - black : black - white;
  return (
    <section class={`player${isToMove ? " to-move" : ""}`} aria-label={texts.sides[side]} data-side={side}>
      <span class={`color-dot ${side}`} aria-hidden="true" />
      <span class="player-name">
        <strong>{nameOf(view, side)}</strong>
        {player.kind === "person" && view.you.role !== "both" && view.stage === "live" && (
          <span class={player.present ? "presence here" : "presence away"}>{player.present ? texts.game.present : texts.game.absent}</span>
        )}
        {(view.score.games > 0 || view.previous) && (
          <span class="score" title={texts.game.score(points(view.score.white), points(view.score.black))}>
            {points(view.score[side])}
          </span>
        )}
      </span>
      <span
        class="taken"
        aria-label={taken.length > 0 ? `${texts.game.taken}: ${taken.map((role) => texts.men[role]).join(", ")}` : undefined}
        role={taken.length > 0 ? "img" : undefined}
      >
        {taken.map((role, i) => (
          <piece key={i} class={`${role} ${other}`} />
        ))}
        {lead > 0 && <span class="ahead">{texts.game.material(lead)}</span>}
      </span>
      {state.clocks && <Clock room={room} clocks={state.clocks} toldAt={view.now} side={side} isLive={view.stage === "live"} />}
    </section>
  );
}

/** Points as players of every language write them, such as `1½`. */
function points(score: string): string {
  return score.replace(/^0\.5$|\.5$/, "½");
}

/** Who has a side. At one device these are the players of the file, where it tells two apart. */
export function nameOf(view: GameView, side: Side): string {
  const { you, opened } = view;
  if (you.role === "both") return (opened?.white !== opened?.black && shownName(opened?.[side] ?? "")) || texts.sides[side];
  if (view[side].kind === "open") return texts.game.seatOpen;
  return holderName(view, side);
}

type ClockProps = { room: Room; clocks: ClocksView; toldAt: number; side: Side; isLive: boolean };

/** A clock that counts by the server's time, and says when it cannot know. */
function Clock({ room, clocks, toldAt, side, isLive }: ClockProps): JSX.Element {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  const hasWarned = useRef(false);
  // Of a move on its way the server knows in a moment; until then nobody is to think.
  const isRunning = isLive && clocks.running === side;
  const runs = isRunning && !isMoveOnItsWay(room);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick(), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const counted = isRunning ? timeLeft(clocks, side, room.time.now() - toldAt) : clocks[side];
  const shown = useRef(counted);
  if (runs || !isRunning) shown.current = counted;
  const left = shown.current;
  if (runs && left < LOW && !hasWarned.current && room.side === side) {
    hasWarned.current = true;
    sounds.play("low");
  }
  const isUnsure = runs && room.isCutOff;
  const text = clockText(left);
  return (
    <time
      class={`clock${runs ? " runs" : ""}${left < LOW ? " low" : ""}${isUnsure ? " unsure" : ""}`}
      role="timer"
      aria-label={texts.game.clockOf(side, text)}
    >
      {isUnsure ? "≈ " : ""}
      {text}
    </time>
  );
}
