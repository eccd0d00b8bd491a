#!/usr/bin/env python3
"""make_manuals.py PROGRAM FOLDER [NAME [PACKED]]: man pages and completions for bash, zsh and fish, from the program's own help.

Writes FOLDER/man6/NAME.6 and NAME-COMMAND.6, and FOLDER/completions/NAME.bash, _NAME and NAME.fish. NAME is the name under
which the program is installed (polyglot). PACKED: the pages as .6.gz. SOURCE_DATE_EPOCH dates the pages."""
import gzip
import os
import re
import sys
import time
from pathlib import Path

import help_texts

FILES = re.compile(r"FILE|BOOK|GAMES|LOG|LIST|OTHER|STORE")
FOLDERS = re.compile(r"DIR|FOLDER")


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("'", "\\(aq")
    return "\\&" + text if text[:1] in (".", "\\(aq"[:1]) else text


def page(name, version, date, blocks):
    head = f'.TH {name.upper()} 6 "{date}" "polyglot {version}" "Games"\n.nh\n'
    return head + "".join(f".SH {title}\n{body}" for title, body in blocks if body)


def option_list(options):
    return "".join(f".TP\n.B \\-{roff(option.name)}{' ' + roff(option.argument) if option.argument else ''}\n"
                   f"{roff(option.text) or chr(92) + '&'}\n" for option in options)


def setting_list(settings):
    lines, group = [], None
    for setting in settings:
        if setting.group and setting.group != group:
            group = setting.group
            lines.append(f".SS {roff(group)}\n")
        lines.append(f".TP\n.BR {setting.name} \" = {roff(setting.default)}\"\n{roff(setting.text)}.\n.br\n"
                     f"{roff(setting.allowed)}\n")
    return "".join(lines)


def main_page(name, version, date, commands, options, settings, books):
    listed = "".join(f".TP\n.BR {name}\\-{roff(c.name)} (6)\n{roff(c.summary)}\n" for c in commands)
    return page(name, version, date, [
        ("NAME", f"{name} \\- opening book for any UCI or xboard chess engine, under any GUI\n"),
        ("SYNOPSIS", f".B {name}\n[CONFIGFILE] [OPTION]... [\\-\\- ENGINE [ARGUMENT]...]\n.br\n.B {name}\nCOMMAND "
                     "[ARGUMENT]...\n"),
        ("DESCRIPTION",
         "Stands between a chess GUI and an engine, each of which speaks UCI or the xboard protocol, and plays from an "
         "opening book before the engine is asked. It is installed in the GUI as the engine; the config file, by default "
         "polyglot.ini in the current directory, names the real one:\n.PP\n.nf\n[PolyGlot]\nEngineCommand = stockfish\n"
         "Book = true\nBookFile = /home/me/book.bin\n\n[Engine]\nHash = 256\n.fi\n"),
        ("COMMANDS", listed), ("OPTIONS", option_list(options)),
        ("SETTINGS", "In the section [PolyGlot] of the config file, or by \\-pg NAME=VALUE:\n" + setting_list(settings)),
        ("BOOKS", "A further book is a section [Book NAME] of the config file, with:\n" + setting_list(books)),
        ("EXIT STATUS", "0: the GUI has quit, or a command succeeded; 1: a check failed, or an internal error; 2: wrong use "
                        "or an error in the config file; 3: the engine could not be started; 4: it does not speak the "
                        "protocol; 5: it was silent; 6: it exited or crashed.\n"),
        ("FILES", ".TP\npolyglot.ini\nthe config file; \\-print\\-example\\-config prints one with every setting\n"),
        ("SEE ALSO", ".BR xboard (6)\n")])


def command_page(name, version, date, command):
    usage = command.usage.replace("polyglot ", name + " ", 1)
    notes = "".join(f".PP\n{roff(note)}\n" for note in command.notes if not note.rstrip(":").endswith("options"))
    return page(f"{name}-{command.name}", version, date, [
        ("NAME", f"{name}\\-{roff(command.name)} \\- {roff(command.summary)}\n"),
        ("SYNOPSIS", roff(usage) + "\n"), ("OPTIONS", option_list(command.options)), ("NOTES", notes),
        ("SEE ALSO", f".BR {name} (6)\n")])


def kind(argument):
    return "files" if FILES.search(argument) else "folders" if FOLDERS.search(argument) else "word" if argument else "none"


def values(settings):
    return {s.name: s.choices() for s in settings}


