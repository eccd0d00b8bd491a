#include "core/book/arena/abk.hpp"

#include "core/book/arena/index.hpp"
#include "core/book/arena/weights.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::book {

Result<AbkBook> AbkBook::open(const ByteReader& bytes) {
    AbkBook book;
    auto tree = decode_abk(bytes, book.warnings_);
    if (tree.has_error()) return tree.error();
    book.header_ = tree->header;
    book.records_ = tree->records.size();
    book.index_ = index_abk(*std::move(tree), book.warnings_);
    std::uint64_t before = 0;
    for (const AbkMove& move : book.index_) {
        if (book.positions_ == 0 || move.key != before) ++book.positions_;
        before = move.key;
    }
    return book;
}

std::string_view AbkBook::refuses(const chess::Position& position) const {
    if (position.castles_with_outer_rooks()) return {};
    return "the right to castle with an inner rook has no key in PolyGlot's format, by which Arena "
           "books are looked up";
}

std::span<const AbkMove> AbkBook::moves_of(const chess::Position& position) const {
    // Its key is that of another position, too.
    if (!position.castles_with_outer_rooks()) return {};
    const std::uint64_t key = position.key();
    const auto begin = std::ranges::lower_bound(index_, key, {}, &AbkMove::key);
    auto end = begin;
    while (end != index_.end() && end->key == key)
        ++end;
    return {begin, end};
}

std::vector<Entry> AbkBook::find(const chess::Position& position) const {
    // Another position may have the same key, so moves may be illegal here.
    return abk_entries(header_, position, moves_of(position));
}

bool AbkBook::gives_moves() const {
    return std::ranges::any_of(index_, [](const AbkMove& move) { return move.priority > 0; });
}

Book::Facts AbkBook::facts() const {
    Facts facts;
    const auto text = [&facts](std::string name, std::string_view value) {
        if (!value.empty()) facts.emplace_back(std::move(name), text::shown_text(value));
    };
    const auto number = [&facts](std::string name, std::uint64_t value,
                                 std::string_view unit = {}) {
        facts.emplace_back(std::move(name), std::to_string(value) + std::string(unit));
    };
    text("Comment", header_.comment);
    text("Author", header_.author);
    number("Depth", header_.depth, " plies");
    number("Records", records_);
    number("Moves", count_moves());
    number("Minimum of games", header_.min_games);
    number("Minimum of won games", header_.min_wins);
    number("Minimum won by White", header_.min_white_per_cent, " %");
    number("Minimum won by Black", header_.min_black_per_cent, " %");
    number("Importance of priority", header_.importance_of_priority, " of 15");
    number("Importance of games", header_.importance_of_games, " of 15");
    number("Importance of score", header_.importance_of_score, " of 15");
    number("Used to half-move", header_.max_ply);
    return facts;
}

} // namespace polyglot::book
