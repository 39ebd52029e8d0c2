import type { JSX } from "preact";
import { isMistake, markNumber } from "../analysis/graph";
import type { Study } from "../analysis/study";
import { analysisTexts } from "../analysis/texts";
import { moveNumber } from "../game/line";
import { otherSide } from "../game/men";
import type { GameView, ReviewedMove, Side } from "../protocol";
import { Icon } from "../ui/icon";
import { LineMoves } from "./analysis";

const t = analysisTexts.exercise;

type Props = { view: GameView; study: Study };

/** What was wrong with the move that is looked at; or the question for a better one. It is as high as it is, whatever it says. */
export function Lesson({ view, study }: Props): JSX.Element {
  const isExercise = study.exercise.current !== null;
  return (
    <section class="lesson" aria-label={isExercise ? t.title : analysisTexts.lesson.title}>
      {isExercise ? <Question view={view} study={study} /> : <Told view={view} study={study} />}
    </section>
  );
}

/** A move with its number and its mark. */
function nameOf(view: GameView, { ply, san, mark }: ReviewedMove): string {
  return `${moveNumber(view, ply + 1)} ${san}${mark}`;
}

/** What is said of the move that is looked at; where nothing is, what there is in the game. */
function Told({ view, study }: Props): JSX.Element {
  const { lesson } = study;
  const mistakes = study.marked.filter(isMistake).length;
  const isDone = study.review !== null && !study.isReviewing && !study.isReviewOld;
  const t = analysisTexts.lesson;
  return (
    <>
      <div class="lesson-words" role="status" tabIndex={0}>
        {lesson ? (
          <>
            <strong class={`sign-${markNumber(lesson.mark)}`}>{nameOf(view, lesson)}</strong>
            <span class="visually-hidden"> {lesson.name}</span> {lesson.says} {lesson.better_says}
          </>
        ) : (
          isDone && <span class="soft">{mistakes === 0 ? t.clean : t.found(mistakes)}</span>
        )}
      </div>
      <div class="lesson-row">
        <button type="button" disabled={study.mistakes.length === 0} onClick={() => study.toggleExercise()}>
          {analysisTexts.exercise.begin}
        </button>
        <button type="button" class="quiet" disabled={mistakes === 0} onClick={() => study.goToMistake(-1)}>
          <Icon name="previous" />
          <span class="visually-hidden">{analysisTexts.commands.previousMistake}</span>
        </button>
        <button type="button" class="quiet" disabled={mistakes === 0} onClick={() => study.goToMistake(1)}>
          <Icon name="next" />
          <span class="visually-hidden">{analysisTexts.commands.nextMistake}</span>
        </button>
      </div>
    </>
  );
}

/** Whose move it was. */
function moverOf(view: GameView, ply: number): Side {
  const first: Side = view.start.split(" ")[1] === "b" ? "black" : "white";
  return ply % 2 === 0 ? first : otherSide(first);
}

/** "Try it yourself": what is asked, what became of the move that was tried, and what there is to do. */
function Question({ view, study }: Props): JSX.Element | null {
  const { exercise } = study;
  const m = exercise.current;
  if (!m) return null;
  const { number, of } = exercise.count;
  const isOpen = exercise.stage !== "found" && exercise.stage !== "shown";
  return (
    <>
      <div class="lesson-words" role="status" tabIndex={0}>
        <span class="soft">{t.count(number, of)}</span> <Asked view={view} study={study} m={m} />
      </div>
      <div class="lesson-row">
        {!exercise.isHere ? (
          <button type="button" onClick={() => study.exercises((one) => one.resume())}>
            {t.resume}
          </button>
        ) : (
          <button type="button" disabled={!isOpen} onClick={() => study.exercises((one) => one.show())}>
            {t.show}
          </button>
        )}
        <button
          type="button"
          class={isOpen ? undefined : "primary"}
          disabled={!exercise.hasNext}
          onClick={() => study.exercises((one) => one.next())}
        >
          {t.next}
        </button>
        <button type="button" class="quiet" onClick={() => study.toggleExercise()}>
          {t.stop}
        </button>
      </div>
    </>
  );
}

function Asked({ view, study, m }: Props & { m: ReviewedMove }): JSX.Element {
  const { exercise } = study;
  const { betterLine } = study;
  const [best] = betterLine;
  switch (exercise.stage) {
    case "asks":
      return <>{t.asks(nameOf(view, m), moverOf(view, m.ply))}</>;
    case "judges":
      return <>{t.judging}</>;
    case "wrong":
      return (
        <>
          <strong class="sign-2">{exercise.says}</strong> {t.again}
        </>
      );
    case "found":
      return (
        <>
          <strong class="sign-1">{study.foundWords}</strong> {!exercise.hasNext && t.done}
        </>
      );
    case "shown":
      return (
        <>
          <strong class="sign-1">{(best?.san === exercise.better[0]?.san && m.better_says) || (best && t.best(best.san))}</strong> {m.says}
          <LineMoves
            view={view}
            ply={m.ply}
            line={{ moves: betterLine }}
            threat={false}
            focused={0}
            name="better"
            onPlay={(moves) => study.exercises(() => study.play(moves))}
          />
        </>
      );
  }
}
