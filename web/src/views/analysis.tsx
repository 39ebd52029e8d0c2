import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { scoreWords, shortScore } from "../analysis/score";
import { MOST_LINES, Study } from "../analysis/study";
import { analysisTexts } from "../analysis/texts";
import { app } from "../app-state";
import { focusBoard } from "../board/text-board";
import { MEDIA, download, errorMessage } from "../files";
import { moveNumber } from "../game/line";
import type { Room } from "../game/room";
import { openAnalysis } from "../net/analysis-socket";
import { http } from "../net/http";
import type { GameView, LineMove, LineView, Side } from "../protocol";
import { texts } from "../texts";
import { useObservable } from "../ui/hooks";
import { Icon } from "../ui/icon";
import { usesKeyboard } from "../ui/input-mode";
import { Accuracy, Graph } from "./analysis-graph";
import { Lesson } from "./analysis-lesson";
import "../styles/analysis.css";

const t = analysisTexts;

type Props = { room: Room; view: GameView; study: Study };

/** Opens the analysis of a game in this browser. */
export function openStudy(room: Room): Study {
  return new Study(room, {
    connect: openAnalysis,
    storage: localStorage,
    now: () => performance.now(),
    later: (run, wait) => void setTimeout(run, wait),
    save: () => void save(room),
  });
}

/** Saves the game with marks, scores, words and better lines. */
async function save(room: Room): Promise<void> {
  const name = `tabiya-${room.id}.pgn`;
  try {
    await room.analysis.written();
    download(name, (await http.exported(room.id, "pgn", "?review=true")).text, MEDIA.pgn);
    app.tell(texts.files.downloaded(name));
  } catch (error) {
    app.tell(texts.files.cannotSave(errorMessage(error)), "refusal");
  }
}

