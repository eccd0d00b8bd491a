#!/usr/bin/env python3
"""What docs/security.md promises: no GUI and no engine chooses which files the adapter writes, no shell reads the
commands it starts, and untrusted files, odd paths, links and long lines end in clear messages."""
import os
import shutil
import subprocess
import unittest

from e2e_support import WINDOWS, adapter, fake_engine, posix_only
from security_case import LIMIT, ODD_NAME, SecurityCase, for_shell_words

NOTHING_THERE = ("No such", "does not exist", "not found", "no directory", "no such")


class Security(SecurityCase):
    # --- which files are written --------------------------------------------------------------------------------

    def test_a_uci_gui_names_no_file_that_is_written(self):
        running = self.uci(self.ini(LogFile="own.log", Book="true", BookLearn="true", BookFile="none.bin"))
        before = self.files()
        for option in ("LogFile", "BookLearnFile", "SettingsFile", "SettingsDir", "EngineCommand", "EngineDir"):
            said = self.say_uci(running, f"setoption name Polyglot {option} value {self.folder}/victim")
            self.assertTrue([line for line in said if option in line and "no GUI may set it" in line], said)
        self.say_uci(running, "setoption name Polyglot Log value true", "position startpos", "go movetime 1")
        self.leave(running)
        self.assertEqual(self.files() - before, {"own.log"})

    def test_an_xboard_gui_names_no_file_that_is_written(self):
        ini = self.ini(LogFile="own.log", OnlyWbOptions="false")
        running = self.xboard(ini)
        before = self.files()
        for option in ("LogFile", "BookLearnFile", "SettingsFile", "SettingsDir", "EngineCommand", "EngineDir"):
            said = self.say_xboard(running, f"option Polyglot {option}={self.folder}/victim/deep")
            self.assertTrue([line for line in said if line.startswith("Error (only for the config file")], said)
        self.say_xboard(running, "option Polyglot Log=1", "option Polyglot Save")
        self.leave(running)
        self.assertEqual(self.files() - before, {"own.log", "polyglot.ini.bak"})
        self.assertNotIn("victim", ini.read_text())

    def reset_learning(self, ini, book_option):
        running = self.uci(ini)
        said = self.say_uci(running, *book_option, "setoption name Polyglot Book value true",
                            "setoption name Polyglot BookLearn value true",
                            "setoption name Polyglot BookLearnReset")
        self.leave(running)
        return said

    def test_a_book_that_the_gui_names_is_only_read(self):
        mine, other = self.learnt_book("mine.bin"), self.learnt_book("other.bin")
        was = other.read_bytes()
        ini = self.ini(BookFile=mine)
        said = self.reset_learning(ini, [f"setoption name Polyglot BookFile value {other}"])
        self.assertEqual(other.read_bytes(), was)
        self.assertTrue([line for line in said if "BookReadOnly" in line], said)
        self.reset_learning(ini, [f"setoption name Polyglot BookFile value {other}",
                                  f"setoption name Polyglot BookFile value {mine}"])  # the owner's again
        self.assertNotEqual(mine.read_bytes(), was)
        self.assertEqual(other.read_bytes(), was)

    def test_save_does_not_make_a_book_of_the_gui_the_owners(self):
        mine, other = self.learnt_book("mine.bin"), self.learnt_book("other.bin")
        was = other.read_bytes()
        ini = self.ini(BookFile=mine)
        running = self.xboard(ini)
        self.say_xboard(running, f"option Polyglot BookFile={other}", "option Polyglot Save")
        self.leave(running)
        self.assertIn("BookReadOnly = true", ini.read_text())
        self.reset_learning(ini, [])
        self.assertEqual(other.read_bytes(), was)
        running = self.uci(ini, "-pg", f"BookFile={other}", "-pg", "BookReadOnly=false", "-pg", "BookLearn=true")
        self.say_uci(running, "setoption name Polyglot Book value true", "setoption name Polyglot BookLearnReset")
        self.leave(running)
        self.assertNotEqual(other.read_bytes(), was)  # the user that starts the adapter may

    def test_an_engines_name_stays_in_the_settings_folder(self):
        for name in ("../../evil", "/tmp/evil", "..", ".", "a/../../b", "x" * 5000, "%n%s", "nul\0byte", "é" * 300,
                     "C:\\evil"):
            os.environ["TEST_NAME"] = "Toy" if "\0" in name else name
            running = self.xboard("-noini", "-pg", f"SettingsDir={self.folder}/kept", "-pg", "QuitTimeout=30", "--",
                                  self.engine)
            self.say_xboard(running, "option Hash=64", "option Polyglot Save")
            self.leave(running)
        self.assertEqual(self.files() - {"home", self.engine.name, "kept"}, {f"kept/{p.name}" for p in (self.folder / "kept").iterdir()})
        self.assertEqual(len(list((self.folder / "kept").iterdir())), 10)
        self.assertEqual(list(self.home.iterdir()), [])

    def test_blocked_options(self):
        ini = self.ini([("Debug Log File", "own.log")], BlockOptions="debug log file")
        running = self.uci(ini)
        said = self.say_uci(running, "setoption name Debug Log File value victim.log", "setoption name Hash value 32")
        self.leave(running)
        self.assertTrue([line for line in said if "BlockOptions" in line], said)
        read = (self.folder / "record").read_text().splitlines()
        self.assertIn("setoption name Debug Log File value own.log", read)
        self.assertIn("setoption name Hash value 32", read)
        self.assertEqual([line for line in read if "victim" in line], [])

    # --- no shell -----------------------------------------------------------------------------------------------

    @posix_only("words are cut by the shell's rules there: shell_words_test has those of Windows")
    def test_no_shell_reads_the_engines_command(self):
        words = ["; touch made", "$(touch made)", "`touch made`", "| touch made", "> made", "&& touch made", "*", "~",
                 "$HOME", "", "'", '"', "\\", "a\tb", "-", ODD_NAME]
        before = self.files() | {"polyglot.ini"}
        command = " ".join(for_shell_words(word) for word in [self.engine, *words])
        self.leave(self.uci(self.ini(EngineCommand=command)))
        self.assertEqual(self.argv(), words)
        self.leave(self.uci("-noini", "-pg", "QuitTimeout=30", "--", self.engine, *words))
        self.assertEqual(self.argv(), words)
        self.leave(self.uci(self.ini(EngineCommand=for_shell_words(self.engine) + " ; touch made $(touch made) `touch made` > made")))
        self.assertEqual(self.argv(), ["; touch made $(touch made) `touch made` > made".split(" ")][0])
        self.assertEqual(self.files(), before)

    def argv(self):
        words = (self.folder / "argv").read_text().split("\n")[:-1]
        return [os.fsdecode(bytes.fromhex(word)) for word in words]

    # --- paths --------------------------------------------------------------------------------------------------

    @posix_only("such names are none on Windows: test_names has those that are")
    def test_odd_paths(self):
        odd = self.folder / ODD_NAME
        odd.mkdir()
        engine = odd / ODD_NAME
        shutil.copy(self.engine, engine)
        book = self.learnt_book("b.bin").rename(odd / "book.bin")
        ini = self.ini(name=f"{ODD_NAME}/polyglot_1st.ini", EngineCommand=for_shell_words(engine), LogFile=odd / "log",
                       Log="true", SettingsDir=odd / "settings", Book="true", BookFile=book, BookLearn="true",
                       BookLearnFile=odd / "learn.db")
        running = self.xboard(ini)
        self.say_xboard(running, "new", "option Hash=64", "option Polyglot Save")
        self.send(running, "go\n")
        move = self.read_until(running, "move ")[-1]
        self.assertIn(move, ("move e2e4", "move d2d4"))
        self.say_xboard(running, "result 1-0 {mate}")
        self.leave(running)
        self.assertEqual({path.name for path in odd.iterdir()} - {"learn.db-wal", "learn.db-shm"},
                         {ODD_NAME, "polyglot_1st.ini", "book.bin", "log", "settings", "learn.db"})
        self.assertEqual([path.name for path in (odd / "settings").iterdir()], ["Toy.ini"])
        self.assertGreater((odd / "log").stat().st_size, 1000)
        running = self.uci(ini)  # and what was saved there is found again
        self.leave(running)
        self.assertIn("setoption name Hash value 64", (self.folder / "record").read_text())
        games = subprocess.run([adapter(), "learn-book", "-store", odd / "learn.db", "-show"], capture_output=True,
                               check=False, timeout=LIMIT)
        self.assertEqual(games.returncode, 0, games)

    # --- links, and what is no file -----------------------------------------------------------------------------

    @posix_only("links of POSIX")
    def test_links_stay_links(self):
        (self.folder / "elsewhere").mkdir()
        for name in ("log", "polyglot.ini"):
            (self.folder / name).symlink_to(self.folder / "elsewhere" / name)  # the log's dangles
        self.ini(name="elsewhere/polyglot.ini", Log="true", LogFile="log", LogMaxSize=1)
        running = self.xboard(self.folder / "polyglot.ini")
        self.say_xboard(running, *["# " + "x" * 1000] * 1500, "option Polyglot Save")
        self.leave(running)
        self.assertTrue((self.folder / "log").is_symlink())
        self.assertTrue((self.folder / "polyglot.ini").is_symlink())
        self.assertEqual({p.name for p in (self.folder / "elsewhere").iterdir()},
                         {"log", "log.1", "polyglot.ini", "polyglot.ini.bak"})
        self.assertFalse((self.folder / "log.1").exists())

    @posix_only("links of POSIX")
    def test_a_link_where_the_old_config_file_would_be_kept(self):
        victim = self.folder / "victim"
        victim.write_text("precious")
        ini = self.ini()
        (self.folder / "polyglot.ini.bak").symlink_to(victim)
        was = ini.read_text()
        running = self.xboard(ini)
        said = self.say_xboard(running, "option Polyglot Save")
        self.assert_told([line for line in said if line.startswith("telluser")], "polyglot.ini.bak", "is a symbolic link")
        self.leave(running)
        self.assertEqual(victim.read_text(), "precious")
        self.assertEqual(ini.read_text(), was)

    # --- folders that others may write to -----------------------------------------------------------------------

    def games(self):
        path = self.folder / "games.pgn"
        path.write_text('[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n' * 5)
        return path

    def shared_folder(self, mode):
        self.folder.chmod(0o755)
        shared = self.folder / "shared"
        shared.mkdir()
        shared.chmod(mode)
        return shared

    def make_book(self, *words, **how):
        return subprocess.run([adapter(), "make-book", *map(str, words)], capture_output=True, check=False,
                              timeout=LIMIT, cwd=self.folder, **how)

    def as_stranger(self, deed):
        """Does it as another user; False where that cannot be."""
        if os.geteuid() != 0:
            return False
        os.seteuid(65534)
        try:
            deed()
        finally:
            os.seteuid(0)
        return True

    @posix_only("owners of POSIX")
    def test_a_strangers_ini_starts_nothing_when_it_is_checked(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be somebody else")
        mark = self.folder / "started"
        program = self.folder / "evil"
        program.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
        program.chmod(0o755)
        ini = self.ini(EngineCommand=for_shell_words(program), StartTimeout=1)
        (self.folder / "own.ini").write_text(f"[PolyGlot]\ninclude = {ini.name}\n")
        os.chown(ini, 65534, 65534)

        def check(*words):
            return subprocess.run([adapter(), *map(str, words), "-check-config"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=LIMIT, check=False).stdout
        for name in (ini, self.folder / "own.ini"):
            said = check(name)
            self.assertIn(f"note: the engine was not started, and [Engine] not compared with its options: {ini} is another user's file", said)
            self.assertIn("hint: -start starts the engine", said)
        self.assertFalse(mark.exists())
        check(ini, "-start")
        self.assertTrue(mark.exists())
        mark.unlink()
        os.chown(ini, 0, 0)
        check(ini, "-no-start")
        self.assertFalse(mark.exists())
        check(ini)  # our own
        self.assertTrue(mark.exists())

    @posix_only("modes and owners of POSIX")
    def test_a_strangers_file_decides_nothing_about_ours(self):
        for folder_mode in (0o1777, 0o777):
            shared = self.shared_folder(folder_mode)
            book = shared / "book.bin"

            def prepare(book=book):
                book.touch()
                book.chmod(0o6777)
            if not self.as_stranger(prepare):
                self.skipTest("only root can be somebody else")
            self.assertEqual(book.stat().st_mode & 0o7777, 0o6777)
            made = self.make_book("-pgn", self.games(), "-bin", book, umask=0o022)
            self.assertEqual(made.returncode, 0, made.stderr)
            status = book.stat()
            self.assertEqual((status.st_uid, status.st_mode & 0o7777), (os.geteuid(), 0o644))
            shutil.rmtree(shared)

    @posix_only("modes of POSIX")
    def test_setuid_bits_do_not_stay(self):
        book = self.folder / "book.bin"
        book.write_bytes(b"old")
        book.chmod(0o6754)
        made = self.make_book("-pgn", self.games(), "-bin", book)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(book.stat().st_mode & 0o7777, 0o754)

    def victim(self):
        """A folder with what make-book's own folder has in it."""
        victim = self.folder / "victim"
        (victim / "seen").mkdir(parents=True)
        for name in ("checkpoint", "0.pgstats", "merged-1.pgstats", "seen/seen-games-1", "letter.txt"):
            (victim / name).write_text("precious")
        return victim

    def assert_untouched(self, victim):
        names = {str(path.relative_to(victim)) for path in victim.rglob("*") if path.is_file()}
        self.assertEqual(names, {"checkpoint", "0.pgstats", "merged-1.pgstats", "seen/seen-games-1", "letter.txt"})
        for name in names:
            self.assertEqual((victim / name).read_text(), "precious")

    @posix_only("modes and owners of POSIX")
    def test_a_work_folder_of_somebody_else_is_not_used(self):
        victim, shared = self.victim(), self.shared_folder(0o1777)
        work = shared / "book.bin.work"
        words = ("-pgn", self.games(), "-bin", "book.bin", "-tmp", shared)
        work.symlink_to(victim)  # by whomever
        made = self.make_book(*words)
        self.assertEqual(made.returncode, 1, made.stderr)
        self.assertIn(b"book.bin.work", made.stderr)
        self.assert_untouched(victim)
        work.unlink()
        work.mkdir()
        work.chmod(0o777)  # ours, but anybody may have put something into it
        (work / "0.pgstats").write_text("precious")
        made = self.make_book(*words)
        self.assertEqual(made.returncode, 1, made.stderr)
        self.assertIn(b"may be written to by other users", made.stderr)
        self.assertEqual((work / "0.pgstats").read_text(), "precious")
        shutil.rmtree(work)
        if not self.as_stranger(lambda: work.mkdir(0o700)):
            self.skipTest("only root can be somebody else")
        made = self.make_book(*words)
        self.assertEqual(made.returncode, 1, made.stderr)
        self.assertIn(b"belongs to another user", made.stderr)
        self.assertFalse((self.folder / "book.bin").exists())

    @posix_only("links of POSIX")
    def test_a_work_folder_that_is_swapped_for_a_link(self):
        victim, shared = self.victim(), self.shared_folder(0o777)
        games, pipe = self.games().read_bytes(), self.folder / "pipe.pgn"
        work = shared / "book.bin.work"
        os.mkfifo(pipe)
        for words in (("-checkpoint", "0"), ("-unique", "-min-game", "1")):
            running = subprocess.Popen([adapter(), "make-book", "-pgn", pipe, "-bin", "book.bin", "-tmp", shared, *words],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(running.kill)
            with pipe.open("wb") as writer:  # opened by make-book: the folder is locked, and games are waited for
                work.rename(shared / "moved")
                work.symlink_to(victim)
                writer.write(games)
            _, err = running.communicate(timeout=LIMIT)
            self.assertEqual(running.returncode, 0, err)
            self.assert_untouched(victim)
            self.assertEqual(list((shared / "moved").iterdir()), [])
            self.assertGreater((self.folder / "book.bin").stat().st_size, 16)
            work.unlink()
            (shared / "moved").rmdir()

    def bad_places(self):
        """Paths that are no file to read or write, each with words of the reason."""
        (self.folder / "folder").mkdir()
        if WINDOWS:
            return {"folder": ("folder", "directory", "denied"), "nowhere/at all": NOTHING_THERE,
                    "engine.exe/below": (*NOTHING_THERE, "Not a directory")}
        os.mkfifo(self.folder / "pipe")
        (self.folder / "loop").symlink_to("loop")
        (self.folder / "dangling").symlink_to("nowhere/at all")
        return {"folder": "directory", "pipe": ("regular", "pipe"), "loop": "symbolic link",
                "dangling": NOTHING_THERE,
                "/dev/zero": "regular", "engine/below": ("Not a directory", "no directory", "no such")}

    def test_no_config_file(self):
        for path, reasons in self.bad_places().items():
            running = self.start(path)
            running.send("uci\n")
            out, err, status = running.finish(LIMIT)
            self.assertEqual(status, 2, (path, out, err))
            self.assert_told([l for l in out.splitlines() if l.startswith("info string")], path, reasons)

    def test_no_book(self):
        for path, reasons in self.bad_places().items():
            running = self.start(self.ini(Book="true", BookFile=path))
            running.send("uci\nisready\n")
            self.assert_told(self.read_until(running, "readyok"), path, reasons)
            said = self.say_uci(running, "position startpos", "go movetime 1")
            self.assertIn("bestmove e2e4", said)
            self.leave(running)

    def test_no_log(self):
        for path, reasons in self.bad_places().items():
            if path == "/dev/zero":
                continue  # takes what is written, as /dev/null does
            running = self.start(self.ini(Log="true", LogFile=path))
            running.send("uci\nisready\n")
            self.assert_told(self.read_until(running, "readyok"), path, reasons)
            self.leave(running)

    def test_no_learn_store(self):
        book = self.learnt_book("b.bin")
        for path, reasons in self.bad_places().items():
            running = self.start(self.ini(Book="true", BookFile=book, BookLearn="true", BookLearnFile=path))
            running.send("uci\nisready\n")
            self.assert_told(self.read_until(running, "readyok"), path, reasons)
            self.leave(running)

    def test_a_settings_file_of_the_ini_leaves_the_ini_as_it_is(self):
        """As PolyGlot 2.0.4: Save writes other.ini, and the next start plays by the ini alone."""
        book = self.learnt_book("b.bin")
        ini = self.ini(SettingsFile="other.ini")
        ini.write_text(ini.read_text() + f"[Book mine]\nFile = {book.name}\n")
        written = ini.read_text()
        for _ in range(2):
            running = self.xboard(ini)
            self.say_xboard(running, "option Polyglot BookDepth=7", "option Polyglot Save")
            self.leave(running)
            self.assertEqual(ini.read_text(), written)
            saved = (self.folder / "other.ini").read_text()
            self.assertIn("\nBookDepth = 7\n", saved)
            self.assertIn(f"[Book mine]\nFile = {book.name}\n", saved)
            self.assertFalse((self.folder / "polyglot.ini.bak").exists())
        running = self.start(ini)
        running.send("uci\n")
        self.assertIn("option name Polyglot BookDepth type spin default 256 min 0 max 256",
                      self.read_until(running, "uciok"))
        self.leave(running)

    def test_no_settings_file(self):
        for path, reasons in self.bad_places().items():
            if path in ("dangling", "nowhere/at all"):
                continue  # the folder is made
            running = self.xboard("-noini", "-pg", f"SettingsFile={path}", "-pg", "QuitTimeout=30", "--", self.engine)
            self.assert_told(self.say_xboard(running, "option Polyglot Save"), path.removesuffix("/below"), reasons)
            self.leave(running)

    @posix_only("modes of POSIX")
    def test_no_permission(self):
        program = shutil.copy(adapter(), self.folder / "adapter")
        locked = self.folder / "locked"
        locked.mkdir()
        for name in ("polyglot.ini", "book.bin", "log", "learn.db"):
            (locked / name).write_bytes(b"")
            (locked / name).chmod(0)
        book = self.learnt_book("readable.bin")
        book.chmod(0o444)
        locked.chmod(0o555)
        self.folder.chmod(0o755)
        user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

        def said(*arguments):
            run = subprocess.run([program, *map(str, arguments)], input=b"uci\nisready\nquit\n", capture_output=True,
                                 cwd=self.folder, timeout=LIMIT, check=False, **user)
            return run.stdout.decode().splitlines()
        fake = shutil.copy(fake_engine(), self.folder / "fake")
        if not subprocess.run([fake, "--exit-code", "0"], check=False, **user).returncode == 0:
            self.skipTest("another user cannot start programs here")
        common = ["-noini", "-pg", "QuitTimeout=30", "-pg", "Book=true"]
        self.assert_told(said(locked / "polyglot.ini"), "polyglot.ini", "Permission denied")
        self.assert_told(said(*common, "-pg", f"BookFile={locked}/book.bin", "--", fake), "book.bin", "Permission denied")
        self.assert_told(said(*common, "-pg", f"LogFile={locked}/log", "-pg", "Log=true", "--", fake), "log",
                         "Permission denied")
        self.assert_told(said(*common, "-pg", f"LogFile={locked}/new.log", "-pg", "Log=true", "--", fake), "new.log",
                         "Permission denied")
        self.assert_told(said(*common, "-pg", f"BookFile={book}", "-pg", "BookLearn=true", "--", fake), "readable.bin",
                         "Permission denied")
        self.assert_told(said(*common, "-pg", f"BookFile={book}", "-pg", "BookLearn=true", "-pg",
                              f"BookLearnFile={locked}/learn.db", "--", fake), "learn.db",
                         ("may not be written", "cannot be made", "writable", "permission"))
        fake.chmod(0o644)
        self.assert_told(said("-noini", "--", fake), "fake", "not executable")

    # --- sizes --------------------------------------------------------------------------------------------------

    def test_files_that_are_too_large_or_empty(self):
        ini = self.folder / "large.ini"
        with ini.open("wb") as file:
            file.truncate(100 << 20)
        running = self.start(ini)
        running.send("uci\n")
        out, err, status = running.finish(LIMIT)
        self.assertEqual(status, 2, err)
        self.assert_told(out.splitlines(), "large.ini", "larger")
        (self.folder / "empty.bin").write_bytes(b"")
        running = self.start(self.ini(Book="true", BookFile="empty.bin"))
        running.send("uci\nisready\n")
        self.read_until(running, "readyok")
        self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
        self.leave(running)

    def test_an_ini_of_a_megabyte_is_read_in_time(self):
        for line in ("[Engine]\n{0} = 1\n", "[Book {0}]\nFile = x\n", "[PolyGlot]\nname{0} = 1\n", "[s{0}]\nx = 1\n"):
            text = "[PolyGlot]\nEngineCommand = none\n"
            pieces, size = [text], len(text)
            for number in range(1 << 20):
                piece = line.format(number)
                if size + len(piece) > 1 << 20:
                    break
                pieces.append(piece)
                size += len(piece)
            (self.folder / "many.ini").write_text("".join(pieces))
            checked = subprocess.run([adapter(), "many.ini", "-check-config"], cwd=self.folder, capture_output=True,
                                     timeout=LIMIT, check=False)
            self.assertIn(checked.returncode, (0, 1), checked.stderr)

    def test_260_moves_in_one_position(self):
        squares = [(8 + c, rank + c) for c in range(8) for rank in (16, 24)] + [(1, 16), (1, 18), (6, 21), (6, 23)]
        entries = [(a << 6 | b, 1 + i % 7, 0, 0) for i, (a, b) in enumerate(squares * 13)]
        self.assertEqual(len(entries), 260)
        book = self.learnt_book("wide.bin", entries)
        legal = {f"{c}2{c}{r}" for c in "abcdefgh" for r in "34"} | {"b1a3", "b1c3", "g1f3", "g1h3"}
        running = self.uci(self.ini(Book="true", BookFile=book))
        self.send(running, "position startpos\ngo movetime 1\n")
        said = self.read_until(running, "bestmove")
        self.assertIn(said[-1].split()[1], legal)
        self.assertTrue([line for line in said if line.startswith("info string book")], said)
        self.leave(running)
        running = self.xboard(self.ini(Book="true", BookFile=book))
        self.send(running, "new\nbk\n\ngo\n")
        self.assertIn(self.read_until(running, "move ")[-1].split()[1], legal)
        self.leave(running)

    def test_per_cent_signs(self):
        hostile = "%n%s%n%s%x %1000000d %*c %hhn"
        running = self.uci(self.ini([("Debug Log File", hostile)], Log="true", LogFile="own.log"))
        said = self.say_uci(running, f"echo {hostile}", f"setoption name {hostile} value {hostile}",
                            f"setoption name Polyglot {hostile} value {hostile}", f"position fen {hostile}")
        self.assertIn(f"info string {hostile}", said)
        self.leave(running)
        self.assertIn(hostile, (self.folder / "own.log").read_text())
        os.environ["TEST_NAME"] = hostile
        running = self.xboard(self.ini(Log="true", LogFile="own.log"))
        said = self.say_xboard(running, hostile, f"name {hostile}", f"option {hostile}={hostile}", f"usermove {hostile}")
        self.assertTrue([line for line in said if hostile in line], said)
        self.leave(running)
        running = self.uci(self.ini(EngineProtocol="xboard"))
        self.say_uci(running, f"setoption name Text value {hostile}", f"setoption name {hostile} value {hostile}")
        self.leave(running)

    def test_long_lines(self):
        sizes = [4095, 4096, 4097, 65536, (1 << 20) - 100, (1 << 20) + 100, 3 << 20]
        lines = ["x" * size for size in sizes]
        running = self.uci(self.ini())
        for line in lines:
            said = self.say_uci(running, "echo " + line)
            self.assertTrue([l for l in said if l.startswith("info string xxxx")] or len(line) > 1 << 20, len(line))
            self.say_uci(running, line, f"setoption name {line}", f"setoption name Polyglot {line} value 1",
                         f"position startpos moves {line}", f"setoption name Hash value {line}")
        self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
        self.leave(running)
        running = self.xboard(self.ini())
        for line in lines:
            self.say_xboard(running, line, f"name {line}", f"option {line}=1", f"usermove {line}", f"result {line}",
                            f"setboard {line}", f"option Polyglot BookFile={line}")
        self.leave(running)
        for start, say in ((self.uci, self.say_uci), (self.xboard, self.say_xboard)):
            running = start(self.ini(EngineProtocol="xboard"))
            option = "setoption name Text value " if say == self.say_uci else "option Text="
            for line in lines:
                say(running, option + line)
            self.leave(running)
        for size in sizes:
            running = self.uci(self.ini(EngineCommand=f"{for_shell_words(fake_engine())} --long-line {size}"))
            self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
            self.leave(running)

    def test_a_long_opponents_name_is_learnt_from(self):
        book = self.learnt_book("b.bin")
        running = self.xboard(self.ini(Book="true", BookFile=book, BookLearn="true", BookLearnFile="learn.db"))
        self.say_xboard(running, "new", "name " + "x" * ((1 << 20) - 10))
        self.send(running, "go\n")
        self.read_until(running, "move ")
        self.say_xboard(running, "result 1-0 {resigns}")
        self.leave(running)
        self.assertLess((self.folder / "learn.db").stat().st_size, 200_000)
        shown = subprocess.run([adapter(), "learn-book", "-store", self.folder / "learn.db", "-show"],
                               capture_output=True, check=True, timeout=LIMIT, text=True).stdout
        self.assertIn("1 line, moves played 1 time", shown)


if __name__ == "__main__":
    unittest.main()
