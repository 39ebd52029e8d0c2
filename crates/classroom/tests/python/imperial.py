"""The chess engine that tells what happens, move by move.

    python3 imperial.py            submits the moves that it reads, one a line: E2 E4, or (E2, E4); reset begins anew
    python3 imperial.py --sample   plays the exercise's own game

No castling, no en passant, no promotion.
"""

import sys

DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHTS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
KNIGHT_LEAPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


def opponent(color):
    return "Black" if color == "White" else "White"


def is_square(name):
    return len(name) == 2 and name[0] in "ABCDEFGH" and name[1] in "12345678"


def neighbor(square, across, up):
    """The square so many files across and ranks up, or None off the board."""
    file, rank = "ABCDEFGH".index(square[0]) + across, int(square[1]) + up
    if 0 <= file < 8 and 1 <= rank <= 8:
        return f"{'ABCDEFGH'[file]}{rank}"
    return None


class Piece:
    """A piece of one color; a subclass knows how it moves."""

    directions = []
    reach = 7

    def __init__(self, color):
        self.color = color

    def __str__(self):
        return f"{self.color}'s {type(self).__name__}"

    def targets(self, square, pieces):
        """The squares it may go to from there, whatever becomes of its king."""
        found = []
        for across, up in self.directions:
            target = square
            for _ in range(self.reach):
                target = neighbor(target, across, up)
                if target is None:
                    break
                other = pieces.get(target)
                if other is None or other.color != self.color:
                    found.append(target)
                if other is not None:
                    break
        return found


class King(Piece):
    directions = DIAGONALS + STRAIGHTS
    reach = 1


class Queen(Piece):
    directions = DIAGONALS + STRAIGHTS


class Rook(Piece):
    directions = STRAIGHTS


class Bishop(Piece):
    directions = DIAGONALS


class Knight(Piece):
    directions = KNIGHT_LEAPS
    reach = 1


class Pawn(Piece):
    def targets(self, square, pieces):
        up, first_rank = (1, "2") if self.color == "White" else (-1, "7")
        found = []
        ahead = neighbor(square, 0, up)
        if ahead is not None and ahead not in pieces:
            found.append(ahead)
            farther = neighbor(ahead, 0, up)
            if square[1] == first_rank and farther not in pieces:
                found.append(farther)
        for side in (-1, 1):
            target = neighbor(square, side, up)
            if target in pieces and pieces[target].color != self.color:
                found.append(target)
        return found


BACK_RANK = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]


class ChessBoard:
    def __init__(self):
        self.reset_board()

    def reset_board(self):
        self.pieces = {}
        for file, kind in zip("ABCDEFGH", BACK_RANK):
            self.pieces[file + "1"] = kind("White")
            self.pieces[file + "2"] = Pawn("White")
            self.pieces[file + "7"] = Pawn("Black")
            self.pieces[file + "8"] = kind("Black")
        self.turn = "White"
        self.is_over = False
        self.say("A new chess game is started!")

    @staticmethod
    def say(text):
        print(text, flush=True)

    def submit_move(self, source, target):
        source, target = source.upper(), target.upper()
        if self.is_over:
            self.say("The game is already over!")
            return
        piece = self.pieces.get(source)
        if piece is None:
            self.say(f"There is no piece at position {source}!")
            return
        if piece.color != self.turn:
            self.say(f"It is not {piece.color}'s turn to move!")
            return
        if not self.is_legal(source, target):
            self.say(f"{piece} cannot move to {target}!")
            return
        self.make_move(source, target)

    def make_move(self, source, target):
        text = f"{self.pieces[source]} moves from {source} to {target}"
        if target in self.pieces:
            text += f" taking {self.pieces[target]}"
        self.say(text)
        self.pieces = self.after(source, target)
        self.turn = opponent(self.turn)
        self.tell_state()

    def tell_state(self):
        in_check = self.is_in_check(self.turn, self.pieces)
        if not self.has_legal_move():
            self.is_over = True
            self.say(f"{self.turn} is in {'checkmate' if in_check else 'stalemate'}")
        elif in_check:
            self.say(f"{self.turn} is in check")

    def after(self, source, target):
        pieces = dict(self.pieces)
        pieces[target] = pieces.pop(source)
        return pieces

    @staticmethod
    def is_in_check(color, pieces):
        for square, piece in pieces.items():
            if piece.color != color:
                for target in piece.targets(square, pieces):
                    attacked = pieces.get(target)
                    if isinstance(attacked, King):
                        return True
        return False

    def is_legal(self, source, target):
        piece = self.pieces[source]
        if not is_square(target) or target not in piece.targets(source, self.pieces):
            return False
        return not self.is_in_check(piece.color, self.after(source, target))

    def has_legal_move(self):
        return any(
            self.is_legal(square, target)
            for square, piece in self.pieces.items()
            if piece.color == self.turn
            for target in piece.targets(square, self.pieces)
        )


def print_title(text):
    print("=" * 27)
    print(text)
    print("=" * 27)
    print()


def play_sample():
    print_title("Testing the Chess Engine")
    board = ChessBoard()
    print()
    for source, target in [("D7", "D6"), ("D4", "H6"), ("D2", "D4"), ("F8", "B4")]:
        board.submit_move(source, target)
        print()

    print_title("Alekhine vs. Vasic (1931)")
    board.reset_board()
    print()
    moves = """E2 E4, E7 E6, D2 D4, D7 D5, B1 C3, F8 B4, F1 D3, B4 C3, B2 C3, H7 H6, C1 A3, B8 D7,
        D1 E2, D5 E4, D3 E4, G8 F6, E4 D3, B7 B6, E2 E6, F7 E6, D3 G6"""
    for number, move in enumerate(moves.split(",")):
        board.submit_move(*move.split())
        if number % 2 == 1:
            print()
    print()


def words_of(line):
    """The words of a line, without the parentheses and the comma that may be around and between them."""
    line = line.strip()
    if line.startswith("(") and line.endswith(")"):
        line = line[1:-1]
    return line.replace(",", " ", 1).split()


def play_input():
    board = ChessBoard()
    for line in sys.stdin:
        words = words_of(line)
        if words == ["reset"]:
            board.reset_board()
        elif len(words) == 2:
            board.submit_move(*words)
        elif words and sys.stderr.isatty():
            print("Two squares make a move: E2 E4", file=sys.stderr)


def main():
    # What is no square is shown as it was written, whatever its bytes are.
    sys.stdin.reconfigure(encoding="ascii", errors="surrogateescape", newline="\n")
    sys.stdout.reconfigure(encoding="ascii", errors="surrogateescape")
    if sys.argv[1:] == ["--sample"]:
        play_sample()
    elif not sys.argv[1:]:
        play_input()
    else:
        sys.exit("usage: python3 imperial.py [--sample]")


if __name__ == "__main__":
    main()
