import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key, MouchEvent } from "@lichess-org/chessground/types";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { TextBoard } from "../board/text-board";
import { copyText, errorMessage } from "../files";
import { boardFen, menOf } from "../game/men";
import type { ManRole } from "../game/men";
import { http } from "../net/http";
import type { Reason, Side, SquareMark } from "../protocol";
import { settings } from "../settings";
import { texts } from "../texts";
import { useObservable, useTitle } from "../ui/hooks";
import { Icon } from "../ui/icon";
import { Differences } from "./rules";
import { Start } from "./start";

const USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY = "8/8/8/8/8/8/8/8";
/** No position is longer, and a browser takes seconds for a file that is pasted here by mistake. */
const LONGEST_FEN = 200;
const ROLES: ManRole[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const t = texts.setup;

/** What a click does: put a man, take one off, or move men by hand. */
type Tool = { color: Side; role: ManRole } | "erase" | "hand";

/** A position as it is being edited; it may be wrong. */
type Draft = { board: string; turn: "w" | "b"; castling: string; enPassant: string; counts: string };

function read(fen: string): Draft {
  const [board, turn, castling, enPassant, half, full] = fen.trim().split(/\s+/);
  return {
    board: board || EMPTY,
    turn: turn === "b" ? "b" : "w",
    castling: castling ?? "-",
    enPassant: enPassant ?? "-",
    counts: `${half ?? "0"} ${full ?? "1"}`,
  };
}

function write(draft: Draft): string {
  return `${draft.board} ${draft.turn} ${draft.castling || "-"} ${draft.enPassant || "-"} ${draft.counts}`;
}

/** What was changed is in the address: there after a reload, on the way back, and for others. */
function useKeptInAddress(fen: string, rules: string): void {
  const isFirst = useRef(true);
  // With the change itself: whoever loads the page anew right after it has it.
  useLayoutEffect(() => {
    if (!isFirst.current)
      history.replaceState(null, "", `/#setup=${encodeURIComponent(fen)}${rules === "fide" ? "" : `&rules=${encodeURIComponent(rules)}`}`);
    isFirst.current = false;
  }, [fen, rules]);
}

/** An editor of positions that tells every fault while one edits. */
export function SetupPage({ fen, rules: begun }: { fen: string | null; rules: string }): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => read(fen ?? USUAL));
  const [text, setText] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool>("hand");
  const [orientation, setOrientation] = useState<Side>("white");
  const [rules, setRules] = useState(() => (app.welcome?.rules.some(({ name }) => name === begun) ? begun : "fide"));
  const [faults, setFaults] = useState<Reason[] | null>(null);
  const written = text ?? write(draft);
  useKeptInAddress(written, rules);
  useTitle(t.title);
  const change = (part: Partial<Draft>): void => {
    setText(null);
    setDraft((before) => ({ ...before, ...part }));
  };

  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      http.checkPosition({ fen: written, rules: { name: rules } }).then(
        (checked) => {
          if (!isOld) setFaults(checked.faults);
        },
        (error: unknown) => {
          if (!isOld) setFaults([{ code: "unknown", says: errorMessage(error), marks: [] }]);
        },
      );
    }, 120);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [written, rules]);

  const put = (square: string): void => {
    const men = new Map(menOf(draft.board).map((man) => [man.square, man]));
    if (tool === "hand") return;
    if (tool === "erase") men.delete(square);
    else if (men.get(square)?.role === tool.role && men.get(square)?.color === tool.color) men.delete(square);
    else men.set(square, { square, ...tool });
    change({ board: boardFen(men) });
    const man = men.get(square);
    app.tell(man ? t.placed(square, texts.man(man.color, man.role)) : t.removed(square));
  };
  const marks = (faults ?? []).flatMap((fault) => fault.marks);
  const known = app.welcome?.rules.find(({ name }) => name === rules);
  const isFine = faults !== null && faults.length === 0;
  return (
    <div class="game setup">
      <div class="game-board">
        <Palette color={orientation === "white" ? "black" : "white"} tool={tool} setTool={setTool} />
        <SetupBoard
          board={draft.board}
          orientation={orientation}
          tool={tool}
          marks={marks}
          onBoard={(board) => change({ board })}
          onPress={put}
        />
        <Palette color={orientation} tool={tool} setTool={setTool} />
      </div>
      <div class="game-side">
        <h1>{t.title}</h1>
        <p class="soft" id="board-help">
          {t.help}
        </p>
        <div class="action-row" role="group" aria-label={t.palette}>
          <button type="button" aria-pressed={tool === "hand"} onClick={() => setTool("hand")}>
            <Icon name="hand" />
            {t.hand}
          </button>
          <button type="button" aria-pressed={tool === "erase"} onClick={() => setTool("erase")}>
            <Icon name="erase" />
            {t.erase}
          </button>
          <button type="button" onClick={() => change({ board: EMPTY, castling: "-", enPassant: "-" })}>
            {t.clear}
          </button>
          <button type="button" onClick={() => change(read(USUAL))}>
            {t.usual}
          </button>
          <button type="button" onClick={() => setOrientation(orientation === "white" ? "black" : "white")}>
            <Icon name="flip" />
            {t.flip}
          </button>
        </div>
        <section class="faults" aria-live="polite" aria-label={t.faults}>
          {isFine && <p class="fine">{t.noFaults}</p>}
          {faults !== null && !isFine && (
            <>
              <h2>{t.faults}</h2>
              <ul>
                {faults.map((fault) => (
                  <li key={fault.says}>{fault.says}</li>
                ))}
              </ul>
            </>
          )}
        </section>
        <p class="visually-hidden" role="status">
          {app.notice}
        </p>
        <div class="option">
          <label class="field">
            {t.rules}
            <select value={rules} onChange={(event) => setRules(event.currentTarget.value)}>
              {app.welcome?.rules.map(({ name }) => (
                <option key={name} value={name}>
                  {texts.rules[name] ?? name}
                </option>
              ))}
            </select>
          </label>
          {known && known.says.length > 0 && <Differences says={known.says} />}
        </div>
        <fieldset class="chips">
          <legend>{t.turn}</legend>
          {(["w", "b"] as const).map((turn) => (
            <label key={turn} class="chip">
              <input type="radio" name="turn" checked={draft.turn === turn} onChange={() => change({ turn })} />
              <span>{texts.sides[turn === "w" ? "white" : "black"]}</span>
            </label>
          ))}
        </fieldset>
        <fieldset class="chips">
          <legend>{t.castling}</legend>
          {["K", "Q", "k", "q"].map((right) => (
            <label key={right} class="chip">
              <input
                type="checkbox"
                checked={draft.castling.includes(right)}
                onChange={(event) => change({ castling: withRight(draft.castling, right, event.currentTarget.checked) })}
              />
              <span>{t.castlingRights[right]}</span>
            </label>
          ))}
        </fieldset>
        <label class="field short">
          {t.enPassant}
          <select value={draft.enPassant} onChange={(event) => change({ enPassant: event.currentTarget.value })}>
            <option value="-">{t.none}</option>
            {[..."abcdefgh"]
              .map((file) => `${file}${draft.turn === "w" ? 6 : 3}`)
              .map((square) => (
                <option key={square} value={square}>
                  {square}
                </option>
              ))}
          </select>
        </label>
        <div class="row">
          <label class="field grow">
            {t.fen}
            <input
              spellcheck={false}
              maxLength={LONGEST_FEN}
              value={written}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setDraft(read(event.currentTarget.value));
              }}
            />
          </label>
          <button type="button" class="align-end" onClick={() => void copyText(written)}>
            {t.copy}
          </button>
        </div>
        {isFine && (
          <section aria-labelledby="play-from">
            <h2 id="play-from">{t.play}</h2>
            <Start from={{ position: written, rules: { name: rules } }} />
            <button type="button" onClick={() => void analyse(written, rules)}>
              <Icon name="graph" />
              {texts.commands.analyse}
            </button>
          </section>
        )}
      </div>
    </div>
  );
}

