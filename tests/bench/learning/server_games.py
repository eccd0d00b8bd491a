"""How many games a second does a PostgreSQL server take (docs/scale.md)?

Several senders have a waiting file of games each, which one `learn-book URL -show` sends as an adapter's thread does: one
transaction a game, one after the other. The games begin alike, so that the senders change the same rows.

    server_games.py --adapter build/polyglot postgresql://me@host/learn [--senders 1 4 16] [--games 500]

The database must have the tables (learn-book -create) and is filled with the games of engine `Bench`.
"""
import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "e2e"))
from chess_rules import Position  # noqa: E402  pylint: disable=wrong-import-position

OUR_MOVES = 10


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def line(rng):
    """FENs without counters and moves of one side: of few first moves, then more and more different ones."""
    position, words = Position(), []
    for ply in range(2 * OUR_MOVES):
        legal = sorted(position.legal_moves())
        move = rng.choice(legal[:1 + ply // 2])
        if ply % 2 == 0:
            words += [" ".join(position.fen().split()[:4]), move]
        position = position.after(move)
    return " ".join(words)


def game(rng, lines):
    text = f'v1 game {rng.getrandbits(128):032x} 2026-11-28T12:00:00Z {rng.randrange(3)} "Bench" "Other" {rng.choice(lines)}'
    return f"{text} {crc32c(text.encode()):08x}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("url")
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--senders", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--games", type=int, default=500)
    arguments = parser.parse_args()
    rng = random.Random()
    lines = [line(rng) for _ in range(200)]
    address = arguments.url.split("://", 1)[1].split("?")[0]
    name = "learn-" + "".join("_" if c in '/:*?"<>|\\' else c for c in address) + ".waiting"
    for senders in arguments.senders:
        with tempfile.TemporaryDirectory() as root:
            folders = [Path(root, str(number)) for number in range(senders)]
            for folder in folders:
                folder.mkdir()
                (folder / name).write_text("".join(game(rng, lines) for _ in range(arguments.games)))
            begun = time.monotonic()
            running = [subprocess.Popen([arguments.adapter, "learn-book", arguments.url, "-export", "x.csv", "-engine", "Bench"],
                                        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                       for folder in folders]
            sent = 0
            for process in running:
                text = process.stderr.readline()
                sent += arguments.games if f"{arguments.games} games that had waited" in text.replace(",", "") else 0
            seconds = time.monotonic() - begun
            for process in running:
                process.wait()
                process.stderr.close()
            if sent != senders * arguments.games:
                sys.exit(f"only {sent} games were sent")
            print(f"{senders:4} senders: {sent / seconds:7.0f} games/s of {OUR_MOVES} moves", flush=True)


if __name__ == "__main__":
    main()
