"""A UCI GUI that does anything that a user may do, in any order, and its referee: every `go` brings one bestmove, which is
legal, among the searchmoves, and due; every `isready` its readyok; no bestmove comes for a search that has not ended.
"""
import time
from collections import deque
from dataclasses import dataclass

from chess_rules import Game, Position
from engine_habits import Habits
from log_referee import Given, read_move
from random_gui import Duty, play_random, play_shuffle, random_game, require

BY_THE_ENGINE = 4.0  # more seconds for a search that the engine ends by itself, at a depth or a number of nodes
HARMLESS = ["debug off", "ponderhit", "stop", "isready\nisready", "", "xyzzy", "setoption name MultiPV value 2",
            "setoption name MultiPV value 1", "setoption name Hash value 17", "setoption name Hash value 5",
            "setoption name Polyglot BookDepth value 3", "setoption name Clear Hash"]


@dataclass
class Asked:
    """A `go` whose bestmove has not come yet."""

    position: Position
    command: str
    seconds: float  # limit from its turn on, if it is not held
    held: bool  # its bestmove must wait for `stop` or `ponderhit`
    allowed: frozenset
    plies: int  # of the game
    is_played: bool = True  # the user plays the answer
    duty: Duty | None = None


class RandomUciGui:
    def __init__(self, process, rng, speaks_uci, habits=Habits()):
        self.process, self.rng, self.speaks_uci, self.habits = process, rng, speaks_uci, habits
        self.given, self.options = [], []  # the moves received; the lines of the engine's options
        self.spells = habits.spells  # castling or other moves of the engine may have another spelling
        self.game, self.asked, self.ready = Game(), deque(), deque()
        self.said = self.game.position  # position of the last `position` command
        self.unsent, self.last_info, self.ponder_move = [], {}, None
        self.pings = self.moves = self.searches = 0  # pings: not answered yet, sent or not

    # The wire

    def say(self, *lines):
        self.unsent += lines

    def flush(self):
        self.process.plies = max([len(self.game.moves), *(asked.plies for asked in self.asked)])
        if self.unsent:
            self.process.send(*self.unsent)
        self.unsent = []
        while len(self.ready) < self.pings:
            self.ready.append(Duty(self.process, "readyok", self.process.prompt))
        self.start_duties()

    def start_duties(self):
        if self.asked and not self.asked[0].duty and not self.asked[0].held:
            first = self.asked[0]
            first.duty = Duty(self.process, f"the bestmove of `{first.command}`", first.seconds + self.process.patience)

    def read_until(self, done, seconds=None):
        """Reads lines until done() or, if a time is given, for this long."""
        end = None if seconds is None else time.monotonic() + seconds
        while not done() and (end is None or time.monotonic() < end):
            for duty in [asked.duty for asked in list(self.asked)[:1] if asked.duty] + list(self.ready)[:1]:
                duty.check()
            left = 0.1 if end is None else min(0.1, max(0.0, end - time.monotonic()))
            if (line := self.process.line_within(left)) is not None:
                self.take(line)

    def take(self, line):
        word = line.split(" ", 1)[0]
        if word == "bestmove":
            self.take_bestmove(line)
        elif word == "readyok":
            require(self.ready, "a readyok too many")
            self.ready.popleft()
            self.pings -= 1
        elif word == "info":
            info = self.habits.read_info(line)
            if info.get("pv") and info.get("multipv", 1) == 1:
                self.last_info = info
        else:
            is_late = word in ("option", "id")  # the engine has been silent for long
            require(not line.strip() or is_late or self.speaks_uci, f"said {line!r}")

    def take_bestmove(self, line):
        require(self.asked, f"{line!r} without a go")
        asked = self.asked.popleft()
        early = asked.held and not (self.speaks_uci and "infinite" in asked.command)  # a UCI engine may do so
        require(not early, f"{line!r} for `{asked.command}`, which has not ended")
        words, legal = line.split(), asked.position.legal_moves()
        if self.speaks_uci and self.spells:
            words = self.in_uci(words, asked.position)
        move = words[1] if len(words) > 1 else ""
        among = not asked.allowed or move in asked.allowed or self.speaks_uci  # Toga does not know searchmoves
        given = Given([asked.position], move, asked.command, asked.is_played and bool(legal) and not self.game_is_drawn(asked),
                      frozenset() if self.speaks_uci else asked.allowed)
        self.given.append(given)
        if not legal:
            require(move in ("(none)", "0000"), f"{line!r} in {asked.position.fen()}, which has no move")
        elif move not in legal:
            require(self.habits.may_fail_to_move or self.habits.may_die, f"illegal {line!r} in {asked.position.fen()}")
            given.is_legal = not asked.is_played  # a move that is not played may be illegal
        else:
            require(among, f"{line!r}, not among {' '.join(sorted(asked.allowed))}")
        ponder = words[3] if len(words) > 3 and move in legal else None
        if ponder:
            require(ponder in legal[move].legal_moves(), f"illegal ponder move in {line!r} for {asked.position.fen()}")
        self.check_pv(asked)
        self.moves += 1
        if move in legal and asked.position is self.game.position and not self.asked and self.rng.random() < 0.9:
            self.game.play(move)
            self.ponder_move = ponder
        self.start_duties()

    @staticmethod
    def in_uci(words, position):
        """Reads a bestmove in the engine's spelling, which is passed on unchanged."""
        if len(words) > 1 and (move := read_move(position, words[1])):
            words[1] = move
            if len(words) > 3:
                words[3] = read_move(position.after(move), words[3]) or words[3]
        return words

    @staticmethod
    def game_is_drawn(asked):
        """Some engines do not move in this situation."""
        return asked.position.insufficient_material() or asked.position.halfmoves >= 100

    def check_pv(self, asked):
        position, pv, self.last_info = asked.position, self.last_info.get("pv", []), {}
        for move in pv:
            legal = position.legal_moves()
            move = read_move(position, move) if self.speaks_uci and self.spells else move
            require(move in legal, f"illegal pv move {move} of {' '.join(pv)} in {asked.position.fen()}")
            position = legal[move]

    # What the user does

    def reply(self):
        """Plays the opponent's move if it is his turn, half of the time the expected one."""
        legal = self.game.position.legal_moves()
        if legal:
            expected = self.ponder_move in legal and self.rng.random() < 0.5
            self.game.play(self.ponder_move if expected else self.rng.choice(sorted(legal)))
        self.ponder_move = None

    def another_position(self):
        kind = self.rng.random()
        if self.game.over() or kind < 0.2:
            self.game = random_game(self.rng, self.habits.fens)
            if self.rng.random() < 0.7:
                self.say("ucinewgame")
        elif kind < 0.3:
            kept = self.game.moves[:-self.rng.randrange(1, 5)]
            self.game = Game(self.game.start_fen)
            for move in kept:
                self.game.play(move)
        elif kind < 0.35:
            play_shuffle(self.game, self.rng)
        elif kind < 0.4:
            play_random(self.game, self.rng, self.rng.randrange(2, 7))
        else:
            self.reply()
        self.leave_to_itself()

    def leave_to_itself(self):
        """A UCI engine may say anything in a game without moves."""
        if self.speaks_uci and not self.game.position.legal_moves():
            self.game = Game()

    def limits(self):
        """Returns (arguments of `go`, limit in seconds)."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.4:
            time_ms = rng.choice((10, 40, 80, 150))
            return f"movetime {time_ms}", time_ms / 1000
        if kind < 0.8:
            left, step = rng.choice((100, 300, 900, 1500)), rng.choice((0, 20, 50))
            to_go = f" movestogo {rng.randrange(1, 30)}" if rng.random() < 0.2 else ""
            return f"wtime {left} btime {left + rng.randrange(-50, 200)} winc {step} binc {step}{to_go}", (left + 200) / 1000
        if kind < 0.9 or self.speaks_uci:  # Toga does not know nodes
            return f"depth {rng.randrange(1, 4)}", BY_THE_ENGINE
        return f"nodes {rng.randrange(1, 3000)}", BY_THE_ENGINE

    def go(self):
        rng = self.rng
        if rng.random() < 0.85:
            self.another_position()
            self.said = self.game.position
            self.say(self.game.uci_position())
        arguments, seconds = self.limits()
        kind, held, allowed = rng.random(), False, frozenset()
        if kind < 0.15:
            arguments, seconds, held = "infinite", 0.0, True
        elif kind < 0.3 and self.said.legal_moves():
            arguments, held = "ponder " + arguments, True
        elif kind < 0.4 and (legal := sorted(self.said.legal_moves())):
            allowed = frozenset(rng.sample(legal, min(len(legal), rng.randrange(1, 4))))
            arguments += " searchmoves " + " ".join(sorted(allowed))
        for earlier in self.asked:
            if earlier.held or earlier.is_played:
                earlier.is_played = False
            if earlier.held:
                earlier.held, earlier.seconds = False, 0.0  # the next search stops it
        self.searches += 1
        self.say("go " + arguments)
        self.asked.append(Asked(self.said, "go " + arguments, seconds, held, allowed, len(self.game.moves), not held))
        if rng.random() < 0.2:
            return  # another action follows
        if held:
            self.flush()
            self.look_on(1.7 if rng.random() < 0.2 else 0.3)
            self.hit() if arguments.startswith("ponder") and rng.random() < 0.5 else self.stop()
        if rng.random() < 0.8:
            self.settle()

    def stop(self):
        self.say("stop")
        for asked in self.asked:
            asked.held, asked.seconds, asked.duty = False, 0.0, None

    def hit(self):
        """The opponent plays the expected move. Without a ponder search this has no meaning."""
        self.say("ponderhit")
        for asked in self.asked:
            if asked.command.startswith("go ponder"):
                asked.is_played = asked.is_played or asked.held
                asked.held = False

    def harmless(self):
        for line in self.rng.choice(HARMLESS).split("\n"):
            if line.startswith("setoption") and self.speaks_uci and self.asked:
                continue  # UCI forbids it, and Stockfish then ignores `stop`
            if line == "isready":
                self.is_ready()
            elif line == "stop":
                self.stop()
            elif line == "ponderhit":
                self.hit()
            else:
                self.say(line)

    def set_option(self):
        """Sets an option of the engine to any of its values."""
        if self.options and not (self.speaks_uci and self.asked):
            self.say(self.habits.random_setoption(self.rng.choice(self.options), self.rng))
            self.spells = self.spells or self.unsent[-1].lower() == "setoption name uci_chess960 value true"

    def is_ready(self):
        self.say("isready")
        self.pings += 1

    def new_game(self):
        self.game = random_game(self.rng, self.habits.fens)
        self.leave_to_itself()
        self.say("ucinewgame")

    def look_on(self, seconds):
        self.flush()
        self.read_until(lambda: False, self.rng.uniform(0.0, seconds))

    def settle(self):
        """Waits for everything that is owed; then no line may come."""
        if any(asked.held for asked in self.asked):
            self.stop()
        self.is_ready()
        self.flush()
        self.read_until(lambda: not self.asked and not self.ready)

    def step(self):
        actions = [(self.go, 10), (self.stop, 1), (self.harmless, 3), (self.is_ready, 1), (self.new_game, 0.5),
                   (lambda: self.look_on(0.2), 1), (self.settle, 2)] + [(self.set_option, 1)] * self.habits.sets_options
        self.rng.choices(*zip(*actions))[0]()
        if self.rng.random() < 0.6:
            self.flush()
        if len(self.asked) > 6:
            self.settle()
        self.process.check_rate()

    # The story

    def begin(self):
        self.process.send("uci")
        duty = Duty(self.process, "uciok", 20.0)
        while (line := self.process.line_within(0.1)) != "uciok":
            duty.check()
            require(not line or line.split()[0] in ("id", "option", "info") or self.speaks_uci, f"said {line!r}")
            if line and line.startswith("option name ") and "Polyglot" not in line and "Variant" not in line:
                self.options.append(line)
        if self.rng.random() < 0.6:
            self.process.send("setoption name Ponder value true")
        if self.habits.chess_is_not_first:
            self.process.send("setoption name UCI_Variant value chess")
        self.settle()

    def end(self):
        if self.rng.random() < 0.5:
            self.settle()
        self.flush()
        owed = len(self.asked)
        lines = self.process.leave(self.rng.random() < 0.8)
        for line in lines:
            if self.asked and line.startswith("bestmove"):
                asked = self.asked.popleft()
                self.given.append(Given([asked.position], line, asked.command, False))
        answers = sum(line.startswith("bestmove") for line in lines)
        require(answers <= owed, f"{answers} bestmoves at the end, {owed} were owed")

    def figures(self):
        return f"{self.searches} searches, {self.moves} moves"
