#include "adapter/engine/launch_plan.hpp"

#include "adapter/engine/path_names.hpp"
#include "config/engine_command.hpp"
#include "config/native.hpp"
#include "core/text/text.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/overwrite_guard.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace polyglot::io {

using session::ExitCode;

Result<Program> find_engine(const config::Settings& settings, const std::vector<std::string>& words,
                            const std::filesystem::path& start_directory) {
    const std::string directory =
        config::fill_placeholders(settings.engine_dir, path_names(settings));
    const std::string path = environment_variable("PATH").value_or("");
    auto program = find_program(words.front(), directory, start_directory, path);
    if (program) return program;
    std::string joined = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        joined += ' ' + words[i];
        if (find_program(joined, directory, start_directory, path))
            return make_error(program.error().message + "; there is " + text::quote(joined) +
                              ": put a path with blanks in quotes");
    }
    return program;
}

Result<std::vector<std::string>> engine_words(const config::Settings& settings,
                                              const std::filesystem::path& start_directory) {
    auto words = config::engine_words(settings);
    if (!words || !settings.engine_argv.empty() || !config::native_dialect().joins_engine_name ||
        settings.engine_command.find('"') != std::string::npos)
        return words;
    for (std::size_t count = words->size(); count > 1; --count) {
        const auto end = words->begin() + static_cast<std::ptrdiff_t>(count);
        // Blanks are not counted, so that a name with two of them in a row needs quotes.
        std::string name = words->front();
        std::for_each(words->begin() + 1, end,
                      [&](const std::string& word) { name += ' ' + word; });
        if (!find_engine(settings, {name}, start_directory)) continue;
        words->erase(words->begin() + 1, end);
        words->front() = std::move(name);
        break;
    }
    return words;
}

LaunchPlan plan_launch(const config::Settings& settings,
                       const std::filesystem::path& start_directory) {
    auto words = engine_words(settings, start_directory);
    if (!words) return StartFailure{ExitCode::ConfigurationError, words.error().message};
    auto program = find_engine(settings, *words, start_directory);
    if (!program) return StartFailure{ExitCode::EngineNotStarted, program.error().message};
    note_input(program->executable);
    EngineLaunch launch{.program = std::move(program->executable),
                        .arguments = {words->begin() + 1, words->end()},
                        .directory = std::move(program->working_directory)};
    if (settings.use_nice) launch.nice = settings.nice_value;
    if (!settings.affinity.empty()) launch.affinity = text::parse_mask(settings.affinity);
    return launch;
}

} // namespace polyglot::io
