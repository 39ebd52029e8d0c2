import type { JSX } from "preact";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { app } from "../app-state";
import { findCommand } from "../commands";
import { otherSide } from "../game/men";
import type { Room } from "../game/room";
import { playerCommands } from "../player-commands";
import type { PlayerCommand } from "../player-commands";
import type { GameView, PlayerView, Side } from "../protocol";
import { texts } from "../texts";
import { Icon } from "../ui/icon";
import { PlayOn } from "./play-on";
import { nameOf } from "./player";

const t = texts.game;
const d = texts.dialogs;

type Props = { room: Room; view: GameView };

/** What a player can do in a game beside moving. Every button keeps its place, whether it can be used or not. */
export function Actions({ room, view }: Props): JSX.Element | null {
  if (!room.isPlayer || view.stage !== "live") return null;
  const hasHint = view.you.role === "both" || opponentOf(room, view).kind === "computer";
  const hint = hasHint ? findCommand("hint") : undefined;
  const own = playerCommands(room);
  const all: PlayerCommand[] = [...own.filter(({ isEnd }) => !isEnd), ...(hint ? [hint] : []), ...own.filter(({ isEnd }) => isEnd)];
  return (
    <section class="actions" aria-label={t.actions}>
      {all.map(({ name, label, icon, isOff, isEnd, run }) => (
        <button type="button" key={name} class={isEnd ? "apart" : undefined} disabled={isOff} onClick={run}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </section>
  );
}

/** What waits for an answer of the player. */
export function Offers({ room, view }: Props): JSX.Element | null {
  if (!room.isPlayer || view.stage !== "live") return null;
  const { state } = view;
  const mine: Side = room.side ?? "white";
  const isShared = view.you.role === "both";
  const other = opponentOf(room, view);
  const canClaim = state.claims && (state.claims.repetition || state.claims.quiet_moves) && (isShared || state.turn === mine);
  const isMine = (side: Side): boolean => !isShared && side === mine;
  return (
    <>
      {state.draw_offer &&
        (isMine(state.draw_offer) ? (
          <p class="offer">{t.drawOfferedByYou}</p>
        ) : (
          <Question text={t.drawOffered(state.draw_offer)} answer={(accept) => room.submit({ do: "answer_draw", accept })} />
        ))}
      {state.takeback &&
        (isMine(state.takeback.by) ? (
          <p class="offer">{t.takebackAskedByYou}</p>
        ) : (
          <Question
            text={t.takebackAsked(state.takeback.by, state.takeback.plies)}
            answer={(accept) => room.submit({ do: "answer_takeback", accept })}
          />
        ))}
      {state.must_pass && (isShared || state.turn === mine) && (
        <p class="offer">
          {t.mustPass}{" "}
          <button type="button" class="primary" onClick={() => room.submit({ do: "pass" })}>
            {t.pass}
          </button>
        </p>
      )}
      {other.kind === "computer" && state.turn !== mine && state.ahead && (
        <p class="offer">
          <button type="button" class="primary" onClick={() => room.submit({ do: "go_on" })}>
            {t.goOn}
          </button>
        </p>
      )}
      {canClaim && (
        <p class="offer">
          <button type="button" class="primary" onClick={() => room.submit({ do: "claim_draw" })}>
            {t.claimDraw}
          </button>
        </p>
      )}
      {!isShared && other.claim_in !== null && <ClaimLeft key={other.claim_in} room={room} claimIn={other.claim_in} />}
    </>
  );
}

function opponentOf(room: Room, view: GameView): PlayerView {
  return view[otherSide(room.side ?? "white")];
}

function Question({ text, answer }: { text: string; answer: (accept: boolean) => void }): JSX.Element {
  return (
    <div class="offer" role="group" aria-label={text}>
      <span>{text}</span>
      <button type="button" class="primary" onClick={() => answer(true)}>
        {t.accept}
      </button>
      <button type="button" onClick={() => answer(false)}>
        {t.decline}
      </button>
    </div>
  );
}

/** Counts down until the opponent who left may be taken to have lost. */
function ClaimLeft({ room, claimIn }: { room: Room; claimIn: number }): JSX.Element {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  const until = useRef(performance.now() + claimIn);
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until.current - performance.now()) / 1000);
  if (seconds > 0) return <p class="offer">{t.claimIn(seconds)}</p>;
  return (
    <p class="offer">
      <button type="button" class="primary" onClick={() => room.submit({ do: "claim_left" })}>
        {t.claimLeft}
      </button>
    </p>
  );
}

/** What there is to do after the end. While a rematch is wished for, that alone: there is not room for more everywhere. */
export function Ending({ room, view }: Props): JSX.Element {
  const rematch = <Rematch room={room} view={view} />;
  if (view.rematch && room.isPlayer && !view.next) return rematch;
  return (
    <div class="action-row">
      {rematch}
      <button type="button" class="in-bar" onClick={() => findCommand("save")?.run()}>
        <Icon name="save" />
        {texts.commands.save}
      </button>
      <button type="button" class="in-bar" onClick={() => findCommand("new")?.run()}>
        <Icon name="new" />
        {texts.commands.new}
      </button>
      <button type="button" onClick={() => findCommand("analyse")?.run()}>
        <Icon name="graph" />
        {texts.commands.analyse}
      </button>
    </div>
  );
}

function Rematch({ room, view }: Props): JSX.Element | null {
  // A file of one's own that is over is looked at, whether its form tells results or not.
  if (view.recorded || (view.opened && view.you.role === "both")) return <PlayOn room={room} view={view} />;
  if (view.next) {
    const { next } = view;
    return (
      <button type="button" class="primary" onClick={() => app.go(`/${next}`)}>
        {t.rematchGo}
      </button>
    );
  }
  if (!room.isPlayer) return null;
  if (!view.rematch) {
    return (
      <button type="button" class="primary" onClick={() => void room.rematch()}>
        {t.rematch}
      </button>
    );
  }
  if (view.you.role === "both" || view.rematch === room.side) {
    return (
      <p class="offer">
        <span>{t.rematchWaiting}</span>
        <button type="button" aria-label={d.cancel} title={d.cancel} onClick={() => void room.declineRematch()}>
          <Icon name="close" />
        </button>
      </p>
    );
  }
  return (
    <div class="offer" role="group" aria-label={t.rematchWanted(nameOf(view, view.rematch))}>
      <span>{t.rematchWanted(nameOf(view, view.rematch))}</span>
      <button type="button" class="primary" onClick={() => void room.rematch()}>
        {t.rematchAccept}
      </button>
      <button type="button" onClick={() => void room.declineRematch()}>
        {t.decline}
      </button>
    </div>
  );
}
