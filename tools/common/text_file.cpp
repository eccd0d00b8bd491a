#include "tools/common/text_file.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files.hpp"

#include <filesystem>

namespace polyglot::tools {

Result<void>
visit_texts(const std::string& file, std::istream& in,
            const std::function<void(std::istream& text, const std::string& name)>& visit) {
    const std::filesystem::path path = to_path(file);
    if (file != "-") io::note_input(path);
    const auto opened = io::GameFile::open(path, in);
    if (!opened) return opened.error();
    while (std::istream* const text = (*opened)->next())
        visit(*text, (*opened)->name());
    if (const std::string& problem = (*opened)->problem(); !problem.empty())
        return make_error(problem);
    return {};
}

} // namespace polyglot::tools
