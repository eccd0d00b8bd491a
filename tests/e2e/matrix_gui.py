"""The GUIs of the fault matrix: each plays a game to its result, reaches the moment of the fault in the next game, plays
that game on as if nothing were wrong, reports its result and quits. Any fault of the adapter on the way is
seen as a move that does not come, or as its end (matrix_process.Left).

The adapter plays White. The book knows the first move; the engine plays the others of one line, whatever is asked."""
from matrix_process import wait_for_file

LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "b1c3", "g8f6"]
MISSED = ["e2e4", "e7e5", "g1f3", "d7d6", "f1c4", "b8c6", "b1c3", "g8f6"]  # not the move that was pondered on


class Forfeit(Exception):
    """The adapter gives the game up."""


class Hangs(Exception):
    """The GUI has got the message that the engine hangs and is not replaced: it gives up."""


class Gui:
    def __init__(self, process, fault="none"):
        self.process, self.fault = process, fault
        self.results = 0  # sent
        self.wrong, self.line = [], LINE
        self.played = 0  # plies of the current game
        self.forfeits = []
        self.clock_ms = 100  # for each move

    def expect_move(self, got, wanted):
        """Without an answer, and with an engine that makes illegal moves, the moves are not known beforehand."""
        if got != wanted and self.fault not in ("illegal", "silent", "deaf", "wrong"):
            self.wrong.append(f"move {got} instead of {wanted}")

    def game(self):
        """Plays a game from the book's move to the result."""
        self.new_game()
        self.begin()
        self.reply()
        self.result()

    def committed(self):
        wait_for_file(self.process.folder / "committed")

    def arm(self):
        (self.process.folder / "armed").touch()

    def disarm(self):
        (self.process.folder / "armed").unlink(missing_ok=True)

    def read_until(self, condition):
        def is_it(line):
            if " hangs: " in line and "restarted" not in line:
                raise Hangs
            return condition(line)
        return self.process.read_until(is_it)

    def reach(self, moment):
        """Plays the moment, and the rest of the session up to `quit`."""
        try:
            self.come_to(moment)
        except Forfeit as forfeit:  # the loss is sent as a result, and the next game must be a good one
            self.forfeits.append(str(forfeit))
            self.disarm()
            self.result("0-1")
            self.game()

    def come_to(self, moment):
        if moment not in ("start", "options"):
            self.game()
            if moment != "pondering":
                self.arm()
        if moment == "idle":
            self.new_game()
            self.begin()
            self.reply()
        elif moment == "thinking":
            self.new_game()
            self.begin()
            self.think()
        elif moment == "pondering":
            self.new_game()
            self.begin()
            self.arm()
            self.reply()
            self.ponder()
        elif moment == "analysing":
            self.analyse()
        if moment in ("idle", "thinking", "pondering"):
            self.reply()
            self.result()
        elif moment != "quitting":
            self.game()
        self.sync()


    # For the sheets in which the engine (`holds`, `mule`) thinks until it is stopped:

    def come_near(self, moment):
        """Plays up to the moment, after a finished game. Time does not run out: only we end a search."""
        self.clock_ms = 600_000
        if moment == "start":
            self.greet()
            return
        self.introduce(ponder=moment == "pondering")
        if moment == "options":
            self.set_option()
            return
        self.game()
        self.arm()
        if moment == "idle":
            self.new_game()
        elif moment in ("thinking", "pondering"):
            self.new_game()
            self.begin()
            if moment == "thinking":
                self.ask()
            else:
                self.reply()
                self.ask_to_ponder()
            self.committed()
        elif moment == "analysing":
            self.ask_for_analysis()
            self.committed()
        elif moment == "quitting":
            self.quit()

    def go_on_from(self, moment):
        if moment in ("thinking", "pondering"):
            self.stop()
        elif moment == "analysing":
            self.stop_analysis()
        self.sync()


