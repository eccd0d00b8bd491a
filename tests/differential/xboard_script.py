"""The script files of xboard_vs_polyglot.py. xboard_scripts/README.md has the grammar."""
import re
import shlex


# The options of an engine unless the script lists others (`option none`: no options).
STANDARD = ["option name Hash type spin default 16 min 1 max 1024",
            "option name Ponder type check default false",
            "option name UCI_AnalyseMode type check default false",
            "option name UCI_Opponent type string default",
            "option name UCI_Chess960 type check default false"]


class Allowance:
    """A line that one side alone may say, with the reason."""

    def __init__(self, text, where):
        match = re.fullmatch(r"(gui|engine) (theirs|ours) (.+?)\s+# (.+)", text)
        if not match:
            raise ValueError(f"{where}: not `allow gui|engine theirs|ours REGEX # reason`: {text}")
        self.stream, self.side, pattern, self.reason = match.groups()
        self.pattern = re.compile(pattern)
        self.text = f"{where}: allow {text}"

    def covers(self, stream, side, line):
        return (stream, side) == (self.stream, self.side) and self.pattern.fullmatch(line) is not None


class Script:
    """The adapter's ini, the engine's properties, the allowed differences, and the steps."""

    def __init__(self, path):
        self.name = path.stem
        self.id = "Fake 1.0"
        self.ini, self.engine_ini, self.options, self.args = [], [], [], []
        self.book = None
        self.features = False
        self.allowed, self.steps = [], []
        head, found, body = path.read_text().partition("\n---\n")
        if not found:
            raise ValueError(f"{path.name}: no line `---` before the steps")
        self.title = head.splitlines()[0].lstrip("# ")
        for number, line in enumerate(head.splitlines(), 1):
            self.read_setting(line, f"{path.name}:{number}")
        self.options = [line for line in self.options if line != "option none"] if self.options else STANDARD
        for number, line in enumerate(body.splitlines(), head.count("\n") + 3):
            if line.strip() and not line.startswith("#"):
                word, _, rest = line.partition(" ")
                self.steps.append((number, word, rest))

    def read_setting(self, line, where):
        word, _, rest = line.partition(" ")
        lists = {"ini": self.ini, "engine-ini": self.engine_ini}
        if word in lists:
            lists[word].append(rest)
        elif word == "option":
            self.options.append(line)
        elif word == "id":
            self.id = rest
        elif word == "book":
            self.book = (self.book or "") + rest
        elif word == "args":
            self.args += shlex.split(rest)
        elif word == "features":
            self.features = True
        elif word == "allow":
            self.allowed.append(Allowance(rest, where))
        elif word and not word.startswith("#"):
            raise ValueError(f"{where}: no such setting: {line}")
