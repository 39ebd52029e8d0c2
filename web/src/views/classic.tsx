import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { Board } from "../board/board";
import { Promotion } from "../board/promotion";
import { ClassicProgram } from "../classics/classic-program";
import type { ClassicEnvironment } from "../classics/classic-program";
import { errorMessage } from "../files";
import { openClassic } from "../net/classic-socket";
import { http } from "../net/http";
import type { ClassicTable, SquareMark } from "../protocol";
import { texts } from "../texts";
import { confirm } from "../ui/confirm";
import { useObservable, useTitle } from "../ui/hooks";
import { Icon } from "../ui/icon";
import "../styles/classics.css";

const NOTHING = {};
const NO_MARKS: SquareMark[] = [];
const EMPTY_BOARD = "8/8/8/8/8/8/8/8 w - - 0 1";

/** Where a tab keeps its program over a reload. */
const KEPT = "tabiya-classic";

const environment: ClassicEnvironment = {
  open: openClassic,
  recall: () => {
    try {
      return sessionStorage.getItem(KEPT);
    } catch {
      return null;
    }
  },
  keep: (text) => {
    try {
      if (text === null) sessionStorage.removeItem(KEPT);
      else sessionStorage.setItem(KEPT, text);
    } catch {
      // A browser that keeps nothing begins anew.
    }
  },
  every: (wait: number, run: () => void): (() => void) => {
    const timer = setInterval(run, wait);
    return () => clearInterval(timer);
  },
};

type Props = { name: string; seed: string | null; undo: boolean };

/** A classic program: its screen, a line to type into, and its table as a board. */
export function ClassicPage({ name, seed, undo }: Props): JSX.Element {
  const [program, setProgram] = useState<ClassicProgram | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let opened: ClassicProgram | null = null;
    let isGone = false;
    const open = async (): Promise<void> => {
      const view = (await http.classics()).find((classic) => classic.name === name);
      if (isGone) return;
      if (!view) {
        setTrouble(texts.nowhere.title);
        return;
      }
      opened = new ClassicProgram(view, { seed, undo: undo && view.takes_back }, environment);
      setProgram(opened);
    };
    open().catch((error: unknown) => setTrouble(errorMessage(error)));
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);
  if (trouble) {
    return (
      <p class="loading" role="alert">
        {trouble}
      </p>
    );
  }
  return program ? <Program program={program} /> : <p class="loading">{texts.net.connecting}</p>;
}

function Program({ program }: { program: ClassicProgram }): JSX.Element {
  useObservable(program);
  const { view } = program;
  useTitle(view.title);
  return (
    <div class={`classic${view.rows_from_top ? " rows-from-top" : ""}`}>
      <header class="classic-head">
        <h1>{view.title}</h1>
        <a
          href="/classics"
          onClick={(event) => {
            event.preventDefault();
            app.go("/classics");
          }}
        >
          {texts.classics.all}
        </a>
        <p class="soft">{view.hint}</p>
      </header>
      <section class="classic-program" aria-label={texts.classics.program}>
        <Screen program={program} />
        <TypedLine program={program} />
      </section>
      <section class="classic-table" aria-label={texts.classics.table}>
        <TableBoard program={program} />
        <TurnLine program={program} />
      </section>
      <Samples program={program} />
    </div>
  );
}

/** What a terminal would show. New lines are spoken. */
function Screen({ program }: { program: ClassicProgram }): JSX.Element {
  const screen = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    if (screen.current) screen.current.scrollTop = screen.current.scrollHeight;
  }, [program.pieces]);
  return (
    <pre
      class="screen"
      ref={screen}
      role="log"
      aria-live={program.isNews ? "polite" : "off"}
      aria-relevant="additions"
      aria-label={texts.classics.screen}
      tabIndex={0}
    >
      {program.pieces.map((piece) => (
        <span key={piece.key} class={`screen-${piece.kind}`}>
          {piece.text}
        </span>
      ))}
    </pre>
  );
}

function TypedLine({ program }: { program: ClassicProgram }): JSX.Element {
  const t = texts.classics;
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isOver = program.over !== null;
  // Where a keyboard does not cover half of the screen, one may type at once.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (isOver) return;
    program.type(text);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.ctrlKey || event.altKey || event.shiftKey || event.key.toLowerCase() !== "d") return;
    event.preventDefault();
    if (text === "" && !isOver) program.endInput();
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <label for="typed-move">{t.line}</label>
      <div class="row">
        <input
          id="typed-move"
          class="typed-line"
          ref={field}
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck={false}
          maxLength={500}
          value={text}
          readOnly={isOver}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" disabled={isOver}>
          {t.enter}
        </button>
      </div>
      <div class="classic-words">
        {program.words.map((word) => (
          <button type="button" key={word} class="word" disabled={isOver} onClick={() => program.type(word)}>
            {word}
          </button>
        ))}
        <button type="button" disabled={isOver} title={t.endInputKey} onClick={() => program.endInput()}>
          {t.endInput}
        </button>
        <button type="button" onClick={() => program.restart()}>
          {t.again}
        </button>
      </div>
      <p class={`classic-note${program.trouble ? " refusal" : ""}`} role="status">
        {program.note}
      </p>
    </form>
  );
}