def bash(name, commands, options, settings):
    function = "_" + re.sub(r"\W", "_", name)

    def words(listed):
        return " ".join("-" + option.name for option in listed)

    def wanting(listed, what):
        return "|".join("-" + option.name for option in listed if kind(option.argument) == what) or "-"

    cases = "".join(f"""        {c.name})
            options='{words(c.options)}' files='{wanting(c.options, "files")}' \
folders='{wanting(c.options, "folders")}' words='{wanting(c.options, "word")}' ;;
""" for c in commands)
    choices = "".join(f"            {key}) COMPREPLY=($(compgen -W '{' '.join(of)}' -- \"${{word##*=}}\")); return ;;\n"
                      for key, of in values(settings).items() if of)
    return f"""# Completion of {name} for bash. Made by packaging/make_manuals.py.
{function}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options files folders words command=
    local commands='help {" ".join(c.name for c in commands)}' i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        [[ " $commands " == *" ${{COMP_WORDS[i]}} "* ]] && {{ command=${{COMP_WORDS[i]}}; break; }}
    done
    # bash divides words at = : -pg Name=Value is three.
    if [[ $command == '' ]]; then
        local setting=
        if [[ $word == '=' && $COMP_CWORD -gt 2 && ${{COMP_WORDS[COMP_CWORD - 2]}} == -pg ]]; then
            setting=$before word=
        elif [[ $before == '=' && $COMP_CWORD -gt 3 && ${{COMP_WORDS[COMP_CWORD - 3]}} == -pg ]]; then
            setting=${{COMP_WORDS[COMP_CWORD - 2]}}
        fi
        case $setting in
{choices}            ?*) return ;;
        esac
        if [[ $before == -pg ]]; then
            compopt -o nospace 2>/dev/null
            COMPREPLY=($(compgen -S = -W '{" ".join(s.name for s in settings)}' -- "$word"))
            return
        fi
    fi
    case $command in
        '') options='{words(options)}' files='{wanting(options, "files")}' \
folders='{wanting(options, "folders")}' words='{wanting(options, "word")}' ;;
        help) COMPREPLY=($(compgen -W "options $commands" -- "$word")); return ;;
{cases}    esac
    compopt -o filenames 2>/dev/null
    if [[ $folders == *"$before"* && "|$folders|" == *"|$before|"* ]]; then
        COMPREPLY=($(compgen -d -- "$word"))
    elif [[ "|$files|" == *"|$before|"* ]]; then
        COMPREPLY=($(compgen -f -- "$word"))
    elif [[ "|$words|" == *"|$before|"* ]]; then
        COMPREPLY=()
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [[ $command == '' && $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "$commands" -- "$word") $(compgen -f -X '!*.ini' -- "$word") $(compgen -d -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -F {function} {name}
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(name, commands, options, settings):
    action = {"files": ":file:_files", "folders": ":folder:_files -/", "word": ":value:", "none": ""}

    def specification(option):
        text = re.sub(r"([\[\]:\\])", r"\\\1", option.text)
        argument = ":setting:->settings" if option.name == "pg" else action[kind(option.argument)]
        star = "*" if option.name in ("pg", "uci") or "..." in option.argument else ""
        return quoted(f"{star}-{option.name}[{text}]{argument}")

    listed = "\n".join("        " + quoted(f"{c.name}:{c.summary}") for c in commands)
    cases = "".join(f"        {c.name}) _arguments {' '.join(map(specification, c.options))} '*:file:_files' ;;\n"
                    for c in commands)
    choices = "".join(f"            {key}) compadd {' '.join(of)} ;;\n" for key, of in values(settings).items() if of)
    return f"""#compdef {name}
# Completion of {name} for zsh. Made by packaging/make_manuals.py.
local -a commands
local state word
commands=(
        'help:explain a command'
{listed}
)
for word in ${{words[2,CURRENT-1]}}; do
    case $word in
        help) _describe command commands; return ;;
{cases}    esac
done
_arguments {' '.join(map(specification, options))} '1: :->first' '*:file:_files'
case $state in
    first) _describe command commands; _files -g '*.ini' ;;
    settings)
        if compset -P '*='; then
            case ${{IPREFIX%=}} in
{choices}            esac
        else
            compadd -S = {' '.join(s.name for s in settings)}
        fi ;;
esac
"""


def fish(name, commands, options, settings):
    lines = [f"# Completion of {name} for fish. Made by packaging/make_manuals.py."]
    names = " ".join(c.name for c in commands)
    nothing = f"not __fish_seen_subcommand_from help {names}"

    def add(condition, option):
        what = {"files": " -rF", "folders": " -xa '(__fish_complete_directories)'", "word": " -x", "none": ""}
        lines.append(f"complete -c {name} -n {quoted(condition)} -o {option.name}{what[kind(option.argument)]} "
                     f"-d {quoted(option.text[:70])}")

    lines.append(f"complete -c {name} -n {quoted(nothing)} -a help -d 'explain a command'")
    for command in commands:
        lines.append(f"complete -c {name} -n {quoted(nothing)} -a {command.name} -d {quoted(command.summary)}")
        lines.append(f"complete -c {name} -n '__fish_seen_subcommand_from help' -fa {command.name}")
        for option in command.options:
            add(f"__fish_seen_subcommand_from {command.name}", option)
    for option in options:
        if option.name != "pg":
            add(nothing, option)
    pairs = [f"{s.name}={value}" for s in settings for value in s.choices() or [""]]
    lines.append(f"complete -c {name} -n {quoted(nothing)} -o pg -xa {quoted(' '.join(pairs))} -d 'set an option'")
    return "\n".join(lines) + "\n"


def main(program, folder, name="polyglot", packed=""):
    folder = Path(folder)
    version = help_texts.run(program, "-version").split()[1]
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    commands = help_texts.read_commands(program)
    options, settings, books = help_texts.read_settings(program)
    files = {f"man6/{name}.6": main_page(name, version, date, commands, options, settings, books),
             f"completions/{name}.bash": bash(name, commands, options, settings),
             f"completions/_{name}": zsh(name, commands, options, settings),
             f"completions/{name}.fish": fish(name, commands, options, settings)}
    for command in commands:
        files[f"man6/{name}-{command.name}.6"] = command_page(name, version, date, command)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if packed and path.startswith("man6/"):
            (folder / (path + ".gz")).write_bytes(gzip.compress(text.encode(), mtime=0))
        else:
            (folder / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
