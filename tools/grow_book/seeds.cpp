#include "tools/grow_book/seeds.hpp"

#include "core/book/variants/book.hpp"
#include "core/book/walk/walk.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/pgn/variant_scanner.hpp"
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

using BookSeeder = std::function<bool(const GrowPosition&, const std::vector<EpdMove>&)>;

// Reads games of chess (Position, Move) or of a variant.
template <class Position, class Move>
class GameSeeder final : public pgn::VisitorOf<Position, Move> {
  public:
    GameSeeder(StepWriter& writer, std::size_t most_plies, const std::vector<GrowPosition>& roots)
        : writer_(writer), most_plies_(most_plies), wanted_(roots) {}

    std::size_t begin_game(const pgn::Tags& tags, const Position& first, std::uint64_t) override {
        const GrowPosition start(first);
        if (start.variant() && !pgn::is_game_of(*start.variant(), tags)) return 0;
        if (!start.has_key()) return 0;
        if (!wanted_.empty() && std::ranges::find(wanted_, start) == wanted_.end()) return 0;
        if (keys_of_roots_.insert(start.key()).second) {
            seeded.roots.push_back(start);
            writer_.add(start);
        }
        return most_plies_;
    }
    void on_move(const Position& before, Move move, std::size_t, std::size_t) override {
        writer_.add(before);
        writer_.add(before, move);
        ++seeded.positions;
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem& problem) override {
        ++games_;
        if (problem && problems_++ == 0) first_ = problem;
        if (writer_.is_full()) writer_.flush();
    }
    // Returns how many games had a problem and the first one; empty if none had.
    std::string problems() const {
        return problems_ == 0 ? std::string()
                              : text::grouped(problems_) + " of " + text::counted(games_, "game") +
                                    " not read to the end: " + first_.message;
    }

    Seeded seeded;

  private:
    StepWriter& writer_;
    const std::size_t most_plies_;
    const std::vector<GrowPosition>& wanted_;
    std::unordered_set<std::uint64_t> keys_of_roots_;
    std::uint64_t games_ = 0, problems_ = 0;
    pgn::Problem first_;
};

class VariantOfFirst final : public pgn::GameVisitor {
  public:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        if (!std::exchange(is_read_, true)) variant = chess::find_variant(tags.find("Variant"));
        return 0;
    }
    void on_move(const chess::Position&, chess::Move, std::size_t, std::size_t) override {}
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem&) override {}

    const chess::Variant* variant = nullptr;

  private:
    bool is_read_ = false;
};

void scan(const pgn::Chunk& chunk, const chess::Variant* /*chess*/,
          GameSeeder<chess::Position, chess::Move>& seeder) {
    pgn::scan_games(chunk.view(), {.cut_short = chunk.cut_short}, seeder);
}
void scan(const pgn::Chunk& chunk, const chess::Variant* variant,
          GameSeeder<chess::VariantPosition, chess::VariantMove>& seeder) {
    pgn::scan_variant_games(chunk.view(), {.cut_short = chunk.cut_short}, *variant, seeder);
}

template <class Seeder>
Result<Seeded> read_games(io::GameFile& games, const std::string& file,
                          const chess::Variant* variant, StepWriter& writer, Seeder seeder,
                          const std::function<bool()>& keep_on) {
    while (std::istream* const in = games.next()) {
        pgn::Chunks chunks(*in);
        pgn::Chunk chunk;
        while (keep_on() && chunks.next(chunk) && writer.stored())
            scan(chunk, variant, seeder);
    }
    writer.flush();
    if (!writer.stored()) return writer.stored().error();
    if (!games.problem().empty()) return make_error(file + ": " + games.problem());
    const std::string problems = seeder.problems();
    if (seeder.seeded.positions == 0 && keep_on())
        return make_error(file + ": no game " +
                          (variant ? "of " + std::string(variant->uci) + ' ' : std::string()) +
                          "with a move to begin with" + (problems.empty() ? "" : " (") + problems +
                          (problems.empty() ? "" : ")"));
    if (!problems.empty()) seeder.seeded.warning = file + ": " + problems;
    return std::move(seeder.seeded);
}

// Calls add(position, moves) for each position of a book, until it returns false.
Result<void> walk_chess(const ConvertSource& source, const std::function<bool()>& keep_on,
                        const BookSeeder& add) {
    book::walk(*source.weighted, source.roots, {.keep_on = keep_on},
               [&](const chess::Position&, std::span<const chess::Move>,
                   const chess::Position& position, const std::vector<book::Entry>& entries) {
                   std::vector<EpdMove> moves;
                   for (const book::Entry& entry : entries)
                       if (entry.move && entry.weight > 0) moves.emplace_back(entry.move);
                   return add(position, moves);
               });
    return {};
}

