"""One-line mutations of C++ as clang-format lays it out: what scripts/mutate tries. Pure: text in, mutants out."""
import random
import re
from dataclasses import dataclass

NEIGHBOURS = {
    " < ": [" <= ", " >= "], " <= ": [" < ", " > "], " > ": [" >= ", " <= "], " >= ": [" > ", " < "],
    " == ": [" != "], " != ": [" == "], " && ": [" || "], " || ": [" && "],
    " + ": [" - "], " - ": [" + "], " * ": [" / "], " / ": [" * "], " += ": [" -= "], " -= ": [" += "],
    "++": ["--"], "--": ["++"], "true": ["false"], "false": ["true"],
}
OPERATOR = re.compile(r" (?:[<>]=?|[=!]=|&&|\|\||[-+*/]|[-+]=) |(?<![-+])(?:\+\+|--)(?![-+])|\b(?:true|false)\b")
NUMBER = re.compile(r"(?<![\w.'\x01])(\d+(?:'\d+)*)(u|U|l|L|ul|UL|z|h|min|s|ms|us|ns)?(?![\w.'])")
UNITS = ["ns", "us", "ms", "s"]
UNIT_TYPES = ["nanoseconds", "microseconds", "milliseconds", "seconds"]
UNIT_TYPE = re.compile(r"\b(" + "|".join(UNIT_TYPES) + r")(?=[({>])")
NEGATED = re.compile(r"(?<![\w)!])!(?=[\w(*])")
CONDITION = re.compile(r"\b(?:if|while) (\()")
DECLARATION = re.compile(r"(?:const )?[\w:<>]+[&*]? (?:\w+|\[.*\]) = ")
SIMPLE = r"\*?[\w.:]+(?:->\w+)*(?:\(\))?"
TWO_ARGUMENTS = re.compile(rf"(\b\w+)\(({SIMPLE}), ({SIMPLE})\)")
SYMMETRIC = {"min", "max", "swap", "equal", "equal_ignoring_case", "assert", "static_assert", "note"}
ENUMERATOR = re.compile(r"\b(\w+)::(\w+)\b")
ENUM = re.compile(r"\benum(?: class)? (\w+)[^{;]*\{([^}]*)\}")
# A whole statement in one line, after `if (…)` or a case label or alone.
LABEL = r"(?:(?:case [\w:]+|default): )"
CALL = re.compile(rf"^\s+{LABEL}?((?:\+\+|--|\*)?[\w.:\[\]]+(?:(?:->|\.)[\w.:\[\]]+|\([^()]*\))*\(.*\);|(?:\+\+|--)[\w.>-]+;"
                  r"|\*?[\w.\[\]]+(?:(?:->|\.)[\w.\[\]]+|\(\))* [-+|]?= .*;)(?: break;)?$")
JUMP = re.compile(r"^\s+(return|break|continue)\b[^;]*;$")
LAST_JUMP = re.compile(r"; (return|break|continue);(?: \})?$")
NOT_CALLS = re.compile(r"^(?:return|throw|delete|co_|case|default|if|for|while|switch|static_assert|assert|do|else)\b|\)\s*:\s")
SKIPPED_LINE = re.compile(r"^\s*(?:#|using\b|namespace\b|template\b|friend\b|static_assert\b|extern\b)")
# Asserts and invariants say what must hold; notes go to the log alone; space that is reserved changes nothing but time.
SKIPPED_CALL = re.compile(r"\b(?:(?:static_)?assert|[\w.>-]*check_invariants|(?:\w+(?:\.|->))*(?:note|not_learnt)|log_?(?:\.|->)write|[\w.>-]+\.reserve)\(")
# A line that decides only about that.
LOGS_ONLY = re.compile(r"\s*(?:(?:else )?if \(.*\) |else )?\x01+;?\s*$")


