#include "tools/explore/games/game_sources.hpp"

#include "core/book/buffers.hpp"
#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/games/game_files.hpp"
#include "storage/games/game_files_content.hpp"
#include "tools/books/book_among_games.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>

namespace polyglot::tools {
namespace {

// In a book the first comment has the weight of the first move.
bool is_book(std::string_view head) {
    const std::size_t comment = head.find('{');
    if (comment == std::string_view::npos) return false;
    std::string_view rest = head.substr(comment + 1);
    return text::next_word(rest) == "weight";
}

} // namespace

bool has_games(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(to_path(file), error)) return false;
    const auto* const named = book::format_of_ending(to_text(to_path(file).extension()));
    if (named != nullptr && named != &book::pgn_format) return false;
    const auto bytes = io::open_random_access_file(to_path(file));
    if (!bytes) return false;
    book::PageBuffer buffer{};
    const auto head = std::span<const std::byte>(buffer).first((*bytes)->read_at(0, buffer));
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (io::is_packed(text.substr(0, io::telling_bytes))) return true;
    const bool is_pgn = io::is_pgn_name(to_text(to_path(file).filename())) ||
                        book::detect_text_format(head) == book::TextFormat::Pgn;
    return is_pgn && !is_book(text);
}

Result<std::vector<std::filesystem::path>> find_games(const std::vector<std::string>& words) {
    if (std::ranges::find(words, "-") != words.end())
        return make_error("standard input: its games could not be opened; name a file");
    auto files = io::find_game_files(words);
    if (!files) return files.error();
    // A link in a folder that leads nowhere is a problem of the reading, as in make-book.
    for (const std::string& word : words) {
        std::error_code error;
        const std::filesystem::file_status status = std::filesystem::status(to_path(word), error);
        if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status))
            return make_error(word + ": is not a regular file, so its games could not be opened");
    }
    if (const auto book = find_book_among(*files)) return make_error(*book + ", not games");
    return *std::move(files);
}

std::string name_of_games(const std::vector<std::string>& words) {
    if (words.size() < 2) return words.empty() ? std::string() : words.front();
    return words.front() + " and " + std::to_string(words.size() - 1) + " more";
}

} // namespace polyglot::tools
