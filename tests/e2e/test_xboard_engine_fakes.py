#!/usr/bin/env python3
"""The adapter as a UCI engine in front of xboard engines of every kind (tests/support/engines/xboard_engine.py).

Every guise plays whole games, is stopped, ponders, is thrown from one position to another, and leaves. Each `go` must
bring exactly one legal `bestmove` (uci_match sees to it), and the engine must not be sent a line that the protocol, its
features or its manners forbid: it writes those to a file, which must be empty in the end.

usage: test_xboard_engine_fakes.py [--adapter PROGRAM] [GUISE...]
"""
import argparse
import os
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chess_rules import START_FEN, Game
from e2e_support import adapter
from uci_match import EngineFailure, UciEngine, parse_info

FAKE = Path(__file__).resolve().parent.parent / "support" / "engines" / "xboard_engine.py"
GAME_PLIES = 30
# name: (options of the engine, settings of the adapter). A ProtocolProbe shorter than 20 s only where the engine's silence
# is the subject: Python itself may take seconds to start on a busy machine.
GUISES = {
    "modern": ("", {}),
    "version 1, silent": ("--protover1 ignore", {"ProtocolProbe": 0.3}),
    "version 1, with errors": ("--protover1 error", {"ProtocolProbe": 1}),
    "version 1, asked": ("--protover1 error --uci silence", {"EngineProtocol": "auto", "ProtocolProbe": 1.5}),
    "asked, says Error": ("--uci error", {"EngineProtocol": "auto"}),
    "asked, says Illegal move": ("--uci illegal", {"EngineProtocol": "auto"}),
    "asked, is silent": ("--uci silence", {"EngineProtocol": "auto", "ProtocolProbe": 3}),
    "asked, dies (hoichess)": ("--uci dies", {"EngineProtocol": "auto"}),
    "slow start": ("--startup 0.5 --uci error", {"EngineProtocol": "auto"}),
    "done=0": ("--done0 4.0", {"ProtocolProbe": 3}),
    "never done": ("--never-done", {}),
    "one line of features": ("--features-on-one-line", {}),
    "banner and prompt": ("--banner Fake --banner= --prompt 'White (1) : '", {}),
    "prompt for ever": ("--prompt 'Black[3]: ' --prompt-stays", {}),
    "no ping": ("--without ping", {}),
    "no setboard": ("--without setboard", {}),
    "no ping, no setboard": ("--without ping,setboard", {}),
    "no usermove": ("--without usermove", {}),
    "san": ("--feature san=1", {}),
    "san without usermove": ("--feature san=1 --without usermove --move-style my-move-is", {}),
    "colors": ("--feature colors=1", {}),
    "no time": ("--feature time=0", {}),
    "no reuse": ("--feature reuse=0", {}),
    "no analyze": ("--feature analyze=0", {}),
    "no undo": ("--refuse undo,remove", {}),
    "no undo, no setboard": ("--refuse undo,remove --without setboard", {}),
    "no draw, no name": ("--without name --feature draw=0", {}),
    "nothing but a board": ("--without ping,setboard,usermove,reuse,colors,name --feature time=0 --feature analyze=0", {}),
    "sigint=1": ("--feature sigint=1", {}),
    "deaf, with sigint=1 (old crafty)": ("--deaf --feature sigint=1", {}),
    "moves at any line (sjeng)": ("--any-input-moves --think 0.05", {}),
    "stale moves (phalanx)": ("--any-input-moves --stale-move-after-force --think 0.05", {}),
    "ignores ?": ("--ignore-question --think 0.2", {}),
    "echo and double pong (gnuchess)": ("--echo --double-pong --move-style gnuchess", {}),
    "dots": ("--move-style dots", {}),
    "ponders in brackets (gnuchess)": ("--ponders brackets", {}),
    "ponders on its reply (phalanx)": ("--ponders reply", {}),
    "ponders as the opponent (sjeng)": ("--ponders opponent", {}),
    "chatter": ("--chatter 'tellall hello' --chatter 'telluser \"hi\"' --chatter 'tellics whisper d7 -0.06 e5' "
                "--chatter '# move e2e4' --chatter 'Time for move : 25' --chatter 'Move number : 2' "
                "--chatter 'askuser x why?' "
                "--chatter 'stat01: 1 2 3 4 5' --chatter '  ' --chatter 'move' --chatter 'Hint: a2a3'", {}),
    "options": ("--option 'Style -combo Calm /// *Wild' --option 'Contempt -spin 3 -10 10' --option 'Clear -button' "
                "--feature memory=1 --feature smp=1 --feature egt=syzygy,nalimov",
                {"[Engine] Style": "Calm", "[Engine] Contempt": "-4", "[Engine] Hash": "32", "[Engine] Threads": "2",
                 "[Engine] SyzygyPath": "/tmp", "[Engine] Clear": ""}),
    "resigns": ("--resign-at 4", {}),
    "resigns by tellics": ("--resign-at 4 --resign-line 'tellics resign'", {}),
    "offers a draw": ("--offer-draw-at 3", {}),
    "claims instead of a move": ("--claim-at 3", {}),
    "claims after a move": ("--claim-after-move-at 3 --claim '0-1 {Black wins}'", {}),
    "calls a legal move illegal": ("--call-illegal-at 3", {}),
    "calls an early move illegal": ("--call-illegal-at 1", {}),
    "plays an illegal move": ("--illegal-move-at 3", {}),
    **{f"thinking: {shape}": (f"--thinking {shape}", {}) for shape in
       ("coordinates", "numbers", "long", "tab", "decimal", "dot", "ampersand", "colon", "bounds", "hash-moves", "no-pv",
        "short", "crowded", "mixed")},
}
# Once in a while these give no legal move, which loses the game.
GIVES_NO_MOVE = {"resigns", "resigns by tellics", "claims instead of a move"}
# These are only stopped, and given a time for a move: they do not move by themselves, or never again.
HARD_TO_STOP = {
    "never moves by itself": ("--think 60 --think-forever", {}),
    "never moves by itself, no analyze": ("--think 60 --think-forever --feature analyze=0", {}),
    "never moves by itself, needs SIGINT": ("--think 60 --think-forever --deaf --feature sigint=1 --feature analyze=0", {}),
    "thinks for ever and ignores ?": ("--think 60 --think-forever --ignore-question --feature analyze=0", {}),
    "hangs, no analyze": ("--hang-at 2 --feature analyze=0", {"OnEngineFailure": "restart", "StopTimeout": 2, "MoveOverrun": 2}),
    "hangs with pings": ("--hang-at 2", {"OnEngineFailure": "restart", "StopTimeout": 2, "MoveOverrun": 2}),
    "hears nothing while it thinks (fairymax)": ("--deaf-to-all --think 6 --feature analyze=0 --without setboard", {}),
}
# Every special move is near in one of them.
FENS = [
    START_FEN,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/P5k1/8/8/8/8/1p4K1/8 b - - 0 60",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 12 70",
]


