#include "tools/books/positions.hpp"

#include "core/book/format.hpp"
#include "core/book/walk/walk.hpp"
#include "core/pgn/scanner.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/common/game_reading.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

// Collects each position once.
class PositionSet {
  public:
    // The clock distinguishes positions, too, because a key may contain it.
    void add(const Position& position) {
        const auto clock = static_cast<std::uint64_t>(
            position.half_move_clock() < 14 ? 0 : (position.half_move_clock() - 6) / 8);
        if (seen_.insert(position.key() ^ clock << 56U).second) positions_.push_back(position);
    }
    void add_after(const Position& before, chess::Move move) {
        Position after = before;
        after.make(move);
        add(after);
    }
    std::vector<Position> take() { return std::move(positions_); }

  private:
    std::vector<Position> positions_;
    std::unordered_set<std::uint64_t> seen_;
};

class PositionReader final : public GameWorker, public pgn::GameVisitor {
  public:
    Result<void> scan(std::string_view text, const GamePlace&, PieceReport& report) override {
        report.counts =
            pgn::scan_games(text, {.variations = true, .cut_short = report.cut_short}, *this);
        return {};
    }
    std::size_t begin_game(const pgn::Tags&, const Position&, std::uint64_t) override {
        return pgn::all_plies;
    }
    void on_move(const Position& before, chess::Move move, std::size_t, std::size_t) override {
        positions_.add(before);
        positions_.add_after(before, move);
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem&) override {}
    std::vector<Position> take() { return positions_.take(); }

  private:
    PositionSet positions_;
};

Result<std::vector<Position>> positions_of_games(const std::string& file) {
    PositionReader reader;
    std::istringstream nothing;
    GameReadingOptions options;
    options.files = {to_path(file)};
    GameReading reading(std::move(options), {&reader}, nothing);
    if (auto run = reading.run([] { return true; }); !run) return run.error();
    if (!reading.report().file_problems.empty())
        return make_error(reading.report().file_problems.front());
    auto positions = reader.take();
    if (positions.empty())
        return make_error(file + ": neither a book nor games: it gives no positions");
    return positions;
}

} // namespace

Result<std::vector<Position>> read_positions(const std::string& file) {
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return bytes.error();
    const auto opened = io::open_book(to_path(file), io::BookUse::Walk);
    if (!opened) {
        std::array<std::byte, 4096> buffer{};
        const auto head = std::span<const std::byte>(buffer).first((*bytes)->read_at(0, buffer));
        if (const auto* const format = book::detect_format(head, (*bytes)->size()))
            return make_error(file + ": " + std::string(format->file_name) +
                              ", which gives no positions; PGN files and books do");
        return positions_of_games(file);
    }
    if (auto fits = check_is_chess({file, opened->book.get()}); !fits) return fits.error();
    PositionSet positions;
    const std::array roots{Position::start()};
    const auto take = [&positions](const Position& position,
                                   const std::vector<book::Entry>& entries) {
        positions.add(position);
        for (const book::Entry& entry : entries) // includes the positions where lines end
            if (entry.move) positions.add_after(position, entry.move);
    };
    book::explore(*book::with_key_filter(opened->book), roots, {}, take);
    return positions.take();
}

std::shared_ptr<const book::Book> decided_by(std::shared_ptr<const book::Book> book,
                                             std::vector<Position>& known) {
    auto decided = book->read_by({.known = known});
    if (decided == nullptr) return book;
    std::erase_if(known,
                  [&decided](const Position& position) { return !decided->knows(position); });
    return decided;
}

} // namespace polyglot::tools