/** A position is analysed as one that was opened: moves that are tried stay. */
async function analyse(fen: string, rules: string): Promise<void> {
  try {
    await app.ensureSession();
    app.goToNew(await http.newGame({ open: { fen }, rules: { name: rules }, opponent: "here" }), "#analysis");
  } catch (error) {
    app.tell(errorMessage(error), "refusal");
  }
}

function withRight(castling: string, right: string, isOn: boolean): string {
  const has = (one: string): boolean => (one === right ? isOn : castling.includes(one));
  return ["K", "Q", "k", "q"].filter(has).join("") || "-";
}

function Palette({ color, tool, setTool }: { color: Side; tool: Tool; setTool: (tool: Tool) => void }): JSX.Element {
  const isChosen = (role: ManRole): boolean => typeof tool === "object" && tool.color === color && tool.role === role;
  return (
    <div class="palette" role="group" aria-label={`${t.palette}: ${texts.sides[color]}`}>
      {ROLES.map((role) => (
        <button
          type="button"
          key={role}
          aria-pressed={isChosen(role)}
          aria-label={texts.man(color, role)}
          onClick={() => setTool(isChosen(role) ? "hand" : { color, role })}
        >
          <piece class={`${role} ${color}`} />
        </button>
      ))}
    </div>
  );
}

