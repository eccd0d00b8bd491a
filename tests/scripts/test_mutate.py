#!/usr/bin/env python3
"""scripts/mutate on a toy: which mutants a text has, and a run over a small project with one line that no test looks at."""
import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import mutants
import mutate_run

TEXT = '''#include "a < b"
enum class Color { White, Black };
// if (a < b) return true;
int add(int a, int b) {
    assert(a < 3 && "no && here");
    if (a < 0) return 1'000; // + 5
    note("longer by " + number(a + 1));
    owner->forget(b);
    return a + b;
}
const auto patience = 10s;
const auto shown = "true" + name;
bool f(Color c) { return c == Color::White || !f(between(c, d)); }
'''

PROJECT = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(toy STATIC tools/toy.cpp)
add_executable(unit_tools test.cpp)
target_link_libraries(unit_tools PRIVATE toy)
add_custom_target(fake_engine)
enable_testing()
add_test(NAME unit_tools COMMAND unit_tools)
""",
    "tools/toy.cpp": """int looked_at(int a) {
    return a + 1;
}
int not_looked_at(int a) {
    return a - 1;
}
""",
    "test.cpp": """int looked_at(int);
int main() { return looked_at(1) == 2 ? 0 : 1; }
""",
}


def after(text):
    enums = mutants.enums_of([text])
    return {(mutant.line, mutant.after.strip()) for row in mutants.mutants_of("f.cpp", text, enums) for mutant in row}


class Mutants(unittest.TestCase):
    def test_each_kind_and_nothing_in_comments_texts_and_asserts(self):
        head, guard = "const auto patience = ", " return 1'000; // + 5"
        one = "bool f(Color c) { return c "
        self.assertEqual(after(TEXT), {
            (6, "if (a <= 0)" + guard), (6, "if (a >= 0)" + guard), (6, "if (a < 1)" + guard), (6, "if (!(a < 0))" + guard),
            (6, "if (a < 0) return 1001; // + 5"), (6, "if (a < 0) return 999; // + 5"), (6, "if (a < 0) {} // + 5"),
            (8, "{}"), (9, "return a - b;"),
            (11, head + "10000s;"), (11, head + "10ms;"),
            (13, one + "!= Color::White || !f(between(c, d)); }"), (13, one + "== Color::Black || !f(between(c, d)); }"),
            (13, one + "== Color::White && !f(between(c, d)); }"), (13, one + "== Color::White || f(between(c, d)); }"),
            (13, one + "== Color::White || !f(between(d, c)); }"),
        })

    def test_statements_and_conditions(self):
        text = "void f() {\n    x_ = 1 ? a : b;\n    int y = g(1);\n    for (;;) {\n        break;\n    }\n    return;\n}\n"
        self.assertEqual({line for line, change in after(text) if change == "{}"}, {2, 5})
        self.assertIn((2, "x_ = 1 == false ? a : b;"), after(text))
        switch = "    switch (a) {\n    case 1:\n        x();\n        break;\n    case 2:\n        y();\n        break;\n    }\n"
        self.assertEqual({line for line, change in after(switch) if change == "{}"}, {3, 4, 6})
        self.assertEqual(after("    if (const auto a = b()) c();\n"), {(1, "if (const auto a = b()) {}")})
        self.assertIn((1, "if (auto a = b(); !(*a)) {"), after("    if (auto a = b(); *a) {\n"))

    def test_a_seed_gives_the_same_order_and_every_line_before_a_second_of_one(self):
        rows = mutants.mutants_of("f.cpp", TEXT, {})
        first = list(mutants.in_random_order(rows, 1))
        self.assertEqual(first, list(mutants.in_random_order(rows, 1)))
        self.assertNotEqual(first, list(mutants.in_random_order(rows, 2)))
        self.assertEqual(len({mutant.line for mutant in first[:len(rows)]}), len(rows))
        self.assertEqual(len(set(first)), sum(map(len, rows)))


@unittest.skipUnless(shutil.which("ninja") and shutil.which("git"), "needs ninja and git")
class Run(unittest.TestCase):
    def run_in(self, root, *arguments):
        work, out = root / "build/mutate", io.StringIO()
        places = {"ROOT": root, "WORK": work, "TREE": work / "tree", "BUILD": work / "build", "MADE": work / "mutant",
                  "SURVIVORS": work / "survivors.txt", "EQUIVALENT": root / "equivalent.txt", "CONFIGURE": []}
        with mock.patch.multiple(mutate_run, **places), mock.patch.object(sys, "argv", ["mutate", *arguments]), \
                contextlib.redirect_stdout(out):
            return mutate_run.main(), out.getvalue()

    def test_the_equivalent_mutants_name_lines_that_stand(self):
        self.assertEqual(list(mutate_run.gone(mutate_run.read_named(mutate_run.EQUIVALENT))), [])
        with mock.patch.object(mutate_run, "ROOT", Path("/nowhere")):
            self.assertNotEqual(list(mutate_run.gone(mutate_run.read_named(mutate_run.EQUIVALENT))), [])

    def test_a_toy_project(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ):
            os.environ.pop("CXXFLAGS", None)
            root = Path(folder)
            for name, text in PROJECT.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            subprocess.run(["git", "init", "-q", folder], check=True)
            (root / ".gitignore").write_text("/build/\n", encoding="utf-8")
            status, said = self.run_in(root, "9", "tools", "--seed", "1")
            self.assertEqual(status, 1, said)
            self.assertIn("3 of 6 that mean something caught: 50.0 %", said)
            survivors = (root / "build/mutate/survivors.txt").read_text(encoding="utf-8")
            self.assertIn("tools/toy.cpp:5\n  int not_looked_at(int a) {\n- return a - 1;\n+ return a + 1;\n", survivors)
            self.assertNotIn("tools/toy.cpp:2", survivors)
            self.assertEqual((root / "tools/toy.cpp").read_text(encoding="utf-8"), PROJECT["tools/toy.cpp"])

            (root / "equivalent.txt").write_text(survivors.replace(":5", "") + "= nothing looks\n", encoding="utf-8")
            status, said = self.run_in(root, "9", "tools", "--seed", "1")
            self.assertEqual(status, 0, said)
            self.assertIn("3 of 3 that mean something caught: 100.0 %", said)
            self.assertIn("3 equivalent", said)
            status, said = self.run_in(root, "--again")
            self.assertIn("0 mutants", said)

            line = "tools/toy.cpp\n  int not_looked_at(int a) {\n- return a - 1;\n+ *\n= nothing looks\n"
            (root / "equivalent.txt").write_text(line, encoding="utf-8")
            status, said = self.run_in(root, "9", "tools", "--seed", "1")
            self.assertEqual(status, 0, said)
            self.assertIn("3 equivalent", said)


if __name__ == "__main__":
    unittest.main()
