"""Chess by commands: games of people and computers, setup, threats, undo and a match score.

    python3 waterloo.py [-undo]

Commands, one a line: game WHITE BLACK, move, resign, setup (with +, -, =, done), threats-white, threats-black, and
with -undo also undo and play.
"""

import random
import re
import sys
from collections import namedtuple
from functools import partial

FILES = "abcdefgh"
RANKS = "12345678"
VALUES = {"K": 10, "Q": 9, "R": 5, "B": 4, "N": 3, "P": 1}
PROMOTIONS = "QRBN"
SQUARE = re.compile("[a-h][1-8]")
MOVE = re.compile("[a-h][1-8] [a-h][1-8]( [QRBNqrbn])?")
PLACEMENT = re.compile("[KQRBNPkqrbnp] [a-h][1-8]")
PLAYER = re.compile(r"human|computer([1-9]?|\[[1-9]\])")

DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHTS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
KNIGHT_LEAPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
ALL_ROUND = DIAGONALS + STRAIGHTS
DIRECTIONS = {"K": ALL_ROUND, "Q": ALL_ROUND, "R": STRAIGHTS, "B": DIAGONALS, "N": KNIGHT_LEAPS}

Move = namedtuple("Move", "source target promotion")


class BadCommand(Exception):
    """A command that is unknown, malformed or out of place; it changes nothing."""


def hint(text):
    """Says something to the person that is no part of the game's output."""
    print(text, file=sys.stderr, flush=True)


def opponent(color):
    return "Black" if color == "White" else "White"


def color_of(piece):
    return "White" if piece.isupper() else "Black"


def neighbor(square, across, up):
    file, rank = FILES.index(square[0]) + across, RANKS.index(square[1]) + up
    if 0 <= file < 8 and 0 <= rank < 8:
        return FILES[file] + RANKS[rank]
    return None


def show(letter_of):
    for rank in reversed(RANKS):
        print(f"{rank} " + "".join(letter_of(file + rank) for file in FILES))
    print()
    print("  " + FILES)


