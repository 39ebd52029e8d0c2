import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { app } from "../app-state";
import { BoardPicture } from "../board/board-picture";
import { findCommand } from "../commands";
import { errorMessage } from "../files";
import { invitationKeys } from "../game/invitation-keys";
import { otherSide } from "../game/men";
import type { Room } from "../game/room";
import { http } from "../net/http";
import type { GameView, Side } from "../protocol";
import { settings } from "../settings";
import { texts } from "../texts";
import { Differences } from "./rules";

const t = texts.invitation;

type Props = { room: Room; view: GameView; onWatch: () => void };

/** Which side nobody has yet. */
function openSide(view: GameView): Side | null {
  if (view.white.kind === "open") return "white";
  return view.black.kind === "open" ? "black" : null;
}

/** Whether this window may take the seat that is open, as far as can be known before it is tried. */
export function mayJoin(view: GameView): boolean {
  return view.you.may_join || (view.stage === "open" && invitationKeys.of(view.game) !== null);
}

/** Who invites to which game: to be played, or watched. */
export function InvitationPage({ room, view, onWatch }: Props): JSX.Element {
  const side = openSide(view);
  if (view.stage !== "open" || !side) return <TakenInvitation view={view} onWatch={onWatch} />;
  const host = view[otherSide(side)];
  const isFor = mayJoin(view);
  return (
    <Frame view={view} bottom={side}>
      <h1>{isFor ? t.invites(host.name) : t.waits(host.name)}</h1>
      <p class="soft" role="status">
        {host.present ? t.isHere(host.name) : t.isAway(host.name)}
      </p>
      <Facts view={view} side={isFor ? side : null} />
      {isFor ? (
        <JoinForm room={room} view={view} onWatch={onWatch} />
      ) : (
        <>
          <p>{t.forSomebody}</p>
          <button type="button" class="primary" onClick={onWatch}>
            {t.watch}
          </button>
        </>
      )}
    </Frame>
  );
}

function Frame({ view, bottom, children }: { view: GameView; bottom: Side; children: ComponentChildren }): JSX.Element {
  return (
    <div class="invited">
      <BoardPicture fen={view.start} bottom={bottom} />
      <section class="panel">{children}</section>
    </div>
  );
}

/** By which rules, with which clock and which men, from where. */
function Facts({ view, side }: { view: GameView; side: Side | null }): JSX.Element {
  const { rules } = view;
  return (
    <>
      <dl class="facts">
        <dt>{texts.home.rules}</dt>
        <dd>{texts.rules[rules.name] ?? rules.name}</dd>
        <dt>{texts.home.clock}</dt>
        <dd>{texts.home.clockOf(view.clock)}</dd>
        {side && (
          <>
            <dt>{t.youHave}</dt>
            <dd>
              <span class={`color-dot ${side}`} aria-hidden="true" /> {texts.sides[side]}
            </dd>
          </>
        )}
        {view.line.length > 0 ? (
          <>
            <dt>{t.begins}</dt>
            <dd>{t.afterMoves(texts.home.moves(view.line.length))}</dd>
          </>
        ) : (
          view.start !== rules.start && (
            <>
              <dt>{t.begins}</dt>
              <dd>{t.otherStart}</dd>
            </>
          )
        )}
      </dl>
      {rules.says.length > 0 && (
        <>
          <p class="explained">{rules.summary}</p>
          <Differences says={rules.says} />
        </>
      )}
    </>
  );
}

/** One's name, once, and the seat is taken. */
function JoinForm({ room, view, onWatch }: Props): JSX.Element {
  const known = app.session?.name ?? settings.get().name;
  const [name, setName] = useState(known === texts.home.guest ? "" : known);
  const [trouble, setTrouble] = useState("");
  const [isBusy, setBusy] = useState(false);
  const play = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTrouble("");
    try {
      await app.beCalled(name.trim());
      await http.join(view.game, invitationKeys.of(view.game) ?? undefined);
      invitationKeys.forget(view.game);
      app.reopenRoom();
    } catch (error) {
      setTrouble(errorMessage(error));
      // It may be another's by now, which the page says as well.
      void room.reload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void play(event)}>
      <label class="field">
        {texts.home.name}
        <input
          maxLength={40}
          value={name}
          placeholder={texts.home.guest}
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="action-row">
        <button type="submit" class="primary" disabled={isBusy}>
          {t.play}
        </button>
        <button type="button" onClick={onWatch}>
          {t.watch}
        </button>
      </div>
    </form>
  );
}

/** Somebody else was faster. */
function TakenInvitation({ view, onWatch }: { view: GameView; onWatch: () => void }): JSX.Element {
  const isOver = view.stage === "over";
  return (
    <Frame view={view} bottom="white">
      <h1>{t.taken}</h1>
      <p>{(isOver ? t.played : t.plays)(view.white.name, view.black.name)}</p>
      <div class="action-row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            invitationKeys.forget(view.game);
            onWatch();
          }}
        >
          {isOver ? t.look : t.watch}
        </button>
        <NewGame />
      </div>
    </Frame>
  );
}

/** There is no game any more, or none yet. */
export function CalledOff(): JSX.Element {
  return (
    <div class="panel nowhere">
      <h1>{t.calledOff}</h1>
      <p role="alert">{t.calledOffNote}</p>
      <div class="action-row">
        <NewGame isFirst />
        <button type="button" onClick={() => app.go("/")}>
          {texts.home.toHome}
        </button>
      </div>
    </div>
  );
}

function NewGame({ isFirst }: { isFirst?: boolean }): JSX.Element {
  return (
    <button type="button" class={isFirst ? "primary" : undefined} onClick={() => findCommand("new")?.run()}>
      {texts.dialogs.newTitle}
    </button>
  );
}
