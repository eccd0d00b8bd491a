#include "tools/engine_test/launch_name.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace polyglot::tools::engine_test {

namespace {

// The names have neither version numbers nor .exe.
constexpr auto starters = std::to_array<std::string_view>(
    {"python", "pypy",   "perl",    "ruby",   "node",    "lua",   "java",
     "mono",   "dotnet", "sh",      "bash",   "dash",    "zsh",   "wine",
     "env",    "nice",   "timeout", "stdbuf", "taskset", "nohup", "valgrind"});

bool is_starter(std::string_view file) {
    std::string name = text::lower(file);
    if (name.ends_with(".exe")) name.resize(name.size() - 4);
    // This removes the numbers of python3.11 and wine64.
    name.resize(name.find_last_not_of("0123456789.") + 1);
    return std::ranges::find(starters, name) != starters.end();
}

bool is_file(const io::EngineLaunch& launch, std::string_view argument) {
    std::error_code error;
    return std::filesystem::is_regular_file(absolute_path(launch.directory, to_path(argument)),
                                            error);
}

std::string file_name(std::string_view path) {
    return to_text(to_path(path).filename());
}

} // namespace

std::string launch_name(const io::EngineLaunch& launch) {
    std::string program = to_text(launch.program.filename());
    if (!is_starter(program)) return program;
    // A file is preferred to a word, which may be the value of one of the starter's options.
    const auto file = std::ranges::find_if(launch.arguments, [&](const std::string& argument) {
        return is_file(launch, argument) && !is_starter(file_name(argument));
    });
    return file == launch.arguments.end() ? program : file_name(*file);
}

} // namespace polyglot::tools::engine_test