@dataclass(frozen=True)
class Mutant:
    file: str
    line: int  # from 1
    kind: str
    above: str  # the line above, with something in it
    before: str
    after: str

    def key(self):
        """What names it when line numbers have moved."""
        return self.file, self.above.strip(), self.before.strip(), self.after.strip()


def masked(text):
    """The text with comments as blanks and what stands in quotes as \\x01, character for character."""
    out, at, end = [], 0, len(text)

    def hide(upto, with_what):
        out.append("".join(c if c == "\n" else with_what for c in text[at:upto]))
        return upto

    while at < end:
        two = text[at:at + 2]
        raw = re.compile(r'R"([^(]*)\(').match(text, at)
        if two == "//":
            found = text.find("\n", at)
            at = hide(found if found >= 0 else end, " ")
        elif two == "/*":
            found = text.find("*/", at)
            at = hide(found + 2 if found >= 0 else end, " ")
        elif raw:
            found = text.find(")" + raw.group(1) + '"', at)
            at = hide(found + len(raw.group(1)) + 2 if found >= 0 else end, "\x01")
        elif text[at] == '"' or (text[at] == "'" and not (at and text[at - 1].isalnum())):
            stop = at + 1
            while stop < end and text[stop] not in (text[at], "\n"):
                stop += 2 if text[stop] == "\\" else 1
            at = hide(min(stop + 1, end), "\x01")
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def closing(text, at):
    """Where the parenthesis that opens at `at` closes, or -1."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return -1


def without_calls(code):
    """Blanks for asserts and what is logged: nothing in there is mutated."""
    for found in reversed(list(SKIPPED_CALL.finditer(code))):
        end = closing(code, found.end() - 1) + 1
        if end > 0:
            hidden = "".join(c if c == "\n" else "\x01" for c in code[found.start():end])
            code = code[:found.start()] + hidden + code[end:]
    return code


def enums_of(texts):
    """Enumerators by the enum's name; of two enums of one name both lists."""
    enums = {}
    for text in texts:
        for name, body in ENUM.findall(masked(text)):
            values = [part.split("=")[0].strip() for part in body.split(",")]
            enums.setdefault(name, []).append([value for value in values if value])
    return enums


def numbers(line):
    for found in NUMBER.finditer(line):
        value, suffix = int(found.group(1).replace("'", "")), found.group(2) or ""
        if suffix in UNITS + ["h", "min"]:
            yield "duration", found.span(), f"{value * 1000}{suffix}"
            if suffix in UNITS[1:]:
                yield "duration", found.span(), f"{value}{UNITS[UNITS.index(suffix) - 1]}"
            continue
        yield "constant", found.span(), f"{value + 1}{suffix}"
        if value > 0:
            yield "constant", found.span(), f"{value - 1}{suffix}"


def conditions(line):
    for found in CONDITION.finditer(line):
        begin, end = found.start(1) + 1, closing(line, found.start(1))
        if end < 0:
            continue
        begin = max(begin, line.rfind(";", begin, end) + 1)
        begin += len(line[begin:end]) - len(line[begin:end].lstrip())
        if not DECLARATION.match(line[begin:end]):
            yield "condition", (begin, end), None


def ends_switch(code, at):
    """True if the line is the last of a switch: a `break` there leads where its end leads anyway."""
    def indent(line):
        return len(line) - len(line.lstrip())

    if at + 1 >= len(code) or code[at + 1].strip() != "}":
        return False
    for line in reversed(code[:at + 1]):
        if line.strip() and indent(line) <= indent(code[at + 1]) and not re.match(r"\s*(?:case\b|default:)", line):
            return line.lstrip().startswith("switch (")
    return False


