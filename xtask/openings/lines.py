"""Makes the openings that have a name, with the moves that a book may make: run it with `cargo xtask openings names FOLDER`.

The folder holds `a.tsv` to `e.tsv` of <https://github.com/lichess-org/chess-openings>, as some packages carry them: a code,
a name and the moves in each line, released under CC0. Every move of every line is judged by an engine: a move that costs
the side which makes it too much, or leaves it too badly off, is marked with `?`, and no computer makes it by the book. The
engine sees a fixed number of positions with one thread and an empty hash table: the same engine makes the same file.

The lines are sorted by their moves. Of each only what differs from the line before is written: `~` stands for a part of the
name that stays, and the number before the moves says how many of them stay.
"""

import pathlib
import re
import sys

import chess
import chess.engine

# How many positions the engine sees for each that is judged.
NODES = 10_000
# What a move may cost, in hundredths of a pawn, beside the best move that the engine sees.
SLACK = 40
# How badly off a side may be after its move. The start itself is worth about a third of a pawn to White.
LEAST = {chess.WHITE: -30, chess.BLACK: -85}


def read(folder: pathlib.Path) -> list[tuple[tuple[str, ...], str, str]]:
    """The lines, each as its moves, code and name, in the order of their moves."""
    lines = []
    for volume in "abcde":
        rows = (folder / f"{volume}.tsv").read_text(encoding="utf-8").splitlines()
        for row in rows[1:]:
            eco, name, moves = row.split("\t")[:3]
            lines.append((tuple(move for move in moves.split() if not move[0].isdigit()), eco, name))
    return sorted(lines)


class Judge:
    """Judges each position once."""

    def __init__(self, engine: chess.engine.SimpleEngine) -> None:
        self.engine = engine
        self.known = {}

    def worth(self, board: chess.Board) -> int:
        """What a position is worth to the side to move."""
        key = board.epd()
        if key not in self.known:
            info = self.engine.analyse(board, chess.engine.Limit(nodes=NODES), game=object())
            self.known[key] = info["score"].relative.score(mate_score=10_000)
        return self.known[key]

    def is_sound(self, before: chess.Board, after: chess.Board) -> bool:
        worth = -self.worth(after)
        return worth >= LEAST[before.turn] and worth >= self.worth(before) - SLACK


def marked(judge: Judge, moves: tuple[str, ...], known: dict) -> list[str]:
    """The moves, with a mark on those that a book should not make."""
    board = chess.Board()
    written = []
    for ply, move in enumerate(moves):
        before = board.copy(stack=False)
        board.push_san(move)
        line = moves[: ply + 1]
        if line not in known:
            known[line] = move if judge.is_sound(before, board) else f"{move}?"
        written.append(known[line])
    return written


def shared(one: list[str], other: list[str]) -> int:
    """How many items at the beginning are the same."""
    count = 0
    for a, b in zip(one, other):
        if a != b:
            break
        count += 1
    return count


def shortened(name: str, before: str) -> str:
    """A name without the parts that the name before has as well."""
    parts, others = (re.split(r"(: |, )", text) for text in (name, before))
    same = shared(parts, others)
    return "~" * ((same + 1) // 2) + "".join(parts[same:])


def main() -> None:
    folder, path, program = sys.argv[1:]
    lines = read(pathlib.Path(folder))
    rows = []
    name_before, moves_before, known = "", [], {}
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        engine.configure({"Threads": 1, "Hash": 2})
        maker = engine.id["name"]
        judge = Judge(engine)
        for number, (moves, eco, name) in enumerate(lines, 1):
            written = marked(judge, moves, known)
            kept = shared(written, moves_before)
            rows.append(f"{eco}\t{shortened(name, name_before)}\t{' '.join([str(kept), *written[kept:]])}")
            name_before, moves_before = name, written
            print(f"\r{number} of {len(lines)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    head = [
        f"# {len(lines)} openings by name and ECO code, from https://github.com/lichess-org/chess-openings (CC0 1.0).",
        f"# Made by `cargo xtask openings names`, the marks with {maker} and {NODES} nodes: ? is no move for a book.",
        "# Code, name and moves of a line; ~ is a part of the name before that stays, and the number says how many moves stay.",
    ]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(head + rows) + "\n")


if __name__ == "__main__":
    main()
