import { language } from "../language";
import type { Side } from "../protocol";

/** The words of the analysis, which come with it. */
const english = {
  title: "Analysis",
  close: "Leave the analysis",
  engine: "Engine",
  lines: "Lines",
  howMany: "How many lines",
  lineCount: (count: number): string => (count === 1 ? "1 line" : `${count} lines`),
  lineName: (number: number, score: string): string => `Line ${number}: ${score}`,
  linesHelp: "Arrow keys go through the moves of the lines, Enter tries them on the board.",
  depth: (depth: number): string => `depth ${depth}`,
  threat: "Threat",
  off: "The engine is off.",
  thinking: "Thinking …",
  waits: "The computer is busy with others. You are next soon.",
  lost: "The connection is lost. Connecting again …",
  ended: "The analysis has ended here.",
  hidden: "The lines are hidden while you look for the move.",
  aside: "Your moves, which nobody else sees",
  backToGame: "Back to the game",
  lookingAt: (move: string): string => `Looking at ${move}.`,
  atStart: "Looking at the start.",
  notInGame: "Nobody plays an engine's moves in a game that goes on.",
  notUnderstood: (text: string): string => `${text} is no move here. Type its squares, such as e2e4.`,
  noBest: "No best move is known here yet.",
  engineOn: "The engine's lines are shown.",
  engineOff: "The engine's lines are hidden.",
  arrowsOn: "The best move is drawn.",
  arrowsOff: "The best move is not drawn.",
  threatOn: "Showing what the other side would do if it were its turn.",
  threatOff: "The threat is hidden.",
  noOther: "No other mistake is known in this game.",
  noMistakes: "No mistakes of yours are known in this game.",
  spokenBest: (moves: string, score: string): string => `Best: ${moves}. ${score}`,
  spokenThreat: (moves: string, score: string): string => `Threat: ${moves}. ${score}`,

  score: {
    level: "Equal.",
    whiteAhead: (pawns: string): string => `White is better, ${pawns}.`,
    blackAhead: (pawns: string): string => `Black is better, ${pawns}.`,
    whiteMates: (moves: number): string => (moves === 1 ? "White mates in one move." : `White mates in ${moves} moves.`),
    blackMates: (moves: number): string => (moves === 1 ? "Black mates in one move." : `Black mates in ${moves} moves.`),
    bar: "Evaluation",
    unknown: "Not known yet.",
  },

  graph: {
    title: "Graph of the game",
    start: "Start",
    point: (move: string, score: string, mark: string): string => [move, mark, score].filter(Boolean).join(", "),
    help: "Arrow keys go through the game, Page Up and Page Down from mistake to mistake.",
    make: "Analyse the whole game",
    again: "Analyse the game as it is now",
    progress: (done: number, of: number): string => `${done} of ${of} positions`,
  },

  accuracy: {
    title: "Accuracy and mistakes",
    side: "Side",
    accuracy: "Accuracy",
    percent: (accuracy: number): string => `${accuracy.toFixed(0)} %`,
    inaccuracies: "Inaccuracies",
    mistakes: "Mistakes",
    blunders: "Blunders",
  },

  lesson: {
    title: "What happened",
    none: "",
    clean: "No mistakes were found in this game.",
    found: (count: number): string =>
      count === 1 ? "1 mistake was found. N goes to it." : `${count} mistakes were found. N goes from one to the next.`,
    instead: "Instead:",
    line: "The better line",
  },

  exercise: {
    begin: "Try it yourself",
    title: "Try it yourself",
    count: (number: number, of: number): string => `${number} of ${of}`,
    asks: (move: string, side: Side): string => `${move} was played. Find a better move for ${side === "white" ? "White" : "Black"}.`,
    judging: "One moment …",
    again: "Try another move.",
    show: "Show it",
    next: "Next one",
    stop: "Stop",
    done: "That was the last one.",
    resume: "Back to the question",
    best: (move: string): string => `The best move is ${move}.`,
    good: (move: string): string => `${move} is a good move.`,
    other: (move: string): string => `The computer would have played ${move}.`,
    notTold: "That is what you are looking for. “Show it” tells it.",
  },

  commands: {
    title: "Analysis",
    engine: "Engine lines on and off",
    best: "Play the best move",
    threat: "Show the threat",
    arrows: "Draw the best move",
    nextMistake: "To the next mistake",
    previousMistake: "To the mistake before",
    exercise: "Try it yourself",
    save: "Save with the analysis (PGN)",
    space: "Space",
    enter: "Enter",
  },
};

export type AnalysisTexts = typeof english;

export const analysisTexts: AnalysisTexts = language === "de" ? (await import("./texts-de")).german : english;
