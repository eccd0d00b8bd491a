#include "tools/books/compare/report.hpp"

#include "core/book/format.hpp"
#include "core/book/value_weights.hpp"
#include "core/book/variants/walk.hpp"
#include "core/book/walk/walk.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/compare/block_reader.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/json.hpp"

#include <cstdio>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t all_positions = static_cast<std::size_t>(-1);

} // namespace

Result<ComparedBook> open_compared_book(const std::string& file) {
    auto opened = open_any_book(file, io::BookUse::Walk, true);
    if (!opened) return opened.error();
    const auto polyglot =
        std::shared_ptr<const book::PolyglotBook>(opened->book, opened->book->polyglot());
    return ComparedBook{file, opened->book, book::weighed(book::with_reply_filter(opened->book)),
                        polyglot, std::move(opened->warnings)};
}

std::optional<ComparedBook> open_sorted_book(const std::string& file) {
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return std::nullopt;
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first((*bytes)->read_at(0, buffer));
    const book::FormatInfo* const format = book::detect_format(head, (*bytes)->size());
    if (format != nullptr && format != &book::polyglot_format) return std::nullopt;
    auto opened =
        book::PolyglotBook::open(std::make_shared<const BlockReader>(*std::move(bytes)), 0);
    if (!opened || !opened->sorted()) return std::nullopt;
    auto book = std::make_shared<const book::PolyglotBook>(*std::move(opened));
    return ComparedBook{file, book, book, book, {}};
}

BookDifference compare(const ComparedBooks& books, std::span<const chess::Position> roots,
                       bool from_start, const CompareRules& rules) {
    const auto& [a, b] = books;
    if (from_start && rules.most != all_positions && a.polyglot && b.polyglot)
        if (auto by_key = compare_by_keys(*a.polyglot, *b.polyglot, *a.book, *b.book, rules))
            return *std::move(by_key);
    return compare_books(*a.book, *b.book, roots, rules);
}

std::vector<std::string> summary_of(const BookDifference& difference, const ComparedBooks& books) {
    std::vector<std::string> lines{text::counted(difference.same, "position") + " alike, " +
                                   text::grouped(difference.changed) + " changed, " +
                                   text::grouped(difference.only[0]) + " only in " + books[0].name +
                                   ", " + text::grouped(difference.only[1]) + " only in " +
                                   books[1].name};
    if (!difference.is_whole)
        lines.push_back("only the first " + text::grouped(book::most_variant_positions) +
                        " positions were compared");
    if (difference.only[0] + difference.only[1] + difference.changed == 0) return lines;
    lines.push_back(text::per_cent(difference.play) + " of games are played differently");
    for (const BookDifference::FirstMove& move : difference.first_moves) {
        std::array<char, 96> columns{};
        std::snprintf(columns.data(), columns.size(),
                      "  %-8s%7s -> %7s   of these games differ: %s", move.san.c_str(),
                      text::per_cent(move.share[0]).c_str(), text::per_cent(move.share[1]).c_str(),
                      text::per_cent(move.play).c_str());
        lines.emplace_back(columns.data());
    }
    return lines;
}

json::object json_of(const BookDifference& difference, const ComparedBooks& books) {
    json::array positions;
    for (const PositionPair& pair : difference.differences) {
        json::array moves;
        for (const MovePair& move : pair.moves) {
            json::object object{{"move", move.uci}, {"san", move.san}};
            for (const std::size_t book : {0U, 1U})
                object[book == 0 ? "a" : "b"] = move.present[book]
                                                    ? json::value{{"weight", move.weight[book]},
                                                                  {"share", pair.share(book, move)}}
                                                    : json::value(nullptr);
            moves.push_back(std::move(object));
        }
        positions.push_back({{"fen", pair.fen},
                             {"line", pair.line},
                             {"uci", json::value_from(pair.uci)},
                             {"reached", pair.reached},
                             {"variation", pair.variation},
                             {"moves", std::move(moves)}});
    }
    json::array first_moves;
    for (const BookDifference::FirstMove& move : difference.first_moves)
        first_moves.push_back({{"san", move.san},
                               {"a", move.share[0]},
                               {"b", move.share[1]},
                               {"games_that_differ", move.play}});
    return {{"a", json_of(books[0].name)},
            {"b", json_of(books[1].name)},
            {"same", difference.same},
            {"changed", difference.changed},
            {"only_a", difference.only[0]},
            {"only_b", difference.only[1]},
            {"games_that_differ", difference.play},
            {"first_moves", std::move(first_moves)},
            {"unreached_counted", difference.by_key},
            {"positions", std::move(positions)}};
}

} // namespace polyglot::tools
