#!/usr/bin/env python3
"""Plays games between engines of many strengths until the rules end them, and writes what judge_games reads.

    play_games.py --games 500 --seed 3 games.tsv
    play_games.py --games 100 --engines toga2,ethereal-chess,sjeng --polyglot build/release/polyglot other.tsv

One game a line: white, black, result, how the game ended, moves with the score of the search after each (the format:
judge_games.cpp). There are no resignations and adjudications: every game is played to its end. Both sides get nodes or a
depth, so that a machine's load changes nothing; Stockfish's strength varies by nodes, Skill Level and UCI_Elo. Half the
games begin with two equal players. Openings are random moves whose position Stockfish finds playable.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
from chess_rules import Game, Position  # noqa: E402

MATE = 100000  # a mate in n moves is written as 100000 - n
MAX_PLIES = 600  # games that are not over then are thrown away
NODES = [500, 1000, 2000, 4000, 8000, 16000]


class Player:
    """A UCI engine, or an xboard engine under the adapter."""

    def __init__(self, argv):
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.send("uci")
        self.read_until("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def read_until(self, word):
        lines = []
        while not lines or lines[-1].split(" ", 1)[0] != word:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"{self.process.args[0]} has ended; its last lines: {lines[-3:]}")
            lines.append(line.rstrip())
        return lines

    def begin(self, options):
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.send("ucinewgame")
        self.send("isready")
        self.read_until("readyok")

    def search(self, moves, go):
        """(move, score): the last exact score of the main line, None without one."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send(go)
        score = None
        for line in self.read_until("bestmove"):
            words = line.split()
            if words[0] == "bestmove":
                return words[1], score
            if words[0] != "info" or "score" not in words or "string" in words:
                continue
            at = words.index("score")
            bound = "lowerbound" in words or "upperbound" in words
            other_line = "multipv" in words and words[words.index("multipv") + 1] != "1"
            if not bound and not other_line:
                value = int(words[at + 2])
                score = value if words[at + 1] == "cp" else (MATE - value if value > 0 else -MATE - value)

    def quit(self):
        self.send("quit")
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def stockfish_strength(rng):
    """(name, options, go command)"""
    nodes = rng.choice(NODES)
    name, limited, skill, kind = f"{nodes} nodes", {}, 20, rng.random()
    if kind > 0.8:
        elo = rng.choice([1350, 1600, 1900, 2200, 2500, 2800])
        name, limited = f"{name} elo {elo}", {"UCI_Elo": elo}
    elif kind > 0.45:
        skill = rng.choice([0, 3, 6, 9, 12, 15, 18])
        name = f"{name} skill {skill}"
    options = {"UCI_LimitStrength": str(bool(limited)).lower(), "Skill Level": skill, **limited}
    return name, options, f"go nodes {nodes}"


def by_nodes(rng):
    nodes = rng.choice(NODES)
    return f"{nodes} nodes", {}, f"go nodes {nodes}"


def by_depth(rng):
    depth = rng.choice([2, 3, 4, 5, 6])
    return f"depth {depth}", {}, f"go depth {depth}"


XBOARD = {"sjeng", "hoichess", "fairymax"}
STRENGTHS = {"stockfish": stockfish_strength} | dict.fromkeys(["ethereal-chess", "glaurung", "fairy-stockfish"], by_nodes)


def start(engine, polyglot):
    path = shutil.which(engine) or shutil.which(engine, path="/usr/games")
    if not path:
        raise SystemExit(f"{engine} is not installed")
    if engine in XBOARD:
        return Player([polyglot, "-noini", "-pg", "EngineProtocol=xboard", "-ec", path])
    return Player([path])


def random_opening(rng, analyst):
    """Moves from the start to a position that is not decided yet."""
    limit = 120 if rng.random() < 0.8 else 400
    while True:
        position, moves = Position(), []
        for _ in range(rng.choice([6, 8, 10])):
            legal = position.legal_moves()
            if not legal:
                break
            moves.append(rng.choice(sorted(legal)))
            position = legal[moves[-1]]
        if not position.legal_moves():
            continue
        analyst.begin({})
        score = analyst.search(moves, "go nodes 3000")[1]
        if score is not None and abs(score) <= limit:
            return moves


def play(players, go, opening):
    """(result, reason, ["e2e4:35", ...]), or None for a game that does not end, or by an engine's fault."""
    game, record = Game(), []
    while not game.over() and len(record) < MAX_PLIES:
        side = 0 if game.position.white else 1
        if len(record) < len(opening):
            move, score = opening[len(record)], None
        else:
            move, score = players[side].search(game.moves, go[side])
            if move not in game.position.legal_moves():
                print(f"{move} in {game.position.fen()}: the game is thrown away", file=sys.stderr)
                return None
        game.play(move)
        record.append(move if score is None else f"{move}:{score}")
    return (*game.over(), record) if game.over() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", help="the file to append to")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="of openings and strengths; Skill Level has its own chance")
    parser.add_argument("--engines", default="stockfish", help="each side plays with one of these, default stockfish")
    parser.add_argument("--polyglot", default="polyglot", help="the adapter, for xboard engines")
    arguments = parser.parse_args()
    engines = arguments.engines.split(",")
    rng = random.Random(arguments.seed)
    analyst = start("stockfish", None)
    pool = {(engine, side): start(engine, arguments.polyglot) for engine in engines for side in (0, 1)}
    done = 0
    with open(arguments.out, "a", encoding="ascii") as out:
        while done < arguments.games:
            both = [rng.choice(engines), rng.choice(engines)]
            sides = [(engine, *STRENGTHS.get(engine, by_depth)(rng)) for engine in both]
            if rng.random() < 0.45:
                sides[1] = sides[0]
            opening = random_opening(rng, analyst)
            players = [pool[side[0], number] for number, side in enumerate(sides)]
            for player, side in zip(players, sides):
                player.begin(side[2])
            ended = play(players, [side[3] for side in sides], opening)
            if ended:
                names = [f"{side[0]} {side[1]}" for side in sides]
                print(*names, ended[0], ended[1], " ".join(ended[2]), sep="\t", file=out, flush=True)
                done += 1
    for player in (analyst, *pool.values()):
        player.quit()


if __name__ == "__main__":
    main()
