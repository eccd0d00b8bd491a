#include "config/native.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "tools/common/json.hpp"
#include "tools/engines/start_script.hpp"
#include "tools/make_config/files.hpp"

namespace polyglot::tools {
namespace {

using Words = std::vector<std::string>;

void add(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
}

Words cutechess_words(const MakeConfigOptions& options,
                      const std::vector<TournamentEngine>& engines, const std::string& polyglot) {
    Words words{"cutechess-cli", "-tournament", "round-robin"};
    for (const TournamentEngine& engine : engines)
        add(words, {"-engine", "name=" + engine.name, "proto=uci", "cmd=" + polyglot,
                    "arg=" + engine.file, "dir=" + to_text(options.folder)});
    add(words, {"-each", "tc=" + options.time_control, "-rounds", std::to_string(options.rounds),
                "-games", "2"});
    if (options.variant) add(words, {"-variant", std::string(options.variant->uci)});
    add(words, {"-concurrency", std::to_string(options.concurrency), "-recover", "-pgnout",
                to_text(options.folder / u8"games.pgn")});
    return words;
}

// fastchess splits `args` at blanks; therefore the file is in the folder where polyglot starts, and
// its name has no blanks.
Words fastchess_words(const MakeConfigOptions& options,
                      const std::vector<TournamentEngine>& engines, const std::string& polyglot) {
    Words words{"fastchess", "-tournament", "roundrobin"};
    for (const TournamentEngine& engine : engines)
        add(words, {"-engine", "name=" + engine.name, "cmd=" + polyglot, "args=" + engine.file,
                    "dir=" + to_text(options.folder)});
    add(words, {"-each", "tc=" + options.time_control, "proto=uci", "-rounds",
                std::to_string(options.rounds)});
    add(words, {"-games", "2", "-concurrency", std::to_string(options.concurrency), "-recover",
                "-pgnout", "file=" + to_text(options.folder / u8"games.pgn")});
    return words;
}

} // namespace

std::filesystem::path script_of(const TournamentEngine& engine) {
    return script_path(to_path(engine.file), config::native_dialect().quoting);
}

std::string format_engines_json(const std::vector<TournamentEngine>& engines,
                                const std::filesystem::path& folder) {
    boost::json::array all;
    for (const TournamentEngine& engine : engines)
        all.push_back(boost::json::object{{"name", json_of(engine.name)},
                                          {"command", json_of(to_text(folder / script_of(engine)))},
                                          {"workingDirectory", json_of(to_text(folder))},
                                          {"protocol", "uci"}});
    std::string text = "[\n";
    for (const auto& engine : all)
        text += "  " + boost::json::serialize(engine) + (&engine == &all.back() ? "\n" : ",\n");
    return text + "]\n";
}

std::string format_runner_command(const MakeConfigOptions& options,
                                  const std::vector<TournamentEngine>& engines,
                                  const std::filesystem::path& polyglot) {
    const Words words = options.runner == Runner::Fastchess
                            ? fastchess_words(options, engines, to_text(polyglot))
                            : cutechess_words(options, engines, to_text(polyglot));
    return text::join_words(words, config::native_dialect().quoting) + '\n';
}

} // namespace polyglot::tools
