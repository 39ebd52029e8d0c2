import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { GRAPH, areaPath, isMistake, knownRuns, linePath, markNumber, plyAt, xOf, yOf } from "../analysis/graph";
import { scoreWords } from "../analysis/score";
import type { Study } from "../analysis/study";
import { analysisTexts } from "../analysis/texts";
import { moveNumber } from "../game/line";
import type { Room } from "../game/room";
import type { GameView, ReviewView, ReviewedSide } from "../protocol";
import { texts } from "../texts";

const t = analysisTexts.graph;

/** The whole game: White's chances from move to move, with its mistakes. A click or a key leads to a position. */
export function Graph({ room, view, study }: { room: Room; view: GameView; study: Study }): JSX.Element {
  const { review } = study;
  if (!review || study.isReviewOld)
    return (
      <div class="graph-room">
        {view.line.length > 0 && !study.isReviewing && (
          <button type="button" onClick={() => study.startReview()}>
            {review ? t.again : t.make}
          </button>
        )}
        {study.isReviewing && !study.isReviewOld && <p class="soft">{analysisTexts.thinking}</p>}
      </div>
    );
  return (
    <div class="graph-room">
      <GraphSlider room={room} view={view} study={study} review={review} />
      {study.isReviewing && (
        <p class="graph-progress soft">
          <progress aria-label={t.title} max={review.of} value={review.done} /> {t.progress(review.done, review.of)}
        </p>
      )}
    </div>
  );
}

function GraphSlider({ room, view, study, review }: { room: Room; view: GameView; study: Study; review: ReviewView }): JSX.Element {
  const graph = useRef<HTMLDivElement>(null);
  const { points } = review;
  const plies = points.length - 1;
  const here = study.reviewedPly;
  const ply = Math.min(here ?? room.viewpoint.shownPly, plies);
  const look = (to: number): void => study.lookAt(Math.max(0, Math.min(plies, to)));
  const onPointer = (event: PointerEvent): void => {
    const box = graph.current?.getBoundingClientRect();
    if (!box || event.buttons !== 1) return;
    const to = plyAt((event.clientX - box.left) / box.width, plies);
    if (event.type === "pointerdown" || to !== ply) look(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, () => void> = {
      ArrowLeft: () => look(ply - 1),
      ArrowDown: () => look(ply - 1),
      ArrowRight: () => look(ply + 1),
      ArrowUp: () => look(ply + 1),
      Home: () => look(0),
      End: () => look(plies),
      PageUp: () => study.goToMistake(-1),
      PageDown: () => study.goToMistake(1),
    };
    const step = event.shiftKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const runs = knownRuns(points);
  return (
    <div
      class="graph"
      ref={graph}
      role="slider"
      tabIndex={0}
      aria-label={t.title}
      aria-describedby="graph-says"
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={ply}
      aria-valuetext={pointWords(view, study, ply)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <svg viewBox={`0 0 ${GRAPH.width} ${GRAPH.height}`} preserveAspectRatio="none" aria-hidden="true">
        {runs.map((run) => (
          <path key={`area ${run[0]}`} class="graph-white" d={areaPath(run, points)} />
        ))}
        <path class="graph-middle" d={`M0 ${yOf(0.5)}H${GRAPH.width}`} />
        {runs.map((run) => (
          <path key={`line ${run[0]}`} class="graph-line" d={linePath(run, points)} />
        ))}
        {here !== null && <path class="graph-here" d={`M${xOf(ply, plies)} 0V${GRAPH.height}`} />}
        {/* A line without length has round ends, however the drawing is stretched. */}
        {review.moves.filter(isMistake).map((m) => (
          <path
            key={m.ply}
            class={`graph-mark mark-${markNumber(m.mark)}`}
            data-ply={m.ply}
            d={`M${xOf(m.ply + 1, plies)} ${yOf(points[m.ply + 1]?.chances ?? 0.5)}h0.001`}
          />
        ))}
      </svg>
      <p id="graph-says" class="visually-hidden">
        {review.graph} {t.help}
      </p>
    </div>
  );
}

/** A position of the game as it is read out: the move that led to it, its mark, how good it is. */
function pointWords(view: GameView, study: Study, ply: number): string {
  const m = study.moveAt(ply);
  const point = study.review?.points[ply];
  const mark = study.markOf(ply);
  const name = m ? `${moveNumber(view, ply)} ${m.san}` : t.start;
  return t.point(name, point && !study.exercise.hides ? scoreWords(point) : "", mark ? (texts.remarks.markNames[mark.mark] ?? "") : "");
}

/** How well each side played. */
export function Accuracy({ study }: { study: Study }): JSX.Element | null {
  const { review } = study;
  if (!review || study.isReviewOld) return null;
  const a = analysisTexts.accuracy;
  const row = (name: string, side: ReviewedSide): JSX.Element => (
    <tr>
      <th scope="row">{name}</th>
      <td>{side.accuracy === undefined ? "…" : a.percent(side.accuracy)}</td>
      <td>{side.inaccuracies}</td>
      <td>{side.mistakes}</td>
      <td>{side.blunders}</td>
    </tr>
  );
  const head = (name: string, sign: string, mark?: number): JSX.Element => (
    <th scope="col" title={name}>
      <span class="visually-hidden">{name}</span>
      <span class={mark ? `sign-${mark}` : undefined} aria-hidden="true">
        {sign}
      </span>
    </th>
  );
  return (
    <table class="accuracy">
      <caption class="visually-hidden">{a.title}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{a.accuracy}</th>
          {head(a.inaccuracies, "?!", 6)}
          {head(a.mistakes, "?", 2)}
          {head(a.blunders, "??", 4)}
        </tr>
      </thead>
      <tbody>
        {row(texts.sides.white, review.white)}
        {row(texts.sides.black, review.black)}
      </tbody>
    </table>
  );
}
