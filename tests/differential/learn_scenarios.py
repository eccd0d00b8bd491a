"""Games that learn_vs_polyglot.py plays through both programs, with the learn fields that they leave in the book."""

# What PolyGlot 2.0.4 does otherwise, and why we do not. Each scenario that needs one names it.
DIFFERENCES = {
    "bare": "a result without a comment is a result as well",
    "once": "a game counts once, however often its result is sent",
    "black-first": "from a position with Black to move PolyGlot takes the moves of the wrong side",
    "new": "PolyGlot learns nothing before the first `new`",
    "taken-back": "moves that were taken back do not count; with PolyGlot they do until another one is made",
    "halved": "full fields are halved, PolyGlot's wrap",
    "castling": "a book may spell castling as the king's own move, which PolyGlot does not read",
    "order": "the order of settings does not matter; PolyGlot opens the book for reading and dies when it is to write",
    "not-results": "fields that cannot be games and half-points are left alone",
}

WIN, DRAW, LOSS = "result 1-0 {White mates}", "result 1/2-1/2 {Draw by repetition}", "result 0-1 {White resigns}"

# Positions as the moves to them, perhaps from a FEN: entries "move weight [games half-points]". A move after "!" is
# written into the book unchanged, with castling as the king's own move and without a legality check.
OPEN_GAME = {
    "": "e2e4 10, d2d4 5",
    "e2e4": "e7e5 10, c7c5 3",
    "e2e4 e7e5": "g1f3 7",
    "e2e4 e7e5 g1f3": "b8c6 4",
    "e2e4 e7e5 g1f3 b8c6": "f1b5 3, f1c4 2",
    "e2e4 e7e5 g1f3 b8c6 f1b5": "a7a6 5",
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6": "b5a4 1",
}
AFTER_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
AFTER_NF3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1"

NO_BOOK_MOVES = ["BookDepth = 0"]
LEARNING_LATE = ["Book = true", "BookFile = book.bin", "BookLearn = true"]


class Scenario:
    """Games in one process, and what they leave in the book: "move games/half-points" of the entries that changed.

    Steps are set off by semicolons. `go M` and `U M`: we have to move, after `go` or the user's move U, and the engine
    plays M if the book does not; `U`: a move of the user without an answer; `U ...`: the engine keeps thinking;
    `bestmove M` of that engine; `wait`: until it is asked for something; anything else is a line of the GUI.
    """

    def __init__(self, title, steps, learnt, ours=None, difference=None, book=None, ini=(), head=()):
        self.title, self.text, self.learnt, self.ini = title, steps, learnt, list(ini)
        self.ours, self.difference = ours, difference  # ours, and by which of DIFFERENCES, where it is not the same
        self.head = list(head)  # settings before all others
        self.book = book or OPEN_GAME

    def steps(self, _run):
        return self.text.split("; ")


S = Scenario
GAME = "new; go e2e4; e7e5 g1f3"  # both moves from the book
WON = "e2e4 1/2, g1f3 1/2"
TWICE = "e2e4 2/4, g1f3 2/4"

