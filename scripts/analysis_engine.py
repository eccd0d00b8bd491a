"""A UCI engine that analyses positions, at low priority: for scripts/extend_openings and scripts/check_starter."""
import os
import queue
import shutil
import subprocess
import threading


def find_stockfish(given=None):
    """The engine's path: the one given, or Stockfish on PATH or where Debian has it."""
    for name in [given] if given else ["stockfish", "/usr/games/stockfish"]:
        found = shutil.which(name)
        if found:
            return found
    raise SystemExit(f"no engine {given}" if given else "no Stockfish on PATH or in /usr/games: --engine PATH names one")


class Analyser:
    """One engine process with one thread of its own."""

    def __init__(self, program, hash_mb=128):
        lower = (lambda: os.nice(19)) if hasattr(os, "nice") else None
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        preexec_fn=lower)
        self.name = program
        self.send("uci")
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        self.send("setoption name Threads value 1")
        self.send(f"setoption name Hash value {hash_mb}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, word):
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.startswith(word):
                return
        raise RuntimeError(f"{self.name} has ended before '{word}'")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        list(self.lines_until("readyok"))

    def search(self, position, depth):
        """(score in centipawns for the side to move, best line). A mate counts 100000 less its distance in moves."""
        self.send(f"position {position}")
        self.send(f"go depth {depth}")
        score, line = None, []
        for text in self.lines_until("bestmove"):
            words = text.split()
            if words[0] != "info" or "score" not in words or "lowerbound" in words or "upperbound" in words:
                continue
            kind, value = words[words.index("score") + 1 :][:2]
            score = int(value) if kind == "cp" else (100000 - int(value) if int(value) > 0 else -100000 - int(value))
            if "pv" in words:
                line = words[words.index("pv") + 1 :]
        if score is None:
            raise RuntimeError(f"{self.name} gave no score for {position}")
        return score, line

    def close(self):
        try:
            self.send("quit")
            self.process.stdin.close()
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def analyse_all(jobs, analyse, program, engines, together=1):
    """Yields (job, analyse(analyser, job)) as they are ready; so many engines work at once. An engine takes this many jobs
    together: neighbours, of which its hash table knows much. An engine that fails ends it."""
    jobs, waiting, done = list(jobs), queue.Queue(), queue.Queue()
    for begin in range(0, len(jobs), together):
        waiting.put(jobs[begin : begin + together])
    count, stop = len(jobs), threading.Event()

    def work():
        analyser = None
        try:
            analyser = Analyser(program)
            while not stop.is_set():
                for job in waiting.get_nowait():
                    if not stop.is_set():
                        done.put((job, analyse(analyser, job)))
        except queue.Empty:
            pass
        except Exception as error:  # whatever it is, the one who waits must hear of it
            done.put(error)
        finally:
            if analyser:
                analyser.close()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(max(1, min(engines, count)))]
    for thread in threads:
        thread.start()
    try:
        for _ in range(count):
            item = done.get()
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
