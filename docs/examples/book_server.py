#!/usr/bin/env python3
"""A book that is a program: it asks an opening server over HTTP (docs/program-books.md).

    BookFile = |python3 docs/examples/book_server.py lichess      ; games of masters
    BookFile = |python3 docs/examples/book_server.py players      ; games on Lichess
    BookFile = |python3 docs/examples/book_server.py chessdb      ; ChessDB's scores

--url asks another server of that kind; LICHESS_TOKEN in the environment is sent to Lichess. An answer after
BookTimeout is kept for the next time: polyglot never waits longer. After an error the server is left alone for a minute.
"""
import argparse
import json
import math
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

REST = 60  # seconds without questions after an error
VARIANTS = {"chess": "standard", "chess960": "chess960", "kingofthehill": "kingOfTheHill", "3check": "threeCheck",
            "racingkings": "racingKings"}


def lichess_question(url, question):
    return url + "?" + urllib.parse.urlencode({"fen": question["fen"], "topGames": 0, "recentGames": 0})


def players_question(url, question):
    variant = VARIANTS.get(question["variant"], question["variant"])
    return url + "?" + urllib.parse.urlencode(
        {"variant": variant, "fen": question["fen"], "topGames": 0, "recentGames": 0})


def lichess_moves(reply):
    moves = []
    for move in reply["moves"]:
        games = move["white"] + move["draws"] + move["black"]
        moves.append({"move": move["uci"], "weight": min(games, 65535), "games": games})
    return moves


def chessdb_question(url, question):
    return url + "?" + urllib.parse.urlencode({"action": "queryall", "json": 1, "board": question["fen"]})


def chessdb_moves(reply):
    """30 centipawns less than the best make a move half as likely."""
    moves = [move for move in reply.get("moves", []) if isinstance(move.get("score"), int)]
    best = max((move["score"] for move in moves), default=0)
    return [{"move": move["uci"], "weight": round(1000 * math.exp((move["score"] - best) * math.log(2) / 30)),
             "value": move["score"]} for move in moves]


SERVERS = {  # address, question, reading of the reply, variants
    "lichess": ("https://explorer.lichess.ovh/masters", lichess_question, lichess_moves, {"chess"}),
    "players": ("https://explorer.lichess.ovh/lichess", players_question, lichess_moves, None),
    "chessdb": ("https://www.chessdb.cn/cdb.php", chessdb_question, chessdb_moves, {"chess", "chess960"}),
}


class Server:
    def __init__(self, name, url, timeout):
        default, self.question, self.moves, self.variants = SERVERS[name]
        self.url, self.timeout = url or default, timeout
        self.token = os.environ.get("LICHESS_TOKEN") if name != "chessdb" else None
        self.rests_until = 0.0
        self.lock = threading.Lock()

    def answer(self, question):
        """Never raises: the answer to a question that fails has "error"."""
        if self.variants is not None and question["variant"] not in self.variants:
            return {"moves": []}
        if time.monotonic() < self.rests_until:
            return {"error": "the server is left alone after an error"}
        try:
            request = urllib.request.Request(self.question(self.url, question), headers={"User-Agent": "polyglot-book"})
            if self.token:
                request.add_header("Authorization", "Bearer " + self.token)
            with urllib.request.urlopen(request, timeout=self.timeout) as reply:
                return {"moves": self.moves(json.load(reply))}
        except (OSError, ValueError, KeyError, TypeError, urllib.error.URLError) as error:
            self.rests_until = time.monotonic() + REST
            return {"error": f"{self.url}: {error}"}

    def serve(self, question):
        answer = json.dumps({"id": question["id"], **self.answer(question)})
        with self.lock:
            print(answer, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", choices=SERVERS)
    parser.add_argument("--url")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for one question (default 10)")
    arguments = parser.parse_args()
    server = Server(arguments.server, arguments.url, arguments.timeout)
    with ThreadPoolExecutor(4) as threads:  # a slow answer does not delay the next
        for line in sys.stdin:
            threads.submit(server.serve, json.loads(line))


if __name__ == "__main__":
    main()