RESULTS = [
    S("a win", f"{GAME}; {WIN}", WON),
    S("a draw", f"{GAME}; {DRAW}", "e2e4 1/1, g1f3 1/1"),
    S("a loss", f"{GAME}; {LOSS}", "e2e4 1/0, g1f3 1/0"),
    S("a win as Black", f"new; e2e4 e7e5; g1f3 b8c6; {LOSS}", "e7e5 1/2, b8c6 1/2"),
    S("a draw as Black", f"new; e2e4 e7e5; g1f3 b8c6; {DRAW}", "e7e5 1/1, b8c6 1/1"),
    S("a loss as Black", f"new; e2e4 e7e5; g1f3 b8c6; {WIN}", "e7e5 1/0, b8c6 1/0"),
    S("blanks in the line", f"{GAME}; result  1-0   {{ a b }}", WON),
    S("a brace in the comment", f"{GAME}; result 1-0 {{a}}b}}", WON),
    S("a game that goes on", f"{GAME}; result * {{Game aborted}}", ""),
    S("no such result", f"{GAME}; result 1-1 {{x}}", ""),
    S("no result", f"{GAME}; result", ""),
    S("no result is sent", GAME, ""),
    S("quit after new", f"{GAME}; new", ""),
    S("no comment", f"{GAME}; result 1-0", "", ours=WON, difference="bare"),
    S("no comment on a draw", f"{GAME}; result 1/2-1/2", "", ours="e2e4 1/1, g1f3 1/1", difference="bare"),
    S("before any move", f"new; {WIN}", ""),
    S("after new", f"{GAME}; new; {WIN}", ""),
    S("two games", f"{GAME}; {WIN}; {GAME}; {LOSS}", "e2e4 2/2, g1f3 2/2"),
    S("two games with colours changed", f"{GAME}; {WIN}; new; e2e4 e7e5; {WIN}", f"{WON}, e7e5 1/0"),
    S("sent twice", f"{GAME}; {WIN}; {WIN}", TWICE, ours=WON, difference="once"),
    S("sent twice, with another result the second time", f"{GAME}; {WIN}; {LOSS}", "e2e4 2/2, g1f3 2/2", ours=WON,
      difference="once"),
    S("goes on after its end", f"{GAME}; {WIN}; b8c6 f1b5; {WIN}", f"{TWICE}, f1b5 1/2", ours=WON, difference="once"),
    S("while we think", f"new; go e2e4; e7e5 ...; {WIN}; bestmove g1f3", "e2e4 1/2", ini=["BookDepth = 1"]),
    S("mate on the board, and sent",
      f"new; go f2f3; e7e5 g2g4; d8h4; result 0-1 {{Black mates}}", "f2f3 1/0, g2g4 1/0",
      book={"": "f2f3 1", "f2f3 e7e5": "g2g4 1"}),
    S("an illegal move of the engine", f"new; go e2e4; a7a6 ...; bestmove e4e6; {LOSS}", "e2e4 1/0"),
    S("without new", f"go e2e4; e7e5 g1f3; {WIN}", "", ours=WON, difference="new"),
]

MOVES = [
    S("the engine's own moves", f"{GAME}; b8c6 f1b5; {WIN}", f"{WON}, f1b5 1/2", ini=NO_BOOK_MOVES),
    S("another move of the book", f"new; go d2d4; {WIN}", "d2d4 1/2", ini=NO_BOOK_MOVES),
    S("a move that the book has not", f"new; go a2a3; {WIN}", "", ini=NO_BOOK_MOVES),
    S("back in the book", f"new; go g1f3; e7e5 e2e4; b8c6 f1c4; {WIN}", "f1c4 1/2", ini=NO_BOOK_MOVES),
    S("below BookDepth", f"{GAME}; b8c6 f1b5; {WIN}", f"{WON}, f1b5 1/2", ini=["BookDepth = 1"]),
    S("below BookTreshold", f"{GAME}; b8c6 f1b5; {WIN}", f"{WON}, f1b5 1/2", ini=["BookTreshold = 900"]),
    S("the same position twice", f"new; go g1f3; g8f6 f3g1; f6g8 g1f3; {WIN}", "g1f3 2/4", book={"": "g1f3 5"}),
    S("a move of the opponent that is not legal", f"new; go e2e4; e7e4; e7e5 g1f3; {WIN}", WON),
    S("both colours", f"new; go e2e4; go e7e5; go g1f3; go b8c6; {WIN}", WON),
    S("both colours, then the user", f"new; go e2e4; go e7e5; g1f3 b8c6; {WIN}", "e7e5 1/0, b8c6 1/0"),
    S("the other side, too late", f"{GAME}; go b8c6; {WIN}", WON),
    S("playother", f"{GAME}; force; playother; b8c6 f1b5; {WIN}", f"{WON}, f1b5 1/2"),
    S("playother at the start", f"new; playother; e2e4 e7e5; {WIN}", "e7e5 1/0"),
    S("black", f"{GAME}; black; {WIN}", WON),
    S("white", f"{GAME}; white; {WIN}", WON),
    S("force at the end", f"{GAME}; force; {WIN}", WON),
    S("in force, a move of the opponent", f"{GAME}; force; b8c6; {WIN}", WON),
    S("in force, a move for us", f"{GAME}; force; b8c6; f1b5; {WIN}", ""),
    S("an opening for both sides, as White", f"new; force; e2e4; e7e5; go g1f3; b8c6 f1b5; {WIN}", ""),
    S("an opening for both sides, as Black", f"new; force; e2e4; e7e5; g1f3; go b8c6; {LOSS}", ""),
    S("an opening of the opponent's moves alone", f"new; force; e2e4; go e7e5; g1f3 b8c6; {LOSS}",
      "e7e5 1/2, b8c6 1/2"),
    S("the next game after such an opening", f"new; force; e2e4; e7e5; go g1f3; {WIN}; {GAME}; {WIN}", WON),
]

