#include "adapter/engine/program_names.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <string>

namespace polyglot::io {

ProgramNames program_names() {
    return {.directory_marks = "/\\:", .usual_directories = {}};
}

// Returns names in the order of PATHEXT. CreateProcess adds only .exe, but batch files start
// engines, too.
std::vector<std::filesystem::path> spellings(const std::filesystem::path& file) {
    const std::string extension = text::lower(to_text(file.extension()));
    if (extension == ".exe" || extension == ".bat" || extension == ".cmd") return {file};
    std::vector<std::filesystem::path> names;
    for (const char8_t* added : {u8".exe", u8".bat", u8".cmd"})
        names.push_back(std::filesystem::path(file) += added);
    return names;
}

bool may_execute(const std::filesystem::path& /*file*/) {
    return true; // the extension decides this
}

} // namespace polyglot::io