/** The table as a picture. A move on it is typed. */
function TableBoard({ program }: { program: ClassicProgram }): JSX.Element {
  const [promotion, setPromotion] = useState<{ from: string; to: string } | null>(null);
  const [cancelled, setCancelled] = useState(0);
  const { table, view } = program;
  const { state } = table;
  useEffect(() => setPromotion(null), [program.resets]);
  const canMove = state !== null && !state.ending && program.over === null && state.dests !== undefined;
  const letters = state?.promotes_to ?? [];
  const onMove = (from: string, to: string): void => {
    if (letters.length > 1 && state?.promotions?.includes(from + to)) setPromotion({ from, to });
    else program.move(from, to, null);
  };
  return (
    <Board
      fen={table.fen ?? EMPTY_BOARD}
      orientation={app.bottom}
      turn={state?.turn ?? "white"}
      color={canMove ? state.turn : null}
      dests={(canMove && state.dests) || NOTHING}
      premoves={NOTHING}
      last={state?.last ?? null}
      check={state?.check ?? null}
      marks={NO_MARKS}
      resets={program.resets + cancelled}
      rowsFromTop={view.rows_from_top}
      onMove={onMove}
      // The program says what it thinks of it.
      onRefused={(from, to) => program.move(from, to, null)}
    >
      {promotion && state && (
        <Promotion
          square={promotion.to}
          color={state.turn}
          orientation={app.bottom}
          letters={letters}
          onChoose={(letter) => {
            setPromotion(null);
            program.move(promotion.from, promotion.to, letter);
          }}
          onCancel={() => {
            setPromotion(null);
            setCancelled((count) => count + 1);
          }}
        />
      )}
    </Board>
  );
}

function TurnLine({ program }: { program: ClassicProgram }): JSX.Element {
  const { state, machine } = program.table;
  const says = state ? (state.ending?.says ?? texts.game.toMove[state.turn]) : withoutGame(program.table);
  return (
    <div class="classic-turn">
      <p class={`turn ${state && !state.ending ? state.turn : "over"}`}>
        {state && !state.ending && <span class="turn-dot" aria-hidden="true" />}
        <span>{says}</span>
        {state?.check && !state.ending && <strong class="check-word"> {texts.game.check}</strong>}
      </p>
      <button type="button" hidden={!machine} onClick={() => program.moveMachine()}>
        {texts.game.goOn}
      </button>
      <p id="board-help" class="visually-hidden">
        {texts.game.boardHelp}
      </p>
    </div>
  );
}

/** What is on a table on which there is no game. */
function withoutGame({ fen, setting_up }: ClassicTable): string {
  const t = texts.classics;
  if (!fen) return t.noGame;
  return setting_up ? t.settingUp : t.setUp;
}

/** Begins a sample; where somebody's own session would end with that, only with their word. */
function leaveOwn(program: ClassicProgram, run: () => void): void {
  const t = texts.classics;
  if (program.isOwn) confirm(t.leaveTitle, t.leaveText, t.leaveYes, run);
  else run();
}

/** The document's own game, line by line. */
function Samples({ program }: { program: ClassicProgram }): JSX.Element {
  const t = texts.classics;
  const { shown } = program.view;
  return (
    <section class="panel classic-samples" aria-labelledby="samples-title">
      <h2 id="samples-title">{t.samples[program.view.name] ?? t.samplesOther}</h2>
      {shown.length > 1 && (
        <select
          aria-label={t.session}
          value={String(program.session)}
          onChange={(event) => {
            const session = Number(event.currentTarget.value);
            // Until it is begun, the choice stays as it was.
            event.currentTarget.value = String(program.session);
            leaveOwn(program, () => program.showSession(session));
          }}
        >
          {shown.map((session, index) => (
            <option key={session.name} value={String(index)}>
              {t.place(index + 1, shown.length, session.title)}
            </option>
          ))}
        </select>
      )}
      <div class="row">
        <button type="button" class="primary" onClick={() => leaveOwn(program, () => program.step())}>
          <Icon name="next" />
          {t.step}
        </button>
        <button type="button" onClick={() => (program.isPlaying ? program.pause() : leaveOwn(program, () => program.playOn()))}>
          <Icon name={program.isPlaying ? "pause" : "last"} />
          {program.isPlaying ? t.pause : t.playOn}
        </button>
      </div>
      <p class="soft next-step">{program.nextStep}</p>
    </section>
  );
}
