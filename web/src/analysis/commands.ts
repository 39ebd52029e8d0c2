import type { Command } from "../command";
import type { Study } from "./study";
import { analysisTexts } from "./texts";

/** What the keys, and the menu, do with an analysis that is open. */
export function studyCommands(study: Study): Command[] {
  const t = analysisTexts.commands;
  return [
    {
      name: "engine",
      label: t.engine,
      icon: "computer",
      key: "L",
      keys: ["l"],
      isPressed: study.wish.isOn,
      run: () => study.toggleEngine(),
    },
    { name: "best", label: t.best, icon: "next", key: t.space, keys: [" "], run: () => study.playBest() },
    { name: "threat", label: t.threat, icon: "flag", key: "X", keys: ["x"], isPressed: study.showsThreat, run: () => study.toggleThreat() },
    { name: "arrows", label: t.arrows, icon: "link", key: "A", keys: ["a"], isPressed: study.wish.arrows, run: () => study.toggleArrows() },
    { name: "next-mistake", label: t.nextMistake, icon: "last", key: "N", keys: ["n"], run: () => study.goToMistake(1) },
    { name: "previous-mistake", label: t.previousMistake, icon: "first", key: "V", keys: ["v"], run: () => study.goToMistake(-1) },
    {
      name: "exercise",
      label: t.exercise,
      icon: "hand",
      key: t.enter,
      keys: ["enter"],
      isPressed: study.exercise.current !== null,
      run: () => study.toggleExercise(),
    },
    { name: "save-review", label: t.save, icon: "save", isOff: study.review === null || study.isReviewing, run: () => study.save() },
  ];
}
