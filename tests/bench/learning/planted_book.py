"""A book with planted bad lines. The score of each line is known, and so is that of the best choice everywhere."""

DRAWS = 0.4  # of all games, as far as the score of the line allows


class Ours:
    """A choice of the book: {move: (weight, what follows)}; a line ends with the score that we get from it."""

    def __init__(self, choices):
        self.choices = choices


class Theirs:
    """The opponent's replies, each as likely as another."""

    def __init__(self, replies):
        self.replies = replies


# As White. The book prefers losing moves: at the first move, and again after the better ones.
WHITE = Ours({
    "e2e4": (50, Theirs({
        "c7c5": Ours({"g1f3": (60, .30), "b1c3": (30, .30), "c2c3": (10, .45)}),
        "e7e5": Ours({"f2f4": (70, .20), "g1f3": (30, .45)}),
    })),
    "d2d4": (30, Theirs({
        "d7d5": Ours({"c2c4": (70, .35), "g1f3": (25, .60), "c1f4": (5, .40)}),
        "g8f6": Ours({"c1g5": (60, .35), "c2c4": (40, .60)}),
    })),
    "c2c4": (15, Theirs({
        "e7e5": Ours({"b1c3": (80, .45), "g2g3": (20, .45)}),
        "c7c5": Ours({"g1f3": (50, .45), "b1c3": (50, .25)}),
    })),
    "g2g4": (5, .15),
})
BLACK = Theirs({
    "e2e4": Ours({
        "e7e5": (60, Theirs({
            "g1f3": Ours({"b8c6": (40, .55), "f7f6": (60, .10)}),
            "f2f4": Ours({"e5f4": (30, .55), "f8c5": (70, .30)}),
        })),
        "c7c5": (30, .35),
        "g7g5": (10, .15),
    }),
    "d2d4": Ours({
        "g8f6": (20, Theirs({"c2c4": Ours({"e7e6": (50, .55), "e7e5": (50, .35)}), "g1f3": .55})),
        "d7d5": (50, .35),
        "f7f5": (30, .25),
    }),
})
SIDES = {"white": WHITE, "black": BLACK}


def book_positions(node, moves=()):
    """{moves from the start: {our move: weight}} for book_file.write_book."""
    if isinstance(node, float):
        return {}
    if isinstance(node, Theirs):
        return {at: weights for reply, then in node.replies.items()
                for at, weights in book_positions(then, (*moves, reply)).items()}
    found = {moves: {move: weight for move, (weight, _) in node.choices.items()}}
    for move, (_, then) in node.choices.items():
        found.update(book_positions(then, (*moves, move)))
    return found


def value(node, of_choice):
    """The mean score when of_choice([(weight, score)]) says what a choice is worth."""
    if isinstance(node, float):
        return node
    if isinstance(node, Theirs):
        return sum(value(then, of_choice) for then in node.replies.values()) / len(node.replies)
    return of_choice([(weight, value(then, of_choice)) for weight, then in node.choices.values()])


def best_score():
    """Of always the best move, as White and Black in turn."""
    return sum(value(side, lambda choices: max(score for _, score in choices)) for side in SIDES.values()) / len(SIDES)


def book_score():
    """Of the book's own weights."""
    def mean(choices):
        return sum(weight * score for weight, score in choices) / sum(weight for weight, _ in choices)
    return sum(value(side, mean) for side in SIDES.values()) / len(SIDES)


def draw_result(score, random):
    """Half-points of one game of a line with this mean score."""
    draws = min(DRAWS, 2 * min(score, 1 - score))
    wins = score - draws / 2
    luck = random.random()
    return 2 if luck < wins else 1 if luck < wins + draws else 0
