"""Chess in three modes, with scores and a stop code.

    python3 cuhk.py [--seed N]

Rows count from the top: Black (capital letters) begins in rows 1 and 2, White (small letters) in rows 7 and 8.
"""

import argparse
import random
import sys

SIZE = 8
SCORES = {"K": 1000, "Q": 50, "B": 20, "N": 10, "R": 5, "P": 1}
BLANKS = " \t\n\v\f\r"
DIGITS = "0123456789"

DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHTS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
KNIGHT_LEAPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class EndOfInput(Exception):
    """There is nothing more to read."""


class NoNumber(Exception):
    """Something stood where a number was wanted."""


class Reader:
    """Reads characters and numbers from standard input, whichever way they are spread over lines."""

    def __init__(self):
        self.line = ""

    def skip_blanks(self):
        self.line = self.line.lstrip(BLANKS)
        while not self.line:
            line = sys.stdin.readline()
            if not line:
                raise EndOfInput
            self.line = line.lstrip(BLANKS)

    def drop_line(self):
        self.line = ""

    def character(self):
        self.skip_blanks()
        first, self.line = self.line[0], self.line[1:]
        return first

    def number(self):
        self.skip_blanks()
        signed = 1 if self.line[0] in "+-" else 0
        end = signed
        while end < len(self.line) and self.line[end] in DIGITS:
            end += 1
        if end == signed:
            raise NoNumber
        digits, self.line = self.line[:end], self.line[end:]
        # No board has cells beyond this, and there are limits to the digits that int() takes.
        return int(digits) if len(digits) < 10 else 10**10

    def cell(self):
        letter = self.character()
        return letter, self.number()


class Piece:
    def __init__(self, board, color, y, x):
        self.board = board
        self.color = color
        self.y = y
        self.x = x

    def shown(self):
        return self.label if self.color == "Black" else self.label.lower()

    def score(self):
        return SCORES[self.label]

    def targets(self):
        """The cells (y, x) this piece can move to."""
        raise NotImplementedError

    def along(self, directions, far):
        found = []
        for down, right in directions:
            y, x = self.y, self.x
            for _ in range(far):
                y, x = y + down, x + right
                if not self.board.is_inside(y, x):
                    break
                other = self.board.cells[y][x]
                if other is None or other.color != self.color:
                    found.append((y, x))
                if other is not None:
                    break
        return found


class King(Piece):
    label = "K"

    def targets(self):
        return self.along(DIAGONALS + STRAIGHTS, 1)


class Queen(Piece):
    label = "Q"

    def targets(self):
        return self.along(DIAGONALS + STRAIGHTS, SIZE)


class Bishop(Piece):
    label = "B"

    def targets(self):
        return self.along(DIAGONALS, SIZE)


class Knight(Piece):
    label = "N"

    def targets(self):
        return self.along(KNIGHT_LEAPS, 1)


class Rook(Piece):
    label = "R"

    def targets(self):
        return self.along(STRAIGHTS, SIZE)


class Pawn(Piece):
    label = "P"

    def targets(self):
        forward, first_row = (1, 1) if self.color == "Black" else (-1, 6)
        cells = self.board.cells
        found = []
        y = self.y + forward
        if not 0 <= y < SIZE:
            return found
        if cells[y][self.x] is None:
            found.append((y, self.x))
            if self.y == first_row and cells[y + forward][self.x] is None:
                found.append((y + forward, self.x))
        for x in (self.x - 1, self.x + 1):
            if 0 <= x < SIZE and cells[y][x] is not None and cells[y][x].color != self.color:
                found.append((y, x))
        return found


BACK_ROW = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]


