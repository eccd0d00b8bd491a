#include "adapter/engine/program_names.hpp"

#include <unistd.h>

namespace polyglot::io {

ProgramNames program_names() {
    return {.directory_marks = "/",
            .usual_directories = {"/usr/games", "/usr/local/games", "/usr/local/bin", "/usr/bin"}};
}

std::vector<std::filesystem::path> spellings(const std::filesystem::path& file) {
    return {file};
}

bool may_execute(const std::filesystem::path& file) {
    return ::access(file.c_str(), X_OK) == 0;
}

} // namespace polyglot::io
