// Checks ChessBase books (docs/formats/ctg.md). Their entries can be converted to positions, so
// that all are checked, whether or not games reach them.
#include "core/book/chessbase/ctg.hpp"
#include "core/book/chessbase/move_code.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace polyglot::tools {
namespace {

using book::CtgEntry;
using chess::Position;

class Check {
  public:
    Check(const book::CtgBook& book, Verification& result) : book_(book), result_(result) {}

    void run() {
        std::array<std::byte, book::ctg_page_size> page{};
        for (std::uint64_t number = 0; number < book_.store().pages(); ++number) {
            page_ = number;
            offset_ = 0;
            if (!book_.store().read_page(number, page)) {
                error("unreadable", "the file can't be read to its end");
                break;
            }
            book::CtgEntries entries(page);
            while (const auto entry = entries.next())
                look_at(*entry);
            offset_ = entries.offset();
            if (!entries.fault().empty()) error("page", "page " + std::string(entries.fault()));
        }
        look_for_repeated();
    }

  private:
    std::string place() const {
        const std::uint64_t byte = book::ctg_page_size * (page_ + 1) + offset_;
        return "page " + std::to_string(page_) + " (byte " + std::to_string(byte) + ")";
    }
    void error(std::string_view kind, const std::string& what) {
        result_.findings.add(Severity::Error, kind, what, [this] { return place(); });
    }
    void remark(std::string_view kind, std::string_view what, const Position& position) {
        result_.findings.add(Severity::Remark, kind, what,
                             [&] { return place() + ": " + chess::format_fen(position); });
    }

    void look_at(const CtgEntry& entry) {
        offset_ = entry.offset;
        ++result_.entries;
        keys_.push_back(book::ctg_key(entry.signature));
        const auto position = book::decode_ctg_signature(entry.signature);
        if (!position) {
            result_.findings.add(Severity::Error, "signature",
                                 "entry whose signature is not one of a position",
                                 [&] { return place() + ": " + position.error().message; });
            return;
        }
        const auto* const table = book_.store().table();
        if (table != nullptr && table->page_of(book::ctg_hash(entry.signature)) != page_)
            error("table", "entry that the .cto does not lead to");
        const book::CtgStatistics& sums = entry.statistics;
        if (std::uint64_t{sums.wins} + sums.losses + sums.draws > sums.games)
            remark("games", "position with more results than games", *position);
        if (sums.rated > sums.games || sums.opponent_rated > sums.games)
            remark("ratings", "position with more ratings than games", *position);
        for (std::size_t i = 0; i + 2 <= entry.moves.size(); i += 2)
            look_at(std::to_integer<std::uint8_t>(entry.moves[i]), *position);
    }
    void look_at(std::uint8_t code, const Position& position) {
        const book::CtgDecodedMove move = book::decode_ctg_move(code, position);
        if (!move.move) {
            result_.findings.add(Severity::Error, "move",
                                 "move that is not legal, or that nothing is known of", [&] {
                                     return place() + ": code " +
                                            text::hexadecimal(code).substr(14) + ", " +
                                            std::string(move.refused) + ", in " +
                                            chess::format_fen(position);
                                 });
            return;
        }
        Position after = position;
        after.make(move.move);
        if (!book_.knows(after))
            remark("no_position",
                   "move to a position that the book does not have: its games are unknown", after);
    }
    void look_for_repeated() {
        std::ranges::sort(keys_);
        const auto different =
            static_cast<std::uint64_t>(std::unique(keys_.begin(), keys_.end()) - keys_.begin());
        if (different < keys_.size())
            result_.findings.add(Severity::Error, "repeated",
                                 "position that another entry has: only one is found",
                                 keys_.size() - different);
        result_.positions = different;
    }

    const book::CtgBook& book_;
    Verification& result_;
    std::uint64_t page_ = 0;
    std::size_t offset_ = 0;
    std::vector<std::uint64_t> keys_;
};

void check_pages(const book::ByteReader& /*bytes*/, const book::Book& opened,
                 Verification& result) {
    const auto& book = static_cast<const book::CtgBook&>(opened);
    for (const std::string& warning : book.warnings())
        result.findings.add(Severity::Error, "file", "the file is not as it should be",
                            [&] { return warning; });
    Check(book, result).run();
}

void follow(const book::Book& book, std::span<const Position> roots, Verification& result) {
    result.reached =
        book::explore(book, roots, {}, [](const Position&, const std::vector<book::Entry>&) {
        }).stored;
    if (result.reached < result.positions)
        result.findings.add(
            Severity::Remark, "not_reached",
            "position that can't be reached from where games begin: of a line that was deleted",
            result.positions - result.reached);
}

} // namespace

constexpr FormatCheck chessbase_check{
    .format = book::chessbase_format, .check = check_pages, .follow = follow};

} // namespace polyglot::tools