class UciGui(Gui):
    protocol = "uci"

    def greet(self):
        self.process.send("uci")

    def read_introduction(self):
        self.read_until(lambda line: line == "uciok")

    def introduce(self, ponder=False):
        self.greet()
        self.read_introduction()
        if ponder:
            self.process.send("setoption name Ponder value true")
        self.sync()

    def set_option(self):
        self.process.send("setoption name Noise value 7")

    def sync(self):
        self.process.send("isready")
        self.read_until(lambda line: line == "readyok")

    def ask_often(self, times):
        self.process.send(*["isready"] * times)

    def read_answers(self, times):
        for _ in range(times):
            self.read_until(lambda line: line == "readyok")

    def huge_line(self):
        return "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 500_000

    def new_game(self):
        self.process.send("ucinewgame")
        self.sync()
        self.played = 0

    def bestmove(self):
        move = self.read_until(lambda line: line.startswith("bestmove ")).split()[1]
        if move == "0000":
            raise Forfeit("bestmove 0000")
        return move

    def tell(self, go):
        moves = " moves " + " ".join(self.line[:self.played]) if self.played else ""
        self.process.send("position startpos" + moves, go)

    def begin(self):
        self.tell(f"go movetime {self.clock_ms}")
        self.expect_move(self.bestmove(), self.line[0])
        self.played = 1

    def ask(self):
        self.played += 1
        self.tell(f"go movetime {self.clock_ms}")

    def think(self):
        """Asks for a move and reads the answer of the engine."""
        self.ask()
        if self.fault == "stale":
            self.committed()
            self.process.send("stop")
        self.expect_move(self.bestmove(), self.line[self.played])
        self.played += 1
        if self.fault == "stale":
            self.sync()

    def reply(self):
        self.ask()
        self.expect_move(self.bestmove(), self.line[self.played])
        self.played += 1

    def stop(self):
        self.process.send("stop")
        self.bestmove()

    def ask_to_ponder(self):
        self.played += 1
        self.tell(f"go ponder movetime {self.clock_ms}")

    def ponder(self):
        self.ask_to_ponder()
        self.committed()
        self.process.send("stop" if self.fault == "stale" else "ponderhit")
        move = self.bestmove()
        if self.fault == "stale":
            self.line = MISSED
            self.sync()
            self.played -= 1
            self.reply()
        else:
            self.expect_move(move, self.line[self.played])
            self.played += 1

    def ask_for_analysis(self):
        self.process.send("position startpos", "go infinite")

    stop_analysis = stop

    def analyse(self):
        self.ask_for_analysis()
        self.committed()
        self.stop_analysis()
        self.sync()

    def result(self, result="1-0"):
        self.results += 1
        self.process.send("result " + result)
        self.sync()

    def quit(self):
        self.process.send("quit")


class XboardGui(Gui):
    protocol = "xboard"

    def __init__(self, process, fault="none"):
        super().__init__(process, fault)
        self.pings, self.hard = 0, False

    def greet(self):
        self.process.send("xboard", "protover 2")

    def read_introduction(self):
        self.read_until(lambda line: line.startswith("feature ") and "done=1" in line)

    def introduce(self, ponder=False):
        self.hard = ponder
        self.greet()
        self.read_introduction()
        self.sync()

    def set_option(self):
        self.process.send("option Noise=7")

    def ask_often(self, times):
        self.process.send(*(f"ping {self.pings + 1 + i}" for i in range(times)))
        self.pings += times

    def read_answers(self, times):
        for number in range(self.pings - times + 1, self.pings + 1):
            self.read_until(lambda line: line == f"pong {number}")

    def huge_line(self):
        return "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" + " " * 10_000_000 + "x"

    def sync(self):
        self.pings += 1
        pong = f"pong {self.pings}"
        self.process.send(f"ping {self.pings}")
        self.read_until(lambda line: line == pong)

    def new_game(self):
        self.process.send("new", "random", "level 0 1 0", "post", "hard" if self.hard else "easy")
        self.sync()
        self.played = 0

    def move(self):
        line = self.read_until(lambda line: line.startswith(("move ", "0-1 ", "resign")))
        if not line.startswith("move "):
            raise Forfeit(line)
        return line.split()[1]

    def begin(self):
        self.process.send(f"time {self.clock_ms // 10}", "otim 1000", "go")
        self.expect_move(self.move(), self.line[0])
        self.played = 1

    def say_move(self, move):
        self.process.send(f"time {self.clock_ms // 10}", "otim 1000", "usermove " + move)
        self.played += 1

    def ask(self):
        self.say_move(self.line[self.played])

    def think(self):
        self.ask()
        if self.fault == "stale":
            self.committed()
            self.process.send("?")
        self.expect_move(self.move(), self.line[self.played])
        self.played += 1
        if self.fault == "stale":
            self.sync()

    def stop(self):
        self.process.send("force")

    def ask_to_ponder(self):
        pass  # it has been sent `hard`

    def reply(self):
        self.ask()
        self.expect_move(self.move(), self.line[self.played])
        self.played += 1

    def ponder(self):
        self.committed()
        self.line = MISSED if self.fault == "stale" else LINE
        self.say_move(self.line[self.played])
        self.expect_move(self.move(), self.line[self.played])
        self.played += 1
        if self.fault == "stale":
            self.sync()

    def ask_for_analysis(self):
        self.process.send("new", "force", "post", "analyze")

    def stop_analysis(self):
        self.process.send("exit")

    def analyse(self):
        self.ask_for_analysis()
        self.committed()
        self.stop_analysis()
        self.sync()

    def result(self, result="1-0"):
        self.results += 1
        self.process.send("force", f"result {result} {{that is all}}")
        self.sync()

    def quit(self):
        self.process.send("quit")


GUIS = {"uci": UciGui, "xboard": XboardGui}