TAKEN_BACK = [
    S("remove, the same again", f"{GAME}; remove; e7e5 g1f3; {WIN}", WON),
    S("remove, something else", f"{GAME}; remove; c7c5 b1c3; {WIN}", "e2e4 1/2"),
    S("remove at the end", f"{GAME}; remove; {WIN}", WON, ours="e2e4 1/2", difference="taken-back"),
    S("undo at the end", f"{GAME}; force; undo; {WIN}", WON, ours="e2e4 1/2", difference="taken-back"),
    S("undo all at the end", f"new; go e2e4; force; undo; {WIN}", "e2e4 1/2", ours="", difference="taken-back"),
    S("undo our move, we move again", f"{GAME}; force; undo; go g1f3; {WIN}", WON),
    S("undo our move, the user moves", f"{GAME}; force; undo; g1f3; {WIN}", ""),
    S("undo all", f"{GAME}; force; undo; undo; undo; go e2e4; e7e5 g1f3; {WIN}", WON),
    S("undo all, the user moves", f"{GAME}; force; undo; undo; undo; e2e4; e7e5; go g1f3; {WIN}", ""),
    S("undo all of the user's", f"new; force; e2e4; e7e5; undo; undo; go e2e4; {WIN}", ""),
    S("undo a move of the other colour", f"new; force; e2e4; undo; e2e4; go e7e5; {LOSS}", "e7e5 1/2"),
    S("after the end, another game from there", f"{GAME}; {WIN}; remove; e7e5 g1f3; {WIN}", TWICE, ours=WON,
      difference="once"),
]

ANALYSIS = [
    S("after the game", f"{GAME}; force; analyze; wait; exit; {WIN}", WON),
    S("with a move of the opponent", f"{GAME}; analyze; wait; b8c6; exit; {WIN}", WON),
    S("with moves of both", f"new; force; analyze; wait; e2e4; e7e5; exit; go g1f3; {WIN}", ""),
    S("only", f"new; force; analyze; wait; e2e4; e7e5; exit; {WIN}", ""),
    S("before the game", f"new; force; analyze; wait; exit; go e2e4; {WIN}", "e2e4 1/2"),
]

SET_UP = [
    S("the start", f"new; setboard {START}; go e2e4; e7e5 g1f3; {WIN}", WON),
    S("White to move", f"new; setboard {AFTER_E5}; go g1f3; b8c6 f1b5; {WIN}", "g1f3 1/2, f1b5 1/2"),
    S("White to move, as Black", f"new; force; setboard {AFTER_E5}; g1f3; go b8c6; f1b5 a7a6; {WIN}",
      "b8c6 1/0, a7a6 1/0"),
    S("Black to move", f"new; force; setboard {AFTER_NF3}; go b8c6; f1b5 a7a6; b5a4 g8f6; {LOSS}", "f1b5 1/2, b5a4 1/2",
      ours="b8c6 1/2, a7a6 1/2", difference="black-first"),
    S("Black to move, as White", f"new; force; setboard {AFTER_NF3}; b8c6; go f1b5; a7a6 b5a4; {WIN}",
      "b8c6 1/2, a7a6 1/2", ours="f1b5 1/2, b5a4 1/2", difference="black-first"),
    S("Black to move, one move", f"new; force; setboard {AFTER_NF3}; go b8c6; {LOSS}", "b8c6 1/0", ours="b8c6 1/2",
      difference="black-first"),
    S("in mid-game", f"{GAME}; force; setboard {AFTER_E5}; go g1f3; {WIN}", "g1f3 1/2"),
    S("in mid-game, and nothing is played", f"{GAME}; force; setboard {AFTER_E5}; {WIN}", ""),
    S("after moves of the user for both", f"new; force; e2e4; e7e5; setboard {START}; go e2e4; {WIN}", ""),
    S("castling short", f"new; setboard {CASTLING}; go e1g1; {WIN}", "e1g1 1/2", book={CASTLING: "e1g1 5"}),
    S("castling long", f"new; setboard {CASTLING}; go e1c1; {WIN}", "e1c1 1/2", book={CASTLING: "e1c1 5"}),
    S("castling by the engine", f"new; setboard {CASTLING}; go e1g1; {WIN}", "e1g1 1/2", book={CASTLING: "e1g1 5"},
      ini=NO_BOOK_MOVES),
    S("castling in the king's spelling", f"new; setboard {CASTLING}; go e1g1; {WIN}", "", ours="!e1g1 1/2",
      difference="castling", book={CASTLING: "!e1g1 5"}),
    S("promotion", f"new; setboard {PROMOTION}; go a7a8n; {WIN}", "a7a8n 1/2", book={PROMOTION: "a7a8n 5"}),
    S("promotion to something else", f"new; setboard {PROMOTION}; go a7a8r; {WIN}", "", book={PROMOTION: "a7a8q 5"},
      ini=NO_BOOK_MOVES),
]

