"""Judges a session of the random GUIs by the adapter's log: whether each move that the GUI got is the engine's or the book's,
how each process of the engine ended, and what the adapter itself calls a failure of the engine.

The GUI's own referee says what came and when; the log adds what the engine has said. Real engines leave no other trace.
"""
import re
from dataclasses import dataclass

from xboard_host import move_of

LINE = re.compile(r"^\S+ \S+ \[\d+\] (\S+?>|\S+?<|[#!=?]|engine!) ?(.*)$")
ENGINE_MOVE = re.compile(r"^(?:bestmove|move|My move is ?:|\d+\. \.\.\.|[Mm]ove:) *(\S+)")
ORDERED_ENDS = {"engine<": ("quit",), "=": ("terminate engine", "kill engine", "restart engine")}
FAILURE = "engine failure: "
NO_CHESS = re.compile(r"the engine does not play (normal )?chess; ")
ENDED = re.compile(r"engine (exited|killed|closed|crashed)")


def read_move(position, text):
    """UCI text of the legal move that an engine has spelt in any way: E2E4, e1-g1, e7e8 for a queen, O-O, king takes rook,
    SAN; None if there is no such move."""
    if move := move_of(position, text):
        return move
    legal = position.legal_moves()
    plain = text.rstrip("+#!?").replace("0", "O") if text[:1] in "0O" else text.rstrip("+#!?").replace("-", "").replace("=", "")
    if move := move_of(position, plain.replace("OOO", "O-O-O")):
        return move
    plain = plain.lower()
    for spelt in (plain, plain + "q", {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}.get(plain)):
        if spelt in legal:
            return spelt
    return None


@dataclass
class Given:
    """A move that the GUI got, as UCI text, or the text that came instead of a legal move."""

    positions: list  # in which it may have been made
    text: str
    asked: str  # the request that it answers
    is_played: bool = True  # False: the answer to an analysis, a stopped ponder search, or a game that is over
    may_be: frozenset = frozenset()  # moves that need not be the engine's
    is_legal: bool = True


class LogReferee:
    def __init__(self, text, speaks_uci):
        self.speaks_uci = speaks_uci
        self.lines = [found.groups() for line in text.splitlines() if (found := LINE.match(line))]
        self.failures = [words[len(FAILURE):] for sign, words in self.lines if sign == "#" and words.startswith(FAILURE)]
        self.deaths = list(self._deaths())

    def _deaths(self):
        """(how it ended, the last lines that it was sent) of the engine's processes that still run."""
        ordered, sent, interrupted = False, [], False
        for sign, text in self.lines:
            if sign == "!" and text.startswith("start "):
                ordered, sent, interrupted = False, [], False
            elif text.startswith(ORDERED_ENDS.get(sign, ("\n",))):
                ordered = True
            elif sign == "engine<":
                sent = [*sent[-5:], text]
            elif sign == "=" and text == "interrupt engine":
                interrupted = True
            elif sign == "!" and ENDED.match(text):
                if not ordered:
                    yield f"{text}{', interrupted,' if interrupted else ''} after {' / '.join(sent)}"
                ordered = True

    def foreign_moves(self, given):
        """Returns a text for each wrong move that the GUI got."""
        windows = self._windows("bestmove" if any(words.startswith("bestmove") for sign, words in self.lines if sign == "gui<")
                                else "move")
        for index, one in enumerate(given):
            if index >= len(windows):
                return  # the end of the log is missing
            if problem := self._judge(one, windows[index]):
                yield problem

    def lost_results(self):
        """Checks that each result to learn is learnt, kept for later, or refused with a reason."""
        begun = [text for sign, text in self.lines if sign == "=" and text.startswith("learn ")]
        learnt_notes = [text for sign, text in self.lines if sign == "#" and text.startswith(("learnt: ", "not learnt: "))]
        games = sum(text.split(" ")[0] in ("result", "new", "ucinewgame", "quit", "position", "setboard", "force")
                    for sign, text in self.lines if sign == "gui>")
        if len(begun) > len(learnt_notes) or len(begun) > games + 1:
            yield f"{len(begun)} results were to be learnt; {len(learnt_notes)} are accounted for, in at most {games} games"

    def _windows(self, word):
        """For each move that went to the GUI all lines since the two before it: an engine may answer before it is its turn."""
        starts, windows = [0, 0], []
        for index, (sign, text) in enumerate(self.lines):
            if sign == "gui<" and text.split(" ", 1)[0] == word:
                windows.append(self.lines[starts[-2]:index])
                starts.append(index)
        return windows

    def _judge(self, given, window):
        if not given.is_legal:
            if any(sign == "#" and (words.startswith(FAILURE) or NO_CHESS.match(words)) or sign == "!" and ENDED.match(words)
                   for sign, words in window):
                return None
            return f"{given.text} for {given.asked}, and no failure of the engine is in the log"
        if not given.is_played:
            return None
        for position in given.positions:
            move = read_move(position, given.text)
            if move and (move in given.may_be or move in self._moves(position, window)):
                return None
        return (f"{given.text} for {given.asked} is neither the engine's nor a book's in "
                f"{' or '.join(position.fen() for position in given.positions)}")

    def _moves(self, position, window):
        """Returns the moves of engine and book in these lines."""
        for sign, text in window:
            if sign == "engine>":
                if found := ENGINE_MOVE.match(text):
                    yield read_move(position, found[1])
                elif not self.speaks_uci:  # the first move of its best line, if it does not move
                    for word in text.split():
                        if move := read_move(position, word.strip("()<>")):
                            yield move
                            break
            elif sign == "?" and text.startswith("book ") or sign == "#" and text.startswith("book: "):
                yield from (move for word in text.split() if (move := read_move(position, word)))