class Position:
    def __init__(self, pieces, turn, castling=frozenset(), passed=None):
        self.pieces = pieces
        self.turn = turn
        self.castling = castling  # the homes of the rooks that may still castle
        self.passed = passed  # the square that a pawn has just passed over

    @staticmethod
    def start():
        rows = {"8": "rnbqkbnr", "7": "pppppppp", "2": "PPPPPPPP", "1": "RNBQKBNR"}
        pieces = {file + rank: piece for rank, row in rows.items() for file, piece in zip(FILES, row)}
        return Position(pieces, "White", frozenset(["a1", "h1", "a8", "h8"]))

    def show(self):
        def letter(square):
            is_dark = (FILES.index(square[0]) + RANKS.index(square[1])) % 2 == 0
            return self.pieces.get(square, "_" if is_dark else " ")

        show(letter)

    def show_threats(self, color):
        def count(square):
            threats = len(self.attackers(square, color))
            return "." if threats == 0 else "+" if threats > 9 else str(threats)

        show(count)

    def attacked_from(self, square):
        """The squares that the piece there attacks, whoever stands on them."""
        piece = self.pieces[square]
        if piece in "Pp":
            up = 1 if piece == "P" else -1
            sides = (neighbor(square, -1, up), neighbor(square, 1, up))
            return [target for target in sides if target is not None]
        found = []
        far = 1 if piece in "KkNn" else 7
        for across, up in DIRECTIONS[piece.upper()]:
            target = square
            for _ in range(far):
                target = neighbor(target, across, up)
                if target is None:
                    break
                found.append(target)
                if target in self.pieces:
                    break
        return found

    def of(self, color):
        return [square for square, piece in self.pieces.items() if color_of(piece) == color]

    def attackers(self, square, color):
        return [source for source in self.of(color) if square in self.attacked_from(source)]

    def is_in_check(self, color):
        king = "K" if color == "White" else "k"
        return any(piece == king and self.attackers(square, opponent(color)) for square, piece in self.pieces.items())

    def pawn_targets(self, square):
        up, first_rank = (1, "2") if self.turn == "White" else (-1, "7")
        found = []
        ahead = neighbor(square, 0, up)
        if ahead is not None and ahead not in self.pieces:
            found.append(ahead)
            farther = neighbor(ahead, 0, up)
            if square[1] == first_rank and farther not in self.pieces:
                found.append(farther)
        for target in self.attacked_from(square):
            other = self.pieces.get(target)
            if target == self.passed or other is not None and color_of(other) != self.turn:
                found.append(target)
        return found

    def castling_targets(self, square):
        rank = "1" if self.turn == "White" else "8"
        found = []
        for rook, between, path in (("h", "fg", "efg"), ("a", "bcd", "edc")):
            if square != "e" + rank or rook + rank not in self.castling:
                continue
            if any(file + rank in self.pieces for file in between):
                continue
            if not any(self.attackers(file + rank, opponent(self.turn)) for file in path):
                found.append(path[-1] + rank)
        return found

    def targets(self, square):
        """Where the piece of the side to move may go, if its king's safety is left aside."""
        piece = self.pieces[square]
        if piece in "Pp":
            return self.pawn_targets(square)
        own = self.of(self.turn)
        found = [target for target in self.attacked_from(square) if target not in own]
        return found + self.castling_targets(square) if piece in "Kk" else found

    def is_promotion(self, source, target):
        return self.pieces[source] in "Pp" and target[1] in "18"

    def after(self, move):
        source, target, promotion = move
        pieces = dict(self.pieces)
        piece = pieces.pop(source)
        passed = None
        if piece in "Pp":
            if target == self.passed:
                del pieces[target[0] + source[1]]
            if abs(int(target[1]) - int(source[1])) == 2:
                passed = source[0] + ("3" if piece == "P" else "6")
        if piece in "Kk" and source[0] == "e" and target[0] in "cg":
            rook, beside = ("a", "d") if target[0] == "c" else ("h", "f")
            pieces[beside + target[1]] = pieces.pop(rook + target[1])
        if promotion is not None:
            piece = promotion if self.turn == "White" else promotion.lower()
        pieces[target] = piece
        gone = {source, target}
        if source in ("e1", "e8"):
            gone |= {"a" + source[1], "h" + source[1]}
        return Position(pieces, opponent(self.turn), self.castling - gone, passed)

    def exposes_king(self, move):
        return self.after(move).is_in_check(self.turn)

    def legal_moves_of(self, source):
        found = []
        for target in self.targets(source):
            letters = PROMOTIONS if self.is_promotion(source, target) else [None]
            if not self.exposes_king(Move(source, target, letters[0])):
                found += [Move(source, target, letter) for letter in letters]
        return found

    def legal_moves(self):
        return [move for source in self.of(self.turn) for move in self.legal_moves_of(source)]

    def value(self, square):
        return VALUES[self.pieces[square].upper()] if square in self.pieces else 0


class Computer:
    """Level 1 moves at random, level 2 prefers captures and checks, level 3 and up also avoid being captured."""

    def __init__(self, level):
        self.level = level

    def choose(self, position):
        movable = [moves for moves in map(position.legal_moves_of, position.of(position.turn)) if moves]
        if self.level == 1:
            return random.choice(random.choice(movable))
        moves = [move for of_piece in movable for move in of_piece]
        worths = [self.worth(position, move) for move in moves]
        best = max(worths)
        return random.choice([move for move, worth in zip(moves, worths) if worth == best])

    def worth(self, position, move):
        after = position.after(move)
        worth = position.value(move.target)
        if after.is_in_check(after.turn):
            worth += 1
        if self.level >= 3:
            worth -= max(self.loss(after, square) for square in after.of(position.turn))
        return worth

    @staticmethod
    def loss(position, square):
        """What the side to move wins by capturing there; a defended piece costs it the one that captures."""
        attackers = position.attackers(square, position.turn)
        if not attackers:
            return 0
        is_defended = position.attackers(square, opponent(position.turn))
        return max(0, position.value(square) - (min(map(position.value, attackers)) if is_defended else 0))


