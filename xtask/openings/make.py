"""Makes the built-in openings of `tabiya match`: run it with `cargo xtask openings`.

Each opening is a walk of eight single moves from the usual start. At every move one of the engine's best six is drawn,
among those within a third of a pawn of the best; the end of the walk is kept if a deeper search calls it balanced,
nothing has been taken for nothing, and no other opening has led there. The engine searches to fixed depths with one
thread and an empty hash table, and chance has a seed: the same engine makes the same file.
"""

import random
import sys

import chess
import chess.engine

COUNT = 500
PLIES = 8
CHOICES = 6
SLACK = 35
WALK_DEPTH = 8
FINAL_DEPTH = 15
# White's view. The start itself is worth about a third of a pawn to White.
LEAST, MOST = -20, 45
SEED = 64


def centipawns(score: chess.engine.PovScore) -> int:
    return score.white().score(mate_score=10_000)


def walk(engine: chess.engine.SimpleEngine, chance: random.Random) -> chess.Board:
    board = chess.Board()
    for _ in range(PLIES):
        lines = engine.analyse(board, chess.engine.Limit(depth=WALK_DEPTH), multipv=CHOICES, game=object())
        worth = [line["score"].relative.score(mate_score=10_000) for line in lines]
        sound = [line["pv"][0] for line, score in zip(lines, worth) if score >= worth[0] - SLACK]
        board.push(chance.choice(sound))
    return board


def main() -> None:
    path, program = sys.argv[1:]
    chance = random.Random(SEED)
    seen = set()
    lines = []
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        engine.configure({"Threads": 1, "Hash": 16})
        maker = engine.id["name"]
        while len(lines) < COUNT:
            board = walk(engine, chance)
            if board.epd() in seen or board.is_check():
                continue
            seen.add(board.epd())
            info = engine.analyse(board, chess.engine.Limit(depth=FINAL_DEPTH), game=object())
            if LEAST <= centipawns(info["score"]) <= MOST:
                lines.append(chess.Board().variation_san(board.move_stack))
                print(f"\r{len(lines)} of {COUNT}", end="", file=sys.stderr)
    print(file=sys.stderr)
    head = [
        f"# {COUNT} balanced openings of {PLIES} single moves, made by `cargo xtask openings` with {maker}.",
        f"# Depth {WALK_DEPTH} for each move and {FINAL_DEPTH} at the end, which is worth {LEAST} to {MOST} to White.",
    ]
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(head + sorted(lines)) + "\n")


if __name__ == "__main__":
    main()