class Match:
    """An adapter with one guise of the engine, and the list of all faults."""

    def __init__(self, program, guise, folder):
        self.name, self.folder = guise, Path(folder)
        options, settings = {**GUISES, **HARD_TO_STOP}[guise]
        self.violations_file = self.folder / "violations"
        settings = {"EngineProtocol": "xboard", "ProtocolProbe": 20, "Book": "false", **settings}
        engine = (f'"{sys.executable}" -B -S "{FAKE}" --violations {self.violations_file} --log {self.folder}/engine.log {options}')
        engine = engine.replace("#", "\\#").replace(";", "\\;")  # no comments of the ini file's
        lines = ["[PolyGlot]", f"EngineCommand = {engine}", "Log = true", f"LogFile = {self.folder}/adapter.log"]
        lines += [f"{key} = {value}" for key, value in settings.items() if not key.startswith("[")] + ["[Engine]"]
        lines += [f"{key[9:]} = {value}" for key, value in settings.items() if key.startswith("[")]
        ini = self.folder / "adapter.ini"
        ini.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.rng = random.Random(guise)
        self.uci = UciEngine([program, ini], "adapter", cwd=self.folder)

    def play(self, fen=START_FEN, plies=GAME_PLIES):
        """A game against random moves; both colours in turn."""
        self.uci.new_game()
        game, ours = Game(fen), self.rng.random() < 0.5
        while not game.over() and len(game.moves) < plies:
            if game.position.white == ours:
                move = self.move_of(game, self.rng.choice([
                    "go wtime 8000 btime 8000 winc 100 binc 100", "go movetime 100", "go depth 3", "go wtime 5000 btime 5000",
                    "go wtime 9000 btime 9000 movestogo 7"]))
                if not move:
                    return
                game.play(move)
            else:
                game.play(self.rng.choice(sorted(game.position.legal_moves())))

    def move_of(self, game, go):
        """None: the engine has given none."""
        answer = self.uci.go(game, go, 10.0)
        if self.name in GIVES_NO_MOVE and answer.gives_no_move():
            return None
        self.check(game, answer.move)
        return answer.move

    def check(self, game, move):
        if move not in game.position.legal_moves():
            raise EngineFailure(f"illegal move {move!r} in {game.position.fen()}")

    def random_game(self, fen=None, plies=12):
        game = Game(fen or self.rng.choice(FENS))
        for _ in range(self.rng.randrange(plies)):
            if game.over():
                break
            game.play(self.rng.choice(sorted(game.position.legal_moves())))
        return game

    def jump(self, count=6):
        """Positions that have nothing to do with each other, and takebacks."""
        game = self.random_game()
        for _ in range(count):
            if self.rng.random() < 0.5 and len(game.moves) > 2:
                back = Game(game.start_fen)
                for move in game.moves[:-self.rng.randrange(1, 3)]:
                    back.play(move)
                game = back
            else:
                game = self.random_game()
            if not game.over():
                self.move_of(game, "go movetime 50")

    def search_and_stop(self, go="go infinite", words=("stop",), wait=0.05):
        """Starts a search that does not end by itself, waits, says the words; exactly one bestmove must follow."""
        game = self.random_game()
        if game.over():
            return
        self.uci.send(game.uci_position())
        if go == "go ponder":
            legal = game.position.legal_moves()
            game.play(self.rng.choice(sorted(legal)))
            if game.over():
                return
            self.uci.send(game.uci_position())
        self.uci.send(go)
        until = time.monotonic() + wait
        while (left := until - time.monotonic()) > 0:
            try:
                line = self.uci.read_line(left)[1]
            except EngineFailure as failure:
                if "said nothing" in str(failure):
                    break
                raise
            if line.startswith("bestmove"):
                raise EngineFailure(f"{line!r} before {words[0]}")
        for word in words:
            self.uci.send(word)
        lines = self.uci.read_until("bestmove", 10.0)
        self.check(game, lines[-1].split()[1])
        for line in lines:
            self._check_pv(game, parse_info(line).get("pv", []) if line.startswith("info ") else [])

    def _check_pv(self, game, pv):
        position = game.position
        for move in pv:
            if move not in position.legal_moves():
                raise EngineFailure(f"illegal PV move {move} in {position.fen()}")
            position = position.after(move)

    def stop_only(self, rounds):
        self.uci.handshake()
        for _ in range(rounds):
            self.uci.new_game()
            self.search_and_stop()
            for command in ("go movetime 200", "go movetime 1"):
                game = self.random_game()
                if not game.over():
                    self.move_of(game, command)
            self.search_and_stop(wait=0.0)
            self.search_and_stop("go ponder", ["stop"], wait=0.0)
            self.uci.sync()

    def run(self, rounds):
        """What is wrong, as lines."""
        try:
            if self.name in HARD_TO_STOP:
                self.stop_only(rounds)
                return self.end()
            self.uci.handshake()
            for _ in range(rounds):
                self.play()
                self.jump()
                self.search_and_stop()
                self.search_and_stop("go ponder", ["stop"])
                self.search_and_stop("go ponder wtime 2000 btime 2000", ["ponderhit"])
                self.search_and_stop("go infinite", ["stop"], wait=0.0)
            self.play(FENS[3], 20)
            self.uci.sync()
        except EngineFailure as failure:
            self.uci.complain(str(failure))
        return self.end()

    def end(self):
        self.uci.quit(60.0)
        sent = self.violations_file.read_text(encoding="utf-8").splitlines() if self.violations_file.exists() else ["no file"]
        return self.uci.violations + [f"the engine was sent {line}" for line in sent]


