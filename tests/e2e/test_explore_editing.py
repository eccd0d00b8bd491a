"""`polyglot explore -edit` in a real browser: every kind of edit, undo beyond a save, two tabs, a save from outside, edits that
outlive a kill; two books in all."""
import json
import signal
import subprocess
import unittest

from e2e_support import LIMIT, adapter
from explore_support import AXE, By, Explorer, InBrowser, Keys, run_tests, webdriver


class Editing(InBrowser):
    expected = "status of 4"  # also 409: there are edits that are not saved

    def setUp(self):
        self.book = self.folder / "e.bin"
        self.book.write_bytes((self.folder / "b.bin").read_bytes())

    def tearDown(self):
        super().tearDown()
        for file in self.folder.glob("e.bin*"):
            file.unlink()

    def journals(self):
        return sorted(self.folder.glob("e.bin*.unsaved"))

    def set_weight(self, weight):
        field = self.one("#moves input.weight")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(weight, Keys.TAB)
        self.until(lambda: self.weights() == [weight] and not self.one("[data-edit=undo]").get_property("disabled"))

    def save(self):
        self.one("[data-edit=save]").click()
        self.until(lambda: self.one("#message").text.startswith("Saved"))

    def weights_on_disk(self):
        found = subprocess.run([adapter(), "find-book", "e.bin", "-json"], cwd=self.folder, capture_output=True, text=True,
                               timeout=LIMIT, check=True)
        return [entry["weight"] for entry in json.loads(found.stdout)["moves"]]

    def polyglot(self, *words):
        return subprocess.run([adapter(), *words], cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)

    def click(self, selector):
        self.one(selector).click()

    def until_unsaved(self, count):
        words = "" if count == 0 else "1 edit not saved" if count == 1 else f"{count} edits not saved"
        self.until(lambda: self.one("#unsaved").text == words)

    def kill_with_an_edit(self, weight):
        explorer = self.open("e.bin", "-edit")
        self.set_weight(weight)
        self.assertEqual(len(self.journals()), 1)
        explorer.end(signal.SIGKILL)
        self.browser.execute_script("window.onbeforeunload = null")
        self.browser.get("about:blank")

    def open_after_kill(self):
        self.open("e.bin", "-edit")
        self.until(lambda: self.one("#left").is_displayed())
        self.assertIn("1 edit of this book that was not saved", self.one("#left").text)
        self.assertFalse(self.one("#edit").is_displayed())

    def test_undo_beyond_a_save(self):
        self.open("e.bin", "-edit")
        before = self.weights_on_disk()
        self.set_weight("40")
        self.save()
        self.assertEqual(self.weights_on_disk(), [40])
        self.type("u")
        self.until(lambda: self.weights() == [str(before[0])])
        self.assertIn("not saved", self.one("#unsaved").text)
        self.save()
        self.assertEqual(self.weights_on_disk(), before)
        self.type("r")
        self.until(lambda: self.weights() == ["40"])
        self.save()
        self.assertEqual(self.weights_on_disk(), [40])
        self.assertEqual(self.journals(), [])

    def test_a_kill_loses_no_edit(self):
        self.kill_with_an_edit("41")
        before = self.weights_on_disk()
        self.open_after_kill()
        self.one("[data-how=keep]").click()
        self.until(lambda: self.one("#edit").is_displayed())
        self.assertEqual(self.weights(), [str(before[0])])
        self.one("#quit").click()
        self.until(lambda: "has ended" in self.one("#message").text)
        self.open_after_kill()
        self.one("[data-how=take-up]").click()
        self.until(lambda: self.weights() == ["41"])
        self.save()
        self.assertEqual(self.weights_on_disk(), [41])
        self.assertEqual(self.journals(), [])

    def test_edits_that_were_left_are_deleted_when_asked(self):
        self.kill_with_an_edit("42")
        self.open_after_kill()
        self.browser.execute_script("window.confirm = () => true")
        self.one("[data-how=delete]").click()
        self.until(lambda: self.one("#edit").is_displayed())
        self.assertEqual(self.journals(), [])
        self.assertNotEqual(self.weights(), ["42"])

    def test_variations_of_a_pasted_game(self):
        self.open("e.bin", "-edit")
        self.one("#edit summary").click()
        self.one("#import-text").send_keys("1. c4 (1. f4 d5) e5")
        self.one("[data-edit=import]").click()
        self.until(lambda: "c4" in self.moves())
        self.assertNotIn("f4", self.moves())
        self.one("#variations").click()
        self.one("[data-edit=import]").click()
        self.until(lambda: "f4" in self.moves())
        self.browser.execute_script("window.confirm = () => true")
        self.one("[data-edit=discard]").click()
        self.until(lambda: "c4" not in self.moves())

    def test_two_books_in_all(self):
        """As diff-book says it."""
        self.open("e.bin", "a<b>.bin", "-edit")
        self.until(lambda: self.one("#compare").is_displayed())
        said = subprocess.run([adapter(), "diff-book", "e.bin", "a<b>.bin"], cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT, check=False).stdout
        self.until(lambda: "of games are played differently" in self.one("#compare pre").text)
        for line in self.one("#compare pre").text.splitlines():
            self.assertIn(line, said)
        first = self.one("#compare ol button")
        self.assertIn("1. e4", first.text)
        first.click()
        self.until(lambda: "line=" in self.browser.current_url)

    def test_every_edit(self):
        self.open("e.bin", "a<b>.bin", "-edit")
        self.set_weight("40")
        self.click("#adds")
        self.drag("d2", "d4")
        self.until(lambda: " b " in self.fen())
        self.click("[data-step=start]")
        self.until_moves("e4", "d4")
        self.button("forbid").click()
        self.until(lambda: self.weights() == ["0", "1"] or self.weights() == ["1", "0"])
        self.click("[data-edit=undo]")
        self.until(lambda: self.weights() == ["40", "1"])
        self.go_to("e4")
        self.until_moves("e5", "c5")
        self.button("add").click()  # what only the second book has
        self.until(lambda: len(self.weights()) == 2)
        self.button("delete").click()
        self.until(lambda: len(self.weights()) == 1)
        self.click("#edit summary")
        self.click("[data-edit=whole-copy]")
        self.until(lambda: self.weights() == ["3"] and self.moves()[0] == "c5")
        self.click("[data-step=start]")
        self.until_moves("e4", "d4")
        self.one("#import-text").send_keys("1. c4 e5 (1... c5) 2. Nc3")
        self.click("#variations")
        self.click("[data-edit=import]")
        self.until(lambda: "c4" in self.moves())
        self.go_to("c4")
        self.until(lambda: sorted(self.moves()) == ["c5", "e5"])
        self.click("#variations")
        self.one("#import-text").clear()
        self.one("#import-text").send_keys("line,move,weight\nc4,g6,4\n")
        self.click("[data-edit=import]")
        self.until(lambda: "g6" in self.moves())
        self.until_unsaved(7)
        self.click("[data-edit=save]")
        self.until_unsaved(0)
        self.assertIn("c7c5", self.polyglot("find-book", "e.bin", "c4", "-json").stdout)
        self.click("[data-edit=undo]")  # beyond the save
        self.until(lambda: "g6" not in self.moves())
        self.until_unsaved(1)
        self.click("[data-edit=undo]")
        self.until(lambda: self.weights() == [])
        self.until_unsaved(2)
        self.click("[data-edit=save]")
        self.until_unsaved(0)
        self.assertNotIn("e7e5", self.polyglot("find-book", "e.bin", "c4", "-json").stdout)
        self.click("[data-edit=redo]")
        self.until(lambda: sorted(self.moves()) == ["c5", "e5"])
        self.click("[data-edit=whole-delete]")
        self.until(lambda: self.weights() == [])
        self.browser.execute_script("window.confirm = () => true")
        self.click("[data-edit=discard]")
        self.until_unsaved(0)

    def test_two_tabs_and_a_save_from_outside(self):
        explorer = self.open("e.bin", "-edit")
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        self.addCleanup(self.browser.switch_to.window, first)
        self.browser.get(f"http://127.0.0.1:{explorer.port}/")
        self.until_moves("e4")
        self.set_weight("8")
        self.browser.switch_to.window(first)
        self.one("#moves input.weight").send_keys(Keys.ARROW_UP, Keys.TAB)
        self.until(lambda: "another tab" in self.one("#message").text)
        self.assertEqual(self.weights(), ["8"])
        self.polyglot("edit-book", "e.bin", "-move", "e4", "-weight", "9")
        outside = self.book.read_bytes()
        self.click("[data-edit=save]")
        self.until(lambda: "another program has changed" in self.one("#message").text)
        self.assertEqual(self.book.read_bytes(), outside)
        self.until_unsaved(1)
        self.browser.execute_script("window.confirm = () => true")
        self.click("[data-edit=discard]")
        self.until(lambda: self.weights() == ["9"])
        self.browser.switch_to.window(self.browser.window_handles[-1])
        self.browser.close()
        self.browser.switch_to.window(first)

    def share_bar(self):
        return self.one("#moves svg.draggable")

    def unsaved_after(self, *events):
        """Edits, after these events on the bar of a share: (kind, button, x as a part of the width)."""
        return self.browser.execute_async_script("""
            const [events, done] = arguments
            const bar = document.querySelector("#moves svg.draggable")
            bar.setPointerCapture = () => {} // these pointers do not exist
            const box = bar.getBoundingClientRect()
            for (const [kind, button, at] of events)
                bar.dispatchEvent(new PointerEvent(kind, {bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button,
                                                          clientX: box.left + at * box.width, clientY: box.top + 2}))
            setTimeout(() => done([document.querySelector("#unsaved").textContent,
                                   document.querySelector("#moves svg.draggable rect").getAttribute("width")]), 200)""", list(events))

    def test_only_a_drag_changes_a_share(self):
        self.open("e.bin", "-edit")
        self.click("#adds")
        self.drag("d2", "d4")
        self.until(lambda: " b " in self.fen())
        self.click("[data-step=start]")
        self.until(lambda: len(self.moves()) == 2)
        self.until_unsaved(1)
        weights = self.weights()
        shown = self.share_bar().find_element(By.CSS_SELECTOR, "rect").get_attribute("width")
        chain = lambda: webdriver.ActionChains(self.browser)
        chain().click(self.share_bar()).perform()
        chain().context_click(self.share_bar()).perform()
        for button in (0, 1, 2):
            self.assertEqual(self.unsaved_after(["pointerdown", button, 0.2], ["pointerup", button, 0.2]), ["1 edit not saved", shown])
        for button in (1, 2):
            self.assertEqual(self.unsaved_after(["pointerdown", button, 0.2], ["pointermove", -1, 0.9], ["pointerup", button, 0.9]),
                             ["1 edit not saved", shown])
        # The system takes the pointer away, to scroll, say: as before.
        self.assertEqual(self.unsaved_after(["pointerdown", 0, 0.2], ["pointermove", -1, 0.9], ["pointercancel", 0, 0.9]),
                         ["1 edit not saved", shown])
        self.assertEqual(self.unsaved_after(["pointermove", -1, 0.5], ["pointerup", 0, 0.5]), ["1 edit not saved", shown])
        self.assertEqual(self.weights(), weights)
        chain().click_and_hold(self.share_bar()).move_by_offset(-20, 0).release().perform()
        self.until_unsaved(2)
        self.assertNotEqual(self.weights(), weights)

    def test_edits_of_another_version_are_kept(self):
        self.kill_with_an_edit("44")
        self.polyglot("edit-book", "e.bin", "-move", "e4", "-weight", "9")
        self.open("e.bin", "-edit")
        self.assertIn("1 edit of another version of the book", self.one("#remarks").text)
        self.assertEqual(self.weights(), ["9"])
        self.assertEqual(len(self.journals()), 1)

    def test_leaving_asks(self):
        explorer = self.open("e.bin", "-edit")
        self.set_weight("40")
        self.browser.execute_script("window.asked = []; window.confirm = text => { window.asked.push(text); return false }")
        self.click("#quit")
        self.until(lambda: "lose the edits" in "".join(self.browser.execute_script("return window.asked")))
        self.assertIsNone(explorer.process.poll())
        self.browser.execute_script("window.confirm = () => true")
        self.click("#quit")
        self.assertEqual(explorer.process.wait(LIMIT), 0)
        self.assertEqual(self.journals(), [])  # given up by the user
        self.assertEqual(self.book.read_bytes(), (self.folder / "b.bin").read_bytes())

    @unittest.skipUnless(AXE.exists(), "no axe-core (scripts/setup build)")
    def test_accessibility(self):
        self.kill_with_an_edit("43")
        explorer = Explorer(self.folder, "e.bin", "a<b>.bin", "-edit")
        self.addCleanup(explorer.end, signal.SIGTERM)
        self.browser.get(explorer.address)
        self.until(lambda: self.one("#left").is_displayed())
        self.check_accessibility()


if __name__ == "__main__":
    run_tests()
