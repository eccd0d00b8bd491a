#!/usr/bin/env python3
"""What `polyglot explore` costs beside a large book. Prints Markdown tables.

  measure.py --polyglot build/release/polyglot --make-book build/release/tests/support/make_big_book
  measure.py … --size 100 --no-browser
  measure.py --polyglot build/release/polyglot --games games.pgn

A book of 2,000 MB is written first, and removed at the end. Measured are questions for a position by one client over
a connection that stays open (the client's own time is in it), 200 clients at once, the memory of the process, and in
the browser the first paint of the page and the frames while the tree of all its lines, some 10,000 moves, is
scrolled. With --games only these games: how fast they are counted, beside make-book with statistics of the same moves, what
they cost in memory, and how long questions with filters take."""
import argparse
import http.client
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has Selenium; another Python may run this


class Explorer:
    def __init__(self, polyglot, book):
        self.process = subprocess.Popen([polyglot, "explore", book, "-no-open"], stdout=subprocess.PIPE, text=True)
        found = re.search(r"http://127\.0\.0\.1:(\d+)(/\?token=\w+)", self.process.stdout.readline())
        if not found:
            sys.exit("explore did not start")
        self.port, self.path = int(found.group(1)), found.group(2)

    def open(self):
        """The header of the page's questions: the address gives its cookie once, and the page with its key."""
        connection = self.connect()
        connection.request("GET", self.path)
        response = connection.getresponse()
        key = re.search(r'<meta name="key" content="(\w+)">', response.read().decode()).group(1)
        return {"Cookie": response.getheader("Set-Cookie").split(";")[0], "X-Polyglot-Key": key, "Content-Type": "application/json"}

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def memory_mib(self):
        """The most that was resident so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) / 1024

    def end(self):
        self.process.terminate()
        self.process.wait(20)


class Client:
    def __init__(self, explorer, headers):
        self.connection = explorer.connect()
        self.headers = headers

    def ask(self, what, **question):
        self.connection.request("POST", "/api/" + what, json.dumps(question), self.headers)
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            sys.exit(f"{what}: {response.status} {body!r}")
        return json.loads(body)


def walk(client, questions, rng):
    """Milliseconds of each question, along random lines of the book."""
    times, line = [], []
    while len(times) < questions:
        began = time.perf_counter()
        answer = client.ask("position", line=line)
        times.append(1000 * (time.perf_counter() - began))
        moves = [branch["uci"] for branch in answer["books"][0]["branches"] if branch["of_book"]]
        line = line + [rng.choice(moves)] if moves else []
    return sorted(times)


def at_once(explorer, headers, clients):
    """How many of that number of clients got an answer. Each has asked once: of connections that have not, few are kept."""
    connected = [Client(explorer, headers) for _ in range(clients)]
    for client in connected:
        client.ask("position", line=[])
    answered = []
    threads = [threading.Thread(target=lambda one=client: answered.append(one.ask("position", line=["e2e4"]))) for client in connected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(answered)


SCROLL = """
const done = arguments[0], box = document.querySelector("#tree")
for (;;) {
    const folded = document.querySelectorAll("#tree [aria-expanded=false]")
    if (folded.length === 0) break
    for (const button of folded) button.click()
}
const moves = box.querySelectorAll("li").length, frames = []
let last
box.scrollTop = 1 // all of it has its place before frames are counted
requestAnimationFrame(() => requestAnimationFrame(function step(now) {
    if (last !== undefined) frames.push(now - last)
    last = now
    box.scrollTop += 300
    if (frames.length < 200) requestAnimationFrame(step)
    else done({moves, frames: frames.sort((a, b) => a - b), scrolled: box.scrollTop})
}))
"""


def browse(explorer, runs):
    """First paints in milliseconds; the frames of a long tree that is scrolled."""
    from selenium import webdriver  # pylint: disable=import-outside-toplevel
    from selenium.webdriver.support.ui import WebDriverWait  # pylint: disable=import-outside-toplevel
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--window-size=1300,900"):
        options.add_argument(word)
    browser = webdriver.Chrome(options=options)
    browser.set_script_timeout(120)
    try:
        paints = []
        address = f"http://127.0.0.1:{explorer.port}"
        browser.get(address + explorer.path)
        for _ in range(runs):
            browser.get(address + "/")
            paints.append(WebDriverWait(browser, 60).until(lambda _: browser.execute_script(
                "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")))
            WebDriverWait(browser, 60).until(lambda _: browser.execute_script("return document.querySelector('#moves tbody tr')"))
        WebDriverWait(browser, 60).until(lambda _: browser.execute_script("return document.querySelectorAll('#tree li').length > 0"))
        browser.execute_script("""document.querySelector('#tree').replaceChildren()
            document.querySelector('#tree-depth').value = 40
            document.querySelector('#tree-share').value = 0
            document.querySelector('#tree-depth').dispatchEvent(new Event('change'))""")
        WebDriverWait(browser, 60).until(lambda _: browser.execute_script("return document.querySelectorAll('#tree li').length > 0"))
        return sorted(paints), browser.execute_async_script(SCROLL)
    finally:
        browser.quit()


FILTERS = ({}, {"player": "carlsen"}, {"min_rating": 2600}, {"first_year": 1990, "last_year": 1999}, {"result": "1-0"},
           {"opening": "sicilian", "event": "open"})


def measure_games(options):
    explorer = Explorer(options.polyglot, options.games)
    try:
        client = Client(explorer, explorer.open())
        began = time.perf_counter()
        while not (facts := client.ask("games"))["ready"]:
            time.sleep(0.005)
        took = time.perf_counter() - began
        reading, rng, times, line = explorer.memory_mib(), random.Random(1), [], []
        while len(times) < options.questions:
            began = time.perf_counter()
            answer = client.ask("position", line=line, filter=rng.choice(FILTERS))
            times.append(1000 * (time.perf_counter() - began))
            moves = [move["uci"] for move in answer["games"]["moves"]]
            line = line + [rng.choice(moves)] if moves else []
    finally:
        explorer.end()
    times.sort()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run([options.polyglot, "make-book", options.games, "-max-ply", "1024", "-stats", Path(folder) / "x.pgstats"], check=True, capture_output=True)
        made = time.perf_counter() - began
    print(f"| {facts['games']:,} games, {facts['plies']:,} plies, {facts['text_bytes'] / 1e6:.0f} MB | |\n|---|---:|")
    print(f"| counted in | {took:.2f} s, {facts['text_bytes'] / 1e6 / took:.0f} MB/s |")
    print(f"| make-book -stats, all plies | {made:.2f} s |")
    print(f"| bytes a ply | {facts['memory'] / facts['plies']:.2f} |")
    print(f"| most memory resident | {reading:.1f} MiB |")
    print(f"| a position with a filter, {options.questions:,} questions: median | {statistics.median(times):.2f} ms |")
    print(f"| p99, longest | {times[len(times) * 99 // 100]:.2f} ms, {times[-1]:.2f} ms |")
    return 0 if facts["memory"] <= 8 * facts["plies"] else 1


def measure(options, book):
    explorer = Explorer(options.polyglot, book)
    try:
        scroll = None
        if options.browser:
            paints, scroll = browse(explorer, 5)
            explorer.end()
            explorer = Explorer(options.polyglot, book)
        headers = explorer.open()
        times = walk(Client(explorer, headers), options.questions, random.Random(1))
        answered = at_once(explorer, headers, 200)
        print(f"| book of {options.size:,} MB | |\n|---|---:|")
        print(f"| a position, {options.questions:,} questions: median | {statistics.median(times):.2f} ms |")
        print(f"| p99 | {times[len(times) * 99 // 100]:.2f} ms |")
        print(f"| of 200 clients at once, answered | {answered} |")
        print(f"| most memory resident | {explorer.memory_mib():.1f} MiB |")
        if scroll:
            frames = scroll["frames"]
            print(f"| first paint, median of {len(paints)} | {statistics.median(paints):.0f} ms |")
            print(f"| tree of {scroll['moves']:,} moves, scrolled: median frame | {statistics.median(frames):.1f} ms |")
            print(f"| longest of {len(frames)} frames | {frames[-1]:.1f} ms |")
        return 0 if answered == 200 else 1
    finally:
        explorer.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyglot", required=True)
    parser.add_argument("--make-book")
    parser.add_argument("--games", help="a file of games, measured instead of a book")
    parser.add_argument("--size", type=int, default=2000, help="megabytes of the book")
    parser.add_argument("--questions", type=int, default=3000)
    parser.add_argument("--no-browser", dest="browser", action="store_false")
    options = parser.parse_args()
    probe = subprocess.run([options.polyglot, "explore", "no.bin", "-no-open"], capture_output=True, text=True, check=False)
    if "Node.js" in probe.stderr:
        print("skipped: built without Node.js")
        return 77
    if options.games:
        return measure_games(options)
    if not options.make_book:
        parser.error("--make-book or --games is needed")
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "large.bin"
        subprocess.run([options.make_book, book, str(options.size)], check=True)
        return measure(options, book)


if __name__ == "__main__":
    sys.exit(main())