ENTRIES = [
    S("one move three times", f"new; go e2e4; {WIN}", "e2e4 1/2", book={"": "e2e4 10, e2e4 5, e2e4 7"}),
    S("one move twice, the second is heavier", f"new; go e2e4; {WIN}", "e2e4 1/2",
      book={"": "e2e4 2, d2d4 5, e2e4 7"}),
    S("next to a move that is not legal", f"new; go e2e4; {WIN}", "e2e4 1/2", book={"": "!e2e5 1, e2e4 2"}),
    S("weight 0", f"new; go e2e4; {WIN}", "e2e4 1/2", book={"": "d2d4 5, e2e4 0"}, ini=NO_BOOK_MOVES),
    S("the last game that fits", f"new; go e2e4; {WIN}", "e2e4 65535/65535", book={"": "e2e4 5 65534 65533"}),
    S("half-points full", f"new; go e2e4; {WIN}", "e2e4 40001/0", ours="e2e4 20001/32769", difference="halved",
      book={"": "e2e4 5 40000 65534"}),
    S("games full", f"new; go e2e4; {LOSS}", "e2e4 0/60000", ours="e2e4 32769/30000", difference="halved",
      book={"": "e2e4 5 65535 60000"}),
    S("more half-points than games have", f"new; go e2e4; {WIN}", "e2e4 2/9", ours="", difference="not-results",
      book={"": "e2e4 5 1 7"}),
    S("a bad score shuts a move out", f"new; go e2e4; {WIN}; new; go e2e4; {LOSS}", "d2d4 2/2",
      book={"": "e2e4 10 4 0, d2d4 9"}),
    S("losses change the choice", f"new; go e2e4; {LOSS}; new; go e2e4; {LOSS}; new; go e2e4; {LOSS}",
      "e2e4 2/0, d2d4 1/0", book={"": "e2e4 10, d2d4 9"}),
]

SETTINGS = [
    S("Book off", f"{GAME}; {WIN}", "", ini=["Book = false"]),
    S("BookLearn off", f"{GAME}; {WIN}", "", ini=["BookLearn = false"]),
    S("Book off before the end", f"{GAME}; option Polyglot Book=0; {WIN}", ""),
    S("Book off and on", f"{GAME}; option Polyglot Book=0; option Polyglot Book=1; {WIN}", WON),
    S("Book on after the game", f"{GAME}; option Polyglot Book=1; {WIN}", WON, ini=["Book = false"]),
    S("BookLearn off before the end", f"{GAME}; option Polyglot BookLearn=0; {WIN}", "",
      ini=["OnlyWbOptions = false"]),
    S("the book before BookLearn", f"{GAME}; {WIN}", None, ours=WON, difference="order", head=LEARNING_LATE),
    S("Chess960", f"new; variant fischerandom; setboard {START}; go e2e4; e7e5 g1f3; {WIN}", WON),
]

SCENARIOS = {"results": RESULTS, "moves": MOVES, "taken back": TAKEN_BACK, "analysis": ANALYSIS, "set up": SET_UP,
             "entries": ENTRIES, "settings": SETTINGS}
