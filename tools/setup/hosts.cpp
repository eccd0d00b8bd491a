#include "tools/setup/hosts.hpp"

#include "core/text/path_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polyglot::tools {
namespace {

using text::Quoting;

std::string shell_word(const std::string& word, Quoting quoting) {
    return text::join_words(std::array{word}, quoting);
}

// "%" begins a variable in a batch file, also in quotes.
std::string batch_word(const std::filesystem::path& path) {
    std::string word = "\"";
    for (const char c : to_text(path))
        word += c == '%' ? std::string("%%") : std::string(1, c);
    return word + '"';
}

// A single '\' is an escape in the options of WinBoard.
std::string with_slashes(std::string path, Quoting quoting) {
    if (quoting == Quoting::Windows) std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

std::string yaml_text(const std::string& text) {
    std::string quoted = "'"; // within these only ' is special
    for (const char c : text)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

HostEntry xboard(const HostPaths& paths, Quoting quoting) {
    const std::array command{with_slashes(to_text(paths.polyglot), quoting),
                             with_slashes(to_text(paths.ini), quoting)};
    const std::string words = text::join_words(command, quoting);
    if (quoting == Quoting::Windows)
        return {"WinBoard",
                "Engine › Load First Engine: engine and command-line parameters; UCI not ticked, "
                "Must not use GUI book ticked.",
                {{"Engine", to_text(paths.polyglot)},
                 {"Command-line parameters", shell_word(to_text(paths.ini), quoting)}}};
    return {"XBoard",
            "Start XBoard with this command, or add the engine under Engine › Edit Engine List. "
            "Neither -fUCI nor UCI: polyglot speaks XBoard's protocol.",
            {{"Command", "xboard -fcp " + shell_word(words, quoting)}, {"Engine's line", words}}};
}

// Tcl, Qt and Arena know only these quotes.
std::string in_double_quotes(const std::string& word) {
    return text::join_words(std::array{word}, Quoting::Windows);
}

// Its options are not arguments by place, so that the ini file is named by a script, or by being
// polyglot.ini.
HostEntry lichess_bot(const HostPaths& paths) {
    const std::filesystem::path program = paths.script.empty() ? paths.polyglot : paths.script;
    const std::string folder = to_text(paths.ini.parent_path());
    HostEntry entry{
        "lichess-bot",
        "These lines of config.yml; its own book (engine: polyglot: enabled) and "
        "online_moves are switched off.",
        {{"config.yml", "engine:\n  dir: " + yaml_text(to_text(program.parent_path())) +
                            "\n  name: " + yaml_text(to_text(program.filename())) +
                            "\n  protocol: \"uci\"\n  working_dir: " + yaml_text(folder) + '\n'}}};
    if (paths.script.empty())
        entry.fields.push_back(
            {"Copy the ini file to",
             to_text(paths.ini.parent_path() / std::filesystem::path(u8"polyglot.ini"))});
    return entry;
}

} // namespace

std::vector<HostEntry> describe_hosts(const HostPaths& paths, Quoting quoting) {
    const std::string program = to_text(paths.polyglot), ini = to_text(paths.ini);
    const std::string folder = to_text(paths.ini.parent_path());
    std::vector<HostEntry> hosts;
    hosts.push_back(xboard(paths, quoting));
    hosts.push_back({"Arena",
                     "Engines › Install New Engine: choose the program, type UCI; then Engines › "
                     "Manage › Details: command line parameters; Books: No book.",
                     {{"Program", program}, {"Command line parameters", in_double_quotes(ini)}}});
    hosts.push_back({"Cute Chess",
                     "Tools › Settings › Engines › +: protocol UCI; opening book: none.",
                     {{"Name", paths.name},
                      {"Command", text::join_words(std::array{program, ini}, Quoting::Windows)},
                      {"Working directory", folder}}});
    hosts.push_back({"cutechess-cli",
                     "As one of the engines of the command line.",
                     {{"Arguments", "-engine " + shell_word("name=" + paths.name, quoting) +
                                        " proto=uci " + shell_word("cmd=" + program, quoting) +
                                        ' ' + shell_word("arg=" + ini, quoting)}}});
    hosts.push_back(
        {"fastchess",
         "As one of the engines of the command line.",
         {{"Arguments", "-engine " + shell_word("name=" + paths.name, quoting) + ' ' +
                            shell_word("cmd=" + program, quoting) + ' ' +
                            shell_word("dir=" + folder, quoting) + ' ' +
                            shell_word("args=" + to_text(paths.ini.filename()), quoting)}}});
    hosts.push_back({"Scid",
                     "Tools › Analysis Engine… › New…: all fields, and UCI ticked.",
                     {{"Name", paths.name},
                      {"Command", program},
                      {"Parameters", in_double_quotes(ini)},
                      {"Directory", folder}}});
    hosts.push_back({"Banksia GUI",
                     "Add an engine by hand: protocol UCI.",
                     {{"Command", program}, {"Working folder", folder}, {"Argument", ini}}});
    hosts.push_back(lichess_bot(paths));
    if (!paths.script.empty())
        hosts.push_back({"A GUI without a field for arguments",
                         "Choose this script as the engine, protocol UCI.",
                         {{"Engine", to_text(paths.script)}}});
    return hosts;
}

std::string format_script(const HostPaths& paths, Quoting quoting) {
    if (quoting == Quoting::Windows) // paths in UTF-8
        return "@chcp 65001 >nul\r\n@" + batch_word(paths.polyglot) + ' ' + batch_word(paths.ini) +
               " %*\r\n";
    return "#!/bin/sh\nexec " + shell_word(to_text(paths.polyglot), quoting) + ' ' +
           shell_word(to_text(paths.ini), quoting) + " \"$@\"\n";
}

std::filesystem::path script_path(const std::filesystem::path& ini, Quoting quoting) {
    std::filesystem::path script = ini;
    script.replace_extension(quoting == Quoting::Windows ? u8".bat" : u8".sh");
    return script;
}

} // namespace polyglot::tools
