// Bytes as a file of statistics, and as what goes into one. The first byte's lowest bit says which.
// What goes in comes out, and is found; what is read is in order and within the limits of its
// numbers, and takes no more memory than it was given.
#include "core/book/make/crc32c.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/book/make/stats_search.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace book = polyglot::book;
using polyglot::fuzz::require;

namespace {

using List = std::vector<book::MoveStats>;

const std::vector<std::string> files{"a.pgn", "in/b.zip"};

// Games with numbers of all sizes, sorted.
std::vector<book::KeptGame> games_of(const book::MoveStats& stats, const book::KeptInfo& kept) {
    std::vector<book::KeptGame> games;
    for (std::uint32_t i = 0; i < stats.wins % (2 * kept.most + 1); ++i) {
        const auto number = static_cast<std::uint32_t>(stats.elo_sum + i);
        book::KeptGame& game = games.emplace_back();
        game.place = {i / kept.most, i, (stats.key + number) >> 1U};
        game.mark = {number, ~number};
        game.rating = number * 7;
        game.date = book::possible_date(number % 16'383'12'31);
        if (kept.has_copies) game.copy = stats.key + i;
    }
    return games;
}

std::string encode(const List& list, const book::StatsInfo& info) {
    book::StatsEncoder encoder(book::pgstats::most_index_points, info.of, info.kept);
    for (const book::MoveStats& stats : list)
        encoder.add(stats, info.kept.most > 0 ? games_of(stats, info.kept)
                                              : std::vector<book::KeptGame>());
    encoder.finish(info, info.kept.most > 0 ? files : std::vector<std::string>());
    return std::string(encoder.ready());
}

void check_games(std::string_view file, const List& list, const book::KeptInfo& kept) {
    const auto bytes = std::make_shared<book::SpanReader>(std::as_bytes(std::span(file)));
    const auto decoder = book::StatsDecoder::open(bytes, 0, book::StatsDecoder::Games::Read);
    require(decoder.has_value() && (*decoder)->files() == files, "the files are read again");
    for (const book::MoveStats& stats : list) {
        book::MoveStats read;
        require((*decoder)->next(read) && (*decoder)->games() == games_of(stats, kept),
                "decode(encode(x)) == x, of games", (*decoder)->problem());
    }
}

// Decodes what the bytes are, as far as they go.
List decode(std::string_view file, std::string& problem, book::StatsInfo& info) {
    const auto bytes = std::make_shared<book::SpanReader>(std::as_bytes(std::span(file)));
    // With its kept games, too, which may be damaged.
    if (auto whole = book::StatsDecoder::open(bytes, 0, book::StatsDecoder::Games::Read))
        for (book::MoveStats stats; (*whole)->next(stats);)
            require((*whole)->games().size() <= 2 * (*whole)->info().kept.most,
                    "no more games than are kept");
    auto decoder = book::StatsDecoder::open(bytes, 0);
    if (decoder.has_error()) {
        problem = decoder.error().message;
        require(!problem.empty(), "a refusal has a reason");
        return {};
    }
    info = (*decoder)->info();
    List list;
    for (book::MoveStats stats; (*decoder)->next(stats);) {
        require(list.empty() || book::stats_before(list.back(), stats), "moves ascend");
        require(stats.games() > 0 && stats.games() <= 3 * book::MoveStats::max_count,
                "games are within their limit");
        require(stats.rated_games <= stats.games(), "no more rated games than games");
        require(stats.elo_sum <= book::MoveStats::max_elo * stats.rated_games,
                "Elo is within its limit");
        list.push_back(stats);
    }
    problem = (*decoder)->problem();
    require(!problem.empty() || list.size() == (*decoder)->entries(), "all entries or a problem");
    return list;
}

// Asks for each of the positions. Whatever the bytes: an answer has moves of the position asked
// for, in order.
void search(std::string_view file, const List& list, bool is_sound) {
    const auto opened =
        book::StatsSearch::open(std::make_shared<book::SpanReader>(std::as_bytes(std::span(file))));
    require(opened.has_value() || !is_sound, "a sound file can be searched");
    if (opened.has_error()) return;
    for (std::size_t i = 0; i < list.size(); i += 1 + list.size() / 50) {
        const auto found = opened->find(list[i].key);
        const auto games = opened->find_games(list[i].key);
        require(games.has_value() || !is_sound, "the games of a sound file are found");
        require(found.has_value() || !is_sound, "a sound file is searched without a problem");
        if (found.has_error()) continue;
        for (const book::MoveStats& stats : *found)
            require(stats.key == list[i].key, "moves of another position");
        require(!is_sound || std::find(found->begin(), found->end(), list[i]) != found->end(),
                "every move is found");
    }
}

// Checksums are right in files that matter; no fuzzer finds them. Those that a block says it has
// are put in.
std::string with_checksums(std::string file) {
    const auto number = [&](std::size_t at, std::size_t count) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = value << 8U | static_cast<unsigned char>(file[at + i]);
        return value;
    };
    const auto put = [&](std::size_t at, std::uint64_t value, std::size_t count) {
        for (std::size_t i = count; i > 0; value >>= 8U)
            file[at + --i] = static_cast<char>(value & 0xffU);
    };
    const auto sum = [&](std::size_t at, std::size_t count, std::uint32_t so_far) {
        return book::crc32c(std::as_bytes(std::span(file)).subspan(at, count), so_far);
    };
    constexpr std::size_t header = 12, block_header = 12, point = 20;
    if (file.size() < header + 36) return file;
    const bool has_index = number(8, 4) != 1, has_games = number(8, 4) == 4;
    const std::size_t end = has_games ? 44 : has_index ? 36 : 28;
    const std::size_t text = number(file.size() - 20, 8);
    if (file.size() < header + end || text > file.size() - header - end) return file;
    const std::size_t info = file.size() - end - text,
                      names = has_games ? number(file.size() - 28, 8) : 0;
    if (names > info - header || (has_games && names < 4)) return file;
    const std::size_t index_end = info - names,
                      points = has_index ? number(file.size() - end + 8, 8) : 0;
    if (points > (index_end - header) / point) return file;
    const std::size_t blocks_end = index_end - points * point;
    if (has_games) put(info - 4, sum(index_end, names - 4, 0), 4);
    const auto eight = [](std::uint64_t value) {
        std::string bytes(8, '\0');
        for (std::size_t i = 8; i > 0; value >>= 8U)
            bytes[--i] = static_cast<char>(value & 0xffU);
        return bytes;
    };
    const auto sum_of = [](std::string_view bytes) {
        return book::crc32c(std::as_bytes(std::span(bytes)));
    };
    for (std::size_t i = 0; i < points; ++i)
        put(blocks_end + i * point + 16, sum(blocks_end + i * point, 16, sum_of(eight(i))), 4);
    for (std::size_t at = header; at + block_header <= blocks_end;) {
        const std::size_t size = number(at, 4);
        if (size > blocks_end - at - block_header) break;
        put(at + 8, sum(at + block_header, size, sum(at, 8, 0)), 4);
        at += block_header + size;
    }
    put(file.size() - 12, sum(file.size() - end, end - 12, sum(info, text, sum_of(eight(info)))),
        4);
    return file;
}

// Numbers of all sizes, sorted.
List list_of(polyglot::fuzz::Bytes input) {
    std::map<std::pair<std::uint64_t, std::uint16_t>, book::MoveStats> sums;
    const auto number = [&](std::uint64_t most) { // a shift and a digit, and few are 0
        const unsigned byte = input.byte();
        return std::min(std::uint64_t{byte & 3U} << (byte >> 2U), most);
    };
    constexpr auto most = book::MoveStats::max_count;
    while (!input.empty()) {
        book::MoveStats stats;
        stats.key = number(~std::uint64_t{0}) + number(1000);
        stats.move = static_cast<std::uint16_t>(number(0xffff));
        stats.mover =
            input.byte() % 2 == 0 ? polyglot::chess::Color::White : polyglot::chess::Color::Black;
        stats.wins = number(most);
        stats.draws = number(most);
        stats.losses = stats.wins + stats.draws > 0 ? number(most) : 1;
        stats.rated_games = number(std::min(stats.games(), most));
        stats.elo_sum = number(stats.rated_games * book::MoveStats::max_elo);
        stats.last_year = static_cast<std::uint16_t>(number(book::MoveStats::max_year));
        sums[{stats.key, stats.move}] = stats;
    }
    List list;
    for (const auto& [move, stats] : sums)
        list.push_back(stats);
    return list;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    std::string problem;
    book::StatsInfo info;
    if (input.byte() % 2 == 0) {
        const List list = list_of(input);
        book::StatsInfo wanted{size, static_cast<std::uint16_t>(size & book::MoveStats::max_year),
                               std::string(input.rest().substr(0, 100)), size % 2 == 0,
                               size % 3 == 0};
        if (size % 5 == 0)
            wanted.of = {&polyglot::chess::crazyhouse, size % 2 == 0
                                                           ? polyglot::chess::VariantKeys::Plain
                                                           : polyglot::chess::VariantKeys::XBoard};
        else if (size % 5 < 3)
            wanted.kept = {static_cast<std::uint32_t>(1 + size % book::max_kept_games),
                           size % 2 == 0};
        require(decode(encode(list, wanted), problem, info) == list, "decode(encode(x)) == x",
                problem);
        require(problem.empty() && info == wanted, "decode(encode(x)) == x", problem);
        if (wanted.kept.most > 0) check_games(encode(list, wanted), list, wanted.kept);
        search(encode(list, wanted), list, true);
        return 0;
    }
    search(input.rest(), decode(input.rest(), problem, info), false);
    problem.clear();
    const std::string file = with_checksums(std::string(input.rest()));
    const List list = decode(file, problem, info);
    search(file, list, false); // its index may name other blocks
    if (!problem.empty()) return 0;
    std::string again;
    book::StatsInfo info_again;
    require(decode(encode(list, info), again, info_again) == list,
            "a sound file may be written again", again);
    require(again.empty() && info_again == info, "a sound file may be written again", again);
    return 0;
}
