#include "config/engine_command.hpp"

#include "config/native.hpp"
#include "core/text/shell_words.hpp"

namespace polyglot::config {

Result<std::vector<std::string>> engine_words(const Settings& settings) {
    if (!settings.engine_argv.empty()) {
        if (settings.engine_argv.front().empty()) return make_error("the engine's name is empty");
        return settings.engine_argv;
    }
    Result<std::vector<std::string>> words =
        text::split_words(settings.engine_command, native_dialect().quoting);
    if (words.has_error())
        return make_error("EngineCommand: " + words.error().message + ": " +
                              settings.engine_command.substr(words.error().offset),
                          words.error().offset);
    if (words->empty()) return make_error("EngineCommand is not set");
    if (words->front().empty()) return make_error("EngineCommand: the engine's name is empty");
    return words;
}

std::string format_engine_command(const Settings& settings) {
    return settings.engine_argv.empty()
               ? settings.engine_command
               : text::join_words(settings.engine_argv, native_dialect().quoting);
}

} // namespace polyglot::config
