import type { JSX } from "preact";
import { copyText } from "../files";
import type { Room } from "../game/room";
import type { ExhibitionView, GameView, MoveSpeed } from "../protocol";
import { texts } from "../texts";
import { confirm } from "../ui/confirm";
import { Icon } from "../ui/icon";

const t = texts.exhibition;
const SPEEDS = ["slow", "normal", "fast"] as const satisfies MoveSpeed[];

type Props = { room: Room; view: GameView };

/** Two computers who play: what whoever made the game may do about it, and what others may know of that. */
export function Exhibition({ room, view }: Props): JSX.Element | null {
  const { exhibition } = view;
  if (!exhibition || view.stage !== "live") return null;
  return (
    <section class="exhibition" aria-label={t.title}>
      {view.you.may_steer ? (
        <Steering room={room} exhibition={exhibition} />
      ) : (
        <p class="soft">
          {t.speedIs(exhibition.speed)} {exhibition.maker && t.steeredBy(exhibition.maker)}
        </p>
      )}
    </section>
  );
}

function Steering({ room, exhibition }: { room: Room; exhibition: ExhibitionView }): JSX.Element {
  const isPaused = exhibition.pause !== null;
  return (
    <div class="steering">
      <button type="button" class="primary" onClick={() => pauseOrGoOn(room)}>
        <Icon name={isPaused ? "next" : "pause"} />
        {isPaused ? t.goOn : t.pause}
      </button>
      {/* It is never taken out of reach: whoever presses it too early is told why nothing happens. */}
      <button type="button" aria-disabled={!isPaused || exhibition.one_move} onClick={() => room.submit({ do: "step" })}>
        <Icon name="last" />
        {t.step}
      </button>
      <label class="field">
        {t.speed}
        <select
          value={exhibition.speed}
          onChange={(event) => room.submit({ do: "set_speed", speed: event.currentTarget.value as MoveSpeed })}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {t.speeds[speed]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => void copyText(location.href)}>
        <Icon name="link" />
        {t.copyLink}
      </button>
      <button type="button" class="wide apart" onClick={() => endExhibition(room)}>
        <Icon name="close" />
        {t.end}
      </button>
    </div>
  );
}

/** Lets two computers wait, or go on. */
export function pauseOrGoOn(room: Room): void {
  // A second press before the answer would mean the opposite.
  if (room.pending) return;
  room.submit({ do: room.view?.exhibition?.pause ? "go_on" : "pause" });
}

/** Asks before two computers stop for good. Where the rules count the men, the higher sum wins. */
function endExhibition(room: Room): void {
  const counts = room.view?.rules.counts_pieces;
  const d = texts.dialogs;
  if (counts) confirm(d.stopTitle, d.stop, texts.game.stop, () => room.submit({ do: "stop" }));
  else confirm(d.endTitle, d.abort, t.end, () => room.submit({ do: "abort" }));
}