class Board:
    def __init__(self):
        self.cells = [[None] * SIZE for _ in range(SIZE)]
        for x, kind in enumerate(BACK_ROW):
            self.cells[0][x] = kind(self, "Black", 0, x)
            self.cells[1][x] = Pawn(self, "Black", 1, x)
            self.cells[6][x] = Pawn(self, "White", 6, x)
            self.cells[7][x] = kind(self, "White", 7, x)

    @staticmethod
    def is_inside(y, x):
        return 0 <= y < SIZE and 0 <= x < SIZE

    def pieces(self, color):
        return [piece for row in self.cells for piece in row if piece is not None and piece.color == color]

    def score(self, color):
        return sum(piece.score() for piece in self.pieces(color))

    def has_king(self, color):
        return any(piece.label == "K" for piece in self.pieces(color))

    def move(self, color, source, target):
        """Moves the piece of that color if it may; tells whether it did."""
        if not self.is_inside(*source) or not self.is_inside(*target):
            return False
        piece = self.cells[source[0]][source[1]]
        if piece is None or piece.color != color or target not in piece.targets():
            return False
        self.cells[source[0]][source[1]] = None
        self.cells[target[0]][target[1]] = piece
        piece.y, piece.x = target
        return True

    def show(self):
        print("    " + "   ".join("ABCDEFGH") + "  ")
        print("  " + "-" * 33)
        for y, row in enumerate(self.cells):
            letters = [" " if piece is None else piece.shown() for piece in row]
            print(f"{y + 1} | " + " | ".join(letters) + " | ")
            print("  " + "-" * 33)


def place(cell):
    """The (y, x) of a cell such as ("e", 2), which may lie off the board."""
    letter, number = cell
    return number - 1, "ABCDEFGH".find(letter.upper())


def name(y, x):
    return f"{'ABCDEFGH'[x]}{y + 1}"


class Human:
    def __init__(self, color, reader):
        self.color = color
        self.reader = reader

    def make_move(self, board):
        """Asks until a valid move was made; False when the player stops the game."""
        while True:
            print(f"{self.color}'s turn: ", end="", flush=True)
            try:
                source = self.reader.cell()
                target = self.reader.cell()
            except NoNumber:
                self.reader.drop_line()
                print("invalid input!")
                continue
            if source == target == ("Z", 0):
                return False
            if board.move(self.color, place(source), place(target)):
                return True
            print("invalid input!")


class Machine:
    def __init__(self, color, dice):
        self.color = color
        self.dice = dice

    def make_move(self, board):
        """Makes a random move, or forfeits the turn where there is none; it never stops the game."""
        movable = [piece for piece in board.pieces(self.color) if piece.targets()]
        if not movable:
            print(f"{self.color}'s turn: ", flush=True)
            return True
        piece = self.dice.choice(movable)
        source = (piece.y, piece.x)
        target = self.dice.choice(piece.targets())
        board.move(self.color, source, target)
        print(f"{self.color}'s turn: {name(*source)} {name(*target)}", flush=True)
        return True


def result(board):
    white, black = board.score("White"), board.score("Black")
    if white == black:
        return "Draw game!"
    return "White wins!" if white > black else "Black wins!"


def choose_mode(reader):
    while True:
        print("Choose game mode (1, 2, 3): ", end="", flush=True)
        try:
            return reader.number()
        except NoNumber:
            reader.drop_line()
            print("invalid input!")


def run(reader, dice):
    mode = choose_mode(reader)
    white = Human("White", reader) if mode in (1, 2) else Machine("White", dice)
    black = Human("Black", reader) if mode == 1 else Machine("Black", dice)
    board = Board()
    played = 0
    running = True
    while running:
        print(f"Round {played + 1}:")
        board.show()
        player = white if played % 2 == 0 else black
        running = player.make_move(board) and board.has_king("White") and board.has_king("Black")
        played += 1
    print(result(board))


def main():
    parser = argparse.ArgumentParser(description="Chess in three modes.")
    parser.add_argument("--seed", type=int, help="makes the machine's moves repeatable")
    options = parser.parse_args()
    # Every byte is a character here, and only the newline ends a line.
    sys.stdin.reconfigure(encoding="latin-1", newline="\n")
    try:
        run(Reader(), random.Random(options.seed))
    except EndOfInput:
        pass


if __name__ == "__main__":
    main()
