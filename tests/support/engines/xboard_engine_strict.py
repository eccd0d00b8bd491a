"""What xboard_engine.py should not have been sent, by XBoard's engine-intf.html."""
import re

from chess_rules import Position
from xboard_engine_options import ANNOUNCED

# Commands that need a feature; with the default (not announced) of the protocol if the engine announces nothing.
NEEDS = {"ping": "ping", "setboard": "setboard", "playother": "playother", "usermove": "usermove", "draw": "draw",
         "name": "name", "pause": "pause", "resume": "pause", "nps": "nps", "memory": "memory", "cores": "smp",
         "time": "time", "otim": "time", "analyze": "analyze", "white": "colors", "black": "colors", "ics": "ics",
         "exclude": "exclude", "include": "exclude"}
FORMATS = {
    "level": r"\d+ \d+(:[0-5]\d)? \d+(\.\d+)?", "st": r"[1-9]\d*", "sd": r"[1-9]\d*", "time": r"-?\d+", "otim": r"-?\d+",
    "ping": r"\d+", "memory": r"[1-9]\d*", "cores": r"[1-9]\d*", "nps": r"-?\d+", "protover": r"2", "rating": r"\d+ \d+",
    "result": r"(1-0|0-1|1/2-1/2|\*)( \{.*\})?",
    **dict.fromkeys(["xboard", "new", "force", "go", "undo", "remove", "post", "nopost", "hard", "easy", "analyze", "exit",
                     "?", ".", "quit", "random", "computer", "playother", "white", "black", "draw", "hint", "bk", "edit",
                     "pause", "resume"], ""),
}
# What may be sent while it thinks on its own time; crafty takes anything else for the end of its search.
WHILE_THINKING = {"?", "force", "quit", "result", "."}
WHILE_ANALYSING = {"exit", ".", "undo", "remove", "usermove", "setboard", "hint", "bk", "ping", "quit", "new", "force", "post",
                   "nopost", "include", "exclude", "option", "result", "edit"}
OTHERS = {"uci", "accepted", "rejected", "usermove", "setboard", "name", "ics", "egtpath", "option", "variant", "include",
          "exclude"}