def play(program, guise, folder, rounds):
    """The problems of this guise, the seconds it took, and the adapter's log if there is a problem."""
    began = time.monotonic()
    match = Match(program, guise, folder)
    try:
        problems = match.run(rounds)
    finally:
        match.uci.kill()
    log = Path(folder) / "adapter.log"
    text = log.read_text("utf-8", "replace") if problems and log.exists() else "no log"
    return problems, time.monotonic() - began, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--rounds", type=int, default=1, help="how often each does everything (default 1)")
    parser.add_argument("--keep", help="a folder for the logs")
    parser.add_argument("guises", nargs="*", metavar="GUISE", help=", ".join([*GUISES, *HARD_TO_STOP]))
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
    guises = arguments.guises or [*GUISES, *HARD_TO_STOP]

    def run(number):
        if arguments.keep:
            folder = Path(arguments.keep) / f"{number:02}"
            folder.mkdir(parents=True, exist_ok=True)
            return play(program, guises[number], folder, arguments.rounds)
        with tempfile.TemporaryDirectory(prefix="polyglot-e2e-") as folder:
            return play(program, guises[number], folder, arguments.rounds)

    failed = 0
    with ThreadPoolExecutor(4) as pool:  # most of the time is waiting for what must not come
        for guise, (problems, seconds, log) in zip(guises, pool.map(run, range(len(guises)))):
            print(f"{'FAILED' if problems else 'passed'} {guise} ({seconds:.1f} s)", flush=True)
            for problem in problems[:8]:
                print("   PROBLEM", problem)
            if problems:
                failed += 1
                print("   --- end of the adapter's log\n" + log[-2500:], flush=True)
    print(f"{failed} guises failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