type BoardProps = {
  board: string;
  orientation: Side;
  tool: Tool;
  marks: SquareMark[];
  onBoard: (board: string) => void;
  onPress: (square: string) => void;
};

function SetupBoard({ board, orientation, tool, marks, onBoard, onPress }: BoardProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef({ tool, onBoard, onPress });
  latest.current = { tool, onBoard, onPress };
  const [api, setApi] = useState<Api | null>(null);
  const [lifted, setLifted] = useState<string | null>(null);
  useObservable(settings);
  const { coordinates } = settings.get();

  useLayoutEffect(() => {
    const div = element.current;
    if (!div) return;
    const ground = Chessground(div, {
      fen: board,
      coordinates: coordinates !== "none",
      animation: { enabled: false },
      highlight: { lastMove: false, check: false },
      movable: { free: true, color: "both", showDests: false },
      premovable: { enabled: false },
      draggable: { deleteOnDropOff: true, showGhost: true },
      drawable: { enabled: false },
      disableContextMenu: true,
      events: { change: () => latest.current.onBoard(ground.getFen()) },
    });
    // With a man in hand a press puts it; otherwise chessground moves what is there.
    const press = (event: Event): void => {
      if (latest.current.tool === "hand") return;
      const touch = (event as MouchEvent).touches?.[0];
      const at = touch ?? (event as MouseEvent);
      const square = ground.getKeyAtDomPos([at.clientX, at.clientY]);
      event.preventDefault();
      event.stopPropagation();
      if (square) latest.current.onPress(square);
    };
    const names = ["mousedown", "touchstart"];
    for (const name of names) div.addEventListener(name, press, { capture: true, passive: false });
    setApi(ground);
    return () => {
      for (const name of names) div.removeEventListener(name, press, { capture: true });
      ground.destroy();
    };
  }, [coordinates]);

  useLayoutEffect(() => {
    api?.set({ fen: board, orientation });
  }, [api, board, orientation]);
  useEffect(() => {
    api?.set({ highlight: { custom: new Map(marks.map(({ square, mark }) => [square as Key, `mark-${mark}`])) } });
  }, [api, marks, board]);

  // By keys: a man in hand is put, otherwise the first press lifts and the second puts down.
  const onKey = (square: string): void => {
    if (tool !== "hand") {
      onPress(square);
      return;
    }
    const men = new Map(menOf(board).map((man) => [man.square, man]));
    const man = lifted ? men.get(lifted) : undefined;
    if (lifted && man && lifted !== square) {
      men.delete(lifted);
      men.set(square, man);
      onBoard(boardFen(men));
      setLifted(null);
    } else setLifted(lifted === square || !men.has(square) ? null : square);
  };
  return (
    <div class="board-frame">
      <div class="board-ground" ref={element} aria-hidden="true" />
      <TextBoard
        fen={board}
        orientation={orientation}
        letGo={null}
        selected={lifted}
        targets={[]}
        last={null}
        check={null}
        onPress={onKey}
      />
    </div>
  );
}
