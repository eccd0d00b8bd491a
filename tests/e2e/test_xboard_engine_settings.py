#!/usr/bin/env python3
"""An xboard engine that claims, objects or dies, and the setting EngineProtocol, right and wrong.

usage: test_xboard_engine_settings.py [--adapter PROGRAM] [CHECK…]
"""
import sys
from concurrent.futures import ThreadPoolExecutor

from chess_rules import Game
from e2e_support import LIMIT, Adapter, fake_engine
from test_xboard_engine_host import FakeBench, fake, main, no_complaints, start
from uci_match import EngineFailure
from xboard_bench import await_line, require


class PatientBench(FakeBench):
    """For checks that are not about time."""

    first_feature = exit_limit = LIMIT


def begin(engine):
    """A new game, pondering off, the engine to play Black."""
    engine.send("new", "random", "level 0 0:30 0.1", "post", "hard", "easy")
    engine.ping(LIMIT)


def claims_and_objections(bench):
    """A claim instead of a move, a legal move called illegal, an illegal move of the engine: the game continues or ends, but no
    illegal move is passed on."""
    for options in ("--claim-at 2 --claim '1/2-1/2 {50 move rule}'", "--call-illegal-at 2", "--illegal-move-at 2"):
        ours = start(bench, options)
        ours.ignored = "^(1/2-1/2|telluser|tellusererror|resign|offer draw|Illegal move|Error)"
        begin(ours)
        game = Game()
        for number in range(2):
            move = sorted(game.position.legal_moves())[0]
            ours.send("usermove " + move)
            game.play(move)
            line = await_line(ours, "^(move |1/2-1/2|resign|Illegal move|tellusererror)", LIMIT)
            if not line.startswith("move "):
                break
            require(line[5:] in game.position.legal_moves(), f"illegal {line!r} of {options}")
            game.play(line[5:])
        ours.send("new")
        ours.ping(LIMIT)
        ours.quit(LIMIT)
    no_complaints(bench)


def engine_death_is_told(bench):
    ours = start(bench, "--die-at 2")
    begin(ours)
    ours.send("usermove e2e4")
    await_line(ours, "^move ", LIMIT)
    ours.send("usermove d2d4")
    line = await_line(ours, "^tellusererror|^resign|^move", LIMIT)
    require("tellusererror" in line, f"{line!r}, but the engine has crashed")
    try:
        ours.send("quit")
    except EngineFailure:
        pass
    ours.kill()


def handshake_of(settings, engine, first, expect):
    """(output, exit status) of the adapter with these settings, under a GUI."""
    words = ["-noini", "-ec", engine, "-ed", "."]
    for setting in settings:
        words += ["-pg", setting]
    running = Adapter(words)
    running.send(first)
    if expect == 0:
        running.send("quit\n")
    out, _, status = running.finish()
    running.kill_all()
    return out, status


def check_setting(protocol, engine, status, wanted, start_s, probe_s):
    settings = [f"EngineProtocol={protocol}", f"StartTimeout={start_s}", f"ProtocolProbe={probe_s}", "QuitTimeout=60"]
    out, code = handshake_of(settings, engine, "uci\n", status)
    text = f"EngineProtocol={protocol} with {engine.split('/')[-1][:60]!r}: exit status {code}, said {out[-300:]!r}"
    require(code == status, f"{text}; not status {status}")
    require(wanted in out, f"{text}; without {wanted!r}")
    require(out.splitlines().count("uciok") == (status == 0), f"{text}: uciok")
    if status:
        out, code = handshake_of(settings, engine, "xboard\nprotover 2\n", status)
        require(code == status and "tellusererror" in out and wanted in out,
                f"to an xboard GUI: EngineProtocol={protocol}: status {code}, said {out[-300:]!r}")


def protocol_settings(bench):
    """Right ones work and wrong ones are named in one message, to GUIs of both protocols."""
    uci, old = f"'{fake_engine()}'", fake(bench)
    rows = [("auto", uci, 0, "uciok", 60, 60), ("uci", uci, 0, "uciok", 60, 60), ("auto", old, 0, "uciok", 60, 60),
            ("xboard", old, 0, "uciok", 60, 60), ("auto", fake(bench, "--uci dies"), 0, "uciok", 60, 60),
            ("auto", fake(bench, "--uci silence"), 0, "uciok", 60, 1.5),
            ("uci", old, 4, "EngineProtocol = xboard", 60, 60), ("xboard", uci, 4, "EngineProtocol = uci", 60, 5),
            ("uci", fake(bench, "--uci silence"), 5, "EngineProtocol = xboard", 4, 1.5),
            ("auto", f"{uci} --silent", 5, "EngineProtocol", 4, 1.5)]
    with ThreadPoolExecutor(len(rows)) as pool:  # most of it is waiting for engines that are silent
        for _ in pool.map(lambda row: check_setting(*row), rows):
            pass
    return f"{len(rows)} settings"


CHECKS = [claims_and_objections, engine_death_is_told, protocol_settings]

if __name__ == "__main__":
    sys.exit(main(__doc__, CHECKS, PatientBench))
