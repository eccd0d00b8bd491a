"""The pages of `polyglot explore` at every width, light and dark: by geometry nothing is cut, covered or beside the window, rows are
low, numbers stand below each other. Also what the page says and how the table of moves is used."""
import subprocess
import unittest

from e2e_support import LIMIT, adapter, fake_engine
from explore_support import AXE, By, InBrowser, Keys, run_tests, webdriver
from test_explore_games import BROKEN, game

WIDTHS = (360, 400, 768, 1100, 1300, 1920, 2560)
HIGHEST_ROW = 48  # pixels; the rows that unfold and fold others are not meant

# What is wrong with the page as it is shown, as a list of sentences.
GEOMETRY = r"""
const highest = arguments[0]
const wrong = []
const seen = node => node.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && node.getClientRects().length > 0
const name = node => `${node.tagName.toLowerCase()}${node.id ? "#" + node.id : ""}.${node.getAttribute("class") ?? ""} "${node.textContent.trim().slice(0, 30)}"`
const all = selector => [...document.querySelectorAll(selector)].filter(seen)
const width = document.documentElement.clientWidth
if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`)

// Nothing scrolls sideways, and what has its own end of text says the whole in its title.
for (const node of all("body *")) {
    if (node.closest("svg, .skip, .chart")) continue
    const style = getComputedStyle(node)
    const box = node.getBoundingClientRect()
    if (box.right > width + 1 || box.left < -1) wrong.push(`${name(node)} is outside: ${box.left}..${box.right}`)
    const cut = node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 && style.display !== "inline"
    if (!cut || style.overflowX === "visible" || node.matches("input, textarea, select, .visually-hidden")) continue
    if (style.textOverflow === "ellipsis" && node.closest("[title]")) continue
    wrong.push(`${name(node)} is cut: ${node.scrollWidth} of ${node.clientWidth}`)
}

// Rows, and numbers below each other: the same right edge and the same decimals.
for (const row of all("tbody tr.row")) if (row.offsetHeight > highest) wrong.push(`a row of ${row.offsetHeight}: ${name(row)}`)
for (const table of all("table")) {
    const columns = new Map()
    for (const cell of [...table.querySelectorAll(":scope > tbody > tr.row > [data-column]")].filter(seen)) {
        const number = cell.matches(".num") ? cell : cell.querySelector(".share > .num")
        if (!number || !/\d/.test(number.textContent) || number.querySelector("input")) continue
        const range = document.createRange()
        range.selectNodeContents(number)
        const right = Math.round(Math.max(...[...range.getClientRects()].map(box => box.right)))
        const decimals = number.textContent.match(/\.(\d+)/)?.[1].length ?? 0
        columns.set(cell.dataset.column, [...columns.get(cell.dataset.column) ?? [], [right, decimals, number.textContent]])
    }
    for (const [column, cells] of columns)
        for (const [right, decimals, text] of cells)
            if (Math.abs(right - cells[0][0]) > 1 || decimals !== cells[0][1]) wrong.push(`${column}: "${text}" is not below "${cells[0][2]}"`)
    const bars = new Set([...table.querySelectorAll("tr.row [data-column=share0] .share svg")].filter(seen).map(bar => Math.round(bar.getBoundingClientRect().left)))
    if (bars.size > 1) wrong.push(`bars begin at ${[...bars]}`)
}

// What can be used can be hit: nothing lies over its middle. What a box of its own scrolls is brought into view first.
const dialog = document.querySelector("dialog:modal") // nothing outside it can be used
for (const node of all("button, a, input, select, summary, .hit[data-square=a1], .hit[data-square=h8]")) {
    if (node.disabled || node.closest(".skip") || (dialog && !dialog.contains(node))) continue
    node.scrollIntoView({block: "center", inline: "nearest"})
    const box = node.getBoundingClientRect()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (hit && !node.contains(hit) && !hit.contains(node) && hit.closest("label")?.control !== node) wrong.push(`${name(node)} is covered by ${name(hit)}`)
    if (!node.matches("a, [type=checkbox]") && (box.width < 20 || box.height < 20)) wrong.push(`${name(node)} is ${box.width} x ${box.height}`)
}
scrollTo(0, 0)

// The board: square, whole in the window, its coordinates beside it.
const board = document.querySelector("#board")
if (board && seen(board)) {
    const box = board.getBoundingClientRect()
    if (Math.abs(box.width - box.height) > 1) wrong.push(`the board is ${box.width} x ${box.height}`)
    if (box.bottom > innerHeight) wrong.push(`the board ends at ${box.bottom} of ${innerHeight}`)
    for (const label of all(".files span, .ranks span")) {
        const one = label.getBoundingClientRect()
        if (one.right > box.left + 1 && one.left < box.right - 1 && one.bottom > box.top + 1 && one.top < box.bottom - 1) wrong.push(`${name(label)} is on the board`)
    }
}
return wrong
"""


