// Defines the row of Arena in the table of formats.
#include "core/book/format.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/arena/weights.hpp"
#include "core/text/text.hpp"

#include <utility>

namespace polyglot::book {
namespace {

// A player waits while the book is opened: 16 MiB take about 0.3 s.
constexpr std::uint64_t most_played_bytes = 64U << 20U;

std::string summary_of(const AbkHeader& header) {
    const bool both = !header.comment.empty() && !header.author.empty();
    return text::without_controls(header.comment + (both ? ", " : "") + header.author);
}

Result<OpenedBook> open(const BookBytes& file) {
    if (file.use == BookUse::Play && file.bytes->size() > most_played_bytes)
        return make_error("is too large for an Arena book that is played from (over 64 MiB, which "
                          "are kept in memory): "
                          "make a PolyGlot book of it with polyglot convert-book");
    auto book = AbkBook::open(*file.bytes);
    if (!book) return book.error();
    const AbkHeader header = book->header();
    OpenedBook opened = opened_as(*std::move(book), header.moves);
    opened.header = summary_of(header);
    return opened;
}

// Returns the limit of the header that leaves no weight to a move.
std::string limit_missed(const AbkHeader& header, const GameCounts& games,
                         const chess::Position& position) {
    const bool white = position.side_to_move() == chess::Color::White;
    const auto limit = limit_of(header, position.side_to_move(), ply_of(position), games);
    if (!limit) return {};
    switch (*limit) {
    case AbkLimit::MaxPly: return "used up to half-move " + std::to_string(header.max_ply);
    case AbkLimit::MinGames: return "too few games, at least " + std::to_string(header.min_games);
    case AbkLimit::MinWins: return "too few games won, at least " + std::to_string(header.min_wins);
    case AbkLimit::MinPerCent: break;
    }
    return "too few of the games won, at least " +
           std::to_string(white ? header.min_white_per_cent : header.min_black_per_cent) + " %";
}

} // namespace

const FormatInfo arena_format{.name = "Arena",
                              .file_name = "an Arena book (.abk)",
                              .endings = " .abk ",
                              .page = "docs/formats/arena-abk.md",
                              .recognises = [](std::span<const std::byte> head,
                                               std::uint64_t) { return AbkBook::is_abk(head); },
                              .open = open,
                              .is_tree = true,
                              .weights_are_shares = true};

const FormatInfo& AbkBook::format() const {
    return arena_format;
}

std::string AbkBook::why_no_weight(const chess::Position& position, const Entry& entry) const {
    return entry.games ? limit_missed(header_, *entry.games, position) : std::string();
}

} // namespace polyglot::book
