"""What the referee of the random GUIs has to know of an engine: what it may do to a game by its own fault, and the habits
of tests/support/engines/faulty_*_engine that test_zoo combines."""
from dataclasses import dataclass
from itertools import combinations

from uci_match import parse_info

NINE_OF_A_KIND = ("4k3/8/8/8/8/8/NNNNNNNN/N3K3 w - - 0 1", "3qk3/qqqqqqqq/8/8/8/8/PP6/K7 b - - 0 1")
SPELLINGS = {"dashed-moves", "castling-as-letters", "upper-case-moves", "promotes-without-piece", "san-moves",
             "castling-as-king-takes-rook", "upper-case-promotion"}
# Of each of these sets an engine has one habit at most.
CHOICES = {
    "uci": [SPELLINGS, {"no-chess", "chess-is-not-first"}, {"slow-uciok", "uciok-first"}],
    "xboard": [SPELLINGS, {"no-chess", "chess-is-not-first"}, {"version-1", "version-1-slow", "done-later", "late-features"}],
}
# What an engine of version 1 of the protocol cannot show: it announces nothing and has no ping.
NOT_OF_VERSION_1 = {"no-usermove", "no-reuse", "no-chess", "chess-is-not-first", "option-twice", "odd-options", "many-options",
                    "pong-twice", "torn-lines", "no-pong-after-analysis", "sigint-kills", "dies-of-many-pieces"}
# Seconds that the adapter may need beyond its own limit because of a habit: the engine starts slowly, or is restarted
# after it has not answered.
DELAYS = {"slow-uciok": 2.0, "done-later": 2.5, "late-features": 2.5, "version-1-slow": 6.0, "slow-exit": 2.5,
          "no-pong-after-analysis": 4.0, "drops-in-search": 4.0, "one-line-a-read": 4.0, "torn-lines": 4.0}
# The part that its start takes, for which a readyok or pong may wait too, as the engine may be restarted.
SLOW_STARTS = {"slow-uciok", "done-later", "late-features", "version-1-slow"}
# With these it may be silent for a second, and the adapter may then try SIGINT.
SILENT = {*DELAYS}
LATE = {"late-features"}  # its variants are known only after it has been asked to play
# Of these sets no adapter can save every move: an engine that drops lines and has no ping does not show what it has read;
# one that is deaf after an analysis and starts slowly has not started again when its time is over.
HOPELESS = [{"one-line-a-read", "version-1"}, {"one-line-a-read", "version-1-slow"}, {"drops-in-search", "version-1"},
            {"drops-in-search", "version-1-slow"}, {"no-pong-after-analysis", "late-features"},
            # A third bestmove of a search that a stop has crossed comes after the next search has begun.
            {"bestmove-twice", "stop-when-idle"}]
DEADLY = {"dies-of-many-pieces", "dies-of-fraction"}


@dataclass(frozen=True)
class Habits:
    """Habits of the engine. The defaults are those of an engine without faults."""

    names: tuple = ()
    may_die: bool = False
    may_fail_to_move: bool = False  # at once: then its illegal move, and what the adapter makes of it, is its own fault
    is_real: bool = False  # an engine of which nothing is known beforehand

    @property
    def spells(self):
        return self.is_real or bool(SPELLINGS & {*self.names})

    @property
    def no_chess(self):
        return "no-chess" in self.names

    @property
    def chess_is_not_first(self):
        return "chess-is-not-first" in self.names

    def read_info(self, line):
        """The fields of an info line; none, if the engine has damaged it."""
        try:
            return parse_info(line)
        except ValueError:
            if self.is_real or "torn-lines" in self.names:
                return {}
            raise

    @property
    def fens(self):
        return NINE_OF_A_KIND * 2 if "dies-of-many-pieces" in self.names else ()

    @property
    def sets_options(self):
        return bool(self.names)

    @property
    def delay(self):
        return sum(DELAYS.get(name, 0.0) for name in self.names)

    @property
    def start_delay(self):
        return sum(DELAYS[name] for name in self.names if name in SLOW_STARTS)

    @staticmethod
    def random_setoption(line, rng):
        """The command that sets the option of this UCI line to a random value."""
        name, _, rest = line[len("option name "):].partition(" type ")
        kind, *words = rest.split()
        if kind == "button":
            return f"setoption name {name}"
        if kind == "spin":
            low, high = (int(words[words.index(limit) + 1]) for limit in ("min", "max"))
            value = rng.choice((low, high, rng.randint(low, high)))
        elif kind == "combo":
            value = rng.choice([choice.strip() for choice in rest.split(" var ")[1:]] or [""])
        else:
            value = rng.choice(("true", "false")) if kind == "check" else rng.choice(("", "a b", "/tmp"))
        return f"setoption name {name} value {value}"

    @staticmethod
    def random_option(name, kind, arguments, rng):
        """As random_setoption, of an option of an xboard engine."""
        if kind in ("button", "save", "reset"):
            return f"option {name}"
        if kind in ("spin", "slider"):
            low, high = (int(word) for word in arguments.split()[1:3])
            value = rng.choice((low, high, rng.randint(low, high)))
        elif kind == "combo":
            value = rng.choice([choice.strip().lstrip("*") for choice in arguments.split("///")])
        else:
            value = rng.choice("01") if kind == "check" else rng.choice(("", "a b", "/tmp"))
        return f"option {name}={value}"


REAL = Habits(may_die=True, may_fail_to_move=True, is_real=True)


def of_scripted(protocol, names, gui_protocol):
    """The habits of a scripted engine, in front of a GUI of this protocol."""
    chosen = {*names}
    # Between a UCI GUI and a UCI engine the variant is the GUI's affair.
    may_die = bool(chosen & DEADLY or ("sigint-kills" in chosen and chosen & SILENT) or
                   ("no-chess" in chosen and (protocol == gui_protocol == "uci" or chosen & LATE)))
    may_fail = chosen & {"no-move-at-once", "no-chess"} or any(pair <= chosen for pair in HOPELESS)
    return Habits(tuple(names), may_die, bool(may_fail))


def can_combine(protocol, one, other):
    if any({one, other} <= choice for choice in CHOICES[protocol]):
        return False
    return not ({one, other} & {"version-1", "version-1-slow"} and {one, other} & NOT_OF_VERSION_1)


def pairs(protocol, names):
    """Every pair of the habits that can combine."""
    names = [name for name in names if name != "thinks-aloud"]
    return [pair for pair in combinations(names, 2) if can_combine(protocol, *pair)]
