// `polyglot verify-book`: each kind of damage in each format, and its report.
#include "core/book/polyglot/book.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/tools/books/any_book_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/variant.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using test::Bytes;
using test::raw_move;

std::uint64_t key_behind(const std::vector<std::string_view>& moves) {
    return test::after(moves).key();
}

// "error order 1; remark zero_weight 2": what verify-book finds, by kind.
std::string kinds(const Ran& ran) {
    const auto report = boost::json::parse(ran.out);
    std::set<std::string> lines;
    for (const auto& finding : report.at("findings").as_array())
        lines.insert(std::string(finding.at("severity").as_string()) + ' ' +
                     std::string(finding.at("kind").as_string()) + ' ' +
                     std::to_string(finding.at("count").to_number<int>()));
    std::string text;
    for (const std::string& line : lines)
        text += (text.empty() ? "" : "; ") + line;
    return text;
}

// What is found in these bytes, and that the status says so; place: words of the report for people.
void check(const Bytes& bytes, const std::string& expected, std::string_view place = {},
           const std::vector<std::string>& options = {}) {
    const BookFolder folder;
    const std::string file = folder.write("book", bytes);
    std::vector<std::string> words{file};
    words.insert(words.end(), options.begin(), options.end());
    const Ran text = run(run_verify_book, words);
    CHECK_MESSAGE(text.out.find(place) != std::string::npos, text.out);
    words.emplace_back("-json");
    const Ran ran = run(run_verify_book, words);
    REQUIRE_MESSAGE(!ran.out.empty(), ran.err);
    CHECK(kinds(ran) == expected);
    CHECK(ran.status == (expected.find("error ") == std::string::npos ? 0 : 1));
    CHECK(text.status == ran.status);
}

// 1. e4 e5 2. Nf3 and 1. d4, sorted.
std::vector<RawEntry> good() {
    std::vector<RawEntry> entries{{key_behind({}), raw_move("e2e4"), 3, 0, 0},
                                  {key_behind({}), raw_move("d2d4"), 1, 0, 0},
                                  {key_behind({"e2e4"}), raw_move("e7e5"), 1, 0, 0},
                                  {key_behind({"e2e4", "e7e5"}), raw_move("g1f3"), 1, 0, 0}};
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

std::size_t place_of(const std::vector<RawEntry>& entries, std::string_view move) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const RawEntry& e) { return e.move == raw_move(move); });
    return static_cast<std::size_t>(found - entries.begin());
}

void check_bin(const std::function<void(std::vector<RawEntry>&)>& surgery,
               const std::string& expected, std::string_view place = {}) {
    auto entries = good();
    surgery(entries);
    check(test::to_bytes(entries), expected, place);
}

TEST_CASE("verify-book .bin: a good book") {
    check(test::to_bytes(good()), "", "PolyGlot, 4 entries, 3 positions, 3 reached; nothing wrong");
    Bytes with_header = test::header_bytes("@PG@\n1.0\n2\n1\nnormal\ncomment");
    const Bytes rest = test::to_bytes(good());
    with_header.insert(with_header.end(), rest.begin(), rest.end());
    check(with_header, "");
}

TEST_CASE("verify-book .bin: bytes") {
    Bytes stray = test::to_bytes(good());
    stray.push_back(std::byte{10});
    check(stray, "error odd_size 1", "byte 64: 1 of 65 bytes");

    Bytes unfinished = test::to_bytes(good());
    unfinished.resize(unfinished.size() + 48);
    check(unfinished, "error zero_tail 1", "entry 4 (byte 64): 3 entries of zeros");

    Bytes header = test::header_bytes("no header at all");
    const Bytes rest = test::to_bytes(good());
    header.insert(header.end(), rest.begin(), rest.end());
    check(header, "error header 1", "entry 0 (byte 0)");

    Bytes variant = test::header_bytes("@PG@\n1.0\n2\n1\nshogi\n");
    variant.insert(variant.end(), rest.begin(), rest.end());
    check(variant, "remark variant 1");

    check(test::to_bytes({{~std::uint64_t{0}, 0, 0, 0, 0}}), "remark empty 1; remark end_marker 1");
}

