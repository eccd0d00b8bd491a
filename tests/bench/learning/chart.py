"""Score curves as a small SVG: a mean over seeds, a band of one standard error, names at the ends of the lines."""
from html import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 40, 48
COLOURS = {"thompson": "#0072b2", "ucb": "#009e73", "polyglot": "#d55e00", "record-only": "#777777"}


def smoothed(scores, window):
    """Means of the last `window` scores (fewer at the start), at every window/4-th game."""
    sums = [0.0]
    for score in scores:
        sums.append(sums[-1] + score)
    return [(at, (sums[at] - sums[max(0, at - window)]) / min(at, window))
            for at in range(window // 4, len(scores) + 1, window // 4)]


def band_of(runs, window):
    """[(game, mean, standard error)] over the runs of one policy."""
    points = []
    for column in zip(*(smoothed(run, window) for run in runs)):
        values = [value for _, value in column]
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        points.append((column[0][0], mean, (spread / len(values)) ** 0.5))
    return points


def write_chart(path, title, curves, best, window):
    """curves: {policy: [scores of one run]}; best: the score of the best lines, drawn as a separate line."""
    bands = {policy: band_of(runs, window) for policy, runs in curves.items()}
    games = max(points[-1][0] for points in bands.values())
    values = [best] + [value for points in bands.values() for _, mean, error in points
                       for value in (mean - error, mean + error)]
    low, high = int(min(values) * 20) / 20, int(max(values) * 20 + 1) / 20

    def x(game):
        return LEFT + (WIDTH - LEFT - RIGHT) * game / games

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    def place(pairs):
        return " ".join(f"{x(game):.1f},{y(value):.1f}" for game, value in pairs)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>']
    for step in range(round(low * 20), round(high * 20) + 1):
        value = step / 20
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#e5e5e5"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{100 * value:.0f} %</text>')
    for quarter in range(5):
        game = games * quarter // 4
        out.append(f'<text x="{x(game):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{game}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">games played</text>')
    out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(best):.1f}" y2="{y(best):.1f}" stroke="black" '
               'stroke-dasharray="6 4"/>')
    labels = [(y(best), "best lines", "black")]
    for policy, points in bands.items():
        colour = COLOURS.get(policy, "black")
        edge = place((g, m + e) for g, m, e in points) + " " + place((g, m - e) for g, m, e in reversed(points))
        out.append(f'<polygon points="{edge}" fill="{colour}" fill-opacity="0.18"/>')
        out.append(f'<polyline points="{place((g, m) for g, m, _ in points)}" fill="none" stroke="{colour}" '
                   'stroke-width="1.8"/>')
        name = "no learning" if policy == "record-only" else policy
        labels.append((y(points[-1][1]), f"{name} {100 * points[-1][1]:.1f} %", colour))
    above = 0.0
    for at, text, colour in sorted(labels):
        above = max(at, above + 15)  # names of lines that end together stand below each other
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{above + 4:.1f}" fill="{colour}">{escape(text)}</text>')
    out.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
