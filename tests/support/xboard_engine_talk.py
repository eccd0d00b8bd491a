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
    sans, root, position = [], search.root, search.root
    for move in search.pv:
        sans.append(position.san(move))
        position = position.after(move)
    san, numbers = " ".join(sans), _numbered(root, sans)
    start = f"{depth} {score} {centiseconds} {nodes}"
    return {
        "san": f"{start} {san}",
        "coordinates": f"{depth:3} {score:6} {centiseconds:8} {nodes:10} {' '.join(search.pv)}",  # fairymax
        "numbers": f"{start} {numbers}",  # hoichess
        "long": f"{depth:3} {score:6} {centiseconds:5} {nodes:8}  {_long(root, search.pv)}  ",  # phalanx
        "tab": f"{start} {depth + 4} {nodes * 10} 0\t {' '.join(search.pv)}",  # fairy-stockfish
        "decimal": f"{depth} {score / 100:+.2f} {centiseconds} {nodes} {san}",
        "dot": f"{depth}. {score} {centiseconds} {nodes} {san}",
        "ampersand": f"{depth}& {score} {centiseconds} {nodes} {san}",
        "colon": f"{depth}: {score} {centiseconds} {nodes} {san}",
        "bounds": f"{depth} {score} {centiseconds} {nodes} {sans[0] if sans else ''} {'!' if score > 0 else '?'}",  # sjeng
        "hash-moves": f"{start} {' '.join(f'<{word}>' for word in sans)} ",  # sjeng
        "no-pv": start,
        "short": f"{depth} {score}",
        "crowded": f"{start} {numbers} ; better than before {{so far}} <HT>",
    }[shape]


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


def _long(root, moves):
    """Ng8-f6, e7xd6, O-O: phalanx."""
    words, position = [], root
    for move in moves:
        san = position.san(move)
        if san.startswith("O"):
            words.append(san.rstrip("+#"))
        else:
            piece = san[0] if san[0] in "NBRQK" else ""
            words.append(piece + move[:2] + ("x" if "x" in san else "-") + move[2:4] + move[4:].upper())
        position = position.after(move)
    return "  ".join(words)
