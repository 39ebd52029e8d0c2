"""Talks to an engine through python-chess's client, which refuses illegal moves and malformed answers.

Usage: uci.py COMMAND... (the engine to start). Prints what was proven, one line each; any fault ends it with an error.
"""

import logging
import random
import sys

import chess
import chess.engine

OPTIONS = {
    "Hash", "Threads", "Ponder", "MultiPV", "Move Overhead", "UCI_Chess960", "UCI_LimitStrength", "UCI_Elo",
    "UCI_ShowWDL", "UCI_Variant", "SyzygyPath", "OwnBook", "BookFile", "Clear Hash",
}
QUICK = chess.engine.Limit(nodes=300)
LONGEST_GAME = 160


class Complaints(logging.Handler):
    """The client drops lines it does not understand and says so in its log only."""

    def __init__(self):
        super().__init__(level=logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def offers_its_options(engine):
    missing = OPTIONS - set(engine.options)
    assert not missing, f"options are missing: {missing}"


def plays_whole_games(engine):
    for number in (518, 0, 959, 342):
        board = chess.Board.from_chess960_pos(number)
        board.chess960 = number != 518
        while not board.is_game_over(claim_draw=False) and board.ply() < LONGEST_GAME:
            board.push(engine.play(board, QUICK, game=number).move)
        assert board.ply() > 10, board.fen()


def plays_by_the_clock_with_pondering(engine):
    board = chess.Board()
    while board.ply() < 24:
        clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
        result = engine.play(board, clock, ponder=True)
        board.push(result.move)
        # The answer is now and then the expected one, now and then another: both ends of pondering are met.
        legal = list(board.legal_moves)
        expected = result.ponder if result.ponder in legal and board.ply() % 4 == 1 else None
        board.push(expected or random.choice(legal))


def keeps_every_limit(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    assert engine.play(board, chess.engine.Limit(depth=4)).move == chess.Move.from_uci("f3f7")
    assert engine.play(board, chess.engine.Limit(mate=1)).move == chess.Move.from_uci("f3f7")
    assert engine.play(board, chess.engine.Limit(time=0.05)).move == chess.Move.from_uci("f3f7")
    stages = chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=3)
    assert engine.play(board, stages).move == chess.Move.from_uci("f3f7")
    only = [chess.Move.from_uci("a2a3")]
    assert engine.play(board, QUICK, root_moves=only).move == only[0]
    info = engine.analyse(board, chess.engine.Limit(depth=4))
    assert info["score"].white() == chess.engine.Mate(1), info


def tells_several_lines(engine):
    board = chess.Board()
    lines = engine.analyse(board, chess.engine.Limit(depth=8), multipv=4)
    assert len({line["pv"][0] for line in lines}) == 4, lines
    values = [line["score"].relative.score() for line in lines]
    assert values == sorted(values, reverse=True), values
    for line in lines:
        assert {"depth", "seldepth", "nodes", "nps", "hashfull", "tbhits", "time"} <= set(line), line
        board.variation_san(line["pv"])


def tells_chances(engine):
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"), QUICK)
    assert info["wdl"].white().wins > 900, info
    engine.configure({"UCI_ShowWDL": False})


def can_be_interrupted(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
    assert analysis.wait().move in chess.Board().legal_moves
    engine.ping()


def plays_weaker_when_told(engine):
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 800})
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.05)).move in chess.Board().legal_moves
    engine.configure({"UCI_LimitStrength": False})


def searches_with_several_threads(engine):
    engine.configure({"Threads": 3, "Hash": 8})
    board = chess.Board()
    for _ in range(20):
        # So few positions may lead into a mate.
        if board.is_game_over():
            board = chess.Board()
        board.push(engine.play(board, QUICK).move)
    engine.configure({"Threads": 1})


PROOFS = [
    offers_its_options,
    plays_whole_games,
    plays_by_the_clock_with_pondering,
    keeps_every_limit,
    tells_several_lines,
    tells_chances,
    can_be_interrupted,
    plays_weaker_when_told,
    searches_with_several_threads,
]


def main():
    random.seed(20)
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    # An engine that is still there after a fault would keep this program from ending.
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=None) as engine:
        for proof in PROOFS:
            proof(engine)
            assert not complaints.lines, complaints.lines
            print(proof.__name__)
        engine.quit()
        assert engine.returncode.result() == 0


main()
