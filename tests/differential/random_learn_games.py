"""Random sessions for learn_vs_polyglot.py: a random book, and ten games that leave it, come back, and end somehow."""
import random

from polyglot_book import after

GAMES = 10
BRANCHES = (3, 3, 2, 2, 2)  # moves of each position in the tree, by ply
RESULTS = ["1-0", "0-1", "1/2-1/2"]


def extend(path, move):
    return f"{path} {move}".lstrip()


def grow_tree():
    """{moves: moves that follow}: the positions that books are about. One tree, as each key costs a process."""
    rng, tree, edge = random.Random(1), {}, [""]
    for branches in BRANCHES:
        tree.update({path: rng.sample(sorted(after(path)), branches) for path in edge})
        edge = [extend(path, move) for path in edge for move in tree[path]]
    return tree


TREE = grow_tree()


class RandomSession:
    def __init__(self, seed):
        self.title = f"random games, seed {seed}"
        self.seed = seed
        rng = random.Random(seed)
        self.head = []
        self.ini = [f"BookDepth = {rng.choice([1, 2, 256, 256])}", f"BookTreshold = {rng.choice([0, 5, 100, 300])}"]
        self.book = {}
        for path, moves in TREE.items():
            if rng.random() < 0.9:
                others = rng.sample(sorted(after(path)), rng.randint(0, 2))  # now and then the same move again
                self.book[path] = ", ".join(self.entries(rng, moves + others))

    @staticmethod
    def entries(rng, moves):
        rng.shuffle(moves)
        # PolyGlot divides by the sum of the weights, so one of them is not zero and cannot become so.
        yield f"{moves[0]} 50"
        for move in moves[1:]:
            games = rng.choice([0, 0, 1, 3, rng.randint(0, 200)])
            yield f"{move} {rng.choice([0, 1, 5, 20, 60000])} {games} {rng.randint(0, 2 * games)}"

    def steps(self, run):
        """What happens next, which depends on what the program has played so far."""
        rng = random.Random(self.seed + 1)
        for _ in range(GAMES):
            yield "new"
            yield from self.game(rng, run)
            yield f"result {rng.choice(RESULTS)} {{{rng.choice(['White mates', 'Time forfeit', 'x'])}}}"

    @staticmethod
    def some_move(rng, path):
        return rng.choice(TREE[path] if path in TREE and rng.random() < 0.8 else sorted(after(path)))

    def game(self, rng, run):
        path, white = "", rng.random() < 0.5
        fed = rng.choice([0, 0, 0, 0, 1, 2, 3])  # plies of an opening that the GUI plays for both
        if fed:
            yield "force"
            for _ in range(fed + (fed % 2 == 0) * (not white) + (fed % 2 == 1) * white):
                yield (move := self.some_move(rng, path))
                path = extend(path, move)
        elif not white:
            path = yield from self.answered(rng, run, path)
        if fed or white:
            yield f"go {self.some_move(rng, path)}"
            path = extend(path, run.moves[-1].split()[0])
        for _ in range(rng.randint(0, 4)):
            if not after(path):
                return
            before = path
            path = yield from self.answered(rng, run, path)
            if rng.random() < 0.1 and path.count(" ") == before.count(" ") + 2 and before:
                yield "remove"  # and something else: only takebacks at the end of the game count in PolyGlot
                path = yield from self.answered(rng, run, before)

    def answered(self, rng, run, path):
        """A move of the user, and ours if there is one."""
        move = self.some_move(rng, path)
        path = extend(path, move)
        if not after(path):
            yield move
            return path
        yield f"{move} {self.some_move(rng, path)}"
        return extend(path, run.moves[-1].split()[0])
