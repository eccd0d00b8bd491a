"""What make-book must make of games: legal games written as PGN in every way that is found in the wild, and the sums and
the book of them, worked out with nothing of the program's own but its command `key`.

A game's moves are known when it is written, so nothing here reads PGN.
"""
import collections
import fractions
import functools
import random
import subprocess

from chess_rules import START_FEN, Position
from polyglot_book import encode_move

HALF_POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}  # of White, of Black
DAMAGES = ("illegal", "unreadable", "null", "comment", "fen", "variant", "variation")


class Node:
    """A position of the tree of games."""

    def __init__(self, position):
        self.position = position
        self.fen = position.fen()
        self.place = " ".join(self.fen.split()[:4])

    @functools.cached_property
    def children(self):
        return {move: Node(after) for move, after in self.position.legal_moves().items()}

    @functools.cached_property
    def favourites(self):
        """Few moves, so that games share their lines."""
        moves = sorted(self.children)
        random.Random(self.fen).shuffle(moves)
        return moves[:3]

    @functools.lru_cache(None)  # pylint: disable=method-cache-max-size-none
    def san(self, move):
        return self.position.san(move)


ROOT = Node(Position(START_FEN))


class Game:
    """tags: {name: value}; steps: [(node, move)] of the legal main line; asides: [(ply, node, move)], moves in parentheses;
    damage: what is wrong with it, or nothing."""

    def __init__(self, dice, damage=None, start=ROOT):
        self.damage = damage
        self.start = start
        self.steps, self.asides = [], []
        self.problem_line = 0  # of its text, from 0
        node = start
        for _ in range(dice.randint(6, 18)):
            if not node.favourites:
                break
            move = node.favourites[min(dice.choice((0, 0, 0, 0, 1, 1, 2)), len(node.favourites) - 1)]
            self.steps.append((node, move))
            node = node.children[move]
        self.tags = {"Event": dice.choice(("Open A", "Candidates", "?")), "Site": "Linares",
                     "Date": dice.choice(("????.??.??", "1997.05.11", "2016.11.??", f"20{dice.randint(10, 25)}.01.31")),
                     "Round": "1", "White": f"White, {dice.choice('ABC')}", "Black": f"Black, {dice.choice('ABC')}",
                     "Result": dice.choice(("1-0", "0-1", "1/2-1/2", "1/2-1/2", "*"))}
        for colour in ("White", "Black"):
            if dice.random() < 0.8:
                self.tags[colour + "Elo"] = str(dice.randint(1800, 2700))
        if start is not ROOT:
            self.tags.update(SetUp="1", FEN=start.fen)

    @property
    def result(self):
        return self.tags["Result"]

    def text(self, dice):
        """PGN; what damage leaves of the game is worked out on the way."""
        if self.damage == "fen":
            self.tags.update(SetUp="1", FEN="rnbqkbnr/pppppppp/8/8/8 w - - 0 1")
        if self.damage == "variant":
            self.tags["Variant"] = "Atomic"
        lines = [f'[{name} "{value}"]' for name, value in self.tags.items()]
        if self.damage in ("fen", "variant"):
            self.problem_line = [line.startswith(("[FEN", "[Variant")) for line in lines].index(True)
            moves, self.steps = self.steps, []
        else:
            moves = self.steps
        lines.append("")
        damage_at = dice.randint(2, len(moves) - 1) if self.damage not in (None, "fen", "variant") else None
        glued = dice.random() < 0.3
        for ply, (node, move) in enumerate(moves):
            if ply == damage_at:
                self.problem_line = len(lines)
                lines.append({"illegal": self.illegal_king_move(node), "unreadable": "xyzzy", "null": "--",
                              "comment": "{never closed", "variation": "( {never closed}"}[self.damage])
                self.steps = moves[:ply]
            white = node.position.white
            number = f"{node.position.fullmoves}{'.' if white else '...'}{'' if glued else ' '}"
            if not white and not ply == 0 and dice.random() < 0.6:
                number = ""
            lines.append(number + self.spelled(node, move, dice))
            if self.damage is None:
                lines += self.annotations(ply, node, dice)
        if self.damage is None and dice.random() < 0.3:  # in long lines
            text = "\n".join(lines[:len(self.tags) + 1]) + "\n" + self.joined(lines[len(self.tags) + 1:])
        else:
            text = "\n".join(lines)
        return text + "\n" + self.result + "\n\n"

    @staticmethod
    def joined(lines):
        text = ""
        for line in lines:
            special = line.startswith(("%", ";"))
            text += ("\n" if special and text and text[-1] != "\n" else "") + line + ("\n" if special else " ")
        return text

    @staticmethod
    def illegal_king_move(node):
        king = node.position.king_square(node.position.white)
        return "K" + "abcdefgh"[(king % 8 + 4) % 8] + str((king // 8 + 4) % 8 + 1)

    @staticmethod
    def spelled(node, move, dice):
        """The move as people write it."""
        san = node.san(move)
        whim = dice.random()
        if whim < 0.1:
            return san.replace("O", "0")
        if whim < 0.2:
            return san.rstrip("+#") + dice.choice(("", "!", "?!", "!!"))
        if whim < 0.3 and san[0] in "NBRQ":  # the origin, asked for or not
            return san[0] + move[:2] + san[san.index("x"):] if "x" in san else san[0] + move[:2] + move[2:4]
        if whim < 0.35 and san[0] in "NBRQ":
            return san[0] + move[:2] + "-" + move[2:4]
        if whim < 0.4 and len(move) == 4 and san[0] != "O":
            return move
        return san

    def annotations(self, ply, node, dice):
        whim = dice.random()
        if whim < 0.05:
            return ["$" + str(dice.randint(1, 139))]
        if whim < 0.1:
            return ["{comments {in braces}, (1. e4) 1-0}"]
        if whim < 0.13:
            return ["; to the end of the line 1-0 {"]
        if whim < 0.16:
            return ["% escaped [White \"Nobody\"]"]
        if whim < 0.2:
            return ["{[%clk 0:01:02]}", "!?"]
        if whim < 0.3:
            return [self.aside(ply, node, dice)]
        return []

    def aside(self, ply, node, dice):
        """One or two moves in parentheses instead of the last one."""
        text = "("
        for more in range(dice.randint(1, 2)):
            if not node.favourites:
                break
            move = dice.choice(node.favourites)
            self.asides.append((ply + more, node, move))
            dots = "." if node.position.white else "..."
            text += f" {node.position.fullmoves}{dots} {node.san(move)}"
            node = node.children[move]
        return text + dice.choice((" )", ")", " $2 {so} )"))


def some_games(count, seed, damaged=0.0):
    """Games with the share of damaged ones; some begin at a FEN."""
    dice = random.Random(seed)
    games = []
    for _ in range(count):
        start = ROOT
        if dice.random() < 0.1:
            for _ in range(dice.randint(1, 5)):
                start = start.children[start.favourites[0]]
            start = Node(Position(start.fen))
            start = STARTS.setdefault(start.fen, start)
        games.append(Game(dice, dice.choice(DAMAGES) if dice.random() < damaged else None, start))
    return games


STARTS = {}  # positions that games begin at, so that each has one tree


class Rules:
    """make-book's options by their names, and a filter as a function over a game."""

    def __init__(self, **options):
        self.options = options
        self.counts = options.pop("counts", lambda game: True)

    def get(self, name, otherwise=0):
        return self.options.get(name, otherwise)

    def words(self):
        words = []
        for name, value in self.options.items():
            words += ["-" + name.replace("_", "-")] + ([] if value is True else [str(value)])
        return words


class Stats:
    """Of one move of one position."""

    def __init__(self):
        self.points = [0, 0, 0]  # losses, draws, wins of the mover
        self.elos = []           # of the movers who have one
        self.last_year = 0

    wins = property(lambda self: self.points[2])
    draws = property(lambda self: self.points[1])
    losses = property(lambda self: self.points[0])
    games = property(lambda self: sum(self.points))
    half_points = property(lambda self: 2 * self.wins + self.draws)


def samples_of(game, rules):
    """[(node, move)] of one game that count: a move of a position once."""
    return [(node, move) for node, move, _ in counted_samples_of(game, rules)]


def counted_samples_of(game, rules):
    """[(node, move, how often)]: with variations, the game's own moves count twice."""
    first, end = rules.get("min_ply"), rules.get("max_ply", 1024)
    steps = [(ply, node, move, counts_of_game(rules)) for ply, (node, move) in enumerate(game.steps)]
    if rules.get("variations"):
        steps = [(*aside, 1) for aside in game.asides] + steps
    return list({(node.place, move): (node, move, often)
                 for ply, node, move, often in steps if first <= ply < end}.values())


def counts_of_game(rules):
    return 2 if rules.get("variations") else 1


def counts(game, rules):
    return rules.counts(game) and (game.result in HALF_POINTS or rules.get("unknown") == "draw")


def stats_of(program, games, rules):
    """{key: {move in 16 bits: Stats}}, and the keys of positions with White to move."""
    samples, nodes = [], {}
    for game in games:
        if counts(game, rules):
            for node, move, often in counted_samples_of(game, rules):
                samples += [(game, node, move)] * often
                nodes[node.place] = node
    keys = keys_of(program, tuple(sorted(nodes)))
    stats = collections.defaultdict(lambda: collections.defaultdict(Stats))
    for game, node, move in samples:
        white = node.position.white
        one = stats[keys[node.place]][encode_move(move, node.position)]
        one.points[HALF_POINTS.get(game.result, (1, 1))[0 if white else 1]] += 1
        elo = game.tags.get("WhiteElo" if white else "BlackElo")
        one.elos += [int(elo)] if elo else []
        year = game.tags["Date"][:4]
        one.last_year = max(one.last_year, int(year) if year.isdigit() else 0)
    return stats, {keys[place] for place, node in nodes.items() if node.position.white}


@functools.lru_cache(None)
def keys_of(program, fens):
    answer = subprocess.run([program, "key"], input="\n".join(fens), capture_output=True, text=True, check=True)
    return dict(zip(fens, (int(line, 16) for line in answer.stdout.split())))


def weigh(move, position, rules):
    """docs/make-book.md, Weights. move: Stats; position: those of all its moves."""
    points = (rules.get("win_factor", 2) * move.wins + rules.get("draw_factor", 1) * move.draws +
              rules.get("loss_factor", 0) * move.losses)
    kind = rules.get("weight", "expected")
    if kind == "wins":
        return move.wins
    if kind == "games":
        return move.games
    if kind == "rate":
        return fractions.Fraction(move.half_points + 2, 2 * (move.games + 2))
    if kind == "elo":
        everybody = [elo for one in position for elo in one.elos]
        above = sum(move.elos) / len(move.elos) - sum(everybody) / len(everybody) if move.elos else 0
        return points * 10 ** (max(-400, min(400, above)) / 400)
    if kind == "recency":
        reference = rules.get("reference_year", 9999)
        years = [min(one.last_year, reference) for one in position if one.last_year]
        if not years:
            return points
        year = min(move.last_year, reference) or min(years)
        return points * 2 ** -((max(years) - year) / rules.get("half_life", 5))
    return points


def losses_count(rules):
    """A move that only lost has a weight of its own."""
    kind = rules.get("weight", "expected")
    return kind == "games" or (kind in ("expected", "elo", "recency") and rules.get("loss_factor", 0) > 0)


def drop_reason(move, white, rules):
    """The name of the first rule that leaves the move out, or nothing."""
    side = "white_" if white else "black_"
    if rules.get("only_black" if white else "only_white"):
        return "colour"
    if -(-move.games // counts_of_game(rules)) < rules.get(side + "min_game", rules.get("min_game", 3)):
        return "min_games"
    if move.half_points == 0 and not rules.get("keep_losses") and not losses_count(rules):
        return "no_points"
    if 100 * move.half_points < 2 * move.games * rules.get(side + "min_score", rules.get("min_score")):
        return "min_score"
    return None


def book_of(program, games, rules):
    """The bytes of the book without header, and a Counter of the moves that each rule has left out."""
    stats, white_keys = stats_of(program, games, rules)
    out, dropped = [], collections.Counter()
    for key, moves in sorted(stats.items()):
        chosen = []
        for raw, move in moves.items():
            reason = drop_reason(move, key in white_keys, rules)
            if reason:
                dropped[reason] += 1
                continue
            weight = weigh(move, list(moves.values()), rules)
            chosen.append((-weight, -move.games, raw))
        chosen.sort()
        top = rules.get("top") or len(chosen)
        dropped["top"] += len(chosen[top:])
        weights = {raw: -negative for negative, _, raw in chosen[:top]}
        light = [raw for raw, weight in weights.items() if weight <= 0 and not rules.get("keep_losses")]
        dropped["too_light"] += len(light)
        heaviest = max(weights.values(), default=0)
        as_they_are = heaviest <= 65535 and rules.get("weight", "expected") in ("expected", "wins", "games")
        for raw, weight in weights.items():
            if rules.get("uniform"):
                weights[raw] = 1
            elif weight <= 0:
                weights[raw] = 0
            elif not as_they_are:
                weights[raw] = max(1, int(weight * 65535 / heaviest + fractions.Fraction(1, 2)))
        out += [(key, raw, weight) for raw, weight in sorted(weights.items(), key=lambda one: (-one[1], one[0]))
                if raw not in light]
    return b"".join(key.to_bytes(8, "big") + raw.to_bytes(2, "big") + weight.to_bytes(2, "big") + bytes(4)
                    for key, raw, weight in out), dropped
