"""The rules of standard chess, for the tests' referee and for scripts/play's board.

Written for being obviously right rather than fast, and on purpose without anything shared with the adapter's own move
generator: what this module calls illegal is an independent opinion. Proved by the perft counts in test_chess_rules.py.

Squares are 0..63 with a1 = 0, h1 = 7, a8 = 56. Moves are UCI text ("e2e4", "e7e8q", castling "e1g1").
"""

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KING = DIAGONAL + STRAIGHT


def _rays(directions, slide):
    """For every square, one list per direction of the squares met on the way out."""
    table = []
    for square in range(64):
        lines = []
        for file_step, rank_step in directions:
            file, rank, line = square % 8 + file_step, square // 8 + rank_step, []
            while 0 <= file < 8 and 0 <= rank < 8:
                line.append(rank * 8 + file)
                if not slide:
                    break
                file, rank = file + file_step, rank + rank_step
            if line:
                lines.append(line)
        table.append(lines)
    return table


RAYS = {
    "n": _rays(KNIGHT, False),
    "b": _rays(DIAGONAL, True),
    "r": _rays(STRAIGHT, True),
    "q": _rays(KING, True),
    "k": _rays(KING, False),
}
# Squares from which a pawn of that colour attacks the square.
PAWN_ATTACKERS = {
    True: _rays([(-1, -1), (1, -1)], False),  # white pawns stand below what they attack
    False: _rays([(-1, 1), (1, 1)], False),
}
# Moving from or to one of these squares ends the castling right named.
RIGHT_LOST_AT = {0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}


def square_name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def parse_square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


