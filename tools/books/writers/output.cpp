#include "tools/books/writers/output.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> other_formats{{
    {".abk", "an Arena book"},
    {".ctg", "a ChessBase book"},
    {".yacb", "a YACB book"},
    {".sftt", "a transposition table (SFTT)"},
    {".exp", "an experience file"},
    {".csv", "a CSV table"},
    {".json", "a JSON text"},
    {".pgn", "a PGN file"},
    {".pgstats", "statistics of make-book"},
    {".db", "a store (grow-book, BookLearnFile)"},
}};

} // namespace

Result<io::OutputFile> open_polyglot_output(const std::filesystem::path& file) {
    auto opened = io::OutputFile::open(file); // first: that it is an input of the command is worse than its name
    const std::string extension = to_text(file.extension());
    for (const auto& [ending, name] : other_formats)
        if (opened && text::equal_ignoring_case(extension, ending))
            return make_error(
                to_text(file) + ": is the name of " + std::string(name) +
                ", and what would be written is a PolyGlot book (.bin), of which convert-book makes others");
    return opened;
}

} // namespace polyglot::tools
