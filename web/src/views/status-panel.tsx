import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { onItsWayWords, shownTurn, waitingWords } from "../game/on-its-way";
import type { Room } from "../game/room";
import type { GameView } from "../protocol";
import { texts } from "../texts";
import { Ending, Offers } from "./actions";
import { HostNotice } from "./host-words";

type Props = { room: Room; view: GameView };

/**
 * Whose turn it is or how it ended, what waits for an answer, and what was last. Its place is as high as it is, whatever it says; the card in it
 * lies over what is below, where there is more to say than it has room for.
 */
export function StatusPanel({ room, view, children }: Props & { children?: ComponentChildren }): JSX.Element {
  const panel = useRef<HTMLElement>(null);
  const stage = useRef(view.stage);
  // Whoever has scrolled for something else sees how it ended.
  useEffect(() => {
    if (stage.current === "live" && view.stage === "over") panel.current?.scrollIntoView({ block: "nearest" });
    stage.current = view.stage;
  }, [view.stage]);
  const asked = askedOf(room, view);
  // What somebody asks as well.
  useEffect(() => {
    if (asked) panel.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);
  const watching = view.you.role === "spectator" && view.stage === "live" ? watchingOf(view) : "";
  // What stands above it is not said once more.
  const told = [room.viewpoint.words, watching, ...(room.isCutOff ? [texts.net.lost, texts.net.shutDown] : [])];
  const says = told.includes(room.status) ? "" : room.status;
  return (
    <section ref={panel} class={view.stage === "open" ? "status-panel waits" : "status-panel"} aria-label={texts.game.result}>
      <div class={room.refusal || room.hints.shown ? "status-card explains" : "status-card"}>
        <Headline room={room} view={view} />
        <div class="status-area">
          {children}
          {room.isCutOff && <p class="offline">{offlineWords(room)}</p>}
          {view.stage !== "over" ? (
            <Offers room={room} view={view} />
          ) : (
            // What an analysis is in has no room for more than what somebody asks.
            (!room.study || (view.rematch && !view.next)) && <Ending room={room} view={view} />
          )}
          {watching && (
            <p class="soft" data-testid="watching">
              {watching}
            </p>
          )}
          <HostNotice />
          <div class="status-room">
            <p class="status" title={says || undefined} data-testid="status">
              {says}
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Whoever looks back is told what they look at, and the way to the game as it stands. */
function Headline({ room, view }: Props): JSX.Element {
  const { state } = view;
  const turn = shownTurn(room) ?? state.turn;
  const isLive = view.stage !== "open" && !state.ending && !room.viewpoint.isAway;
  return (
    <div class="headline">
      <p class={`turn ${state.ending ? "over" : turn}`} data-turn={turn}>
        {isLive && <span class="turn-dot" aria-hidden="true" />}
        <span>
          {room.viewpoint.words ?? headlineOf(room, view)}
          {isLive && state.check && <strong class="check-word"> {texts.game.check}</strong>}
        </span>
        {view.stage === "over" && state.ending && !room.viewpoint.isAway && <strong class="result"> {state.ending.result}</strong>}
      </p>
      {room.viewpoint.canReturn && (
        <button type="button" class="present" onClick={() => room.viewpoint.return()}>
          {texts.game.toPresent}
        </button>
      )}
    </div>
  );
}

function headlineOf(room: Room, { stage, state }: GameView): string {
  if (stage === "open") return texts.game.waiting;
  if (state.ending) return state.ending.says;
  if (room.isMyMove) return texts.game.yourMove;
  return onItsWayWords(room) ?? texts.game.toMove[shownTurn(room) ?? state.turn];
}

/** What the other player asks, by a name; nothing where nothing waits for an answer. */
function askedOf({ isPlayer, side }: Room, { state, rematch }: GameView): string | null {
  const asks = { draw: state.draw_offer, takeback: state.takeback?.by, rematch };
  const asked = Object.entries(asks).find(([, by]) => by && by !== side);
  return isPlayer && asked ? asked[0] : null;
}

/** How two computers do; otherwise only that one watches. */
function watchingOf({ exhibition }: GameView): string {
  if (!exhibition) return texts.game.watching;
  return exhibition.pause?.says ?? texts.exhibition.playing;
}

/** Why nothing comes, and what becomes of a move that waits. */
function offlineWords(room: Room): string {
  if (room.isShutDown) return texts.net.shutDown;
  return waitingWords(room) ?? texts.net.reconnecting;
}
