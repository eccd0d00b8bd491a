"""An xboard GUI that does anything that a user may do, in any order, and its referee: the walk and the model of
test_xboard_monkey, with engines that move by themselves after a short time, and with games that end.

A move may cross what the user does: whatever stands before the pong is judged by the positions in which the engine was to
move since the pong before. After the pong only what fits the model may come.
"""
import re
import time

from chess_rules import START_FEN, Game
from engine_habits import Habits
from log_referee import Given
from random_gui import Duty, Judged, play_random, play_shuffle, random_game, require
from test_xboard_monkey import Monkey
from xboard_host import XboardEngine, illegal_pv, move_of, without_candidates

# (command, limit of a move in seconds; None: until `?`)
CLOCKS = [("st 1", 1.0), ("level 0 0:01 0", 0.0), ("level 40 0:02 0", 0.0), ("level 0 0:01 0.1", 0.1), ("st 60", None),
          ("level 40 200 0", None), ("sd 2", 4.0)]
HARMLESS = ["computer", "name Monkey", "rating 2000 2100", "random", "ics -", "option MultiPV=2", "option MultiPV=1",
            "memory 17", "memory 33", "cores 1", "nopost", "post", "draw", "hint", "bk", "accepted done", ".",
            "rejected nonsense", "pause\nresume", "option Polyglot BookDepth=3", "?", ".\n.", "hard", "easy", "xyzzy"]
# xboard output other than moves and thinking that an engine may send.
SAID_BY_ENGINES = (r"^(telluser|tellall|tellothers|askuser|resign$|offer draw$)|^[ \t]|^$|"
                   r"^Error \((unknown command\): (xyzzy|memory|cores)|unknown option\): MultiPV)")


# The adapter's words for a game that its engine has lost without a move.
GIVEN_UP = re.compile(r"^(1-0|0-1) \{polyglot: resign")


def results_on_the_way(game):
    """Returns the results by rule of all positions of a game."""
    again, results = Game(game.start_fen), set()
    for move in [None, *game.moves]:
        if move:
            again.play(move)
        if over := again.over():
            results.add(over[0])
    return results


class JudgedXboard(Judged, XboardEngine):
    def send_and_ping(self, commands):
        """Sends the commands and a ping in one write; returns the duty to answer the ping."""
        self._pings += 1
        self.send(*commands, f"ping {self._pings}")
        return Duty(self, f"pong {self._pings}", self.prompt)


