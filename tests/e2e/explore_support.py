"""`polyglot explore` as a process, and its page in a real browser, for the tests of both."""
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from e2e_support import LIMIT, adapter

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has Selenium; another Python may run this
try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = By = Keys = None

# A shell starts what runs in the background with SIGINT ignored, and explore, which inherits that, would not end on it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# The first has 1. e4 c5, the second 1. e4 e5; a name that would be markup if it were not text.
GAMES = {"a<b>.bin": "1. e4 c5 2. Nf3 d6", "b.bin": "1. e4 e5 2. Nf3 Nc6"}


class Explorer:
    """A running `polyglot explore`, or another command that has a page."""
    command = "explore"

    def __init__(self, folder, *words, **how):
        self.process = subprocess.Popen([adapter(), self.command, *words, "-no-open"], cwd=folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})$", line.strip())
        if not found:
            self.process.kill()
            raise AssertionError((line, self.process.stderr.read()))
        self.address, self.port, self.token = found.group(0), int(found.group(1)), found.group(2)
        self.cookie = self.key = None

    def open(self):
        """As a browser does with the address."""
        status, headers, page = self.request("GET", "/?token=" + self.token)
        self.cookie = headers["Set-Cookie"].split(";")[0]
        self.key = re.search(r'<meta name="key" content="([0-9a-f]{32})">', page).group(1)
        return status, headers, page

    def fields(self):
        """The header of a question by the page."""
        return {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie, "Content-Type": "application/json", "X-Polyglot-Key": self.key}

    def request(self, method, path, body=None, host=None, **headers):
        """Status, headers and body. A header of None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        fields = self.fields()
        if host:
            fields["Host"] = host
        fields.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection.request(method, path, None if body is None else json.dumps(body), {k: v for k, v in fields.items() if v is not None})
        response = connection.getresponse()
        answer = response.status, dict(response.getheaders()), response.read().decode()
        connection.close()
        return answer

    def ask(self, what, **question):
        if not self.cookie:
            self.open()
        status, _, body = self.request("POST", "/api/" + what, question)
        if status != 200:
            raise AssertionError((what, status, body))
        return json.loads(body)

    def end(self, number=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, out, err


def make_books(folder):
    for name, moves in GAMES.items():
        (folder / "games.pgn").write_text(f'[Event "x"]\n[Result "1/2-1/2"]\n\n{moves} 1/2-1/2\n\n' * 3)
        subprocess.run([adapter(), "make-book", "-pgn", "games.pgn", "-bin", name, "-stats", Path(name).stem + ".pgstats", "-min-game", "1"], cwd=folder, check=True,
                       capture_output=True, timeout=LIMIT)


class WithBooks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        make_books(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def explore(self, *words, **how):
        explorer = Explorer(self.folder, *words, **how)
        self.addCleanup(explorer.end, signal.SIGTERM)
        return explorer


@unittest.skipIf(webdriver is None or not os.path.exists("/usr/bin/chromedriver"), "no chromium-driver and python3-selenium (scripts/setup test)")
class InChromium(unittest.TestCase):
    """One session of Chromium for all tests of a class. The page may say nothing serious but what matches `expected`."""
    expected = "status of 400"  # what the user typed was nonsense

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        profile = tempfile.TemporaryDirectory()
        cls.addClassCleanup(profile.cleanup)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1300,900",
                     "--force-prefers-reduced-motion", f"--user-data-dir={profile.name}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.browser = webdriver.Chrome(service=webdriver.chrome.service.Service("/usr/bin/chromedriver"), options=options)
        cls.addClassCleanup(cls.browser.quit)

    def tearDown(self):
        for name, error in getattr(self, "_outcome").result.errors + getattr(self, "_outcome").result.failures:
            if name is self and error:
                shot = Path(tempfile.gettempdir()) / f"polyglot-explore-{self._testMethodName}.png"
                self.browser.save_screenshot(str(shot))
                print("screenshot:", shot)
        self.browser.get("about:blank")  # ends the page's requests before the server ends
        said = [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
        # No script failed, and the content security policy refused nothing.
        self.assertEqual([message for message in said if self.expected not in message], [])

    def until(self, test):
        return WebDriverWait(self.browser, LIMIT, 0.02).until(lambda _: test())

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def check_accessibility(self):
        """What axe-core calls serious or critical, contrast too: in both colours, wide and on a phone."""
        self.browser.execute_script(AXE.read_text())
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for colours in ("light", "dark"):
            for width in (1300, 400):
                self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": colours}]})
                self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                             {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                found = self.browser.execute_async_script("const done = arguments[0]; axe.run().then(result => done(result.violations))")
                grave = [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
                self.assertEqual(grave, [], (colours, width))
                self.assertLessEqual(self.browser.execute_script("return document.documentElement.scrollWidth"), width)


class InBrowser(InChromium, WithBooks):
    """With the page of a book."""

    def open(self, *words):
        explorer = self.explore(*words)
        self.browser.get(explorer.address)
        self.until(lambda: self.moves())
        return explorer

    def ask_as_the_browser(self, explorer):
        """From now on. The browser has cookies of explorers at other ports, too."""
        cookie = next(cookie for cookie in self.browser.get_cookies() if cookie["name"].endswith(str(explorer.port)))
        explorer.cookie = f"{cookie['name']}={cookie['value']}"
        explorer.key = self.browser.execute_script("return localStorage.getItem('key')")

    def moves(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#moves tr[data-san]')].map(row => row.dataset.san)")

    def fen(self):
        return self.one("#fen-text").get_property("value")

    def until_moves(self, *moves):
        self.until(lambda: self.moves() == list(moves))

    def type(self, *keys):
        self.one("body").send_keys(*keys)

    def leave_fields(self):
        """The keys are the page's again. A click on the table might sort it."""
        self.browser.execute_script("document.querySelector('#moves').focus()")

    def drag(self, start, end):
        squares = [self.one(f"#board [data-square={square}]") for square in (start, end)]
        webdriver.ActionChains(self.browser).click_and_hold(squares[0]).move_to_element(squares[1]).release().perform()

    def go_to(self, text):
        field = self.one("#text")
        field.clear()
        field.send_keys(text, Keys.ENTER)

    def weights(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#moves input.weight')].map(field => field.value)")

    def button(self, text):
        """The first of the edits in the rows: forbid, delete, add, copy B."""
        return self.one(f"#moves td.acts button[aria-label^='{text} ']")

    def cells(self, column):
        """All at once: the table may be drawn anew between two questions to the browser."""
        return self.browser.execute_script("return [...document.querySelectorAll(arguments[0])].map(cell => cell.innerText.trim())",
                                           f"#moves tbody [data-column='{column}']")


def run_tests():
    """unittest.main(), unless the program was built without the page: 77 is ctest's word for a skipped test."""
    if subprocess.run([adapter(), "explore", "no.bin", "-no-open"], capture_output=True, text=True, check=False).stderr.count("Node.js"):
        print("skipped: built without Node.js (scripts/setup build)")
        sys.exit(77)
    unittest.main()
