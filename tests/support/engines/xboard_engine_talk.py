"""Thinking lines of xboard engines, in the shapes that were seen in engines of thirty years."""
import time

SHAPES = ["san", "coordinates", "numbers", "long", "tab", "decimal", "dot", "ampersand", "colon", "bounds", "hash-moves",
          "no-pv", "short", "crowded"]


def thinking_line(shape, search, rng):
    """One line for what the search has so far. mixed: another shape each time."""
    depth, score, nodes = max(1, search.depth), rng.randint(-80, 80), 100 * (search.depth + 1) ** 2
    centiseconds = int((time.monotonic() - search.began) * 100)
    if shape == "mixed":
        shape = rng.choice(SHAPES)
    root, moves, sans = search.root, search.pv, _sans(search)
    if search.guess:
        sans = [f"({search.guess})"] + sans[1:]
    san, start = " ".join(sans), f"{depth} {score} {centiseconds} {nodes}"
    texts = {
        "san": lambda: f"{start} {san}",
        "coordinates": lambda: f"{depth:3} {score:6} {centiseconds:8} {nodes:10} {' '.join(moves)}",  # fairymax
        "numbers": lambda: f"{start} {_numbered(root, sans)}",  # hoichess
        "long": lambda: f"{depth:3} {score:6} {centiseconds:5} {nodes:8}  {_long(moves, sans)}  ",  # phalanx
        "tab": lambda: f"{start} {depth + 4} {nodes * 10} 0\t {' '.join(moves)}",  # fairy-stockfish
        "decimal": lambda: f"{depth} {score / 100:+.2f} {centiseconds} {nodes} {san}",
        "dot": lambda: f"{depth}. {score} {centiseconds} {nodes} {san}",
        "ampersand": lambda: f"{depth}& {score} {centiseconds} {nodes} {san}",
        "colon": lambda: f"{depth}: {score} {centiseconds} {nodes} {san}",
        "bounds": lambda: f"{start} {' '.join(sans[:1])} {'!' if score > 0 else '?'}",  # sjeng
        "hash-moves": lambda: f"{start} {' '.join(sans[:1] + [f'<{word}>' for word in sans[1:]])} ",  # sjeng
        "no-pv": lambda: start,
        "short": lambda: f"{depth} {score}",
        "crowded": lambda: f"{start} {_numbered(root, sans)} ; better than before {{so far}} <HT>",
    }
    return texts[shape]()


def _sans(search):
    """The principal variation in SAN: worked out once, for that takes longer than all else."""
    if search.sans is None or len(search.sans) != len(search.pv):
        search.sans, position = [], search.root
        for move in search.pv:
            search.sans.append(position.san(move))
            position = position.after(move)
    return search.sans


def _numbered(root, sans):
    words, number, white = [], root.fullmoves, root.white
    for index, san in enumerate(sans):
        if white:
            words.append(f"{number}.")
        elif index == 0:
            words += [f"{number}.", "..."]
        words.append(san)
        number, white = number + (0 if white else 1), not white
    return " ".join(words)


def _long(moves, sans):
    """Ng8-f6, e7xd6, O-O: phalanx."""
    words = []
    for move, san in zip(moves, sans, strict=True):
        if san.startswith("O"):
            words.append(san.rstrip("+#"))
        else:
            piece = san[0] if san[0] in "NBRQK" else ""
            words.append(piece + move[:2] + ("x" if "x" in san else "-") + move[2:4] + move[4:].upper())
    return "  ".join(words)