class Referee:
    def __init__(self, options, features):
        self.options, self.features = options, features
        self.file = open(options.violations, "a", encoding="utf-8") if options.violations else None
        self.seen, self.refused, self.announced, self.answered = set(), set(), [], []
        self.games, self.last = 0, ""
        self.out_of_step = False  # it has refused an undo or a legal move: what was sent meanwhile cannot know

    def complain(self, text):
        if self.file:
            print(text, file=self.file, flush=True)

    def forgive(self):
        """The engine is about to call a legal move illegal: it is out of step until the next game."""
        self.out_of_step = True

    def on_sigint(self, search):
        thinking = search and search.kind == "think"
        if self.features["sigint"] == "0" and not self.options.deaf:
            self.complain("SIGINT, though sigint=0")
        elif not thinking and self.features["sigint"] == "0":
            self.complain("SIGINT while it does not think")

    def on_answer(self, name):
        if name not in self.announced and name != "done":
            self.complain(f"accepted or rejected {name!r}, which was not announced")
        self.answered.append(name)

    def check_before_done(self, text):
        for line in text.decode("utf-8", "replace").splitlines():
            if line.strip() not in ("accepted done", "xboard"):  # knocks again at an engine that is slow to start
                self.complain(f"{line!r} after done=0 and before the features")

    def on_command(self, line, engine):
        word, _, rest = line.partition(" ")
        context, again = f" (after {self.last!r})", self.last.partition(" ")[0] == word
        self.last = line
        known = word in FORMATS or word in OTHERS
        if word in self.refused and not again:  # several in one go may cross the refusal of the first
            self.complain(f"{line!r}, though it has refused {word} before")
        if word in engine.options.refuse:
            self.refused.add(word)
            self.out_of_step = self.out_of_step or word in ("undo", "remove")
        elif word in ("new", "setboard"):
            self.out_of_step = False
        self._check_start(word, line)
        if known:
            self._check_form(word, rest, line)
            self._check_state(word, rest, line + context, engine)
            text = rest if word == "usermove" else None
        elif self.features["usermove"] == "1":
            self.complain(f"{line!r} is not a command of the protocol, or is a move without usermove")
            text = None
        else:
            text = line
        if text is not None:
            self._check_move(text, line + context, engine)
        self.seen.add(word)

    def _check_start(self, word, line):
        if word in ("uci", "quit") and "xboard" not in self.seen:
            return
        if "xboard" not in self.seen and word != "xboard":
            self.complain(f"{line!r} before xboard")
        elif word not in ("xboard", "protover", "accepted", "rejected", "quit") and "protover" not in self.seen:
            self.complain(f"{line!r} before protover")
        if word == "uci" and self.announced:  # without features it may as well be a UCI engine, and is asked
            self.complain("uci, though it has announced its features")
        if word == "new" and not self.options.protover1:
            missing = set(self.announced) - set(self.answered) - {"done"}
            if missing and not self.games:
                self.complain(f"neither accepted nor rejected: {' '.join(sorted(missing))}")

    def _check_form(self, word, rest, line):
        if word in FORMATS and not re.fullmatch(FORMATS[word], rest):
            self.complain(f"malformed {line!r}")
        need = NEEDS.get(word)
        if need and self.features[need] != "1":
            self.complain(f"{line!r}, though {need}={self.features[need]}")
        if word == "egtpath" and rest.split(" ")[0] not in self.features["egt"].split(","):
            self.complain(f"{line!r}, though egt={self.features['egt']!r}")
        if word == "variant" and rest not in self.features["variants"].split(","):
            self.complain(f"{line!r}, though variants={self.features['variants']!r}")
        if word == "option":
            self._check_option(rest, line)
        if word == "setboard":
            self._check_fen(rest, line)

    def _check_option(self, rest, line):
        name, equals, value = rest.partition("=")
        for declared, text in ((text.rpartition(" -")[0] if " -" not in text else text.split(" -")[0], text)
                               for key, text in ANNOUNCED(self.options) if key == "option"):
            if declared != name:
                continue
            kind, _, arguments = text[len(declared) + 2:].partition(" ")
            good = {"button": not equals, "save": not equals, "reset": not equals, "check": value in ("0", "1"),
                    "combo": value in [choice.strip(" *") for choice in arguments.split("///")]}.get(kind, bool(equals))
            if kind in ("spin", "slider"):
                low, high = (int(number) for number in arguments.split()[1:3])
                good = re.fullmatch(r"-?\d+", value) and low <= int(value) <= high
            if not good:
                self.complain(f"{line!r} does not fit {text!r}")
            return
        self.complain(f"{line!r}: it has no such option")

    def _check_fen(self, fen, line):
        try:
            position = Position(fen)
            kings = [position.board.count(king) for king in "Kk"]
        except (ValueError, IndexError):
            self.complain(f"no FEN: {line!r}")
            return
        if kings != [1, 1] or len(fen.split()) != 6:
            self.complain(f"malformed FEN: {line!r}")
        for right, king, rook in (("K", 4, 7), ("Q", 4, 0), ("k", 60, 63), ("q", 60, 56)):
            men = "KR" if right.isupper() else "kr"
            if right in position.castling and position.board[king] + position.board[rook] != men:
                self.complain(f"castling right {right} without its men: {line!r}")  # fairy-stockfish 11 crashes

    def _check_state(self, word, _rest, line, engine):
        thinking = bool(engine.search and engine.search.kind == "think")
        if word == "new":
            self.games += 1
            if self.games > 1 and self.features["reuse"] == "0":
                self.complain("a second new, though reuse=0")
        if thinking and word not in WHILE_THINKING:
            self.complain(f"{line!r} while it thinks")
        if engine.analysing and word not in WHILE_ANALYSING:
            self.complain(f"{line!r} while it analyses")
        if word == "exit" and not engine.analysing:
            self.complain("exit, but it does not analyse")
        if word == "go" and not thinking and engine.board.over():
            self.complain(f"go, but the game is over: {engine.board.over()} in {engine.board.position.fen()}")
        if word in ("undo", "remove"):
            if len(engine.board.moves) < (1 if word == "undo" else 2):
                self.complain(f"{line!r}, but there is no such move to take back")
            if word == "undo" and engine.side is not None:
                self.complain(f"{line!r} outside force mode and analysis")
        if word in ("setboard", "edit") and engine.side is not None and not engine.analysing:
            self.complain(f"{line!r} outside force mode and analysis")
        if word in ("white", "black") and (word == "white") != engine.board.position.white:
            self.complain(f"{word}, but it is the other side's move")

    def _check_move(self, text, line, engine):
        if engine.search and engine.search.kind == "think":
            self.complain(f"{line!r}: a move while it thinks")
        move = engine.board.read(text)
        if move is None:
            if not self.out_of_step:
                self.complain(f"{line!r}: no legal move in {engine.board.position.fen()}")
            return
        wanted = engine.board.position.san(move) if self.features["san"] == "1" else move
        if text.rstrip("+#") != wanted.rstrip("+#") and not self.out_of_step:
            self.complain(f"{line!r}: written as {text}, not {wanted}")
        if engine.side == engine.board.position.white and not engine.analysing and not self.out_of_step:
            self.complain(f"{line!r}: a move for the side that it plays")