/** How good the position is, beside the board. */
export function EvaluationBar({ study, bottom }: { study: Study; bottom: Side }): JSX.Element {
  useObservable(study);
  const { score, chances } = study;
  const percent = Math.round(chances * 1000) / 10;
  return (
    <div
      class={`evaluation-bar ${bottom}`}
      role="meter"
      aria-label={t.score.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={score ? scoreWords(score) : t.score.unknown}
    >
      <div class="evaluation-white" style={{ "--white": `${percent}%` }} />
      <span class={`evaluation-score ${chances >= 0.5 ? "white" : "black"}`} aria-hidden="true">
        {score ? shortScore(score) : ""}
      </span>
    </div>
  );
}

/** Everything that an engine says of a game: its lines where one looks, what was wrong with a move, the graph of the whole. */
export function AnalysisPanel({ room, view, study }: Props): JSX.Element {
  useObservable(study);
  // Nobody thinks for a page that nobody sees.
  useEffect(() => {
    const look = (): void => study.hide(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [study]);
  return (
    <section class="analysis-panel" aria-labelledby="analysis-title">
      <header>
        <h2 id="analysis-title" class="visually-hidden">
          {t.title}
        </h2>
        <button type="button" class="small" aria-pressed={study.wish.isOn} onClick={() => study.toggleEngine()}>
          {t.engine}
        </button>
        <label>
          <span class="visually-hidden">{t.howMany}</span>
          <select value={study.wish.lines} onChange={(event) => study.setLines(Number(event.currentTarget.value))}>
            {Array.from({ length: MOST_LINES }, (_, i) => (
              <option key={i} value={i + 1}>
                {t.lineCount(i + 1)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="small" aria-pressed={study.showsThreat} onClick={() => study.toggleThreat()}>
          {t.threat}
        </button>
        <button type="button" class="quiet icon-only" aria-label={t.close} title={t.close} onClick={() => app.analyse(false)}>
          <Icon name="close" />
        </button>
      </header>
      <Lines view={view} study={study} />
      <Aside view={view} study={study} />
      <p class="visually-hidden" role="status" data-testid="spoken-line">
        {study.exercise.hides ? "" : study.spoken}
      </p>
      <Lesson view={view} study={study} />
      <div class="whole-game">
        <Graph room={room} view={view} study={study} />
        <Accuracy study={study} />
      </div>
    </section>
  );
}

/** What is told in place of lines. */
function stateWords(study: Study): string {
  if (study.trouble) return study.trouble;
  if (study.exercise.hides) return t.hidden;
  if (!study.wish.isOn) return t.off;
  if (!study.isConnected) return t.lost;
  return study.over ?? (study.waits ? t.waits : t.thinking);
}

/** Where what had the focus is gone with a line that was renewed, what stands in its place has it, as soon as there is something. */
function useKeptFocus(list: { current: HTMLElement | null }, place: string): void {
  const isLost = useRef(false);
  const hadFocus = list.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus) isLost.current = true;
    // Whoever went elsewhere stays there.
    if (document.activeElement !== document.body) isLost.current = false;
    if (isLost.current) list.current?.querySelector<HTMLElement>(place)?.focus();
  });
}

/** The engine's lines, in as many rows as are wished for, whether they are there or not. One stop for the Tab key; arrows go through them. */
function Lines({ view, study }: { view: GameView; study: Study }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState({ line: 0, move: 0 });
  const lines = study.shown?.lines ?? [];
  const { depth } = study;
  const row = Math.min(at.line, Math.max(0, lines.length - 1));
  const column = Math.min(at.move, Math.max(0, (lines[row]?.moves.length ?? 1) - 1));
  const go = (line: number, move: number): void => {
    const to = Math.max(0, Math.min(line, lines.length - 1));
    const most = (lines[to]?.moves.length ?? 1) - 1;
    const next = { line: to, move: Math.max(0, Math.min(move, most)) };
    setAt(next);
    list.current?.querySelector<HTMLElement>(`[data-line="${next.line} ${next.move}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, Number.POSITIVE_INFINITY],
    }[event.key];
    if (!to || event.shiftKey) return;
    event.preventDefault();
    go(to[0] ?? 0, to[1] ?? 0);
  };
  const isQuiet = lines.length === 0;
  useKeptFocus(list, `[data-line="${row} ${column}"]`);
  const hold = (is: boolean) => (): void => study.hold(is);
  return (
    <div class="engine-lines" data-lines={study.wish.lines}>
      <ol
        ref={list}
        aria-label={t.lines}
        aria-describedby="lines-help"
        onKeyDown={onKeyDown}
        onPointerEnter={hold(true)}
        onPointerLeave={hold(false)}
        onFocusIn={hold(true)}
        onFocusOut={hold(false)}
      >
        {lines.map((line, i) => (
          <li key={i} aria-label={t.lineName(i + 1, scoreWords(line.score))}>
            <strong class={`line-score ${line.score.chances >= 0.5 ? "white" : "black"}`} aria-hidden="true">
              {line.score.says}
            </strong>
            <LineMoves
              view={view}
              ply={study.ply}
              line={line}
              threat={study.shown?.threat ?? false}
              focused={i === row ? column : -1}
              name={i}
              onPlay={(moves) => study.play(moves)}
            />
          </li>
        ))}
      </ol>
      {isQuiet && <p class="soft line-state">{stateWords(study)}</p>}
      <p class="line-note soft">
        <span>{study.shown?.tables?.says ?? ""}</span>
        {study.waits && !isQuiet && <span>{t.waits}</span>}
        {!study.isConnected && !isQuiet && <span>{t.lost}</span>}
        <span>{depth !== null && !isQuiet ? t.depth(depth) : ""}</span>
      </p>
      <p id="lines-help" class="visually-hidden">
        {t.linesHelp}
      </p>
    </div>
  );
}

type LineProps = {
  view: GameView;
  /** How many single moves lead to its start. */
  ply: number;
  line: Pick<LineView, "moves">;
  /** Whether it begins with a move of the side that is not to move. */
  threat: boolean;
  /** The move that the Tab key leads to. */
  focused: number;
  name: number | string;
  onPlay: (moves: LineMove[]) => void;
};

/** The moves of a line, each a button that plays the line up to it. What would be played out of turn is only looked at. */
export function LineMoves({ view, ply, line, threat, focused, name, onPlay }: LineProps): JSX.Element {
  const first = ply + 1 + (threat ? 1 : 0);
  return (
    <span class="line-moves">
      {line.moves.map(({ san }, i) => {
        const number = moveNumber(view, first + i);
        const shown = i === 0 || !number.endsWith("...") ? `${number} ` : "";
        return (
          <button
            type="button"
            key={i}
            class="line-move"
            tabIndex={i === focused ? 0 : -1}
            data-line={`${name} ${i}`}
            aria-disabled={threat ? true : undefined}
            onClick={() => {
              if (threat) return;
              onPlay(line.moves.slice(0, i + 1));
              // Only keys stay in the lines: who has a pointer goes on through the game by arrows.
              if (!usesKeyboard()) focusBoard();
            }}
          >
            {shown && <span class="line-number">{shown}</span>}
            {san}
          </button>
        );
      })}
    </span>
  );
}

/** What is tried by whoever may not write in the game. */
function Aside({ view, study }: { view: GameView; study: Study }): JSX.Element | null {
  const { aside } = study;
  if (aside.length === 0) return null;
  const first = study.ply - aside.length + 1;
  return (
    <div class="aside-moves" role="group" aria-label={t.aside}>
      {aside.map((m, i) => {
        const number = moveNumber(view, first + i);
        return (
          <button
            type="button"
            key={i}
            class="line-move"
            aria-current={i === aside.length - 1 ? "true" : undefined}
            onClick={() => study.backTo(i + 1)}
          >
            {i === 0 || !number.endsWith("...") ? `${number} ` : ""}
            {m.san}
          </button>
        );
      })}
      <button type="button" class="link" onClick={() => study.backTo(0)}>
        {t.backToGame}
      </button>
    </div>
  );
}
