"""Does learning pay? Thousands of games through real adapters, whose book has planted bad lines.

The GUI here speaks xboard. The adapter plays from the book (planted_book.py), the opponent's replies are drawn, and
the game ends with the line: its result is drawn with the known score of this line, and sent to the adapter by
`result`. The measured figure is the known score of the chosen lines, so that it depends on the choice only and not
on the luck of the games. The engines are fake, and play random moves where the book has none.

    simulate.py --adapter build/polyglot --engine build/tests/support/fake_engine [--svg docs/learning-curve.svg]

A full run is 2,000 games for each policy, store and seed. --smoke: a few games, which fails when a game was not learnt.
"""
import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from book_file import counted_games, write_book
from chart import write_chart
from planted_book import SIDES, Ours, Theirs, best_score, book_positions, book_score, draw_result

POLICIES = ("thompson", "ucb", "polyglot", "record-only")
STORES = ("bin", "db")
RESULTS = {"white": ("0-1", "1/2-1/2", "1-0"), "black": ("1-0", "1/2-1/2", "0-1")}


class Adapter:
    """One adapter process, spoken to in xboard's protocol."""

    def __init__(self, program, engine, folder, settings):
        self.log = folder / "adapter.log"
        self.log.unlink(missing_ok=True)
        lines = ["[PolyGlot]", f'EngineCommand = "{engine}" --random-legal', "Book = true", f"BookFile = {folder}/book.bin",
                 "BookLearn = true", "Log = true", f"LogFile = {self.log}"]
        lines += [f"{key} = {value}" for key, value in settings.items()]
        ini = folder / "simulation.ini"
        ini.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.process = subprocess.Popen([program, str(ini)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.pings = 0
        self.send("xboard", "protover 2")
        self.wait_for("feature", "done=1")
        self.send("easy", "nopost")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def wait_for(self, word, ending=""):
        for line in self.process.stdout:
            text = line.decode().strip()
            if text.startswith(word) and text.endswith(ending):
                return text
        sys.exit(f"the adapter ended its output while {word!r} was awaited; see {self.log}")

    def wait_for_move(self):
        return self.wait_for("move ").split()[1]

    def ping(self):
        self.pings += 1
        self.send(f"ping {self.pings}")
        self.wait_for(f"pong {self.pings}")

    def quit(self):
        """How many games its log says were learnt."""
        self.send("quit")
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        if self.process.wait(20) != 0:
            sys.exit(f"the adapter left with status {self.process.returncode}; see {self.log}")
        return self.log.read_text(encoding="utf-8").count("# learnt: ")


def play(adapter, side, random_number):
    """One game; the score of the line that the adapter chose."""
    node = SIDES[side]
    adapter.send("new", "force" if side == "black" else "go")
    forced = side == "black"
    while not isinstance(node, float):
        if isinstance(node, Ours):
            move = adapter.wait_for_move()
            if move not in node.choices:
                sys.exit(f"{move} is not a move of the book; see {adapter.log}")
            node = node.choices[move][1]
        elif isinstance(node, Theirs):
            reply = random_number.choice(list(node.replies))
            node = node.replies[reply]
            adapter.send(f"usermove {reply}", *(["go"] if forced else []))
            forced = False
            if isinstance(node, float):  # the adapter is out of book: its engine's answer is part of the game
                adapter.wait_for_move()
    half_points = draw_result(node, random_number)
    adapter.send(f"result {RESULTS[side][half_points]} {{simulated}}")
    adapter.ping()  # learnt by now
    return node


def run(options, policy, store, seed, folder):
    """The score of each of the games, in order."""
    positions = {at: weights for node in SIDES.values() for at, weights in book_positions(node).items()}
    write_book(options.adapter, folder / "book.bin", positions)
    random_number = random.Random(f"{policy} {store} {seed}")
    sides, scores, learnt = itertools.cycle(SIDES), [], 0
    for process in itertools.count():
        games = min(options.games_per_process, options.games - len(scores))
        if games == 0:
            break
        settings = {"BookLearnPolicy": policy, "BookSeed": 1_000_000 * seed + process}
        if store == "db":
            settings["BookLearnFile"] = folder / "learn.db"
        adapter = Adapter(options.adapter, options.engine, folder, settings)
        scores += [play(adapter, side, random_number) for side, _ in zip(sides, range(games))]
        learnt += adapter.quit()
    if learnt != options.games:
        sys.exit(f"{policy}, {store}: {learnt} of {options.games} games were learnt; see {folder}/adapter.log")
    in_book = counted_games(folder / "book.bin")
    if (in_book >= options.games) != (store == "bin"):  # a game has at least one move of the book
        sys.exit(f"{policy}, {store}: {in_book} results stand in the learn fields of the book after {options.games} games")
    return scores


def mean(values):
    return sum(values) / len(values)


def error_of(values):
    middle = mean(values)
    return (sum((v - middle) ** 2 for v in values) / max(1, len(values) - 1) / len(values)) ** 0.5


def report(curves, games):
    """The table, in per cent. Of one store: {policy: [scores of each seed]}."""
    best, last = best_score(), games // 4
    print(f"| policy | all {games} games | last {last} | short of the best lines ({100 * best:.1f}) |\n|---|---|---|---|")
    ends = {}
    for policy, runs in curves.items():
        ends[policy] = [mean(run[-last:]) for run in runs]
        print(f"| {policy} | {100 * mean([mean(run) for run in runs]):.1f} | {100 * mean(ends[policy]):.1f} ± "
              f"{100 * error_of(ends[policy]):.1f} | {100 * (best - mean(ends[policy])):.1f} |")
    if {"thompson", "polyglot"} <= ends.keys():
        thompson = mean(ends["thompson"])
        print(f"\nthompson ends within 2 % of the best lines: {'yes' if thompson > best - 0.02 else 'NO'}; "
              f"above PolyGlot's formula: {'yes' if thompson > mean(ends['polyglot']) else 'NO'}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--engine", required=True, help="tests/support/fake_engine")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--games-per-process", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--policies", nargs="+", choices=POLICIES, default=POLICIES)
    parser.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    parser.add_argument("--svg", help="draw the curves of the first store there")
    parser.add_argument("--smoke", action="store_true")
    options = parser.parse_args()
    if options.smoke:
        options.games, options.games_per_process, options.seeds = 30, 15, 1
    options.adapter, options.engine = os.path.abspath(options.adapter), os.path.abspath(options.engine)

    print(f"best lines {100 * best_score():.1f} %, the book's own weights {100 * book_score():.1f} %\n", flush=True)
    for store in options.stores:
        curves = {policy: [] for policy in options.policies}
        for policy, seed in itertools.product(options.policies, range(1, options.seeds + 1)):
            with tempfile.TemporaryDirectory() as folder:
                curves[policy].append(run(options, policy, store, seed, Path(folder)))
        print({"bin": "In the learn fields of the book:\n", "db": "In a separate file:\n"}[store])
        report(curves, options.games)
        sys.stdout.flush()
        if options.svg and store == options.stores[0]:
            write_chart(options.svg, "Score of the chosen book lines, mean of the last 100 games", curves, best_score(),
                        min(100, options.games))


if __name__ == "__main__":
    main()
