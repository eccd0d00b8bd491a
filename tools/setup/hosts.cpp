#include "tools/setup/hosts.hpp"

#include "core/text/path_text.hpp"

#include <array>

namespace polyglot::tools {
namespace {

using text::Quoting;

std::string shell_word(const std::string& word, Quoting quoting) {
    return text::join_words(std::array{word}, quoting);
}

std::string yaml_text(const std::string& text) {
    std::string quoted = "'"; // within these only ' is special
    for (const char c : text)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

HostEntry xboard(const HostPaths& paths, Quoting quoting) {
    const std::string words =
        text::join_words(std::array{to_text(paths.polyglot), to_text(paths.ini)}, quoting);
    if (quoting == Quoting::Windows)
        return {"WinBoard",
                "Engine › Load First Engine: engine and command-line parameters; UCI not ticked, "
                "Must not use GUI book ticked.",
                {{"Engine", to_text(paths.polyglot)},
                 {"Command-line parameters", shell_word(to_text(paths.ini), quoting)}}};
    return {
        "XBoard",
        "Start XBoard with this command. Or in its window: Engine › Load New 1st Engine, Engine "
        "Command as below, UCI not ticked (polyglot speaks XBoard's protocol). View › "
        "Engine Output shows which moves are the book's. Play a move, or Mode › Machine White.",
        {{"Command", "xboard -fcp " + shell_word(words, quoting)}, {"Engine Command", words}}};
}

// Tcl and Arena know only these quotes.
std::string in_double_quotes(const std::string& word) {
    return text::join_words(std::array{word}, Quoting::Windows);
}

// What starts polyglot with the ini file, and needs no arguments: a script, or the program in the
// folder of a polyglot.ini.
std::filesystem::path program_alone(const HostPaths& paths) {
    return paths.script.empty() ? paths.polyglot : paths.script;
}

void add_ini_to_copy(HostEntry& entry, const HostPaths& paths) {
    if (paths.script.empty())
        entry.fields.push_back(
            {"Copy the ini file to",
             to_text(paths.ini.parent_path() / std::filesystem::path(u8"polyglot.ini"))});
}

// Its options are not arguments by place.
HostEntry lichess_bot(const HostPaths& paths) {
    const std::filesystem::path program = program_alone(paths);
    const std::string folder = to_text(paths.ini.parent_path());
    HostEntry entry{
        "lichess-bot",
        "These lines of config.yml; its own book (engine: polyglot: enabled) and "
        "online_moves are switched off.",
        {{"config.yml", "engine:\n  dir: " + yaml_text(to_text(program.parent_path())) +
                            "\n  name: " + yaml_text(to_text(program.filename())) +
                            "\n  protocol: \"uci\"\n  working_dir: " + yaml_text(folder) + '\n'}}};
    add_ini_to_copy(entry, paths);
    return entry;
}

HostEntry arena(const HostPaths& paths) {
    return {"Arena",
            "Engines › Install New Engine: choose the program, type UCI; then Engines › Manage › "
            "Details: command line parameters; Books: No book.",
            {{"Program", to_text(paths.polyglot)},
             {"Command line parameters", in_double_quotes(to_text(paths.ini))}}};
}

// Its command is the path of a program, without quotes or arguments (since version 1.3). A batch
// file has not been tried.
HostEntry cute_chess(HostPaths paths, Quoting quoting) {
    if (quoting == Quoting::Windows) paths.script.clear();
    HostEntry entry{"Cute Chess",
                    "Tools › Settings › Engines › +: protocol UCI; opening book: none.",
                    {{"Name", paths.name},
                     {"Command", to_text(program_alone(paths))},
                     {"Working directory", to_text(paths.ini.parent_path())}}};
    add_ini_to_copy(entry, paths);
    return entry;
}

HostEntry cutechess_cli(const HostPaths& paths, Quoting quoting) {
    return {"cutechess-cli",
            "As one of the engines of the command line.",
            {{"Arguments", "-engine " + shell_word("name=" + paths.name, quoting) + " proto=uci " +
                               shell_word("cmd=" + to_text(paths.polyglot), quoting) + ' ' +
                               shell_word("arg=" + to_text(paths.ini), quoting)}}};
}

// fastchess splits `args` at blanks; therefore the file is named in the folder where polyglot
// starts, and a name with blanks is not offered.
HostEntry fastchess(const HostPaths& paths, Quoting quoting) {
    return {
        "fastchess",
        "As one of the engines of the command line.",
        {{"Arguments", "-engine " + shell_word("name=" + paths.name, quoting) + ' ' +
                           shell_word("cmd=" + to_text(paths.polyglot), quoting) + ' ' +
                           shell_word("dir=" + to_text(paths.ini.parent_path()), quoting) + ' ' +
                           shell_word("args=" + to_text(paths.ini.filename()), quoting)}}};
}

HostEntry scid(const HostPaths& paths) {
    return {"Scid",
            "Tools › Analysis Engine… › New…: all fields, and UCI ticked.",
            {{"Name", paths.name},
             {"Command", to_text(paths.polyglot)},
             {"Parameters", in_double_quotes(to_text(paths.ini))},
             {"Directory", to_text(paths.ini.parent_path())}}};
}

HostEntry banksia(const HostPaths& paths) {
    return {"Banksia GUI",
            "Add an engine by hand: protocol UCI.",
            {{"Command", to_text(paths.polyglot)},
             {"Working folder", to_text(paths.ini.parent_path())},
             {"Argument", to_text(paths.ini)}}};
}

} // namespace

std::vector<HostEntry> describe_hosts(const HostPaths& paths, Quoting quoting) {
    std::vector<HostEntry> hosts{xboard(paths, quoting),
                                 arena(paths),
                                 cute_chess(paths, quoting),
                                 cutechess_cli(paths, quoting),
                                 scid(paths),
                                 banksia(paths),
                                 lichess_bot(paths)};
    if (to_text(paths.ini.filename()).find(' ') == std::string::npos)
        hosts.insert(hosts.begin() + 4, fastchess(paths, quoting));
    if (!paths.script.empty())
        hosts.push_back({"A GUI without a field for arguments",
                         "Choose this script as the engine, protocol UCI.",
                         {{"Engine", to_text(paths.script)}}});
    return hosts;
}

} // namespace polyglot::tools
