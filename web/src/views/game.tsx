import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { Board } from "../board/board";
import { BoardGrip } from "../board/board-grip";
import { Promotion } from "../board/promotion";
import { focusBoard, focusSquare } from "../board/text-board";
import { Threats } from "../board/threats";
import { findCommand } from "../commands";
import { expectedMove } from "../game/expected-move";
import { otherSide } from "../game/men";
import { mayAnalyse } from "../game/part";
import { withShape } from "../game/remarks";
import type { Room } from "../game/room";
import { isPawnMove, typedPromotion } from "../game/typed-promotion";
import type { MoveSquares } from "../game/typed-promotion";
import type { GameView, Side, SquareMark } from "../protocol";
import { settings } from "../settings";
import { texts } from "../texts";
import { useObservable, useTitle } from "../ui/hooks";
import { asksOtherWay } from "../ui/input-mode";
import { Actions } from "./actions";
import { Exhibition } from "./exhibition";
import { FileGames } from "./file-games";
import { CalledOff, InvitationPage, mayJoin } from "./invitation";
import { InviteLink } from "./invite";
import { MoveConfirmation } from "./move-confirmation";
import { Moves } from "./moves";
import { changeName } from "./name-question";
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
  useObservable(settings);
  useFocusAtStart(view?.stage === "live" && isPlayer);
  const analysis = useAnalysis(room, app.isAnalysing && mayAnalyse(room));
  const study = analysis && room.study;
  const [proposed, setProposed] = useState<string | null>(null);
  const [promotion, setPromotion] = useState<MoveSquares | null>(null);
  const [showsMessages, showMessages] = useState(false);
  const isMyMove = room.isMyMove;
  const players = view && texts.home.versus(nameOf(view, "white"), nameOf(view, "black"));
  useTitle(players, isMyMove ? texts.game.yourMoveTitle : null);
  if (room.trouble?.reason.code === "called_off") return <CalledOff />;
  if (room.trouble) {
    return (
      <div class="panel nowhere">
        <h1>{room.trouble.isMissing ? texts.game.notThere : texts.game.notShown}</h1>
        <p role="alert">{room.trouble.reason.code === "no_game" ? texts.game.whyNotThere : room.trouble.reason.says}</p>
        <button type="button" class="primary" onClick={() => app.go("/")}>
          {texts.home.back}
        </button>
      </div>
    );
  }
  if (!view) return <p class="loading">{texts.net.connecting}</p>;
  if (app.isInvited) return <InvitationPage room={room} view={view} onWatch={() => app.watch(true)} />;
  const bottom = app.bottom;
  const top = otherSide(bottom);
  // What cannot be played is refused at once, and not asked about first.
  const typed = async (text: string): Promise<void> => {
    if (isPawnMove(text) && !(await room.analysis.knowsPlace())) return;
    const trial = room.study?.trial ?? room.analysis.trial;
    const { promotions = [], promotes_to: letters = [] } = trial ?? view.state;
    const squares = typedPromotion(text, promotions);
    if (squares && asksWhatItBecomes(letters, false)) {
      setPromotion(squares);
      return;
    }
    const m = squares ? squares.from + squares.to + usualPromotion(letters) : text;
    if (room.study?.takesTyped(m)) return;
    if (room.analysis.isTrying) room.analysis.tryMove(m);
    else if (!settings.get().confirmsMoves) room.move(m);
    else if (await room.explain(m)) setProposed(m);
  };
  return (
    <div class={`game${settings.get().isZen ? " zen" : ""}${study ? " analysed" : ""}`}>
      <h1 class="visually-hidden">{players}</h1>
      <div class="game-board">
        <Player room={room} view={view} side={top} />
        <GameBoard
          room={room}
          view={view}
          bottom={bottom}
          proposed={proposed}
          setProposed={setProposed}
          promotion={promotion}
          setPromotion={setPromotion}
        >
          {study && <analysis.EvaluationBar study={study} bottom={bottom} />}
        </GameBoard>
        <Player room={room} view={view} side={bottom} />
      </div>
      <div class="game-side">
        <div class="side-parts">
          <div class="side-first">
            <StatusPanel room={room} view={view}>
              {proposed && (
                <MoveConfirmation
                  key={proposed}
                  m={proposed}
                  onConfirm={() => {
                    setProposed(null);
                    room.move(proposed);
                  }}
                  onCancel={() => setProposed(null)}
                />
              )}
            </StatusPanel>
            {settings.get().isZen && (
              <button type="button" class="quiet leave-zen" onClick={() => findCommand("zen")?.run()}>
                {texts.game.leaveZen}
              </button>
            )}
            <LookedAt room={room} />
            <div class="played">
              <Played view={view} />
              <button
                type="button"
                class="link messages-toggle"
                aria-expanded={showsMessages}
                aria-controls="messages"
                onClick={() => showMessages(!showsMessages)}
              >
                {texts.game.messages}
              </button>
            </div>
            {study && <analysis.AnalysisPanel room={room} view={view} study={study} />}
            <FileGames game={room.id} />
            <Exhibition room={room} view={view} />
          </div>
          <div class="side-moves">
            {view.stage === "open" && <Waiting room={room} view={view} onJoin={() => app.watch(false)} />}
            {(view.stage !== "open" || view.line.length > 0) && <Moves room={room} view={view} />}
          </div>
          <div class="side-last">
            <Remarks room={room} />
            <Actions room={room} view={view} />
            <TypedMove room={room} view={view} onMove={(m) => void typed(m)} />
            <Messages room={room} isShown={showsMessages} />
          </div>
        </div>
      </div>
    </div>
  );
}