TEST_CASE("verify-book .bin: entries") {
    check_bin([](auto& e) { std::swap(e[0], e[1]); }, "error order 1", "entry 1 (byte 16): ");
    check_bin([](auto& e) { e.insert(e.begin(), e.front()); }, "remark repeated 1",
              "entry 1 (byte 16): ");
    check_bin(
        [](auto& e) { // its tail once more, as in real books
            const RawEntry first = e.front();
            e.push_back(first);
        },
        "error order 1; remark repeated 1", "entry 4 (byte 64): ");
    check_bin([](auto& e) { e[place_of(e, "d2d4")].weight = 0; }, "remark zero_weight 1", "d2d4");
    check_bin([](auto& e) { e[place_of(e, "e7e5")].weight = 0; },
              "remark unplayable 1; remark zero_weight 1", "1 entry");
    check_bin([](auto& e) { e[place_of(e, "e7e5")].move = raw_move("e2e4"); }, "error illegal 1");
    check_bin([](auto& e) { e[place_of(e, "e7e5")].move |= 0x8000U; }, "error bit_15 1");
    check_bin(
        [](auto& e) {
            e.push_back({~std::uint64_t{0}, 0, 0, 0, 0});
        },
        "remark end_marker 1", "entry 4");
    check_bin(
        [](auto& e) {
            e.push_back({~std::uint64_t{0}, 0, 0, 0, 0});
            e.push_back({~std::uint64_t{0}, raw_move("a2a3"), 1, 0, 0});
        },
        "error behind_end 1; remark end_marker 1; remark not_reached 1");
    check_bin(
        [](auto& e) {
            e.insert(e.begin() + 2, RawEntry{0, 1, 2, 3, 4});
        },
        "error order 1; error stray_header 1");
    check_bin(
        [](auto& e) { // one position missing is bridged, two are not
            for (const std::string_view move : {"e7e5", "e2e4"})
                e.erase(e.begin() + static_cast<std::ptrdiff_t>(place_of(e, move)));
        },
        "remark not_reached 1");
    check_bin(
        [](auto& e) { // as ProDeo writes it: little-endian score, depth
            for (std::size_t i = 0; i < e.size(); ++i) {
                e[i].learn_count = static_cast<std::uint16_t>((10 + i) << 8U);
                e[i].learn_sum = 20U << 8U;
            }
        },
        "remark learn_dialect 1");
}