class Looks(InBrowser):
    maxDiff = None

    def tearDown(self):
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        super().tearDown()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("starter.bin", "mine.bin"):
            cls.run_polyglot("make-book", "-starter", "-bin", name)
        cls.run_polyglot("edit-book", "mine.bin", "-line", "e4 c5 Nf3", "-move", "e6", "-boost", "x3", "-move", "Nc6", "-forbid")
        games = [(f"Engine {number % 3} of a long name", f"2026.02.{1 + number % 20:02}", ("1-0", "1/2-1/2", "0-1")[number % 3],
                  ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", "1. e4 e5 2. Nf3", "1. d4 d5 2. c4 e6")[number % 3]) for number in range(40)]
        (cls.folder / "learnt.pgn").write_text("".join(
            f'[White "Fruit"]\n[Black "{black}"]\n[Date "{date}"]\n[Result "{result}"]\n\n{moves} {result}\n\n' for black, date, result, moves in games))
        cls.run_polyglot("learn-book", "learn.db", "-replay", "learnt.pgn", "-book", "starter.bin")
        (cls.folder / "logs").mkdir()
        for number in range(64):
            cls.write_log(number)

    @classmethod
    def run_polyglot(cls, *words):
        subprocess.run([adapter(), *words], cwd=cls.folder, check=True, capture_output=True, timeout=LIMIT)

    @classmethod
    def write_log(cls, number):
        lines = ["! polyglot 3.0.0", f"engine> id name Engine {number} with a name", "gui> uci"]
        for _ in range(2):
            lines += ["gui> ucinewgame", "gui> position startpos", "gui> go movetime 1", "# book: e2e4 100.0%", "gui< bestmove e2e4"]
        (cls.folder / "logs" / f"{number:02}.log").write_text("".join(f"2026-11-21 02:{number % 60:02}:{at:02}.000 [{number + 7}] {line}\n" for at, line in enumerate(lines)))

    def show_at(self, width, colours):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": colours}]})
        height = 800 if width < 500 else 900 if width < 1900 else 1080
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        # Layout has followed when two frames have been drawn.
        self.browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def walk(self, view, awaited):
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, awaited))
        for width in WIDTHS:
            for colours in ("light", "dark"):
                self.show_at(width, colours)
                self.assertEqual(self.browser.execute_script(GEOMETRY, HIGHEST_ROW), [], (view, width, colours))

    def address(self, line):
        self.browser.execute_script("location.hash = arguments[0]", "line=" + line)

    def test_one_book(self):
        self.open("starter.bin")
        self.walk("one book", "#tree li")
        self.one("tr.fold button").click()
        self.one("#moves .unfold-cell .unfold").click()
        self.walk("with all moves", "#moves tr.detail")

    def test_two_books_that_are_edited(self):
        self.open("starter.bin", "mine.bin", "-edit")
        self.address("e2e4.c7c5.g1f3")
        self.until(lambda: "d6" in self.moves())
        self.walk("two books, edited", "#compare ol button")
        self.one("#edit summary").click()
        self.walk("import", "#edit details[open]")
        # The actions of a row are in view at every width.
        self.show_at(360, "light")
        for action in ("forbid", "copy B", "delete"):
            self.assertTrue(self.button(action).is_displayed(), action)
        self.assertTrue(self.one("#moves tr[data-san] input.weight").is_displayed())

    def test_games(self):
        (self.folder / "few.pgn").write_text("".join(map(game, range(120))) + BROKEN)
        self.open("starter.bin", "-pgn", "few.pgn")
        self.walk("a book and games", "#game-list tr.row")
        self.open("few.pgn")
        self.one("#games-problems summary").click()
        self.walk("games", "#game-list tr.row")
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#game-list [data-game]"))[0].click()
        self.until(lambda: self.one("#game").is_displayed())
        self.walk("a game", "#game [aria-current], #game .moves")

    def test_learning(self):
        self.open("starter.bin", "-store", "learn.db")
        self.walk("learning", "#learning-lines tr.row")
        self.one("#moves button.unfold[aria-label*=games]").click()
        self.one("#learning-chart summary").click()
        self.walk("learning unfolded", "#moves tr.detail tr.row")

    def test_engine(self):
        self.open("starter.bin", "mine.bin", "-ec", f'"{fake_engine()}" --random-legal')
        self.type("a")
        self.until(lambda: any(self.cells("engine")))
        self.one("#engine button.main").click()
        self.until(lambda: "stopped" in self.one("#engine header").text)
        self.walk("an engine", "#engine ol.lines li")

    def test_pockets(self):
        (self.folder / "crazyhouse.pgn").write_text('[Event "x"]\n[Variant "crazyhouse"]\n[Result "1-0"]\n\n'
                                                    "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 Nf6 5. Q@h4 1-0\n\n")
        self.run_polyglot("make-book", "-pgn", "crazyhouse.pgn", "-bin", "crazyhouse.bin", "-variant", "crazyhouse", "-min-game", "1")
        self.open("crazyhouse.bin")
        self.address("e2e4.d7d5.e4d5.d8d5.b1c3.d5d2.c1d2.g8f6")
        self.until(lambda: "Q@h4" in self.moves())
        self.walk("pockets", "#pocket-bottom [data-drop='q@']")

    def test_folder(self):
        (self.folder / "books").mkdir()
        for name in ("starter.bin", "mine.bin", "learn.db"):
            (self.folder / "books" / name).write_bytes((self.folder / name).read_bytes())
        (self.folder / "books" / "no book.bin").write_text("?")
        self.browser.get(self.explore("books").address)
        self.walk("a folder", "#shelf [aria-label='Open mine.bin']")
        self.one("#shelf [aria-label='Open mine.bin']").click()
        self.until(lambda: self.moves())
        self.type("o")
        self.walk("a folder over a book", "#shelf [aria-label='Compare mine.bin with starter.bin']")

    def test_watch(self):
        self.browser.get(self.explore("-watch", "logs").address)
        self.until(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, ".game")) == 64)
        self.walk("64 games", "#results li")
        self.show_at(1920, "light")
        # All boards in the window, each of 96 pixels or more, with a move that is read from two metres.
        last, side, size = self.browser.execute_script("""const cards = [...document.querySelectorAll(".game")]
            return [Math.max(...cards.map(card => card.getBoundingClientRect().bottom)), cards[0].querySelector(".square").clientWidth,
                    Number.parseFloat(getComputedStyle(cards[0].querySelector(".last")).fontSize)]""")
        self.assertLessEqual(last, 1080)
        self.assertGreaterEqual(side, 96)
        self.assertGreaterEqual(size, 15)
        times = [item.get_attribute("title") for item in self.browser.find_elements(By.CSS_SELECTOR, "#results li")]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_watch_of_one_game(self):
        self.browser.get(self.explore("-watch", "logs/01.log").address)
        self.walk("one game", ".game .moves li")

    def test_sorting_and_preview(self):
        self.open("starter.bin", "mine.bin")
        self.address("e2e4.c7c5.g1f3")
        self.until(lambda: "d6" in self.moves())
        as_given = self.moves()
        head = lambda column: self.one(f"#moves th[data-column={column}] button")
        head("move").click()
        self.assertEqual(self.moves(), sorted(as_given, key=str.lower))
        self.assertEqual(self.one("#moves th[data-column=move]").get_attribute("aria-sort"), "ascending")
        head("difference").click()
        self.assertEqual((self.moves()[0], self.moves()[-1]), ("e6", "Nc6"))
        self.browser.switch_to.active_element.send_keys(Keys.ENTER, Keys.ENTER)  # the other way, and as given: by keyboard
        self.assertEqual(self.moves(), as_given)
        row = self.one("#moves tr[data-san=e6]")
        webdriver.ActionChains(self.browser).move_to_element(row).perform()
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "#board .preview"))
        self.assertEqual({arrow.get_attribute("data-arrow") for arrow in self.browser.find_elements(By.CSS_SELECTOR, ".book-arrow.previewed")}, {"e7e6"})

    def test_arrows_do_not_hide_one_another(self):
        self.open("starter.bin")
        self.address("e2e4")
        self.until(lambda: "c6" in self.moves())
        boxes = self.browser.execute_script("""return ["c7c5", "c7c6"].map(move => {
            const box = document.querySelector(`[data-arrow=${move}]`).getBBox()
            return [box.x, box.x + box.width]})""")
        self.assertTrue(boxes[0][0] >= boxes[1][1] or boxes[1][0] >= boxes[0][1], boxes)

    def test_what_is_not_played_is_folded(self):
        self.open("starter.bin")
        fold = self.one("tr.fold button")
        self.assertRegex(fold.text, r"^12 more that are not played: share of at most 0\.5 %$")
        hidden = [row for row in self.browser.find_elements(By.CSS_SELECTOR, "#moves tr.row") if not row.is_displayed()]
        self.assertEqual(len(hidden), 12)
        fold.send_keys(Keys.ENTER)
        self.assertTrue(all(row.is_displayed() for row in hidden))

    def test_help_has_what_does_something(self):
        keys = lambda: {one.text for one in self.browser.find_elements(By.CSS_SELECTOR, "#keys kbd")}
        self.open("starter.bin")
        self.type("?")
        self.until(lambda: self.one("#keys").is_displayed())
        self.assertFalse(keys() & {"d", "l", "s", "u", "r", "w"})
        self.one("#keys button").click()
        self.open("starter.bin", "mine.bin", "-edit", "-store", "learn.db")
        self.type("?")
        self.until(lambda: self.one("#keys").is_displayed())
        self.assertLessEqual({"d", "l", "s", "u", "r", "w"}, keys())

    def test_a_weight_by_keyboard(self):
        (self.folder / "e.bin").write_bytes((self.folder / "starter.bin").read_bytes())
        self.open("e.bin", "-edit")
        self.show_at(360, "light")
        self.type(Keys.ARROW_DOWN, "w")
        self.browser.switch_to.active_element.send_keys("77", Keys.ENTER)
        self.until(lambda: "1 edit not saved" in self.one("#unsaved").text)
        self.assertIn("77", self.weights())

    def test_a_changed_book_is_noticed(self):
        (self.folder / "c.bin").write_bytes((self.folder / "b.bin").read_bytes())
        self.open("c.bin", "-stats", "b.pgstats")
        self.until_moves("e4")
        self.show_at(360, "light")
        self.one("#moves tr[data-san=e4] .unfold").click()
        self.run_polyglot("edit-book", "c.bin", "-move", "d4", "-add")
        self.until(lambda: sorted(self.moves()) == ["d4", "e4"])
        self.assertTrue(self.one("#moves tr[data-san=e4] + tr.detail").is_displayed())
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, "#moves tr.detail")), 1)
        self.assertEqual(self.one("#moves tr[data-san=e4] .unfold").get_attribute("aria-expanded"), "true")

    def test_the_warnings_of_a_book_are_shown(self):
        (self.folder / "twice.csv").write_text("line,move,weight\n,e4,1\n,e4,2\n")
        self.open("twice.csv")
        self.assertIn("in line 2, too", self.one("#notes .warning").text)

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.open("starter.bin", "mine.bin", "-edit", "-store", "learn.db")
        self.one("#moves .unfold-cell .unfold").click()
        for tab in ("tab-compare", "tab-learning", "tab-tree"):
            self.one("#" + tab).click()
            self.check_accessibility()
        self.one("#help").click()
        self.check_accessibility()


if __name__ == "__main__":
    run_tests()
