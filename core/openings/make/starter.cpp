#include "core/openings/make/starter.hpp"

#include "core/book/make/book_rules.hpp"
#include "core/book/make/stats_table.hpp"
#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace polyglot::openings {
namespace {

// An upper limit; memory is taken as needed.
constexpr std::size_t table_bytes = std::size_t{64} << 20U;
constexpr std::uint8_t draw = 1; // half-points

// Returns the samples of a line. A move counts once in a line, as in a game.
std::vector<book::Sample> samples_of(const std::vector<chess::Move>& line) {
    std::vector<book::Sample> samples;
    chess::Position position = chess::Position::start();
    for (const chess::Move move : line) {
        samples.push_back(
            {position.key(), book::encode_move(move), position.side_to_move(), draw, 0, 0});
        position.make(move);
    }
    const auto place = [](const book::Sample& sample) { return std::tie(sample.key, sample.move); };
    std::ranges::sort(samples, {}, place);
    const auto same = [place](const book::Sample& a, const book::Sample& b) {
        return place(a) == place(b);
    };
    samples.erase(std::unique(samples.begin(), samples.end(), same), samples.end());
    return samples;
}

} // namespace

Result<std::string> make_starter(const Table& table) {
    book::StatsTable sums(table_bytes);
    for (const std::vector<chess::Move>& line : table.starter_lines) {
        const std::vector<book::Sample> samples = samples_of(line);
        if (!sums.add(samples.data(), samples.size())) return make_error("too many moves");
    }
    book::BookRules rules;
    rules.white.min_games = rules.black.min_games = 1;
    std::string bytes =
        book::encode_header({.version = "1.0",
                             .variants = {"normal"},
                             .comment = "polyglot's starter book\nfrom " +
                                        std::to_string(table.starter_lines.size()) + " lines"});
    book::BookMaker maker(rules, [&bytes](std::span<const book::RawEntry> entries) {
        book::append_entries(bytes, entries);
    });
    book::StatsTable::Reader reader(sums);
    for (book::MoveStats stats; reader.next(stats);)
        maker.add(stats);
    maker.finish();
    return bytes;
}

} // namespace polyglot::openings
