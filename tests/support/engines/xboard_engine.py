#!/usr/bin/env python3
"""An xboard (CECP) engine that can imitate any engine of the last thirty years by its options, and that reports every line it
should not have been sent.

It knows the rules (chess_rules) and plays random or given legal moves. What it announces is set by --feature NAME=VALUE and
--without NAME; what it does wrong, by the options in the second group of --help, most of them named after a real engine
that does it. All that the GUI's side does wrong goes to the file --violations, one line each: commands for features it has
not announced, a command that it refused before, moves out of turn or in the wrong notation, clocks in a wrong format,
chatter while it thinks. A test asserts that this file is empty.

usage: xboard_engine.py [options]           the protocol: XBoard's engine-intf.html
"""
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "e2e"))
from chess_rules import START_FEN, Position, parse_square, square_name
from xboard_engine_options import ANNOUNCED, PROTOCOL_DEFAULTS, parse_arguments
from xboard_engine_strict import Referee
from xboard_engine_talk import thinking_line

ANALYSIS_STEP = 0.02  # seconds between two lines of analysis
PONDER_LINES = 6


class Wire:
    """Lines in and out, with the log, the prompt, and the SIGINTs that came."""

    def __init__(self, options):
        self.options, self.buffer, self.ended = options, b"", False
        self.log = open(options.log, "a", encoding="utf-8") if options.log else None
        self.wake, write = os.pipe()
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write)
        self.sigints = 0
        signal.signal(signal.SIGINT, self._on_sigint)
        self.xboard_mode = False

    def _on_sigint(self, *_):
        self.sigints += 1

    def say(self, *lines):
        for line in lines:
            if self.log:
                print(f"{time.monotonic():.4f} < {line}", file=self.log, flush=True)
        prompt = self.options.prompt if not self.xboard_mode or self.options.prompt_stays else ""
        data = "".join(prompt + line + "\n" for line in lines).encode()
        try:
            while data:
                data = data[os.write(1, data):]
        except BrokenPipeError:
            sys.exit(0)

    def waiting(self):
        """What has come already, unread."""
        if select.select([0], [], [], 0)[0]:
            self.buffer += os.read(0, 1 << 16)
        return self.buffer

    def line(self, deadline, deaf=False):
        """The next line; "" when the deadline or a SIGINT comes first; None at the end of input."""
        while deaf or b"\n" not in self.buffer:
            if self.ended and not deaf:
                return None
            wait = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select([self.wake] if deaf else [0, self.wake], [], [], wait)
            if self.wake in ready:
                os.read(self.wake, 64)
                return ""
            if not ready:
                return ""
            chunk = os.read(0, 1 << 16)
            self.ended = not chunk
            self.buffer += chunk
        line, self.buffer = self.buffer.split(b"\n", 1)
        text = line.decode("utf-8", "replace").rstrip("\r")
        if self.log:
            print(f"{time.monotonic():.4f} > {text}", file=self.log, flush=True)
        return text or " "


class Board:
    """A game as a stack of positions: undo is cheap, and the legal moves of each are found once."""

    def __init__(self, fen=START_FEN):
        self.start_fen, self.stack, self.moves, self._legal = fen, [Position(fen)], [], [None]

    @property
    def position(self):
        return self.stack[-1]

    def legal(self):
        if self._legal[-1] is None:
            self._legal[-1] = self.position.legal_moves()
        return self._legal[-1]

    def play(self, move):
        self.stack.append(self.legal()[move])
        self._legal.append(None)
        self.moves.append(move)

    def undo(self):
        self.stack.pop()
        self._legal.pop()
        self.moves.pop()

    def over(self):
        if not self.legal():
            if not self.position.in_check():
                return "1/2-1/2 {Stalemate}"
            return "0-1 {Black mates}" if self.position.white else "1-0 {White mates}"
        if self.position.insufficient_material():
            return "1/2-1/2 {Insufficient material}"
        if self.position.halfmoves >= 100:
            return "1/2-1/2 {50 moves}"
        key = self.position.repetition_key()
        if len(self.stack) > 8 and sum(other.repetition_key() == key for other in self.stack) >= 3:
            return "1/2-1/2 {Repetition}"
        return None

    def read(self, text):
        """A legal move in coordinates or SAN as UCI text, or None."""
        if text in self.legal():
            return text
        bare = text.rstrip("+#!?").replace("0-0-0", "O-O-O").replace("0-0", "O-O")
        for move in self.legal():
            if self.position.san(move).rstrip("+#") == bare:
                return move
        return None


