"""The text-based chess game for two: kings, rooks, bishops and pawns.

    python3 hong.py [--as-written] [--fen FEN]

Without a switch this is the game that the document implements and verifies (its sections 3 and 4): the king may be
captured, and a player without a way out draws. With --as-written it is the game of its requirements (section 1):
ordinary legality, a pawn's double step, and a player without a legal move loses.
"""

import argparse
import re
import sys

START = "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 0 1"
MOVE = re.compile(r"([A-Ha-h])([1-8]),([A-Ha-h])([1-8])")

BISHOP_STEPS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
ROOK_STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
KING_STEPS = BISHOP_STEPS + ROOK_STEPS


def enemy(color):
    return "B" if color == "W" else "W"


def is_on_board(square):
    column, row = square
    return 0 <= column < 8 and 0 <= row < 8


class Board:
    """The pieces, as two letters (color and kind) by their (column, row); row 0 is White's first row."""

    def __init__(self, pieces):
        self.pieces = pieces

    def of(self, color):
        return [(square, piece) for square, piece in self.pieces.items() if piece[0] == color]

    def king(self, color):
        for square, piece in self.pieces.items():
            if piece == color + "K":
                return square
        return None

    def after(self, source, target):
        pieces = dict(self.pieces)
        pieces[target] = pieces.pop(source)
        return Board(pieces)

    def steps(self, source, directions, far):
        """Squares that a piece reaches in these directions, up to `far` steps, until something stands in its way."""
        color = self.pieces[source][0]
        found = []
        for across, up in directions:
            square = source
            for _ in range(far):
                square = (square[0] + across, square[1] + up)
                if not is_on_board(square):
                    break
                blocker = self.pieces.get(square)
                if blocker is None or blocker[0] != color:
                    found.append(square)
                if blocker is not None:
                    break
        return found

    def pawn_targets(self, source, double_step):
        color = self.pieces[source][0]
        up, first_row = (1, 1) if color == "W" else (-1, 6)
        column, row = source
        found = []
        ahead = (column, row + up)
        if is_on_board(ahead) and ahead not in self.pieces:
            found.append(ahead)
            farther = (column, row + 2 * up)
            if double_step and row == first_row and farther not in self.pieces:
                found.append(farther)
        for side in (-1, 1):
            square = (column + side, row + up)
            if square in self.pieces and self.pieces[square][0] != color:
                found.append(square)
        return found

    def targets(self, source, double_step=False):
        """Where the piece may go by its pattern, whatever becomes of its king."""
        kind = self.pieces[source][1]
        if kind == "K":
            return self.steps(source, KING_STEPS, 1)
        if kind == "R":
            return self.steps(source, ROOK_STEPS, 7)
        if kind == "B":
            return self.steps(source, BISHOP_STEPS, 7)
        return self.pawn_targets(source, double_step)

    def is_king_attacked(self, color):
        king = self.king(color)
        return any(king in self.targets(square) for square, _ in self.of(enemy(color)))

    def show(self):
        print("  " + "-" * 23)
        for row in range(7, -1, -1):
            cells = [self.pieces.get((column, row), "..") for column in range(8)]
            print(f"{row + 1}|{' '.join(cells)}|")
        print("  " + "-" * 23)
        print("  A  B  C  D  E  F  G  H")


class Verified:
    """The rules of sections 3 and 4."""

    turn_label = "Next move"
    repeats_after_bad_input = True

    @staticmethod
    def is_allowed(board, source, target):
        return target in board.targets(source)

    @staticmethod
    def winner(board, turn):
        """W, B, D for a draw, or None while the game goes on."""
        for color in "WB":
            if board.king(color) is None:
                return enemy(color)
        for square, piece in board.of(turn):
            for target in board.targets(square):
                if piece[1] != "K" or not board.after(square, target).is_king_attacked(turn):
                    return None
        return "D"


class Written:
    """The rules of section 1."""

    turn_label = "Move"
    repeats_after_bad_input = False

    @staticmethod
    def is_allowed(board, source, target):
        color = board.pieces[source][0]
        if target not in board.targets(source, double_step=True):
            return False
        return not board.after(source, target).is_king_attacked(color)

    @staticmethod
    def winner(board, turn):
        for square, _ in board.of(turn):
            for target in board.targets(square, double_step=True):
                if Written.is_allowed(board, square, target):
                    return None
        return enemy(turn)


class Game:
    def __init__(self, rules, board, turn):
        self.rules = rules
        self.board = board
        self.turn = turn

    def winner(self):
        return self.rules.winner(self.board, self.turn)

    def show(self):
        """Prints the board, or the winner once there is one."""
        winner = self.winner()
        print("==== BEGIN GAME OUTPUT ====")
        if winner is not None:
            print(f"Winner: {winner}")
        else:
            self.board.show()
            in_check = self.board.is_king_attacked("W") or self.board.is_king_attacked("B")
            print(f"In check: {'Y' if in_check else 'N'}")
            print(f"{self.rules.turn_label}: {self.turn}")
        print("====  END GAME OUTPUT  ====")

    def play(self, line):
        """Makes the move that the line asks for; tells whether there was a valid one."""
        match = MOVE.match(line)
        if match is None:
            return False
        from_column, from_row, to_column, to_row = match.groups()
        source = ("ABCDEFGH".index(from_column.upper()), int(from_row) - 1)
        target = ("ABCDEFGH".index(to_column.upper()), int(to_row) - 1)
        piece = self.board.pieces.get(source)
        if piece is None or piece[0] != self.turn or not self.rules.is_allowed(self.board, source, target):
            return False
        self.board = self.board.after(source, target)
        self.turn = enemy(self.turn)
        return True

    def run(self):
        self.show()
        while self.winner() is None:
            print()
            print("==== BEGIN GAME INPUT ====", flush=True)
            line = sys.stdin.readline()
            if not line:
                break
            print("====  END GAME INPUT  ====")
            print()
            if self.play(line) or self.rules.repeats_after_bad_input:
                self.show()


def read_fen(fen):
    """The board and whose turn it is."""
    placement, turn = fen.split()[:2]
    pieces = {}
    for row, rank in zip(range(7, -1, -1), placement.split("/")):
        column = 0
        for letter in rank:
            if letter.isdigit():
                column += int(letter)
            else:
                color = "W" if letter.isupper() else "B"
                pieces[(column, row)] = color + letter.upper()
                column += 1
    return Board(pieces), turn.upper()


def main():
    parser = argparse.ArgumentParser(description="Chess for two, with kings, rooks, bishops and pawns.")
    parser.add_argument("--as-written", action="store_true", help="play by the document's requirements")
    parser.add_argument("--fen", default=START, help="the position to begin with")
    options = parser.parse_args()
    # Whatever bytes a player's terminal sends, only A-H, 1-8 and the comma matter.
    sys.stdin.reconfigure(encoding="latin-1", newline="\n")
    board, turn = read_fen(options.fen)
    Game(Written if options.as_written else Verified, board, turn).run()


if __name__ == "__main__":
    main()
