#include "tools/books/book_among_games.hpp"

#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <system_error>

namespace polyglot::tools {
namespace {

bool is_book(const book::ByteReader& bytes) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes.read_at(0, buffer));
    if (book::detect_format(head, bytes.size()) != nullptr) return true;
    // PolyGlot's format has no signature and is recognised last.
    return !book::recognise_other_format(head, bytes.size()) && book::describe_format(bytes);
}

} // namespace

std::optional<std::string> find_book_among(const std::vector<std::filesystem::path>& files) {
    for (const std::filesystem::path& file : files) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error)) continue;
        const auto bytes = io::open_book_bytes(file);
        if (bytes && is_book(**bytes))
            return to_text(file) + ": " + *book::describe_format(**bytes);
    }
    return std::nullopt;
}

} // namespace polyglot::tools