TEST_CASE("verify-book .bin: castling spelt in two ways") {
    const std::vector<std::string_view> italian{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"};
    std::vector<RawEntry> entries;
    const auto add = [&entries](const std::vector<std::string_view>& path, std::string_view move) {
        entries.push_back({key_behind(path), raw_move(move), 1, 0, 0});
    };
    for (std::size_t i = 0; i < italian.size(); ++i)
        add({italian.begin(), italian.begin() + static_cast<std::ptrdiff_t>(i)}, italian[i]);
    add(italian, "e1g1");
    auto castled = italian;
    castled.insert(castled.end(), {"e1g1", "g8f6", "d2d3"});
    add({castled.begin(), castled.begin() + 7}, "g8f6");
    add({castled.begin(), castled.begin() + 8}, "d2d3");
    add(castled, "e8h8");
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    check(test::to_bytes(entries), "error castling 1; remark castling_mixed 1",
          "1 as the king taking its rook, 1 in an old spelling");
}

// Twelve moves in the start position.
std::vector<RawEntry> many(std::uint16_t weight) {
    std::vector<RawEntry> entries;
    for (const std::string_view move : {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3",
                                        "h2h3", "a2a4", "b2b4", "c2c4", "d2d4"})
        entries.push_back({key_behind({}), raw_move(move), weight, 0, 0});
    return entries;
}

TEST_CASE("verify-book .bin: a move as no piece moves") {
    auto entries = many(1);
    entries[3].move = raw_move("e2f5");
    check(test::to_bytes(entries), "error illegal 1; error impossible 1",
          "entry 3 (byte 48): e2f5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST_CASE("verify-book .bin: ten places of many, and -strict") {
    const auto entries = many(0);
    check(test::to_bytes(entries), "remark unplayable 1; remark zero_weight 12",
          "    and 2 more\n");
    check(test::to_bytes(entries), "error unplayable 1; error zero_weight 12",
          "13 errors, 0 remarks", {"-strict"});
    check(test::to_bytes(good()), "", {}, {"-strict"});
}

TEST_CASE("verify-book: where games begin") {
    // White castles to the h-side at once from start position 959: RKRNNQBB has its king between
    // the rooks.
    const chess::Position& start = chess::chess960_starts().at(959);
    const Bytes bytes = test::to_bytes(
        {{start.key(), raw_move("a2a3"), 1, 0, 0}, {start.key(), raw_move("a2a5"), 1, 0, 0}});
    check(bytes, "remark not_reached 1");
    check(bytes, "error illegal 1", "a2a5", {"-chess960"});
    check(bytes, "error illegal 1", "a2a5", {"-fen", chess::format_fen(start)});
}

TEST_CASE("verify-book .abk") {
    const auto check_abk = [](const std::function<void(book::AbkTree&)>& surgery,
                              const std::string& expected, std::string_view place = {}) {
        book::AbkTree tree = abk_sample();
        surgery(tree);
        check(test::to_bytes(book::encode_abk(tree)), expected, place);
    };
    check_abk([](auto&) {}, "", "Arena, 3 entries, 2 positions, 2 reached; nothing wrong");
    check_abk([](auto& t) { t.records[1].next_move = 5000; }, "error pointer 1",
              "record 901 (byte 25228): pointer to 5000");
    check_abk([](auto& t) { t.records[1].next_move = 3; }, "error pointer 1");
    check_abk([](auto& t) { t.records[1].next_move = 900; }, "error shared 1",
              "record 901 (byte 25228): pointer to 900");
    check_abk([](auto& t) { t.records[2].next_sibling = 902; }, "error shared 1");
    check_abk([](auto& t) { t.records[0].to = 60; }, "error illegal 1; remark continuation 1",
              "record 900 (byte 25200): e2e8 in ");
    check_abk([](auto& t) { t.records[0].promotion = 9; }, "error illegal 1; remark continuation 1",
              "no squares of a board");
    check_abk([](auto& t) { t.records[0].next_sibling = book::AbkRecord::none; }, "remark lost 1",
              "record 902 (byte 25256)");
    check_abk([](auto& t) { t.records[0].white_losses = 6; }, "remark games 1",
              "10 games, 5 won, 6 lost");
    check_abk([](auto& t) { t.records[1].priority = 77; }, "remark priority 1",
              "record 901 (byte 25228): 77");
    check_abk([](auto& t) { t.header.moves = 8; }, "remark header_moves 1",
              "8 moves, the file has 3");
    check_abk([](auto& t) { t.header.importance_of_score = 16; }, "remark header_importance 1");
    check_abk([](auto& t) { t.header.min_black_per_cent = 101; }, "remark header_per_cent 1");
    check_abk([](auto& t) { t.header.min_games = 100'000; }, "remark header_games 1");
    check_abk(
        [](auto& t) { // marked as deleted: the header doesn't count it
            t.records[0].ply = 1;
            t.header.moves = 2;
        },
        "remark continuation 1; remark deleted 1", "record 900 (byte 25200)");
    check_abk(
        [](auto& t) { // the one below it, too: counted once
            t.records[0].ply = t.records[1].ply = 1;
            t.header.moves = 1;
        },
        "remark deleted 2");
    check_abk(
        [](auto& t) {
            constexpr std::array<std::string_view, 4> round{"g1f3", "g8f6", "f3g1", "f6g8"};
            const std::vector<std::string_view> first(round.begin(), round.end());
            t = test::abk_line(first);
            for (std::size_t i = 4; i < chess::longest_game_plies + 2; ++i) {
                t.records.back().next_move = book::AbkRecord::pointer_to(i);
                t.records.push_back(test::abk_move(round[i % 4]));
            }
            t.header.moves = static_cast<std::uint32_t>(t.records.size());
        },
        "error too_long 1; remark continuation 2", "record 18596 (byte 520688)");
    std::string cut = book::encode_abk(abk_sample());
    cut.pop_back();
    check(test::to_bytes(cut), "error file 1; error pointer 1; remark header_moves 1");
}

TEST_CASE("verify-book YACB") {
    constexpr std::size_t header = 32;
    const auto check_yacb = [](const std::function<void(Bytes&)>& surgery,
                               const std::string& expected, std::string_view place = {}) {
        Bytes bytes = yacb_sample();
        surgery(bytes);
        check(bytes, expected, place);
    };
    check_yacb([](auto&) {}, "", "YACB, 3 entries, 3 positions, 3 reached; nothing wrong");
    check_yacb([](auto& b) { b[20] = std::byte{1}; }, "error header 1", "byte 20: 1");
    check_yacb([](auto& b) { b.push_back(std::byte{0}); }, "error odd_size 1", "byte 80: 1 bytes");
    check_yacb([](auto& b) { b[header + 10] |= std::byte{0xe0}; },
               "error type 1; remark not_reached 1", "type 7");
    check_yacb([](auto& b) { b[header + 16 + 11] = std::byte{1}; },
               "error reserved 1; remark not_reached 1", "entry 1 (byte 48): key ");
    check_yacb(
        [](auto& b) {
            b[header + 10] = std::byte{0x80};
            b[header + 13] = std::byte{0xff};
        },
        "error range 1; remark not_reached 1", "score 65");
    check_yacb([](auto& b) { b[header + 10] |= std::byte{0x18}; }, "remark proven 1");
    check_yacb(
        [](auto& b) {
            std::swap_ranges(b.begin() + header, b.begin() + header + 16, b.begin() + header + 32);
        },
        "error order 2; remark not_reached 2");
    check_yacb(
        [](auto& b) {
            const Bytes first(b.begin() + header, b.begin() + header + 16);
            b.insert(b.begin() + header, first.begin(), first.end());
        },
        "error repeated 1; remark not_reached 1", "entry 1 (byte 48): key ");
    check(yacb_bytes({yacb_entry({}, "e2e5")}), "error illegal 1", "e2e5 in rnbqkbnr");
    check(yacb_bytes({yacb_entry({}, "e2e2")}), "error illegal 1; error impossible 1");
    check(yacb_bytes({yacb_entry({}, "")}), "remark no_move 1");
}

TEST_CASE("verify-book SFTT") {
    check(sftt_sample(), "", "SFTT, 2 entries, 2 positions, 2 reached; nothing wrong");
    const std::string endgame = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
    book::SfttEntry entry = sftt_entry({}, "e3d3");
    entry.key = chess::stockfish_key(test::position(endgame));
    check(sftt_bytes({entry}), "remark not_reached 1");
    check(sftt_bytes({entry}, {.root_fen = endgame}), "", "1 reached");
    check(sftt_bytes({entry}), "", {}, {"-fen", endgame});
    check(sftt_bytes({sftt_entry({}, "e2e4")}, {.root_fen = "8/8 w"}), "error root 1", "8/8 w");
    check(sftt_bytes({sftt_entry({}, "e2e4", 5)}, {.root_fen = {}, .min_entry_depth = 6}),
          "remark depth 1", "entry 0 (byte 128): key 8f8f01d4562f59fb");
    check(sftt_bytes({sftt_entry({}, "e2e5"), {}}), "remark illegal 1; remark unused 1");
    check(sftt_bytes({sftt_entry({}, ""), sftt_entry({}, "a2a2")}),
          "error impossible 1; remark no_move 1; remark repeated 1");
    entry = sftt_entry({}, "e2e4");
    entry.eval = 32'050;
    Bytes bytes = sftt_bytes({entry});
    check(bytes, "error range 1");
    bytes = sftt_sample();
    bytes[110] = std::byte{7};
    bytes.push_back(std::byte{0});
    check(bytes, "error header 1; error odd_size 1", "byte 110: 7");
}

TEST_CASE("verify-book: several files, a file that is not a book, wrong use") {
    const BookFolder folder;
    const std::string fine = folder.write("fine.bin", good());
    const std::string yacb = folder.write("fine.yacb", yacb_sample());
    const std::string text = folder.write("text", test::to_bytes("[Event \"?\"]\n\n1. e4 *\n"));
    CHECK(run(run_verify_book, {fine, yacb}).status == 0);
    const Ran both = run(run_verify_book, {text, fine});
    CHECK(both.status == 1);
    CHECK(both.err.find("a PGN file") != std::string::npos);
    CHECK(both.out.find("nothing wrong") != std::string::npos);
    const Ran json = run(run_verify_book, {text, "-json"});
    CHECK(json.status == 1);
    CHECK(boost::json::parse(json.out).at("error").as_string().find("a PGN file") !=
          std::string::npos);
    CHECK(run(run_verify_book, {folder / "none"}).status == 1);
    CHECK(run(run_verify_book, {}).status == 2);
    CHECK(run(run_verify_book, {fine, "-fen", "8/8"}).status == 2);
}

TEST_CASE("books of Chess960 and of other variants are named") {
    const BookFolder folder;
    const auto findings = [&folder](std::vector<RawEntry> entries,
                                    const std::vector<std::string>& options = {}) {
        std::sort(entries.begin(), entries.end(),
                  [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
        std::vector<std::string> words{folder.write("x.bin", entries), "-json"};
        words.insert(words.end(), options.begin(), options.end());
        return kinds(run(run_verify_book, words));
    };
    std::vector<RawEntry> starts;
    for (std::size_t i = 0; i < 60; ++i) {
        const chess::Position& start = chess::chess960_starts()[i];
        starts.push_back({start.key(), book::encode_move(start.legal_moves()[0]), 1, 0, 0});
    }
    CHECK(findings(starts).find("looks_like_chess960 60") != std::string::npos);
    CHECK(findings(starts, {"-chess960"}).find("looks_like") == std::string::npos);
    starts.resize(40);
    CHECK(findings(starts).find("looks_like") == std::string::npos);

    for (const auto& [fen, variant] :
         {std::pair("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "antichess"),
          std::pair("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "racingkings")}) {
        const RawEntry first{chess::parse_fen(fen)->key(), test::raw_move("e2e3"), 1, 0, 0};
        findings({first}); // writes the book
        CHECK(run(run_verify_book, {folder / "x.bin"})
                  .out.find("PolyGlot of " + std::string(variant) + ", ") != std::string::npos);
        // Its header names chess.
        Bytes named = test::header_bytes("@PG@\n1.0\n2\n1\nnormal\n");
        const Bytes rest = test::to_bytes({first});
        named.insert(named.end(), rest.begin(), rest.end());
        CHECK(run(run_verify_book, {folder.write("named.bin", named)})
                  .out.find("this looks like a book for " + std::string(variant)) !=
              std::string::npos);
        // A game of chess may come to it.
        const RawEntry start{chess::Position::start().key(), test::raw_move("e2e4"), 1, 0, 0};
        CHECK(findings({first, start}).find("looks_like_variant") == std::string::npos);
    }

    // Captures in random games, and an entry for the position after the explosion, or after the
    // usual capture.
    for (const bool explodes : {true, false}) {
        CAPTURE(explodes);
        Random random(7);
        std::vector<RawEntry> entries;
        for (int game = 0; game < 60; ++game) {
            chess::Position position = chess::Position::start();
            for (int ply = 0; ply < 30; ++ply) {
                const auto moves = position.legal_moves();
                if (moves.empty()) break;
                const chess::Move move = moves[random.below(moves.size())];
                const std::uint64_t exploded = key_after_explosion(position, move);
                entries.push_back({position.key(), book::encode_move(move), 1, 0, 0});
                if (exploded != 0) {
                    const std::uint64_t key = explodes ? exploded : position.key_after(move);
                    entries.push_back({key, book::encode_move(position.legal_moves()[0]), 1, 0, 0});
                    break;
                }
                position.make(move);
            }
        }
        CHECK((findings(entries).find("looks_like_atomic") != std::string::npos) == explodes);
    }
}

constexpr std::uint16_t drop(unsigned piece, unsigned square) { // as python-chess writes it
    return static_cast<std::uint16_t>(piece << 12U | square << 6U | square);
}

TEST_CASE("moves of another variant are remarks, and no command is named that mends them") {
    const auto with = [](const std::vector<std::uint16_t>& moves) {
        std::vector<RawEntry> entries = good();
        for (const std::uint16_t move : moves)
            entries.push_back({key_behind({}), move, 1, 0, 0});
        // Nine tenths of the moves of a book are possible, else it is taken for other data.
        for (const std::string_view first : {"c2c4", "g1f3", "b1c3", "g2g3"}) {
            const chess::Position position = test::after({first});
            for (const chess::Move move : position.legal_moves())
                entries.push_back({position.key(), book::encode_move(move), 1, 0, 0});
        }
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto& a, const auto& b) { return a.key < b.key; });
        return test::to_bytes(entries);
    };
    const std::vector<std::uint16_t> drops{drop(0, 27), drop(1, 28), drop(2, 35), drop(3, 36),
                                           drop(4, 40)};
    check(with(drops), "remark illegal 5; remark impossible 5; remark looks_like_crazyhouse 1",
          "this looks like a book for crazyhouse: it has moves that drop a piece");
    // XBoard's spelling: N, P, R, B and Q on h3 and beside.
    check(with({0x9397, 0x9417, 0x9496, 0x9095, 0x9454}),
          "remark bit_15 5; remark illegal 5; remark impossible 5; remark looks_like_crazyhouse 1");
    check(with({0x5d3c, 0x5cfc, 0x5d7d, 0x5cbb, 0x5c7a}),
          "remark illegal 5; remark impossible 5; remark looks_like_variant 1",
          "antichess: it has promotions to king");
    // Some by chance, and damage of every kind.
    check(with({drops.begin(), drops.begin() + 4}), "error illegal 4; error impossible 4");
    auto damaged = drops;
    damaged.insert(damaged.end(), {raw_move("a1b4"), raw_move("a1b5")});
    check(with(damaged), "error illegal 7; error impossible 7");
    // Where most of the book is not reached, it is not known whose rules hold.
    std::vector<RawEntry> elsewhere{{key_behind({}), raw_move("e2e5"), 1, 0, 0},
                                    {1, raw_move("e2e4"), 1, 0, 0}};
    std::swap(elsewhere[0], elsewhere[1]);
    check(test::to_bytes(elsewhere), "error illegal 1; remark not_reached 1");
    elsewhere.insert(elsewhere.begin() + 1, {2, raw_move("e2e4"), 1, 0, 0});
    check(test::to_bytes(elsewhere),
          "remark illegal 1; remark mostly_not_reached 1; remark not_reached 2");

    const BookFolder folder;
    for (const Bytes& bytes : {with(drops), test::to_bytes(elsewhere)}) {
        const Ran ran = run(run_verify_book, {folder.write("x.bin", bytes)});
        CHECK_MESSAGE(ran.out.find("repair-book") == std::string::npos, ran.out);
    }
    // Nor where repair-book would refuse, since nothing would be left.
    const Bytes all_wrong = test::to_bytes({{key_behind({}), raw_move("e2e5"), 1, 0, 0}});
    CHECK(run(run_verify_book, {folder.write("x.bin", all_wrong)}).out.find("repair-book") ==
          std::string::npos);
}

TEST_CASE("drops and promotions to king by their bits") {
    CHECK(book::is_drop(drop(0, 27)));
    CHECK(book::is_drop(drop(4, 0)));
    CHECK_FALSE(book::is_drop(drop(0, 0))); // the null move, and no pawn stands on the first rank
    CHECK_FALSE(book::is_drop(drop(0, 60)));
    CHECK_FALSE(book::is_drop(drop(5, 27)));
    CHECK_FALSE(book::is_drop(raw_move("e2e4")));
    CHECK(book::is_drop(0x9417));       // P@h3
    CHECK_FALSE(book::is_drop(0x9407)); // P@h1
    CHECK_FALSE(book::is_drop(0x9057)); // A@h3
    CHECK(book::is_king_promotion(static_cast<std::uint16_t>(raw_move("e7e8") | 0x5000)));
    CHECK(book::is_king_promotion(static_cast<std::uint16_t>(raw_move("a2b1") | 0x5000)));
    CHECK_FALSE(book::is_king_promotion(raw_move("e7e8q")));
    CHECK_FALSE(book::is_king_promotion(static_cast<std::uint16_t>(raw_move("e6e8") | 0x5000)));
}

TEST_CASE(
    "the position after an explosion: pawns around stay, rights go with the rook, kings end it") {
    const auto after_capture = [](const char* fen, const char* move) {
        const auto position = chess::parse_fen(fen);
        return key_after_explosion(*position, chess::parse_uci_move(*position, move).value());
    };
    const auto key = [](const char* fen) { return chess::parse_fen(fen)->key(); };
    CHECK(after_capture("4k3/8/2npn3/3p4/4P3/8/8/R3K2R w KQ - 0 1", "e4d5") ==
          key("4k3/8/3p4/8/8/8/8/R3K2R b KQ - 0 1"));
    CHECK(after_capture("4k3/8/8/8/8/7r/6P1/R3K2R b KQ - 0 1", "h3h1") ==
          key("4k3/8/8/8/8/8/6P1/R3K3 w Q - 0 1"));
    // The king stands beside
    CHECK(after_capture("4k3/8/8/8/8/3r4/8/R2QK2R b KQ - 0 1", "d3d1") == 0);
}

} // namespace
} // namespace polyglot::tools