def statements(line, previous, following):
    """Statements that can be left out: (kind, span)."""
    indent = len(line) - len(line.lstrip())
    guarded = re.match(r"\s+(?:\} )?(?:else )?if (\()", line)
    end = closing(line, guarded.start(1)) if guarded else -1
    starts_here = re.search(r"[;{}):]\s*$|\belse\s*$|^\s*$", previous) is not None
    if guarded and end > 0 and re.search(r"; *$", line) and line[end + 1:].strip() not in ("", "{"):
        kind = "guard" if re.match(r" (?:return|break|continue)\b", line[end + 1:]) else "call"
        yield kind, (end + 2, len(line.rstrip()))
    elif re.match(r"\s+else [^{]*;$", line) and not guarded:
        yield "call", (indent + 5, len(line.rstrip()))
    elif starts_here and JUMP.match(line):
        if not following.startswith("}"):  # the last one of a function returns from it anyway, or must give something back
            yield "guard", (indent, len(line.rstrip()))
    elif starts_here:
        found = CALL.match(line)
        if found and not NOT_CALLS.match(found.group(1)) and found.group(1).count("(") == found.group(1).count(")"):
            yield "call", found.span(1)
    found = LAST_JUMP.search(line)
    if found and not guarded:
        yield "guard", (found.start() + 2, found.start() + 3 + len(found.group(1)))


def edits(code, original, previous, following, enums):
    """(kind, span, replacement) for a line of masked code."""
    for found in OPERATOR.finditer(code):
        beside = code[found.start() - 1:found.start()] + code[found.end():found.end() + 1]
        if found.group() == " + " and "\x01" in beside:
            continue  # texts are put together
        for new in NEIGHBOURS[found.group()]:
            yield "operator", found.span(), new
    yield from numbers(code)
    for found in UNIT_TYPE.finditer(code):
        place = UNIT_TYPES.index(found.group(1))
        for other in (place - 1, place + 1):
            if 0 <= other < len(UNIT_TYPES):
                yield "duration", found.span(1), UNIT_TYPES[other]
    for found in NEGATED.finditer(code):
        yield "condition", found.span(), ""
    for kind, (begin, end), _ in conditions(code):
        yield kind, (begin, end), f"!({original[begin:end]})"
    for found in re.finditer(r" \? ", code):
        yield "condition", found.span(), " == false ? "
    for found in TWO_ARGUMENTS.finditer(code):
        if found.group(1) not in SYMMETRIC and found.group(2) != found.group(3):
            yield "arguments", (found.start(2), found.end(3)), f"{found.group(3)}, {found.group(2)}"
    for found in ENUMERATOR.finditer(code):
        for values in enums.get(found.group(1), []):
            if found.group(2) in values and len(values) > 1:
                other = values[(values.index(found.group(2)) + 1) % len(values)]
                yield "enumerator", found.span(2), other
                break
    for kind, span in statements(code, previous, following):
        yield kind, span, "{}"


def mutants_of(file, text, enums):
    """Every mutant of a file: a list for each line that has any."""
    lines, code = text.split("\n"), without_calls(masked(text)).split("\n")
    by_line = []
    for at, line in enumerate(lines):
        if SKIPPED_LINE.match(code[at]) or LOGS_ONLY.match(code[at]) or not code[at].strip():
            continue
        previous = next((code[i] for i in range(at - 1, -1, -1) if code[i].strip()), "")
        above = next((lines[i] for i in range(at - 1, -1, -1) if lines[i].strip()), "")
        following = code[at + 1] if at + 1 < len(lines) else ""
        found = {}
        for kind, (begin, end), new in edits(code[at], line, previous, following, enums):
            after = line[:begin] + new + line[end:]
            if after != line and not (kind == "guard" and line[begin:end] == "break;" and ends_switch(code, at)):
                found.setdefault(after, Mutant(file, at + 1, kind, above, line, after))
        if found:
            by_line.append(list(found.values()))
    return by_line


def in_random_order(by_line, seed):
    """A mutant of every line, in random order, then a second one of those that have more, and so on."""
    chance = random.Random(seed)
    rows = [chance.sample(row, len(row)) for row in by_line]
    while rows:
        chance.shuffle(rows)
        for row in rows:
            yield row.pop()
        rows = [row for row in rows if row]
