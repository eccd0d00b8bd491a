"""What the program's own help says, as data: `polyglot help`, `polyglot help options` and `polyglot help COMMAND`, which
are printed from the tables that read the options."""
import re
import subprocess
from dataclasses import dataclass, field


@dataclass
class Option:
    name: str       # without dash
    argument: str   # "FILE", "N…", or empty
    text: str


@dataclass
class Setting:
    name: str
    default: str
    allowed: str
    text: str
    group: str

    def choices(self):
        if self.allowed == "true or false":
            return ["true", "false"]
        words = re.split(r", | or ", self.allowed)
        return words if len(words) > 1 and all(re.fullmatch(r"[a-z-]+", word) for word in words) else []


@dataclass
class Command:
    name: str
    summary: str
    usage: str = ""
    options: list = field(default_factory=list)
    notes: list = field(default_factory=list)  # paragraphs


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
                          stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(f"{program} {' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def options_in(lines):
    """Options, and the paragraphs between them. An option's text begins after two blanks, or on the next line."""
    options, notes = [], []
    for line in lines:
        head = re.match(r" {2,3}-(\S+)((?: \S+)*)(?: {2,}(.*))?$", line)
        if head:
            options.append(Option(head[1], head[2].strip(), (head[3] or "").strip()))
        elif options and line.startswith("       "):
            options[-1].text = (options[-1].text + " " + line.strip()).strip()
        elif line.strip():
            notes.append(line.strip())
    return options, notes


def read_command(program, name, summary):
    lines = run(program, "help", name).splitlines()
    usage = [lines[0].removeprefix("usage: ")]
    rest = lines[1:]
    while rest and rest[0].startswith("    "):
        usage.append(rest.pop(0).strip())
    command = Command(name, summary, " ".join(usage))
    command.options, command.notes = options_in(rest)
    return command


def read_commands(program):
    found = re.findall(r"^  ([a-z]+(?:-[a-z]+)*) {2,}(.+)$", run(program, "help").split("\nCommands")[1], re.MULTILINE)
    return [read_command(program, name, summary) for name, summary in found]


def read_settings(program):
    """(options of the command line, settings of [PolyGlot], settings of [Book NAME])"""
    text = run(program, "help", "options")
    own, _, rest = text.partition("\nOptions of [PolyGlot]")
    lists, group = [[], []], ""
    at = 0
    for line in rest.splitlines()[1:]:
        if line.startswith("A further book"):
            at, group = 1, ""
        elif setting := re.match(r" {3}(\w+) = (.*?) {3}(.*)$", line):
            lists[at].append(Setting(setting[1], setting[2], setting[3], "", group))
        elif line.startswith("      ") and lists[at]:
            last = lists[at][-1]
            last.text = (last.text + " " + line.strip()).strip()
        elif re.match(r" \S", line):
            group = line.strip()
    return options_in(own.splitlines()[1:])[0], *lists
