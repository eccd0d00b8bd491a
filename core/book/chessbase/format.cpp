// Defines the row of ChessBase in the table of formats.
#include "core/book/format.hpp"

#include "core/book/chessbase/ctg.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::book {
namespace {

// For a larger .ctg, OpenedBook::entries is the number that its header states.
constexpr std::uint64_t most_counted_pages = 16U << 10U;

// False if the book has moves in the start position but none of them is green. The default setting,
// which plays green moves only, would then play nothing.
bool is_green_at_start(const CtgBook& book) {
    const auto found = book.look_up(chess::Position::start());
    return !found || found->moves.empty() ||
           std::ranges::any_of(found->moves, [](const CtgMove& move) {
               return move.after && move.after->is_green();
           });
}

Result<OpenedBook> open(const BookBytes& file) {
    auto table = file.beside(".cto");
    if (table == nullptr) table = file.beside(".CTO");
    auto book =
        CtgBook::open(file.bytes, table.get(),
                      file.use == BookUse::Play ? most_scanned_ctg_bytes : CtgStore::any_size);
    if (!book) return book.error();
    const std::uint64_t entries = book->store().pages() > most_counted_pages
                                      ? book->store().header_count()
                                      : book->count_positions();
    const bool green = is_green_at_start(*book);
    OpenedBook opened = opened_as(*std::move(book), entries);
    if (table == nullptr)
        opened.warnings.emplace_back("there is no .cto file of this name: all pages were read");
    if (!green)
        opened.warnings.emplace_back(
            "no move of the start position is green: only with CtgMoves = all is one played");
    return opened;
}

} // namespace

const FormatInfo chessbase_format{
    .name = "ChessBase",
    .file_name = "a ChessBase book (.ctg)",
    .endings = " .ctg ",
    .page = "docs/formats/ctg.md",
    .recognises = [](std::span<const std::byte> head,
                     std::uint64_t) { return CtgBook::is_ctg(head); },
    .open = open,
    .lost = "colours, marks and ratings (colours and marks decide the weights)"};

const FormatInfo& CtgBook::format() const {
    return chessbase_format;
}

std::shared_ptr<const Book> CtgBook::read_by(const Reading& reading) const {
    return reading.ctg_moves ? std::make_shared<const CtgBook>(with_moves(*reading.ctg_moves))
                             : nullptr;
}

} // namespace polyglot::book