class RandomXboardGui(Monkey):
    def __init__(self, process, rng, _speaks_uci, habits=Habits()):
        super().__init__(process, None, rng)
        process.ignored = SAID_BY_ENGINES if not habits.no_chess else SAID_BY_ENGINES + r"|^Error \(unsupported variant\): normal$"
        self.habits, self.given = habits, []
        self.process = process
        self.budget, self.clocked = None, False  # limit of a move in seconds; whether `time` must be sent
        self.candidates, self.crossing = [], []  # positions in which the engine was to move, and moves, since the last pong
        self.resigned = False  # the engine has resigned, with or without a move: the game is over
        self.games = []  # the games of this step
        self.unambiguous = True  # a move that crosses the commands does not change their meaning

    # Actions of the user, in addition to those of Monkey

    def clock(self):
        command, self.budget = self.rng.choice(CLOCKS)
        self.clocked = command.startswith("level") and self.budget is not None
        return command

    def with_time(self, command):
        """Sends `time` and `otim` before a command that may make the engine think."""
        if not command or not self.clocked:
            return command
        left = self.rng.choice((10, 40, 100))
        self.budget = left / 100
        return f"time {left}\notim {left + 7}\n{command}"

    def usermove(self):
        return self.with_time(super().usermove())

    def go(self):
        return self.with_time(super().go())

    def playother(self):
        return self.with_time(super().playother())

    def setboard(self):
        if not self.force:
            return None
        start = random_game(self.rng, self.habits.fens)
        self.game = Game(start.start_fen)
        anew = start.start_fen == START_FEN and not self.analysing and self.rng.random() < 0.5
        commands = ["new", self.clock(), "force"] if anew else ["setboard " + start.start_fen]  # `new` takes back an `sd`
        for move in start.moves:
            self.game.play(move)
            commands.append("usermove " + move)
        return "\n".join(commands)

    def shuffle(self):
        """Plays moves of both sides, out and back, or random ones."""
        if not self.force or self.game.over():
            return None
        known = len(self.game.moves)
        if self.rng.random() < 0.5:
            play_shuffle(self.game, self.rng)
        else:
            play_random(self.game, self.rng, self.rng.randrange(1, 6))
        return "\n".join("usermove " + move for move in self.game.moves[known:]) or None

    def new(self):
        if self.analysing:
            return None
        self.set_game(START_FEN)
        self.force = self.engine_white = False
        return "new\n" + self.clock()

    def result(self):
        if self.analysing:
            return None
        over = self.game.over() or (self.rng.choice(("1-0", "0-1", "1/2-1/2", "*")), "adjudication")
        commands = [f"result {over[0]} {{{over[1]}}}", "force"]
        self.force = True
        if self.rng.random() < 0.7:
            commands.append(self.new())
        return "\n".join(commands)

    def harmless(self):
        command = self.rng.choice(HARMLESS)
        if command in ("hard", "easy"):
            self.hard = command == "hard"
        return command

    def leave_analysis(self):
        commands = super().leave_analysis()
        return ".\n" + commands if commands and self.rng.random() < 0.5 else commands

    def set_clock(self):
        return None if self.engines_turn() else self.clock()

    # The referee

    def may_move(self):
        """In a game that is drawn by rule the engine may move, but need not."""
        return self.engines_turn() and bool(self.game.position.legal_moves())

    def remember(self):
        if self.may_move():
            self.candidates.append(self.game.position)
        if self.game not in self.games:
            self.games.append(self.game)
        self.process.plies = max(self.process.plies, len(self.game.moves))

    def take(self, line):
        """Returns (kind, value) of a line. Lines that must not come are judged at the end of the step."""
        self.resigned = self.resigned or line == "resign" or GIVEN_UP.search(line) is not None
        kind, value = self.process.note(time.monotonic(), line)
        if kind == "move":
            self.given.append(Given([], value, "a game that was left", is_played=False))  # until it is known which
        return kind, value

    def settle(self, commands=()):
        """Sends a ping and reads up to its pong."""
        duty, self.crossing = self.process.send_and_ping(commands), []
        while not self.process.all_pongs():
            duty.check()
            if (line := self.process.line_within(0.1)) is not None:
                kind, value = self.take(line)
                if kind == "move":
                    self.crossing.append(value)
        if self.crossing:
            self.judge_crossing()

    def judge_crossing(self):
        """The first move belongs to a position in which the engine was to move; only if that is where we stand still is it
        a move like any other. Else what the commands meant depends on whether they came before it: another game."""
        text = self.crossing[0]
        fitting = [position for position in self.candidates if move_of(position, text)]
        self.given[-len(self.crossing)] = Given(fitting, text, "a go that crossed it")
        require(fitting, f"move {text} fits none of {[position.fen() for position in self.candidates]}")
        if len(self.crossing) == 1 and self.engines_turn() and self.unambiguous:
            self.play(text)
            return
        self.crossings += 1
        self.another_game()

    def another_game(self):
        duty = self.process.send_and_ping(["exit", "force", "new", "st 60", "force"])
        while not self.process.all_pongs():
            duty.check()
            if (line := self.process.line_within(0.1)) is not None:
                self.take(line)
        self.process.violations.clear()  # "Illegal move" and the like: crossed as well
        self.lose_failed_games()
        self.process.claims.clear()
        self.set_game(START_FEN)
        self.resigned = False
        self.force, self.engine_white, self.analysing, self.budget, self.clocked = True, False, False, None, False

    def play(self, text):
        require(self.may_move(), f"move {text}, though it is not its turn in {self.game.position.fen()}")
        move = move_of(self.game.position, text)
        require(move, f"illegal move {text!r} in {self.game.position.fen()}")
        self.given[-1] = Given([self.game.position], text, "a go", not self.game.over())
        self.game.play(move)
        self.moves_seen += 1

    def look_on(self, seconds, until_move=False):
        """Reads for this time, or until a move; each line must fit the model."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            line = self.process.line_within(min(left, 0.1))
            if line is None:
                continue
            kind, value = self.take(line)
            if kind == "move":
                self.play(value)
                if until_move:
                    return True
            elif kind == "thinking":
                self.judge_thinking(line, value)
        return False

    def judge_thinking(self, line, thinking):
        if self.thinking_wanted():
            self.thoughts += 1
            if self.thoughts % 8 == 0:  # which costs us more than the adapter
                bad = illegal_pv(self.game.position, without_candidates(thinking.pv).replace("(", "").replace(")", ""))
                require(not bad, f"thinks {thinking.pv!r}, illegal at {bad!r}, in {self.game.position.fen()}")
        else:
            require(self.hard or self.game.over(), f"{line!r}, though it is not to think")

    def await_move(self, what, seconds):
        duty = Duty(self.process, what, seconds)
        while not self.look_on(0.1, until_move=True) and not self.resigned:
            duty.check()

    def look(self):
        """Checks the state after the pong."""
        rng = self.rng
        if not self.engines_turn() or self.game.over():  # the engine may move, as the game is drawn by rule
            self.look_on(rng.choice((0.0, 0.02, 0.3)))
        elif self.budget is None:
            self.look_on(rng.choice((0.0, 0.05, 0.2)))
            if self.engines_turn() and not self.game.over() and rng.random() < 0.5:
                self.process.send("?")
                self.await_move("the move after `?`", self.process.patience)
        elif rng.random() < 0.8:
            self.await_move("the move", self.budget + self.process.patience)
        else:
            self.look_on(rng.uniform(0.0, 0.2))

    def lose_failed_games(self):
        """The engine has given no legal move, and the adapter must claim that it has lost."""
        failed = [claim for claim in self.process.claims if "polyglot: resign" in claim[1]]
        require(self.habits.may_fail_to_move or self.habits.may_die or not failed, f"claims {failed}")
        self.process.claims = [claim for claim in self.process.claims if claim not in failed]

    def set_option(self):
        """Sets an option of the engine to any of its values."""
        names = [name for name in self.process.options if "Polyglot" not in name and "Variant" not in name]
        if not names:
            return None
        name = self.rng.choice(names)
        return self.habits.random_option(name, *self.process.options[name], self.rng)

    def check_remarks(self):
        self.lose_failed_games()
        claims, self.process.claims = self.process.claims, []
        for result, why in claims:
            require(any(result in results_on_the_way(game) for game in self.games),
                    f"claims {result} {{{why}}} in {self.game.position.fen()}")
        require(not self.process.violations, "; ".join(self.process.violations))

    def step(self):
        steps = [(self.usermove, 10), (self.go, 4), (self.enter_force, 2), (self.playother, 1), (self.analyze, 1),
                 (self.leave_analysis, 2), (self.undo, 2), (self.remove, 1), (self.setboard, 1.5), (self.new, 1),
                 (self.result, 1), (self.shuffle, 1), (self.set_clock, 1), (self.harmless, 4)]
        steps += [(self.set_option, 1)] * self.habits.sets_options
        choices, weights = zip(*steps)
        commands, self.candidates, self.games, self.process.plies = [], [], [], 0
        self.remember()
        thinks, chosen = self.engines_turn(), []
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            step = self.rng.choices(choices, weights)[0]
            if command := step():
                chosen.append(step)
                commands += command.split("\n")
            self.remember()
        self.unambiguous = not chosen or (len(chosen) == 1 and (not thinks or chosen[0] in (self.harmless, self.set_option)))
        self.settle(commands)
        self.look()
        if over := self.game.over():
            if self.rng.random() < 0.5 and not self.analysing:
                self.candidates, self.force = [self.game.position] if self.may_move() else [], True
                self.settle([f"result {over[0]} {{{over[1]}}}", "force"])
        self.check_remarks()
        if self.resigned:
            self.another_game()
        self.process.check_rate()

    # The story

    def begin(self):
        self.process.handshake()
        self.settle(["new", "random", self.clock(), "post", "easy"])

    def end(self):
        self.process.leave(self.rng.random() < 0.8)

    def figures(self):
        return f"{self.moves_seen} moves, {self.crossings} crossed a command, {self.thoughts} lines of thinking"
