#!/usr/bin/env python3
"""Proves that cmake/PolyglotHardening.cmake reached the compiler and the linker: looks for each flag's traces with readelf.

    check_hardening.py [--no-fortify] PROGRAM COMPILE_COMMANDS LIBRARY…

The libraries are our own layers: distributions build theirs, which are part of the program too, with the same flags.
"""
import argparse
import json
import platform
import re
import subprocess
import sys

X86 = platform.machine() in ("x86_64", "i686")  # elsewhere not every compiler has the flags against jumps and clashes
OURS = re.compile(r"/(core|config|adapter|tools)/[^.]*\.cpp$")


def readelf(*arguments):
    done = subprocess.run(["readelf", "-W", *arguments], check=True, capture_output=True, text=True)
    return done.stdout


def undefined(library):
    """What the objects of a static library want from others."""
    return {line.split()[7].split("@")[0] for line in readelf("-s", library).splitlines() if " UND " in line
            and len(line.split()) > 7}


def of_program(program):
    header, segments, dynamic = (readelf(option, program) for option in ("-h", "-l", "-d"))
    yield "a program that can be loaded anywhere (PIE)", "DYN (" in header and re.search(
        r"\(FLAGS_1\).*\bPIE\b", dynamic) is not None
    yield "relocations that become read-only (RELRO)", "GNU_RELRO" in segments
    yield "all relocations done at the start (BIND_NOW)", re.search(
        r"\(BIND_NOW\)|\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b", dynamic) is not None
    stack = re.search(r"GNU_STACK.*", segments)
    yield "a stack that is no code", stack is not None and "E" not in stack.group().split()[-2]


def of_library(library, fortify):
    wanted = undefined(library)
    yield "checked stacks (-fstack-protector-strong)", "__stack_chk_fail" in wanted
    yield "checked containers (_GLIBCXX_ASSERTIONS)", any("__glibcxx_assert_fail" in name for name in wanted)
    if fortify:
        yield "checked buffers (_FORTIFY_SOURCE)", any(re.fullmatch(r"__\w+_chk", name) for name in wanted)
    if X86:
        notes = readelf("-n", library)
        yield "marked targets of jumps (-fcf-protection)", notes.count("IBT, SHSTK") == notes.count("File:")


def of_commands(path):
    """Options that leave no distinct trace in the program are looked for in the compiler commands."""
    if not X86:
        return
    with open(path, encoding="utf-8") as file:
        ours = [entry for entry in json.load(file) if OURS.search(entry["file"]) and "/tests/" not in entry["file"]]
    yield "stacks that are touched page by page (-fstack-clash-protection)", bool(ours) and all(
        "-fstack-clash-protection" in entry["command"] for entry in ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-fortify", action="store_true", help="not optimised")
    parser.add_argument("program")
    parser.add_argument("commands")
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    checks = [("", check) for check in (*of_program(options.program), *of_commands(options.commands))]
    for library in options.libraries:
        checks += [(library + ": ", check) for check in of_library(library, not options.no_fortify)]
    missing = 0
    for where, (what, found) in checks:
        print(f"{'yes' if found else 'NO '} {where}{what}")
        missing += not found
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