type AnalysisViews = typeof import("./analysis");

/** The analysis comes when somebody opens it, and goes with the page that showed it. */
function useAnalysis(room: Room, isWanted: boolean): AnalysisViews | null {
  const [views, setViews] = useState<AnalysisViews | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    const open = ([loaded]: [AnalysisViews, unknown]): void => {
      if (isLeft) return;
      room.study = loaded.openStudy(room);
      setViews(loaded);
    };
    // The server thinks for those alone whom it knows.
    Promise.all([import("./analysis"), app.ensureSession()]).then(open, () => room.say(texts.net.unreachable, "refusal"));
    return () => {
      isLeft = true;
      room.study?.close();
      room.study = null;
      setViews(null);
    };
  }, [room, isWanted]);
  return views;
}

/** Whoever begins a game has the board at hand, without looking for it; who goes through a file by keys has the next step. */
function useFocusAtStart(hasBegun: boolean): void {
  useEffect(() => {
    if (hasBegun && !app.dialog && !document.querySelector(".game-side :focus")) focusBoard();
  }, [hasBegun]);
}

/** Which move is looked at, for those who hear it. */
function LookedAt({ room }: { room: Room }): JSX.Element {
  const hasLooked = useRef(false);
  if (room.viewpoint.isAway) hasLooked.current = true;
  return (
    <p class="visually-hidden" role="status" data-testid="looked-at">
      {room.viewpoint.words ?? (hasLooked.current ? texts.game.atPresent : "")}
    </p>
  );
}

type BoardProps = {
  room: Room;
  view: GameView;
  bottom: Side;
  /** A move that was put and waits for a second word. */
  proposed: string | null;
  setProposed: (m: string | null) => void;
  /** A move of which it is asked what the pawn becomes. */
  promotion: MoveSquares | null;
  setPromotion: (m: MoveSquares | null) => void;
  children?: ComponentChildren;
};

function GameBoard({ room, view, bottom, proposed, setProposed, promotion, setPromotion, children }: BoardProps): JSX.Element {
  const { state } = view;
  // Beside the game anybody's men may be tried, by those who may not write in it for themselves alone.
  const { study } = room;
  const trial = study?.trial ?? room.analysis.trial;
  const isLive = !room.viewpoint.isAway && view.stage === "live" && !study?.trial;
  const shown = room.viewpoint.move;
  const tried = trial && !study?.trial ? room.analysis.tried.last : null;
  const fen = study?.fen ?? room.viewpoint.fen;
  const told = trial ? { ...trial, fen: tried?.board ?? fen } : state;
  const isAwaiting = isLive && room.isAwaitingPosition;
  const expected = isLive ? room.expected : tried;
  const isLate = useLate(expected?.board);
  // While it is chosen what a pawn becomes, or whether a move is meant, the man stands where it was put.
  const put = proposed ?? (promotion && promotion.from + promotion.to);
  const chosen = put && (trial || isLive) ? expectedMove(told, put) : null;
  const looked = room.viewpoint.variation?.uci ?? view.line[room.viewpoint.shownPly - 1]?.uci;
  const before = room.viewpoint.isAway ? squaresOf(looked) : (state.last ?? null);

  // A move in advance is made, and may ask what it becomes, while its place is shown for the first time: that question stays.
  const place = `${state.node} ${isLive} ${shown?.path} ${study?.fen}`;
  const askedAt = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (askedAt.current !== place) setPromotion(null);
    setProposed(null);
  }, [place]);
  const play = (m: string): void => {
    if (study?.takes(m)) return;
    if (trial) room.analysis.tryMove(m);
    else if (settings.get().confirmsMoves) setProposed(m);
    else room.move(m);
  };
  const onMove = (from: string, to: string, isPremove: boolean): void => {
    const letters = (told.promotions ?? []).includes(from + to) ? (told.promotes_to ?? []) : [];
    const m = from + to + usualPromotion(letters);
    if (asksWhatItBecomes(letters, isPremove)) {
      askedAt.current = place;
      setPromotion({ from, to });
    } else if (isPremove) room.playPremove(m);
    else play(m);
  };
  // At one device whoever moves next may take a man before the answer is there.
  const side = isAwaiting && view.you.role === "both" ? otherSide(state.turn) : room.side;
  const color = trial ? trial.turn : isLive && room.isPlayer && !proposed ? side : null;
  const waits = !trial && color !== null && color !== state.turn;
  // At one device nobody waits for the other but for the answer.
  const wantsPremoves = settings.get().premoves || view.you.role === "both";
  return (
    <Board
      fen={chosen?.board ?? expected?.board ?? fen}
      orientation={bottom}
      turn={trial ? trial.turn : isAwaiting && side ? otherSide(side) : state.turn}
      color={color}
      // Whoever cannot use them may not be told them.
      dests={(trial ? trial.dests : isLive && !isAwaiting && state.dests) || NOTHING}
      premoves={!wantsPremoves ? null : isAwaiting ? "anywhere" : waits ? room.targetsInAdvance(color) : NOTHING}
      last={chosen?.squares ?? expected?.squares ?? study?.last ?? before}
      check={(expected || chosen ? null : trial ? trial.check : !room.viewpoint.isAway && state.check) || null}
      drawing={[...(study?.fen ? [] : withHint(shown?.drawing, room.hints.shown?.move)), ...(study?.arrows ?? [])]}
      onDraw={
        room.analysis.mayWrite && shown
          ? (shape) => room.analysis.annotate(shown.path, { drawing: withShape(shown.drawing, shape) })
          : undefined
      }
      marks={room.refusal?.marks ?? NO_MARKS}
      onItsWay={isLate ? expected?.squares : null}
      resets={room.resets}
      isBlindfold={settings.get().isBlindfold && view.stage === "live"}
      onMove={onMove}
      onRefused={(from, to) => void room.explain(from + to)}
      onTouched={() => room.forgetRefusal()}
      onTooEarly={() => room.say(texts.game.premovesOff, "note")}
      onPremove={(squares) => squares && room.say(texts.game.premove(...squares), "note")}
    >
      <BoardGrip />
      {children}
      {room.threatSide && room.shownThreats && <Threats threats={room.shownThreats} side={room.threatSide} orientation={bottom} />}
      {promotion && (
        <Promotion
          square={promotion.to}
          color={trial ? trial.turn : state.turn}
          orientation={bottom}
          letters={told.promotes_to ?? []}
          onChoose={(letter) => {
            setPromotion(null);
            focusSquare(promotion.to);
            play(promotion.from + promotion.to + letter);
          }}
          onCancel={() => {
            setPromotion(null);
            focusSquare(promotion.from);
          }}
        />
      )}
    </Board>
  );
}