Result<void> walk_variant(const ConvertSource& source, const std::string& name,
                          const chess::Variant& variant, const std::vector<GrowPosition>& roots,
                          std::uint64_t most_positions, const BookSeeder& add) {
    const auto opened = book::open_variant(*source.opened, &variant);
    if (!opened) return make_error(name + ": " + opened.error().message);
    std::vector<chess::VariantPosition> starts;
    starts.reserve(roots.size());
    for (const GrowPosition& root : roots)
        starts.push_back(*root.of_variant());
    bool is_stopped = false;
    const bool is_whole = book::walk_variant(**opened, starts, most_positions,
                                             [&](const chess::VariantPosition& position,
                                                 const std::vector<book::VariantEntry>& entries) {
                                                 std::vector<EpdMove> moves;
                                                 for (const auto& [move, numbered] : entries)
                                                     if (move && numbered.entry.weight > 0)
                                                         moves.emplace_back(*move);
                                                 is_stopped = !add(position, moves);
                                                 return !is_stopped;
                                             });
    if (is_whole || is_stopped) return {};
    return make_error(name + ": more than " + text::grouped(most_positions) +
                      " positions can be reached, since a key of the book stands for many pockets");
}

bool has_weights(std::string_view text) {
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1))
        if (text::trim_left(text.substr(at + 1)).starts_with("weight ")) return true;
    return false;
}

} // namespace

Result<Seeded> seed_store(io::GrowDb& store, const std::string& book,
                          const std::vector<GrowPosition>& roots,
                          const std::function<bool()>& keep_on, std::uint64_t most_positions) {
    const chess::Variant* const variant = chess::find_variant(store.variant());
    ConvertOptions options;
    options.from = book;
    if (!variant)
        for (const GrowPosition& root : roots)
            options.roots.push_back(*root.of_chess());
    const auto source = open_source(options);
    if (!source) return source.error();
    Seeded seeded;
    StepWriter writer(store);
    const auto add = [&](const GrowPosition& position, const std::vector<EpdMove>& moves) {
        if (!position.has_key()) return true;
        writer.add(position);
        ++seeded.positions;
        for (const EpdMove& move : moves)
            writer.add(position, move);
        return !writer.is_full() || (writer.flush() && keep_on());
    };
    Result<void> walked;
    if (variant) {
        seeded.roots = roots;
        if (roots.empty()) seeded.roots.push_back(GrowPosition::start(variant));
        walked = walk_variant(*source, book, *variant, seeded.roots, most_positions, add);
    } else {
        if (auto fits = check_is_chess({book, source->opened.get()}); !fits) return fits.error();
        seeded.roots.assign(source->roots.begin(), source->roots.end());
        walked = walk_chess(*source, keep_on, add);
    }
    if (!walked) return walked.error();
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

const chess::Variant* variant_of_games(const std::string& file) {
    std::istringstream nothing;
    const auto games = io::GameFile::open(to_path(file), nothing);
    std::istream* const in = games ? (*games)->next() : nullptr;
    if (in == nullptr) return nullptr;
    pgn::Chunks chunks(*in, std::size_t{64} << 10U);
    pgn::Chunk chunk;
    VariantOfFirst visitor;
    if (chunks.next(chunk)) pgn::scan_games(chunk.view(), {.cut_short = chunk.cut_short}, visitor);
    return visitor.variant;
}

Result<Seeded> seed_store_from_games(io::GrowDb& store, const std::string& file,
                                     std::size_t most_plies, const std::vector<GrowPosition>& roots,
                                     const std::function<bool()>& keep_on) {
    std::istringstream nothing;
    const auto games = io::GameFile::open(to_path(file), nothing);
    if (!games) return games.error();
    StepWriter writer(store);
    if (const chess::Variant* const variant = chess::find_variant(store.variant()))
        return read_games(
            **games, file, variant, writer,
            GameSeeder<chess::VariantPosition, chess::VariantMove>(writer, most_plies, roots),
            keep_on);
    return read_games(**games, file, nullptr, writer,
                      GameSeeder<chess::Position, chess::Move>(writer, most_plies, roots), keep_on);
}

} // namespace polyglot::tools