class Search:
    """A running search: thinking, pondering or analysis."""

    def __init__(self, kind, board, options, rng, depth_limit, seconds, guess=None):
        self.kind, self.began, self.depth = kind, time.monotonic(), 0
        self.root, self.pv, self.guess = board.position, [], None
        moves = board.legal()
        if guess and options.ponders == "reply":
            self.root = moves[guess]
            guess, moves = None, self.root.legal_moves()
        elif guess and options.ponders == "brackets":
            self.guess = board.position.san(guess)
        for _ in range(4):
            if not moves:
                break
            self.pv.append(guess if guess and not self.pv else rng.choice(sorted(moves)))
            position = moves[self.pv[-1]]
            moves = position.legal_moves() if len(self.pv) < 4 else {}
        self.sans = None
        usual = {"think": 8, "ponder": PONDER_LINES}.get(kind, 60)
        self.last_depth = min(depth_limit or usual, usual)
        if kind == "think":
            self.step = seconds / self.last_depth
            self.deadline = None if options.think_forever and not depth_limit else self.began + seconds
        else:
            self.step, self.deadline = ANALYSIS_STEP, None

    def next_event(self):
        """When the next line or the move is due; None: nothing more comes by itself."""
        due = self.began + self.step * (self.depth + 1) if self.depth < self.last_depth else None
        return due if self.deadline is None else self.deadline if due is None else min(due, self.deadline)


