#include "tools/grow_book/seeds.hpp"

#include "core/book/walk/walk.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/games/game_files.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/growing/step_writer.hpp"

#include <algorithm>
#include <istream>
#include <span>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

class GameSeeder final : public pgn::GameVisitor {
  public:
    GameSeeder(StepWriter& writer, std::size_t most_plies,
               const std::vector<chess::Position>& roots)
        : writer_(writer), most_plies_(most_plies), wanted_(roots) {}

    std::size_t begin_game(const pgn::Tags&, const chess::Position& start, std::uint64_t) override {
        const auto is_start = [&start](const chess::Position& root) { return root == start; };
        if (!start.castles_with_outer_rooks()) return 0;
        if (!wanted_.empty() && std::none_of(wanted_.begin(), wanted_.end(), is_start)) return 0;
        if (keys_of_roots_.insert(start.key()).second) {
            seeded.roots.push_back(start);
            writer_.add(start);
        }
        return most_plies_;
    }
    void on_move(const chess::Position& before, chess::Move move, std::size_t,
                 std::size_t) override {
        writer_.add(before);
        writer_.add(before, move);
        ++seeded.positions;
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem& problem) override {
        ++games_;
        if (problem && problems_++ == 0) first_ = problem;
        if (writer_.is_full()) writer_.flush();
    }
    void end_text(const std::string& name) {
        if (problems_ == 0) return;
        seeded.warning = name + ": " + text::grouped(problems_) + " of " +
                         text::counted(games_, "game") + " not read to the end: " + first_.message;
    }

    Seeded seeded;

  private:
    StepWriter& writer_;
    const std::size_t most_plies_;
    const std::vector<chess::Position>& wanted_;
    std::unordered_set<std::uint64_t> keys_of_roots_;
    std::uint64_t games_ = 0, problems_ = 0;
    pgn::Problem first_;
};

bool has_weights(std::string_view text) {
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1))
        if (text::trim_left(text.substr(at + 1)).starts_with("weight ")) return true;
    return false;
}

} // namespace

Result<Seeded> seed_store(io::GrowDb& store, const std::string& book,
                          const std::vector<chess::Position>& roots,
                          const std::function<bool()>& keep_on) {
    ConvertOptions options;
    options.from = book;
    options.roots = roots;
    const auto source = open_source(options);
    if (!source) return source.error();
    if (auto fits = check_is_chess({book, source->opened.get()}); !fits) return fits.error();
    Seeded seeded{source->roots, 0, {}};
    StepWriter writer(store);
    book::walk(*source->weighted, source->roots, {.keep_on = keep_on},
               [&](const chess::Position&, std::span<const chess::Move>,
                   const chess::Position& position, const std::vector<book::Entry>& entries) {
                   if (!position.castles_with_outer_rooks()) return true;
                   writer.add(position);
                   ++seeded.positions;
                   for (const book::Entry& entry : entries)
                       if (entry.move && entry.weight > 0) writer.add(position, entry.move);
                   return !writer.is_full() || (writer.flush() && keep_on());
               });
    writer.flush();
    if (!writer.stored()) return writer.stored().error();
    if (source->bytes->failed()) return make_error(book + ": cannot be read to its end");
    if (seeded.positions == 0 && keep_on())
        return make_error(book + ": none of its positions can be reached");
    return seeded;
}

bool is_of_games(const std::string& file) {
    if (text::lower(file).find(".pgn") == std::string::npos) return false;
    std::istringstream nothing;
    const auto games = io::GameFile::open(to_path(file), nothing);
    std::istream* const in = games ? (*games)->next() : nullptr;
    if (in == nullptr) return false;
    std::string head(std::size_t{64} << 10U, '\0');
    in->read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in->gcount()));
    return !has_weights(head);
}

Result<Seeded> seed_store_from_games(io::GrowDb& store, const std::string& file,
                                     std::size_t most_plies,
                                     const std::vector<chess::Position>& roots,
                                     const std::function<bool()>& keep_on) {
    std::istringstream nothing;
    const auto games = io::GameFile::open(to_path(file), nothing);
    if (!games) return games.error();
    StepWriter writer(store);
    GameSeeder seeder(writer, most_plies, roots);
    while (std::istream* const in = (*games)->next()) {
        pgn::Chunks chunks(*in);
        pgn::Chunk chunk;
        while (keep_on() && chunks.next(chunk) && writer.stored())
            pgn::scan_games(chunk.view(), {.cut_short = chunk.cut_short}, seeder);
    }
    writer.flush();
    if (!writer.stored()) return writer.stored().error();
    if (!(*games)->problem().empty()) return make_error(file + ": " + (*games)->problem());
    if (seeder.seeded.positions == 0 && keep_on())
        return make_error(file + ": no game with a move to begin with");
    seeder.end_text(file);
    return std::move(seeder.seeded);
}

} // namespace polyglot::tools