class Position:
    """One position. Immutable by convention: after() makes the next one."""

    def __init__(self, fen=START_FEN):
        placement, side, castling, en_passant, *clocks = fen.split()
        self.board = []
        for row in reversed(placement.split("/")):
            for letter in row:
                self.board += ["."] * int(letter) if letter.isdigit() else [letter]
        if len(self.board) != 64:
            raise ValueError("bad placement: " + fen)
        self.white = side == "w"
        self.castling = "" if castling == "-" else castling
        self.en_passant = None if en_passant == "-" else parse_square(en_passant)
        self.halfmoves = int(clocks[0]) if clocks else 0
        self.fullmoves = int(clocks[1]) if len(clocks) > 1 else 1

    def fen(self):
        rows = []
        for rank in range(7, -1, -1):
            row, empty = "", 0
            for piece in self.board[rank * 8 : rank * 8 + 8]:
                if piece == ".":
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + piece
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        en_passant = "-" if self.en_passant is None else square_name(self.en_passant)
        fields = ["/".join(rows), "w" if self.white else "b", self.castling or "-", en_passant]
        return " ".join(fields + [str(self.halfmoves), str(self.fullmoves)])

    def mine(self, piece):
        return piece != "." and piece.isupper() == self.white

    def attacked(self, square, by_white):
        """Does the side attack the square?"""
        board = self.board
        for line in PAWN_ATTACKERS[by_white][square]:
            if board[line[0]] == ("P" if by_white else "p"):
                return True
        for kind, pieces in (("n", "n"), ("k", "k"), ("b", "bq"), ("r", "rq")):
            wanted = pieces.upper() if by_white else pieces
            for line in RAYS[kind][square]:
                for target in line:
                    if board[target] != ".":
                        if board[target] in wanted:
                            return True
                        break
        return False

    def king_square(self, white):
        return self.board.index("K" if white else "k")

    def in_check(self):
        return self.attacked(self.king_square(self.white), not self.white)

    def _pawn_moves(self, origin):
        step, home, last = (8, 1, 7) if self.white else (-8, 6, 0)
        targets = []
        if self.board[origin + step] == ".":
            targets.append(origin + step)
            if origin // 8 == home and self.board[origin + 2 * step] == ".":
                targets.append(origin + 2 * step)
        for line in PAWN_ATTACKERS[not self.white][origin]:  # what a pawn here attacks
            target = line[0]
            enemy = self.board[target] != "." and not self.mine(self.board[target])
            if enemy or target == self.en_passant:
                targets.append(target)
        for target in targets:
            for promotion in "qrbn" if target // 8 == last else [""]:
                yield origin, target, promotion

    def _castling_moves(self):
        king = 4 if self.white else 60
        for right, rook, between, path in (
            ("K", king + 3, [king + 1, king + 2], [king, king + 1, king + 2]),
            ("Q", king - 4, [king - 1, king - 2, king - 3], [king, king - 1, king - 2]),
        ):
            right = right if self.white else right.lower()
            if right not in self.castling:
                continue
            if self.board[king] != ("K" if self.white else "k") or self.board[rook] != ("R" if self.white else "r"):
                continue
            if any(self.board[square] != "." for square in between):
                continue
            if not any(self.attacked(square, not self.white) for square in path):
                yield king, path[-1], ""

    def _pseudo_legal(self):
        for origin in range(64):
            piece = self.board[origin]
            if not self.mine(piece):
                continue
            kind = piece.lower()
            if kind == "p":
                yield from self._pawn_moves(origin)
                continue
            for line in RAYS[kind][origin]:
                for target in line:
                    if self.mine(self.board[target]):
                        break
                    yield origin, target, ""
                    if self.board[target] != ".":
                        break
        yield from self._castling_moves()

    def _after(self, origin, target, promotion):
        nxt = Position.__new__(Position)
        board = nxt.board = self.board[:]
        piece = board[origin]
        pawn = piece in "Pp"
        capture = board[target] != "."
        if pawn and target == self.en_passant and not capture:
            board[target + (-8 if self.white else 8)] = "."
        board[origin] = "."
        board[target] = piece if not promotion else promotion.upper() if self.white else promotion
        if piece in "Kk" and abs(target - origin) == 2:
            rook_from, rook_to = (origin + 3, origin + 1) if target > origin else (origin - 4, origin - 1)
            board[rook_to], board[rook_from] = board[rook_from], "."
        lost = RIGHT_LOST_AT.get(origin, "") + RIGHT_LOST_AT.get(target, "")
        nxt.castling = "".join(right for right in self.castling if right not in lost)
        nxt.en_passant = (origin + target) // 2 if pawn and abs(target - origin) == 16 else None
        nxt.white = not self.white
        nxt.halfmoves = 0 if pawn or capture else self.halfmoves + 1
        nxt.fullmoves = self.fullmoves + (0 if self.white else 1)
        return nxt

    def legal_moves(self):
        """All legal moves, as a dict from UCI text to the position after the move."""
        moves = {}
        for origin, target, promotion in self._pseudo_legal():
            nxt = self._after(origin, target, promotion)
            if not nxt.attacked(nxt.king_square(self.white), nxt.white):
                moves[square_name(origin) + square_name(target) + promotion] = nxt
        return moves

    def after(self, move):
        """The position after a legal move; ValueError for any other."""
        nxt = self.legal_moves().get(move)
        if nxt is None:
            raise ValueError(f"illegal move {move} in {self.fen()}")
        return nxt

    def san(self, move):
        """Standard algebraic notation of a legal move, with the least disambiguation that does."""
        moves = self.legal_moves()
        nxt = moves[move]
        origin, target = parse_square(move[:2]), parse_square(move[2:4])
        piece = self.board[origin].upper()
        capture = self.board[target] != "." or (piece == "P" and move[0] != move[2])
        if piece == "K" and abs(target - origin) == 2:
            text = "O-O" if target > origin else "O-O-O"
        elif piece == "P":
            text = (move[0] + "x" if capture else "") + move[2:4] + ("=" + move[4].upper() if move[4:] else "")
        else:
            same = self.board[origin]
            rivals = [m for m in moves if m[2:4] == move[2:4] and m != move and self.board[parse_square(m[:2])] == same]
            hint = ""
            if rivals:
                if all(rival[0] != move[0] for rival in rivals):
                    hint = move[0]
                elif all(rival[1] != move[1] for rival in rivals):
                    hint = move[1]
                else:
                    hint = move[:2]
            text = piece + hint + ("x" if capture else "") + move[2:4]
        if nxt.in_check():
            text += "+" if nxt.legal_moves() else "#"
        return text

    def repetition_key(self):
        """Equal for two positions exactly if the laws count them as the same (9.2.2)."""
        en_passant = None
        if self.en_passant is not None:
            pawn = "P" if self.white else "p"
            name = square_name(self.en_passant)
            if any(m[2:4] == name and self.board[parse_square(m[:2])] == pawn for m in self.legal_moves()):
                en_passant = self.en_passant
        return ("".join(self.board), self.white, self.castling, en_passant)

    def insufficient_material(self):
        """Neither side could mate even with help: bare kings, one minor piece, or all bishops on one colour."""
        rest = [(piece.lower(), square) for square, piece in enumerate(self.board) if piece not in ".Kk"]
        if len(rest) <= 1:
            return not rest or rest[0][0] in "nb"
        colours = {(square % 8 + square // 8) % 2 for _, square in rest}
        return all(kind == "b" for kind, _ in rest) and len(colours) == 1


class Game:
    """A position with its history: what is needed to say whether the game is over, and why."""

    def __init__(self, fen=START_FEN):
        self.start_fen = fen
        self.position = Position(fen)
        self.moves = []
        self.sans = []
        self._seen = {self.position.repetition_key(): 1}

    def play(self, move):
        san = self.position.san(move) if move in self.position.legal_moves() else None
        self.position = self.position.after(move)  # raises for an illegal move
        self.moves.append(move)
        self.sans.append(san)
        key = self.position.repetition_key()
        self._seen[key] = self._seen.get(key, 0) + 1

    def over(self):
        """None while the game continues, else (result, reason). Draws are claimed as soon as they can be."""
        if not self.position.legal_moves():
            if self.position.in_check():
                return ("0-1", "Black mates") if self.position.white else ("1-0", "White mates")
            return "1/2-1/2", "stalemate"
        if self.position.insufficient_material():
            return "1/2-1/2", "insufficient material"
        if self._seen[self.position.repetition_key()] >= 3:
            return "1/2-1/2", "draw by repetition"
        if self.position.halfmoves >= 100:
            return "1/2-1/2", "fifty-move rule"
        return None

    def uci_position(self):
        """The `position` command for where the game stands."""
        start = "startpos" if self.start_fen == START_FEN else "fen " + self.start_fen
        return "position " + start + (" moves " + " ".join(self.moves) if self.moves else "")


def perft(position, depth):
    moves = position.legal_moves()
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(nxt, depth - 1) for nxt in moves.values())
