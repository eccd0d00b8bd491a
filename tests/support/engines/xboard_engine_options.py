"""The command line of xboard_engine.py."""
import argparse

# What the protocol says of an engine that announces nothing.
PROTOCOL_DEFAULTS = {
    "ping": "0", "setboard": "0", "playother": "0", "san": "0", "usermove": "0", "time": "1", "draw": "1", "sigint": "1",
    "sigterm": "1", "reuse": "1", "analyze": "1", "colors": "1", "ics": "0", "name": "0", "pause": "0", "nps": "0",
    "memory": "0", "smp": "0", "exclude": "0", "egt": "", "variants": "normal", "myname": "",
}
MODERN = {
    "ping": "1", "setboard": "1", "usermove": "1", "time": "1", "draw": "1", "sigint": "0", "sigterm": "0", "reuse": "1",
    "analyze": "1", "colors": "0", "name": "1", "variants": "normal", "myname": "Fake Xboard 1.0",
}
THINKING = ["san", "coordinates", "numbers", "long", "tab", "decimal", "dot", "ampersand", "colon", "bounds", "hash-moves",
            "no-pv", "short", "crowded", "mixed"]


def ANNOUNCED(options):
    """[(name, value)] in the order of announcement, `done=1` last unless it is never to come."""
    pairs = list(options.announced.items()) + [("option", text) for text in options.option]
    return pairs + ([] if options.never_done else [("done", "1")])


def _pair(text):
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"NAME=VALUE, not {text!r}")
    return name, value


def _words(text):
    return [word for word in text.replace(",", " ").split() if word]


def parse_arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--feature", type=_pair, action="append", default=[], metavar="NAME=VALUE", help="announce this value")
    add("--without", type=_words, default=[], metavar="NAMES", help="do not announce these: the protocol's default holds")
    add("--option", action="append", default=[], metavar="TEXT", help='feature option="TEXT"')
    add("--protover1", choices=["ignore", "error"], help="knows no protover: what it does when it gets one")
    add("--done0", type=float, metavar="SECONDS", help="feature done=0 first, the rest after that time")
    add("--never-done", action="store_true", help="no feature done=1 (engines of 2001)")
    add("--features-on-one-line", action="store_true")
    add("--uci", choices=["error", "illegal", "silence", "dies"], default="error",
        help="what it does with a line `uci`; dies: hoichess")
    add("--moves", type=_words, default=[], metavar="MOVES", help="what it plays, where legal; then random moves")
    add("--seed", type=int, default=1)
    add("--think", type=float, default=0.01, metavar="SECONDS", help="for a move; less when its clock says so")
    add("--think-forever", action="store_true", help="moves only on command (`?`, SIGINT) or at the depth of `sd`")
    add("--ponders", choices=["brackets", "reply", "opponent"],
        help="thinks in the opponent's time after `hard`, of: the expected move in brackets and its reply (gnuchess); its reply, "
             "after a Hint (phalanx); the opponent's moves (sjeng, hoichess)")
    add("--thinking", choices=THINKING, default="san", help="shape of its thinking lines; mixed: all in turn")
    add("--move-style", choices=["move", "my-move-is", "gnuchess", "dots"], default="move")
    add("--startup", type=float, default=0, metavar="SECONDS", help="sleeps before it reads anything")
    add("--banner", action="append", default=[], metavar="LINE")
    add("--chatter", action="append", default=[], metavar="LINE", help="said before every search")
    add("--prompt", default="", metavar="TEXT", help="in front of all its lines until `xboard`: gnuchess, sjeng")
    add("--prompt-stays", action="store_true", help="and after it")
    add("--log", metavar="FILE", help="all lines with the time in seconds")
    add("--violations", metavar="FILE", help="what it should not have been sent, one line each")

    wrong = parser.add_argument_group("what it does wrong (N counts its searches from 1)")
    add = wrong.add_argument
    add("--refuse", type=_words, default=[], metavar="COMMANDS",
        help="Error (unknown command), and a complaint the second time")
    add("--ignore-question", action="store_true", help="thinks on at `?`: hoichess")
    add("--deaf", action="store_true", help="reads nothing while it thinks; SIGINT ends the thinking: old crafty, hoichess")
    add("--deaf-to-all", action="store_true", help="reads nothing while it thinks, and SIGINT changes nothing: fairymax")
    add("--any-input-moves", action="store_true", help="any line while it thinks makes it move: phalanx, sjeng")
    add("--stale-move-after-force", action="store_true", help="moves, then obeys force: phalanx, sjeng")
    add("--echo", action="store_true", help="repeats every move it is given, numbered: gnuchess")
    add("--double-pong", action="store_true", help="every pong twice: gnuchess")
    add("--resign-at", type=int, metavar="N", help="instead of a move")
    add("--resign-line", default="resign", metavar="LINE")
    add("--claim-at", type=int, metavar="N", help="instead of a move")
    add("--claim-after-move-at", type=int, metavar="N")
    add("--claim", default="1/2-1/2 {Claimed}", metavar="LINE")
    add("--offer-draw-at", type=int, metavar="N")
    add("--call-illegal-at", type=int, metavar="N", help="calls the Nth move that it is given illegal")
    add("--illegal-move-at", type=int, metavar="N")
    add("--die-at", type=int, metavar="N")
    add("--hang-at", type=int, metavar="N")
    options = parser.parse_args()
    options.announced = {**MODERN, **dict(options.feature)}
    for name in options.without:
        options.announced.pop(name, None)
    return options