class Engine:
    def __init__(self, options):
        self.options, self.wire = options, Wire(options)
        self.rng = random.Random(options.seed)
        self.features = {**PROTOCOL_DEFAULTS, **({} if options.protover1 else options.announced)}
        self.referee = Referee(options, self.features)
        self.board, self.side, self.search = Board(), False, None  # side: the colour it plays; None: force mode
        self.post = self.hard = self.analysing = self.editing = False
        self.depth_limit, self.seconds, self.clock = None, None, None  # sd, st; time on its clock, seconds
        self.searches = self.games = self.opponent_moves = 0
        self.script = list(options.moves)
        self.refused = set()  # moves that it called illegal though they are legal: once each

    # The loop

    def run(self):
        if self.options.startup:
            time.sleep(self.options.startup)
        self.wire.say(*self.options.banner)
        while True:
            deaf = bool(self.search and self.search.kind == "think" and
                        (self.options.deaf or self.options.deaf_to_all))
            line = self.wire.line(self.search.next_event() if self.search else None, deaf)
            if self.wire.sigints:
                self.on_sigint()
            if line is None:
                return 0
            elif line == "":
                self.on_time()
            elif self.on_line(line.strip()):
                return 0

    def on_sigint(self):
        self.wire.sigints = 0
        self.referee.on_sigint(self.search)
        thinking = self.search and self.search.kind == "think" and not self.options.deaf_to_all
        if thinking and (self.options.deaf or self.features["sigint"] == "1"):
            self.finish_search()

    def on_time(self):
        search, now = self.search, time.monotonic()
        if not search:
            return
        while search.depth < search.last_depth and now >= search.began + search.step * (search.depth + 1):
            search.depth += 1
            if self.post:
                self.wire.say(thinking_line(self.options.thinking, search, self.rng))
        if search.kind == "think" and search.deadline is not None and now >= search.deadline:
            self.finish_search()

    def on_line(self, line):
        """True: leave."""
        if not line:
            self.referee.complain("an empty line")
            return False
        word, _, rest = line.partition(" ")
        if self.editing:
            self.on_edit(line)
            return False
        thinking = bool(self.search and self.search.kind == "think")
        if thinking and self.options.any_input_moves and word not in ("quit", "force"):
            self.finish_search()
        self.referee.on_command(line, self)
        if word in self.options.refuse:
            self.wire.say(f"Error (unknown command): {word}")
            return False
        handler = getattr(self, "do_" + {"?": "now", ".": "stat"}.get(word, word), None)
        if word == "quit":
            return True
        if handler:
            handler(rest.strip())
        else:
            self.on_move(line)
        return False

    # Starting up

    def do_uci(self, _):
        if self.options.uci == "dies":
            self.wire.say("Illegal move: uci", "Error (unknown command): uci")
            sys.exit(1)
        answer = {"error": "Error (unknown command): uci", "illegal": "Illegal move: uci"}.get(self.options.uci)
        if answer:
            self.wire.say(answer)

    def do_xboard(self, _):
        self.wire.say("")
        self.wire.xboard_mode = True

    def do_protover(self, _):
        if self.options.protover1:
            if self.options.protover1 == "error":
                self.wire.say("Error (unknown command): protover")
            return
        if self.options.done0 is not None:
            self.wire.say("feature done=0")
            time.sleep(self.options.done0)
            self.referee.check_before_done(self.wire.waiting())
        pairs = [f'{name}={value}' if value.isdigit() else f'{name}="{value}"' for name, value in ANNOUNCED(self.options)]
        if self.options.features_on_one_line:
            self.wire.say("feature " + " ".join(pairs))
        else:
            self.wire.say(*("feature " + pair for pair in pairs))
        self.referee.announced = [name for name, _ in ANNOUNCED(self.options)]

    def do_accepted(self, name):
        self.referee.on_answer(name)

    do_rejected = do_accepted

    # The game

    def do_new(self, _):
        self.games += 1
        self.stop_search()
        self.board, self.side = Board(), False
        self.analysing = False
        self.depth_limit = None
        if self.games > 1 and self.features["reuse"] == "0":
            self.board.play("e2e4")  # what is left of the game before

    def do_force(self, _):
        if self.search and self.search.kind == "think" and self.options.stale_move_after_force:
            self.finish_search()
        self.stop_search()
        self.side = None

    def do_go(self, _):
        self.stop_search()
        self.side = self.board.position.white
        self.think()

    def do_playother(self, _):
        self.stop_search()
        self.side = not self.board.position.white

    def do_white(self, _):
        self.side = False

    def do_black(self, _):
        self.side = True

    def do_usermove(self, text):
        self.on_move(text)

    def on_move(self, text):
        move = self.board.read(text)
        if move is None:
            known = len(text) in (4, 5) and text[1:2].isdigit()
            self.wire.say(f"Illegal move: {text}" if known else f"Error (unknown command): {text}")
            return
        self.opponent_moves += 1
        if self.opponent_moves == self.options.call_illegal_at and move not in self.refused:
            self.refused.add(move)
            self.referee.forgive()
            self.wire.say(f"Illegal move: {text}")
            return
        self.stop_search()
        if self.options.echo:
            number = self.board.position.fullmoves
            self.wire.say(f"{number}. {move}")
        self.board.play(move)
        if self.analysing:
            self.start("analyse")
        elif self.side == self.board.position.white:
            self.think()

    def do_undo(self, _):
        self.take_back(1)

    def do_remove(self, _):
        self.take_back(2)

    def take_back(self, count):
        self.stop_search()
        for _ in range(min(count, len(self.board.moves))):
            self.board.undo()
        if self.analysing:
            self.start("analyse")

    def do_setboard(self, fen):
        if self.features["setboard"] != "1":
            self.wire.say("Error (unknown command): setboard")
            return
        self.stop_search()
        try:
            self.board = Board(fen)
        except (ValueError, IndexError):
            self.wire.say("tellusererror Illegal position")
        if self.analysing:
            self.start("analyse")

    def do_edit(self, _):
        self.stop_search()
        self.editing, self.edit_white = True, True

    def on_edit(self, line):
        """`#` empties the board, `c` changes the colour, `Pa4` sets a piece, `xa4` clears a square, `.` leaves."""
        board, white = self.board.position.board[:], self.board.position.white
        if line == ".":
            self.editing = False
            home = [("K", 4, 7, "KR"), ("Q", 4, 0, "KR"), ("k", 60, 63, "kr"), ("q", 60, 56, "kr")]
            castling = "".join(right for right, king, rook, men in home if board[king] + board[rook] == men)
            placed = self.board.position
            placed.castling, placed.en_passant = castling, None
            self.board = Board(placed.fen().rsplit(" ", 2)[0] + " 0 1")
            return
        if line == "#":
            board = ["."] * 64
        elif line == "c":
            self.edit_white = not self.edit_white
        elif len(line) == 3 and line[0] in "PNBRQKxX":
            piece = line[0] if self.edit_white else line[0].lower()
            board[parse_square(line[1:])] = "." if line[0] in "xX" else piece
        else:
            self.referee.complain(f"{line!r} in edit mode")
            return
        changed = Position.__new__(Position)
        changed.__dict__.update(self.board.position.__dict__)
        changed.board, changed.white = board, white
        self.board.stack[-1], self.board._legal[-1] = changed, None

    # Limits and switches

    def do_level(self, arguments):
        self.seconds = None
        base = arguments.split()[1] if len(arguments.split()) == 3 else "5"
        minutes, _, seconds = base.partition(":")
        self.clock = float(minutes) * 60 + float(seconds or 0)

    def do_st(self, text):
        self.seconds = float(text)

    def do_sd(self, text):
        self.depth_limit = int(text)

    def do_time(self, text):
        self.clock = int(text) / 100

    def do_post(self, _):
        self.post = True

    def do_nopost(self, _):
        self.post = False

    def do_hard(self, _):
        self.hard = True

    def do_easy(self, _):
        self.hard = False
        if self.search and self.search.kind == "ponder":
            self.search = None

    def do_ping(self, text):
        self.wire.say(*[f"pong {text}"] * (2 if self.options.double_pong else 1))

    def do_analyze(self, _):
        if self.features["analyze"] == "0":
            self.wire.say("Error (unknown command): analyze")
            return
        self.side, self.analysing = None, True
        self.start("analyse")

    def do_exit(self, _):
        self.analysing = False
        self.stop_search()

    def do_stat(self, _):
        if self.search and self.search.kind == "analyse":
            seconds = int((time.monotonic() - self.search.began) * 100)
            self.wire.say(f"stat01: {seconds} 1234 {self.search.depth} 3 20 {self.search.pv[0] if self.search.pv else ''}")

    def do_now(self, _):
        if self.search and self.search.kind == "think" and not self.options.ignore_question:
            self.finish_search()

    def do_hint(self, _):
        if self.board.legal():
            self.wire.say(f"Hint: {sorted(self.board.legal())[0]}")

    def ignore(self, _):
        pass

    do_otim = do_random = do_computer = do_name = do_rating = do_result = do_ics = do_draw = do_memory = do_cores = ignore
    do_egtpath = do_option = do_nps = do_pause = do_resume = do_bk = do_include = do_exclude = do_variant = ignore

    # Thinking

    def think(self):
        if over := self.board.over():
            self.wire.say(over)
            return
        self.searches += 1
        if self.searches == self.options.die_at:
            print("assertion failed: board.ok()", file=sys.stderr, flush=True)
            os._exit(139)
        if self.searches == self.options.hang_at:
            while True:
                time.sleep(60)
        if self.searches == self.options.resign_at:
            self.wire.say(self.options.resign_line)
            return
        if self.searches == self.options.claim_at:
            self.wire.say(self.options.claim)
            return
        self.wire.say(*self.options.chatter)
        self.start("think")

    def start(self, kind, guess=None):
        seconds = self.options.think
        if kind == "think":
            if self.seconds is not None:
                seconds = min(seconds, self.seconds)
            elif self.clock is not None:
                seconds = min(seconds, self.clock / 20)
        self.search = Search(kind, self.board, self.options, self.rng, self.depth_limit if kind == "think" else None, seconds,
                             guess)

    def stop_search(self):
        self.search = None

    def finish_search(self):
        search, self.search = self.search, None
        move = search.pv[0]
        while self.script:
            wanted = self.script.pop(0)
            if wanted in self.board.legal():
                move = wanted
                break
        if self.post and search.pv[0] != move:
            search.pv, search.sans = [move], None
        if self.post:
            self.wire.say(thinking_line(self.options.thinking, search, self.rng))
        self.announce(move, search.pv[1] if len(search.pv) > 1 else None)

    def announce(self, move, guess):
        position = self.board.position
        if self.searches == self.options.offer_draw_at:
            self.wire.say("offer draw")
        if self.searches == self.options.illegal_move_at:
            move_text = next(square_name(a) + square_name(a) for a in range(64))
        else:
            move_text = position.san(move) if self.features["san"] == "1" else move
        number = position.fullmoves
        styles = {
            "move": [f"move {move_text}"],
            "my-move-is": [f"My move is: {move_text}"],
            "gnuchess": [f"{number}. ... {move_text}", f"My move is : {move_text}"],
            "dots": [f"{number}. ... {move_text}"],
        }
        self.wire.say(*styles[self.options.move_style])
        self.board.play(move)
        if self.searches == self.options.claim_after_move_at:
            self.wire.say(self.options.claim)
        elif over := self.board.over():
            self.wire.say(over)
        elif self.hard and self.options.ponders and self.side is not None:
            self.ponder(guess if guess in self.board.legal() else sorted(self.board.legal())[0])

    def ponder(self, guess):
        if self.options.ponders == "reply":
            self.wire.say(f"Hint: {self.board.position.san(guess)}")
        self.start("ponder", guess)


if __name__ == "__main__":
    sys.exit(Engine(parse_arguments(__doc__)).run())
