import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { Board } from "../board/board";
import { BoardGrip } from "../board/board-grip";
import { Promotion } from "../board/promotion";
import { Threats } from "../board/threats";
import { errorMessage } from "../files";
import { expectedMove } from "../game/expected-move";
import { otherSide } from "../game/men";
import { withShape } from "../game/remarks";
import type { Room } from "../game/room";
import { http } from "../net/http";
import type { GameView, Side, SquareMark } from "../protocol";
import { texts } from "../texts";
import { useObservable } from "../ui/hooks";
import { Actions } from "./actions";
import { Exhibition } from "./exhibition";
import { FileGames } from "./file-games";
import { InviteLink } from "./invite";
import { Moves } from "./moves";
import { askName } from "./name-question";
import { Player, nameOf } from "./player";
import { Remarks } from "./remarks";
import { Played } from "./rules";
import { StatusPanel } from "./status-panel";

const NOTHING = {};
const NO_MARKS: SquareMark[] = [];

/** A game: the board, who plays, what happened and what can be done. */
export function GamePage({ room }: { room: Room }): JSX.Element {
  useObservable(room);
  const view = room.view;
  const wasLive = useRef(false);
  const isPlayer = room.isPlayer;
  if (view && view.next === null) wasLive.current = true;
  // Who played on to a rematch goes there; who only looks at the old game stays.
  useEffect(() => {
    if (view?.next && wasLive.current && isPlayer) app.go(`/${view.next}`);
  }, [view?.next]);
  const isMyMove = room.isMyMove;
  useEffect(() => {
    document.title = isMyMove ? texts.game.yourMoveTitle : texts.appName;
  }, [isMyMove]);
  if (room.trouble) {
    return (
      <div class="panel nowhere">
        <h1>{room.trouble.isMissing ? texts.game.notThere : texts.game.notShown}</h1>
        <p role="alert">{room.trouble.reason.says}</p>
        <button type="button" class="primary" onClick={() => app.go("/")}>
          {texts.home.back}
        </button>
      </div>
    );
  }
  if (!view) return <p class="loading">{texts.net.connecting}</p>;
  const bottom = app.bottom;
  const top = otherSide(bottom);
  return (
    <div class="game">
      <h1 class="visually-hidden">{texts.home.versus(nameOf(view, "white"), nameOf(view, "black"))}</h1>
      <div class="game-board">
        <Player room={room} view={view} side={top} />
        <GameBoard room={room} view={view} bottom={bottom} />
        <Player room={room} view={view} side={bottom} />
      </div>
      <div class="game-side">
        <StatusPanel room={room} view={view} />
        <Played view={view} />
        <FileGames game={room.id} />
        {view.stage === "open" && (room.isPlayer || view.you.may_join) && <Waiting room={room} view={view} />}
        <Exhibition room={room} view={view} />
        <Moves room={room} view={view} />
        <Remarks room={room} />
        <Actions room={room} view={view} />
        <TypedMove room={room} view={view} />
        <Messages room={room} />
      </div>
    </div>
  );
}

