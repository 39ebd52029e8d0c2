import type { JSX } from "preact";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { app } from "../app-state";
import { confirm } from "../commands";
import type { Room } from "../game/room";
import type { GameView, Side } from "../protocol";
import { texts } from "../texts";
import { Icon } from "../ui/icon";

const t = texts.game;
const d = texts.dialogs;

type Props = { room: Room; view: GameView };

/** What a player can do in a game beside moving. */
export function Actions({ room, view }: Props): JSX.Element | null {
  if (!room.isPlayer || view.stage === "open") return view.next ? <NextGame next={view.next} /> : null;
  return (
    <section class="actions" aria-label={t.actions}>
      {view.stage === "live" ? <Live room={room} view={view} /> : <Over room={room} view={view} />}
    </section>
  );
}

function Live({ room, view }: Props): JSX.Element {
  const { state } = view;
  const mine: Side = room.side ?? "white";
  const isShared = view.you.role === "both";
  const other = view[mine === "white" ? "black" : "white"];
  const isComputer = other.kind === "computer";
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
      {isComputer && state.turn !== mine && state.ahead && (
        <p class="offer">
          <button type="button" class="primary" onClick={() => room.submit({ do: "go_on" })}>
            {t.goOn}
          </button>
        </p>
      )}
      {!isShared && other.claim_in !== null && <ClaimLeft key={other.claim_in} room={room} claimIn={other.claim_in} />}
      <div class="action-row">
        {canClaim && (
          <button type="button" class="primary" onClick={() => room.submit({ do: "claim_draw" })}>
            {t.claimDraw}
          </button>
        )}
        {!isComputer && !state.draw_offer && (
          <button type="button" onClick={() => confirm(d.drawTitle, d.draw, t.offerDraw, () => room.submit({ do: "offer_draw" }))}>
            <Icon name="draw" />
            {t.offerDraw}
          </button>
        )}
        {!view.free_takeback && !state.takeback && state.ply > 0 && (
          <button type="button" onClick={() => confirm(d.takebackTitle, d.takeback, t.takeback, () => room.submit({ do: "ask_takeback" }))}>
            <Icon name="undo" />
            {t.takeback}
          </button>
        )}
        {view.rules.counts_pieces && (
          <button type="button" onClick={() => confirm(d.stopTitle, d.stop, t.stop, () => room.submit({ do: "stop" }))}>
            {t.stop}
          </button>
        )}
        {state.ply < 2 && !isShared ? (
          <button type="button" onClick={() => confirm(d.abortTitle, d.abort, t.abort, () => room.submit({ do: "abort" }))}>
            <Icon name="close" />
            {t.abort}
          </button>
        ) : (
          <button type="button" onClick={() => confirm(d.resignTitle, d.resign, t.resign, () => room.submit({ do: "resign" }))}>
            <Icon name="flag" />
            {t.resign}
          </button>
        )}
      </div>
    </>
  );
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

function Over({ room, view }: Props): JSX.Element {
  if (view.next) return <NextGame next={view.next} />;
  const isShared = view.you.role === "both";
  if (view.rematch && (isShared || view.rematch === room.side)) {
    return (
      <p class="offer">
        {t.rematchWaiting}{" "}
        <button type="button" onClick={() => void room.declineRematch()}>
          {d.cancel}
        </button>
      </p>
    );
  }
  if (view.rematch) {
    return (
      <div class="offer" role="group" aria-label={t.rematchWanted(view.rematch)}>
        <span>{t.rematchWanted(view.rematch)}</span>
        <button type="button" class="primary" onClick={() => void room.rematch()}>
          {t.rematchAccept}
        </button>
        <button type="button" onClick={() => void room.declineRematch()}>
          {t.decline}
        </button>
      </div>
    );
  }
  return (
    <div class="action-row">
      <button type="button" class="primary" onClick={() => void room.rematch()}>
        {t.rematch}
      </button>
    </div>
  );
}

function NextGame({ next }: { next: string }): JSX.Element {
  return (
    <div class="action-row">
      <button type="button" class="primary" onClick={() => app.go(`/${next}`)}>
        {t.rematchGo}
      </button>
    </div>
  );
}
