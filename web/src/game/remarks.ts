/** How much may be written in one place, as the server has it. */
export const LONGEST_REMARK = 3000;

/** Marks of which a move has one: how good it is, and who stands better. */
const EXCLUSIVE = [
  [1, 2, 3, 4, 5, 6],
  [10, 13, 14, 15, 16, 17, 18, 19],
];

/** Whether a mark says how good a move is. */
export function judgesMove(mark: number): boolean {
  return mark >= 1 && mark <= 6;
}

/** Sets or takes away a mark; one of its kind makes room for it. */
export function toggled(marks: number[], mark: number): number[] {
  if (marks.includes(mark)) return marks.filter((other) => other !== mark);
  const kind = EXCLUSIVE.find((marks) => marks.includes(mark)) ?? [];
  return [...marks.filter((other) => !kind.includes(other)), mark].sort((a, b) => a - b);
}

/** The marks that are shown: of one kind the last that was set, though a file may have several. */
export function shownMarks(marks: number[]): number[] {
  const isLast = (mark: number, at: number): boolean => {
    const kind = EXCLUSIVE.find((marks) => marks.includes(mark)) ?? [];
    return !marks.slice(at + 1).some((later) => kind.includes(later));
  };
  return marks.filter(isLast);
}

/** A drawing with one more shape; the same once more takes it away, and in another colour it is that one. */
export function withShape(drawing: string[], shape: string): string {
  const squares = shape.slice(1);
  const others = drawing.filter((other) => other.slice(1) !== squares);
  return (drawing.includes(shape) ? others : [...others, shape]).join(" ");
}

/** A field after something else is told than before: only where nothing is being typed it takes that over. */
export function takenOver(text: string, before: string, told: string): string {
  return text === before ? told : text;
}