function GameBoard({ room, view, bottom }: { room: Room; view: GameView; bottom: Side }): JSX.Element {
  const [promotion, setPromotion] = useState<{ from: string; to: string } | null>(null);
  const { state } = view;
  const isLive = !room.isLooking && view.stage === "live" && room.connection !== "connecting";
  // Beside the game anybody's men may be tried.
  const place = room.connection === "connecting" ? null : room.place;
  const shown = room.shownMove;
  const told = place ? { ...place, fen: room.shownFen } : state;
  const isAwaiting = isLive && room.isAwaitingPosition;
  const expected = isLive ? room.expected : null;
  const isLate = useLate(expected?.board);
  // While it is chosen what a pawn becomes, it stands where it was put.
  const chosen = promotion && expectedMove(told, promotion.from + promotion.to);
  const looked = room.variation?.uci ?? view.line[room.shownPly - 1]?.uci;
  const before = room.isLooking ? squaresOf(looked) : (state.last ?? null);

  useEffect(() => setPromotion(null), [state.node, isLive, shown?.path]);
  const make = (m: string): void => (place ? room.tryMove(m) : room.move(m));
  const onMove = (from: string, to: string, isPremove: boolean): void => {
    const needsChoice = (told.promotions ?? []).includes(from + to);
    const letters = told.promotes_to ?? [];
    const m = from + to + (needsChoice ? (letters[0] ?? "") : "");
    if (isPremove) room.playPremove(m);
    else if (!needsChoice || letters.length === 1) make(m);
    else setPromotion({ from, to });
  };
  // At one device whoever moves next may take a man before the answer is there.
  const side = isAwaiting && view.you.role === "both" ? otherSide(state.turn) : room.side;
  const color = place ? place.turn : isLive && room.isPlayer ? side : null;
  const tried = room.tried;
  return (
    <Board
      fen={expected?.board ?? tried?.board ?? chosen?.board ?? room.shownFen}
      orientation={bottom}
      turn={place ? place.turn : isAwaiting && side ? otherSide(side) : state.turn}
      color={color}
      // Whoever cannot use them may not be told them.
      dests={(place ? !tried && place.dests : isLive && !isAwaiting && state.dests) || NOTHING}
      premoves={isAwaiting ? "anywhere" : (isLive && color !== state.turn && state.premoves) || NOTHING}
      last={expected?.squares ?? tried?.squares ?? before}
      check={(tried ? null : place ? place.check : !room.isLooking && !expected && state.check) || null}
      drawing={shown?.drawing}
      onDraw={room.mayAnnotate && shown ? (shape) => room.annotate(shown.path, { drawing: withShape(shown.drawing, shape) }) : undefined}
      marks={room.refusal?.marks ?? NO_MARKS}
      onItsWay={isLate ? expected?.squares : null}
      resets={room.resets}
      onMove={onMove}
      onRefused={(from, to) => void room.explain(from + to)}
      onTouched={() => room.forgetRefusal()}
      onPremove={(squares) => squares && room.say(texts.game.premove(...squares), "note")}
    >
      <BoardGrip />
      {room.threatSide && room.shownThreats && <Threats threats={room.shownThreats} side={room.threatSide} orientation={bottom} />}
      {promotion && (
        <Promotion
          square={promotion.to}
          color={place ? place.turn : state.turn}
          orientation={bottom}
          letters={told.promotes_to ?? []}
          onChoose={(letter) => {
            setPromotion(null);
            make(promotion.from + promotion.to + letter);
          }}
          onCancel={() => setPromotion(null)}
        />
      )}
    </Board>
  );
}

/** From when on it is worth saying that a move is on its way. */
const LATE = 400;

/** Whether something has been as it is for a while. */
function useLate(what: string | undefined): boolean {
  const [late, setLate] = useState<string | undefined>();
  useEffect(() => {
    if (what === undefined) return;
    const timer = setTimeout(() => setLate(what), LATE);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [what]);
  return what !== undefined && late === what;
}

/** The squares of a move as it is written; nothing where a side passed. */
function squaresOf(uci: string | undefined): [string, string] | null {
  return uci && uci !== "0000" ? [uci.slice(0, 2), uci.slice(2, 4)] : null;
}

function Waiting({ room, view }: { room: Room; view: GameView }): JSX.Element {
  const [trouble, setTrouble] = useState("");
  if (room.isPlayer) {
    return (
      <section class="panel" aria-label={texts.invite.title}>
        <InviteLink game={room.id} what="invite" />
        <button
          type="button"
          onClick={() => {
            room.submit({ do: "abort" });
            app.go("/");
          }}
        >
          {texts.invite.cancel}
        </button>
      </section>
    );
  }
  const join = async (): Promise<void> => {
    try {
      if (!(await askName())) return;
      await app.ensureSession();
      await http.join(view.game);
      location.reload();
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  return (
    <section class="panel" aria-label={texts.game.join}>
      <button type="button" class="primary" onClick={() => void join()}>
        {texts.game.join}
      </button>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}

function TypedMove({ room, view }: { room: Room; view: GameView }): JSX.Element | null {
  const [text, setText] = useState("");
  const { isTrying } = room;
  if (!isTrying && (!room.isPlayer || view.stage !== "live"))
    return (
      <p id="board-help" class="visually-hidden">
        {texts.game.boardHelp}
      </p>
    );
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!text.trim()) return;
    if (isTrying) room.tryMove(text.trim());
    else room.move(text.trim());
    setText("");
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <label for="typed-move">{isTrying ? texts.remarks.tryMove : texts.game.typed}</label>
      <div class="row">
        <input
          id="typed-move"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          aria-describedby="typed-help"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">{texts.game.typedGo}</button>
      </div>
      <small id="typed-help">{texts.game.typedHelp}</small>
      <p id="board-help" class="visually-hidden">
        {texts.game.boardHelp}
      </p>
    </form>
  );
}

/** What happened. The newest line is spoken. */
function Messages({ room }: { room: Room }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [room.log]);
  return (
    <section class="messages" aria-labelledby="messages-title">
      <h2 id="messages-title">{texts.game.messages}</h2>
      <div class="log" ref={list} role="log" aria-live="polite" aria-relevant="additions" aria-labelledby="messages-title" tabIndex={0}>
        {room.log.map((line) => (
          <p key={line.key} class={line.kind}>
            {line.says}
          </p>
        ))}
      </div>
    </section>
  );
}
