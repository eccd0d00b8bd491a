#include "tools/books/positions.hpp"

#include "core/book/experience/experience.hpp"
#include "core/book/walk/walk.hpp"
#include "core/pgn/scanner.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/common/game_reading.hpp"

#include <array>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

class PositionReader final : public GameWorker, public pgn::GameVisitor {
  public:
    Result<void> scan(std::string_view text, const GamePlace&, PieceReport& report) override {
        report.counts = pgn::scan_games(text, {.variations = true, .cut_short = report.cut_short}, *this);
        return {};
    }
    std::size_t begin_game(const pgn::Tags&, const Position&, std::uint64_t) override { return pgn::all_plies; }
    void on_move(const Position& before, chess::Move move, std::size_t, std::size_t) override {
        Position after = before;
        after.make(move);
        add(before);
        add(after);
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem&) override {}
    std::vector<Position> take() { return std::move(positions_); }

  private:
    // By the clock, too: a key may hold it.
    void add(const Position& position) {
        const auto clock =
            static_cast<std::uint64_t>(position.half_move_clock() < 14 ? 0 : (position.half_move_clock() - 6) / 8);
        if (seen_.insert(position.key() ^ clock << 56U).second) positions_.push_back(position);
    }

    std::vector<Position> positions_;
    std::unordered_set<std::uint64_t> seen_;
};

Result<std::vector<Position>> positions_of_games(const std::string& file) {
    PositionReader reader;
    std::istringstream nothing;
    GameReadingOptions options;
    options.files = {to_path(file)};
    GameReading reading(std::move(options), {&reader}, nothing);
    if (auto run = reading.run([] { return true; }); !run) return run.error();
    if (!reading.report().file_problems.empty()) return make_error(reading.report().file_problems.front());
    auto positions = reader.take();
    if (positions.empty()) return make_error(file + ": neither a book nor games: it gives no positions");
    return positions;
}

} // namespace

Result<std::vector<Position>> read_positions(const std::string& file) {
    if (auto bytes = io::open_book_bytes(to_path(file)); !bytes) return bytes.error();
    const auto opened = io::open_book(to_path(file), io::BookUse::Walk);
    if (!opened) return positions_of_games(file);
    std::vector<Position> positions;
    const std::array roots{Position::start()};
    book::explore(
        *book::with_key_filter(opened->book), roots, {},
        [&positions](const Position& position, const std::vector<book::Entry>&) { positions.push_back(position); });
    return positions;
}

std::shared_ptr<const book::Book> decided_by(std::shared_ptr<const book::Book> book, std::vector<Position>& known) {
    const auto* const experience = dynamic_cast<const book::ExperienceBook*>(book.get());
    if (experience == nullptr) return book;
    auto decided = std::make_shared<const book::ExperienceBook>(experience->decided_by(known));
    std::erase_if(known, [&decided](const Position& position) { return !decided->knows(position); });
    return decided;
}

} // namespace polyglot::tools