class Game:
    def __init__(self, position, white, black):
        self.position = position
        self.earlier = []
        self.players = {"White": white, "Black": black}

    def is_computers_turn(self):
        return self.players[self.position.turn] is not None

    def play(self, move):
        self.earlier.append(self.position)
        self.position = self.position.after(move)

    def undo(self):
        self.position = self.earlier.pop()


def player_of(word):
    """The computer, or None for a person."""
    match = PLAYER.fullmatch(word)
    if match is None:
        raise BadCommand("a player is human or computer1 to computer9")
    return None if word == "human" else Computer(int(match[1].strip("[]") or 1))


class Match:
    """All that happens between the first command and the end of input."""

    def __init__(self, with_undo):
        self.with_undo = with_undo
        self.game = None
        self.setup = None
        self.next_start = None
        self.may_move = False
        self.scores = {"White": 0, "Black": 0}
        self.commands = {"game": self.do_game, "move": self.do_move}
        self.commands |= {"+": self.do_place, "-": self.do_remove, "=": self.do_turn}
        self.commands_alone = {"resign": self.do_resign, "undo": self.do_undo, "play": self.do_play}
        self.commands_alone |= {"setup": self.do_setup, "done": self.do_done}
        for color in ("White", "Black"):
            self.commands_alone["threats-" + color.lower()] = partial(self.do_threats, color)

    def run(self):
        for line in iter(sys.stdin.readline, ""):
            words = line.split()
            if words:
                try:
                    self.obey(words[0], words[1:])
                except BadCommand as why:
                    hint(why)
            sys.stdout.flush()
        print("Final Score:")
        for color, score in self.scores.items():
            print(f"{color}: {score:g}")

    def obey(self, name, words):
        if name in self.commands:
            self.commands[name](words)
        elif name in self.commands_alone:
            self.need(not words, f"nothing follows {name}")
            self.commands_alone[name]()
        else:
            raise BadCommand(f"there is no command {name}")

    @staticmethod
    def need(condition, why):
        if not condition:
            raise BadCommand(why)

    def need_turn(self):
        self.need(self.game is not None, "no game is running")
        self.need(self.may_move, "type play first, or undo")

    def do_game(self, words):
        self.need(self.game is None and self.setup is None, "finish what you are doing first")
        self.need(len(words) == 2, "a game needs two players")
        white, black = player_of(words[0]), player_of(words[1])
        self.game = Game(self.next_start or Position.start(), white, black)
        self.next_start = None
        self.may_move = not self.with_undo
        self.game.position.show()
        if not self.game.position.legal_moves():
            self.end("Stalemate!")

    def do_move(self, words):
        self.need_turn()
        is_move = not words or MOVE.fullmatch(" ".join(words))
        self.need(is_move, "a move is written: move e2 e4, or move e7 e8 Q")
        move = self.find_move(words)
        if move is not None:
            self.game.play(move)
            self.may_move = not self.with_undo
        self.game.position.show()
        if move is not None:
            self.tell_state()

    def find_move(self, words):
        """The move that is asked for, or None where it is refused, after a word about why."""
        position = self.game.position
        if self.game.is_computers_turn() != (not words):
            hint("it is not that player's turn")
            return None
        if not words:
            return self.game.players[position.turn].choose(position)
        source, target = words[:2]
        letter = words[2].upper() if len(words) == 3 else None
        if source not in position.of(position.turn) or target not in position.targets(source):
            hint("that piece cannot go there")
            return None
        is_promotion = position.is_promotion(source, target)
        if letter is not None and not is_promotion:
            hint("only a pawn on the last row becomes another piece")
            return None
        if position.exposes_king(Move(source, target, letter)):
            print(f"{position.turn} would be in check.")
            return None
        if is_promotion and letter is None:
            letter = self.ask_promotion()
        return None if is_promotion and letter is None else Move(source, target, letter)

    @staticmethod
    def ask_promotion():
        print("Promote to (Q, R, B, N): ", end="", file=sys.stderr, flush=True)
        letter = sys.stdin.readline().strip().upper()
        return letter if len(letter) == 1 and letter in PROMOTIONS else None

    def tell_state(self):
        position = self.game.position
        in_check = position.is_in_check(position.turn)
        if position.legal_moves():
            if in_check:
                print(f"{position.turn} is in check.")
        elif in_check:
            winner = opponent(position.turn)
            self.end(f"Checkmate! {winner} wins!", winner)
        else:
            self.end("Stalemate!")

    def end(self, text, winner=None):
        print(text)
        for color in self.scores:
            self.scores[color] += 0.5 if winner is None else int(color == winner)
        self.game = None

    def do_resign(self):
        self.need_turn()
        winner = opponent(self.game.position.turn)
        self.end(f"{winner} wins!", winner)

    def need_choice(self):
        self.need(self.game is not None and not self.may_move, "undo and play stand at a turn's beginning")

    def do_undo(self):
        self.need_choice()
        self.need(self.game.earlier, "there is nothing to undo")
        self.game.undo()
        self.game.position.show()

    def do_play(self):
        self.need_choice()
        self.may_move = True

    def do_threats(self, color):
        self.need(self.game is not None, "no game is running")
        self.game.position.show_threats(color)

    def do_setup(self):
        self.need(self.game is None and self.setup is None, "setup is for the time between games")
        self.setup = Position({}, "White")
        self.setup.show()

    def do_place(self, words):
        self.need(self.setup is not None, "that belongs into setup")
        self.need(PLACEMENT.fullmatch(" ".join(words)), "a piece is placed so: + K e1")
        piece, square = words
        self.setup.pieces[square] = piece
        self.setup.show()

    def do_remove(self, words):
        self.need(self.setup is not None, "that belongs into setup")
        self.need(SQUARE.fullmatch(" ".join(words)), "a piece is removed so: - e1")
        self.setup.pieces.pop(words[0], None)
        self.setup.show()

    def do_turn(self, words):
        self.need(self.setup is not None, "that belongs into setup")
        self.need(words in (["white"], ["black"]), "the turn is set so: = white")
        self.setup.turn = words[0].capitalize()

    def do_done(self):
        self.need(self.setup is not None, "that belongs into setup")
        pieces = self.setup.pieces
        kings = sorted(piece for piece in pieces.values() if piece in "Kk")
        self.need(kings == ["K", "k"], "each side needs exactly one king")
        rows = {square[1] for square, piece in pieces.items() if piece in "Pp"}
        self.need(not rows & {"1", "8"}, "no pawn can stand on the first or last row")
        in_check = self.setup.is_in_check("White") or self.setup.is_in_check("Black")
        self.need(not in_check, "neither king may be in check")
        castling = [
            file + rank
            for file in "ah"
            for rank, rook, king in (("1", "R", "K"), ("8", "r", "k"))
            if pieces.get(file + rank) == rook and pieces.get("e" + rank) == king
        ]
        self.next_start = Position(pieces, self.setup.turn, frozenset(castling))
        self.setup = None


def main():
    if sys.argv[1:] not in ([], ["-undo"]):
        sys.exit("usage: python3 waterloo.py [-undo]")
    # Whatever bytes come in, a command is made of plain letters.
    sys.stdin.reconfigure(encoding="ascii", errors="replace", newline="\n")
    sys.stderr.reconfigure(errors="replace")
    Match("-undo" in sys.argv[1:]).run()


if __name__ == "__main__":
    main()
