"""What the scripts of xboard_vs_polyglot.py must cover: every command in every state, and every option."""

STATES = ("idle", "thinking", "pondering", "analysing")

# Commands that mean something at any time: each must be sent in each state.
EVERYWHERE = """new force go playother white black usermove setboard undo remove analyze exit hard easy ? draw
result hint bk . ping post nopost time otim level st sd nps name rating computer ics random variant
option memory cores egtpath exclude include quit""".split()

# Commands of the start, and those that PolyGlot refuses.
ONCE = "xboard protover accepted rejected edit pause resume reset".split()

# All of [PolyGlot] but what says where the engine is and where settings are kept, which the harness itself sets.
OPTIONS = """OnlyWbOptions Log LogFile Resign ResignMoves ResignScore QueenNeverResigns HandleDraws ContemptScore
MateScore Book BookFile BookRandom BookDepth BookTreshold BookLearn KibitzMove KibitzPV
KibitzCommand KibitzDelay KibitzInterval ShowPonder ScoreWhite ShowTbHits STFudge UCIVersion
CanPonder SyncStop PromoteWorkAround RepeatPV Chess960 EngineName UseNice NiceValue Save""".split()


def missing_coverage(scripts, visited):
    """Lines that say what no script does. `visited` has the (command, state) pairs of all runs."""
    missing = [f"no script sends `{command}` when the engine is {state}"
               for command in EVERYWHERE for state in STATES if (command, state) not in visited]
    sent = {command for command, _ in visited}
    missing += [f"no script sends `{command}`" for command in ONCE if command not in sent]
    named = set()
    for script in scripts:
        named |= {line.partition("=")[0].strip().lower() for line in script.ini}
        named |= {rest.removeprefix("option Polyglot ").partition("=")[0].strip().lower()
                  for _, word, rest in script.steps if word == "gui>" and rest.startswith("option Polyglot ")}
    missing += [f"no script sets {option}" for option in OPTIONS if option.lower() not in named]
    return missing
