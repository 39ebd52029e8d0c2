"""Reads games from standard input with python-chess and writes them again, or makes games of its own.

exchange.py again        reads PGN, writes what was read
exchange.py make N SEED  writes N random games with variations, comments and marks
"""

import io
import random
import sys

import chess
import chess.pgn

WORDS = ["good", "Réti", '"quoted"', "back\\slash", "(1. e4)", "50%", "x;y", "[%clk 0:01:30]", "国际象棋", "move,"]


def again(text):
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            sys.exit(f"{game.errors}\n{game}")
        print(game, end="\n\n")


def words(dice):
    return " ".join(dice.choices(WORDS, k=dice.choice([1, 2, 5, 40])))


def grow(dice, node, length, depth):
    """Adds a line after a node, and variations of its moves."""
    for _ in range(length):
        board = node.board()
        moves = list(board.legal_moves)
        if not moves:
            return
        child = decorated(dice, node.add_variation(dice.choice(moves)))
        while depth < 4 and dice.random() < 0.12:
            # The same move twice is one node there and two with us.
            others = [m for m in moves if not node.has_variation(m)]
            if not others:
                break
            variation = decorated(dice, node.add_variation(dice.choice(others)))
            if dice.random() < 0.3:
                variation.starting_comment = words(dice)
            grow(dice, variation, dice.randrange(8), depth + 1)
        node = child


def decorated(dice, node):
    if dice.random() < 0.2:
        node.comment = words(dice)
    if dice.random() < 0.2:
        node.nags = set(dice.choices(range(1, 140), k=dice.randrange(1, 3)))
    return node


def made(dice):
    game = chess.pgn.Game()
    for name in ["Event", "White", "Annotator"]:
        game.headers[name] = words(dice)
    game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if dice.random() < 0.3:
        board = chess.Board.from_chess960_pos(dice.randrange(960))
        game.setup(board)
    if dice.random() < 0.3:
        game.comment = words(dice)
    grow(dice, game, dice.randrange(60), 0)
    return game


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", newline="")
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    if sys.argv[1] == "again":
        again(sys.stdin.read())
    else:
        dice = random.Random(int(sys.argv[3]))
        for _ in range(int(sys.argv[2])):
            print(made(dice), end="\n\n")