/** What is drawn, with an arrow for the move of a hint. */
function withHint(drawing: string[] = [], hint?: string): string[] {
  return hint ? [...drawing, `B${hint.slice(0, 4)}`] : drawing;
}

/** What a pawn becomes without a question: a queen wherever there is one. */
function usualPromotion(letters: string[]): string {
  return letters.includes("q") ? "q" : (letters[0] ?? "");
}

function asksWhatItBecomes(letters: string[], isPremove: boolean): boolean {
  return letters.length > 1 && !isChosenByItself(isPremove);
}

function isChosenByItself(isPremove: boolean): boolean {
  const { autoQueen } = settings.get();
  if (isPremove) return autoQueen !== "never";
  return (autoQueen === "always") !== asksOtherWay();
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

/** Whoever made the game shows the link to it; whoever only watches may still take the seat. */
function Waiting({ room, view, onJoin }: { room: Room; view: GameView; onJoin: () => void }): JSX.Element | null {
  if (room.isPlayer) {
    return (
      <section class="panel" aria-label={texts.invite.title}>
        <InviteLink game={room.id} what="invite" />
        <p class="soft">
          {texts.invite.yourName(nameOf(view, room.side ?? "white"))}{" "}
          <button type="button" class="link" onClick={changeName}>
            {texts.home.changeName}
          </button>
        </p>
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
  if (!mayJoin(view)) return null;
  return (
    <section class="panel" aria-label={texts.game.join}>
      <button type="button" class="primary" onClick={onJoin}>
        {texts.game.join}
      </button>
    </section>
  );
}

/** No move is longer in any notation, and a browser takes seconds for a file that is pasted here by mistake. */
const LONGEST_MOVE = 100;

function TypedMove({ room, view, onMove }: { room: Room; view: GameView; onMove: (m: string) => void }): JSX.Element | null {
  const [text, setText] = useState("");
  const isTrying = room.analysis.isTrying || Boolean(room.study?.trial);
  if (!isTrying && (!room.isPlayer || view.stage !== "live"))
    return (
      <p id="board-help" class="visually-hidden">
        {texts.game.boardHelp}
      </p>
    );
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!text.trim()) return;
    onMove(text.trim());
    setText("");
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <label for="typed-move">{isTrying ? texts.remarks.tryMove : texts.game.typed}</label>
      <div class="row">
        <input
          id="typed-move"
          maxLength={LONGEST_MOVE}
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

/** What happened. The newest line is spoken, also where the list is seen only on demand. */
function Messages({ room, isShown }: { room: Room; isShown: boolean }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const showNewest = (): void => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useEffect(showNewest, [room.log, isShown]);
  // A screen that is turned has another list.
  useEffect(() => {
    const watch = new ResizeObserver(showNewest);
    if (list.current) watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section id="messages" class={isShown ? "messages shown" : "messages"} aria-labelledby="messages-title">
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
