#include "core/book/chessbase/ctg.hpp"
#include "core/book/chessbase/move_code.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/support/harness/ctg_builder.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using chess::Position;
using test::CtgBuilder;
using Bytes = CtgBuilder::Bytes;

// Counts what is read.
class CountingReader final : public ByteReader {
  public:
    explicit CountingReader(Bytes bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        ++reads;
        return SpanReader(bytes_).read_at(offset, into);
    }
    mutable std::uint64_t reads = 0;
    mutable Bytes bytes_;
};

std::shared_ptr<CountingReader> reader_of(const Bytes& bytes) {
    return std::make_shared<CountingReader>(bytes);
}

CtgBook open(const CtgBuilder::Files& files) {
    const CountingReader table(files.cto);
    auto book = CtgBook::open(reader_of(files.ctg), &table);
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

CtgBook open_without_table(const Bytes& ctg) {
    auto book = CtgBook::open(reader_of(ctg), nullptr);
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

std::string error_of(const Bytes& ctg) {
    const auto book = CtgBook::open(reader_of(ctg), nullptr);
    return book ? "opened" : book.error().message;
}

Position after(std::string_view line) {
    Position position = Position::start();
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), word.size() + 1));
        const chess::Move move = chess::resolve_san(position, word).move;
        REQUIRE(move);
        position.make(move);
    }
    return position;
}

// "e2e4 3, d2d4 0"
std::string moves(const CtgBook& book, const Position& position) {
    std::string text;
    for (const Entry& entry : book.find(position))
        text += (text.empty() ? "" : ", ") + chess::format_uci_move(entry.move) + ' ' +
                std::to_string(entry.weight);
    return text;
}

CtgBuilder::Files many_pages() {
    CtgBuilder builder;
    test::add_all_moves(builder, Position::start(), 3);
    return builder.build();
}

} // namespace

TEST_CASE("moves have the games, colour and mark of what they lead to") {
    CtgBuilder builder;
    builder.line("e4!!+g e5");
    builder.line("d4+r");
    builder.line("Nf3??+g");
    builder.line("c4");
    builder.line("g3?!+g");
    builder.at(after("e4")).statistics = {
        .games = 10, .wins = 2, .losses = 5, .draws = 1, .recommendation = 0x80};
    const CtgBook book = open(builder.build());
    CHECK(book.warnings().empty());
    CHECK(&book.format() == &chessbase_format);
    // Won by White: what the side to move has lost. Ten games and two unfinished ones: 2 · 5 + 1
    // + 2.
    CHECK(moves(book, Position::start()) == "e2e4 13, d2d4 0, g1f3 0, c2c4 0, g2g3 0");
    CHECK(moves(book.with_moves(CtgMoves::All), Position::start()) ==
          "e2e4 13, d2d4 0, g1f3 0, c2c4 1, g2g3 1");
    const auto entries = book.find(Position::start());
    REQUIRE(entries.front().games);
    CHECK(*entries.front().games == GameCounts{.games = 10, .white_wins = 5, .white_losses = 2});
    const auto found = book.look_up(Position::start());
    REQUIRE(found);
    std::vector<std::string> why;
    for (const CtgMove& move : found->moves)
        why.push_back(describe_ctg_mark(move.mark) + '/' + std::string(move.forbidden));
    CHECK(why == std::vector<std::string>{"!!/", "/red", "\?\?/marked \?\?", "/not green",
                                          "?!/marked ?!"});
    CHECK(moves(book, after("e4")) == "e7e5 0");
    CHECK(book.find(after("e4")).front().games == GameCounts{.games = 1});
    CHECK(book.knows(after("d4")));
    CHECK(book.find(after("d4")).empty());
    CHECK_FALSE(book.knows(after("a4")));
    CHECK(book.count_positions() == 7);
}

TEST_CASE("the facts that info-book shows") {
    CtgBuilder builder;
    builder.line("e4!!+g e5");
    builder.line("d4+r");
    builder.line("c4+g");
    const auto files = builder.build();
    const auto facts_of = [](const CtgBook& book) {
        std::string text;
        for (const auto& [name, value] : book.facts())
            text += name + ": " + value + '\n';
        return text;
    };
    const CtgBook book = open(files);
    CHECK(facts_of(book) == "Pages: 1\nFound by: its .cto, of " +
                                std::to_string(files.cto.size() / 4 - 4) +
                                " slots\nGames: 1\nMoves: 4\nPositions after green moves: 2\n"
                                "Positions after red moves: 1\n"
                                "Moves with a weight: green ones without ?, \?\?, ?!\n");
    const std::string all = facts_of(open_without_table(files.ctg).with_moves(CtgMoves::All));
    CHECK(all.find("Found by: a list of all positions: there is no fitting .cto\n") !=
          std::string::npos);
    CHECK(all.ends_with("Moves with a weight: all but red ones, ?, \?\?\n"));
    CHECK(book.refuses(Position::start()).empty());
    CHECK(book.refuses(*chess::parse_fen("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1")) ==
          "a ChessBase book has no sign for castling from other squares (Chess960)");
}

TEST_CASE("weights are half-points, at least 1") {
    CHECK(ctg_weight({}) == 1);
    CHECK(ctg_weight({.games = 4, .wins = 4}) == 1); // the mover has lost all
    CHECK(ctg_weight({.games = 4, .losses = 4}) == 8);
    CHECK(ctg_weight({.games = 4, .draws = 4}) == 4);
    CHECK(ctg_weight({.games = 0, .wins = 7}) == 1);
    CHECK(ctg_weight({.games = 0xff'ffff, .losses = 0xff'ffff}) == 0x1ff'fffe);
}

TEST_CASE("marks in words") {
    CHECK(describe_ctg_mark(0).empty());
    CHECK(describe_ctg_mark(6) == "?!");
    CHECK(describe_ctg_mark(8) == "only move");
    CHECK(describe_ctg_mark(22) == "zugzwang");
    CHECK(describe_ctg_mark(224) == "$224");
}

TEST_CASE("statistics come back from their bytes, all of them") {
    std::array<std::byte, ctg_statistics_size> bytes{}, again{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(17 + 13 * i);
    encode_ctg_statistics(decode_ctg_statistics(bytes), again);
    CHECK(again == bytes);
    const CtgStatistics both{.recommendation = 0xc0};
    CHECK(both.is_red());
    CHECK_FALSE(both.is_green());
    CHECK(CtgStatistics{.recommendation = 0x84}.is_green()); // bits, not the byte
}

TEST_CASE("a book of many pages: each position is found in one read, by the table and without it") {
    const auto files = many_pages();
    const CountingReader table(files.cto);
    const auto with = reader_of(files.ctg), without = reader_of(files.ctg);
    const auto by_table = CtgBook::open(with, &table);
    const auto by_list = CtgBook::open(without, nullptr);
    REQUIRE(by_table.has_value());
    REQUIRE(by_list.has_value());
    CHECK(by_table->store().has_table());
    CHECK_FALSE(by_list->store().has_table());
    CHECK(by_table->store().pages() > 64);
    std::uint64_t found = 0, most_reads = 0;
    by_table->store().for_each([&](std::uint64_t page, const CtgEntry& entry) {
        CHECK(by_table->store().table()->page_of(ctg_hash(entry.signature)) == page);
        const auto position = decode_ctg_signature(entry.signature);
        REQUIRE(position.has_value());
        with->reads = without->reads = 0;
        if (by_table->find_statistics(*position) && by_list->find_statistics(*position)) ++found;
        most_reads = std::max({most_reads, with->reads, without->reads});
    });
    CHECK(found == by_table->count_positions());
    CHECK(most_reads == 1);
}

TEST_CASE(
    "a probe reads two pages where only a pin forbids taking en passant, and finds either form") {
    const Position pinned = *chess::parse_fen("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1");
    for (const CtgEnPassant rule : {CtgEnPassant::Legal, CtgEnPassant::Attacked}) {
        CtgBuilder builder;
        builder.at(pinned, rule).statistics.games = 7;
        const auto files = builder.build();
        const CountingReader table(files.cto);
        const auto reader = reader_of(files.ctg);
        const auto book = CtgBook::open(reader, &table);
        REQUIRE(book.has_value());
        reader->reads = 0;
        const auto found = book->find_statistics(pinned);
        REQUIRE(found);
        CHECK(found->games == 7);
        CHECK(reader->reads == (rule == CtgEnPassant::Legal ? 1 : 2));
    }
    CtgBuilder other;
    other.line("e4");
    const auto files = other.build();
    const auto reader = reader_of(files.ctg);
    const CountingReader table(files.cto);
    const auto book = CtgBook::open(reader, &table);
    reader->reads = 0;
    CHECK_FALSE(book->find_statistics(pinned));
    CHECK(reader->reads == 2);
}

TEST_CASE("castling from other squares is refused") {
    CtgBuilder builder;
    builder.line("e4+g");
    const CtgBook book = open(builder.build());
    CHECK(book.refuses(Position::start()).empty());
    const Position other =
        *chess::parse_fen("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1");
    CHECK(book.refuses(other) ==
          "a ChessBase book has no sign for castling from other squares (Chess960)");
    CHECK(book.find(other).empty());
    CHECK_FALSE(book.knows(other));
}

TEST_CASE("mirrored and turned positions are found, their moves come back as they are played") {
    CtgBuilder builder;
    const Position stored = *chess::parse_fen("6k1/8/8/8/8/8/8/4KR2 w - - 0 1");
    builder.add(stored, chess::parse_uci_move(stored, "f1f8").value());
    Position after_move = stored;
    after_move.make(*chess::parse_uci_move(stored, "f1f8"));
    builder.at(after_move).statistics = {.games = 1, .recommendation = 0x80};
    const CtgBook book = open(builder.build());
    CHECK(moves(book, stored) == "f1f8 1");
    CHECK(moves(book, *chess::parse_fen("1k6/8/8/8/8/8/8/2RK4 w - - 0 1")) == "c1c8 1");
    CHECK(moves(book, *chess::parse_fen("4kr2/8/8/8/8/8/8/6K1 b - - 0 1")) == "f8f1 1");
    CHECK(moves(book, *chess::parse_fen("2rk4/8/8/8/8/8/8/1K6 b - - 0 1")) == "c8c1 1");
}

TEST_CASE("codes that are refused become entries without a move") {
    CtgBuilder builder;
    builder.line("e4+g");
    builder.at(Position::start())
        .moves.insert(builder.at(Position::start()).moves.begin(), {{0x02, 0}, {0x81, 1}});
    const CtgBook book = open(builder.build());
    CHECK(moves(book, Position::start()) == "0000 0, 0000 0, e2e4 1");
    const auto found = book.look_up(Position::start());
    CHECK(found->moves[0].forbidden == "a code whose meaning is unknown");
    CHECK(found->moves[1].forbidden == "not legal here");
}

TEST_CASE("a move whose position the book does not have is not green, and weighs 1 among all") {
    CtgBuilder builder;
    builder.add(Position::start(), *chess::parse_uci_move(Position::start(), "e2e4"));
    const CtgBook book = open(builder.build());
    CHECK(moves(book, Position::start()) == "e2e4 0");
    CHECK(moves(book.with_moves(CtgMoves::All), Position::start()) == "e2e4 1");
    CHECK_FALSE(book.find(Position::start()).front().games);
}

TEST_CASE("a walk through a cycle ends") {
    CtgBuilder builder;
    builder.line("Nf3+g Nf6+g Ng1+g Ng8+g");
    const CtgBook book = open(builder.build());
    const auto walked =
        explore(book, std::array{Position::start()}, {}, [](const Position&, const auto&) {});
    CHECK(walked.positions == 4);
}

TEST_CASE("a filter for replies lets every position through that the book knows, whichever side "
          "sees it") {
    const std::array fens{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                          "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",  // taking is forbidden by a pin
                          "k7/7p/8/8/r2Pp2K/8/8/8 b - d3 0 1", // and is not
                          "4k3/8/8/8/8/8/8/2RK4 w - - 0 1",
                          "8/8/8/8/R2Pp2k/8/8/K7 b - d3 0 1"};
    std::vector<Position> known;
    CtgBuilder builder;
    for (const char* fen : fens) {
        known.push_back(*chess::parse_fen(fen));
        builder.at(known.back()).statistics.games = 1;
    }
    known.push_back(*chess::parse_fen("2kr4/8/8/8/8/8/8/1K6 b - - 0 1"));
    known.push_back(*chess::parse_fen("4kr2/8/8/8/8/8/8/3K4 b - - 0 1"));
    builder.at(known.back()).statistics.games = 1;
    builder.at(known[known.size() - 2]).statistics.games = 1;
    const auto book = std::make_shared<const CtgBook>(open(builder.build()));
    const auto filtered = with_reply_filter(book);
    CHECK(filtered->names_all_moves());
    REQUIRE(filtered->key_filter() != nullptr);
    CHECK(known.size() == 8);
    for (const Position& position : known) {
        CAPTURE(chess::format_fen(position));
        CHECK(book->knows(position));
        CHECK(filtered->knows(position));
        CHECK(filtered->identity_of(position) == book->identity_of(position));
    }
    std::size_t let_through = 0;
    for (const chess::Move move : Position::start().legal_moves()) {
        Position unknown = Position::start();
        unknown.make(move);
        CHECK_FALSE(filtered->knows(unknown));
        if (filtered->might_contain(unknown)) ++let_through;
    }
    CHECK(let_through < 5);
}

TEST_CASE("a wrong or damaged .cto is reported, and the pages are read instead") {
    const auto files = many_pages();
    CtgBuilder other;
    other.line("e4");
    const auto open_with = [&](const Bytes& cto) {
        const CountingReader table(cto);
        auto book = CtgBook::open(reader_of(files.ctg), &table);
        REQUIRE(book.has_value());
        CHECK_FALSE(book->store().has_table());
        CHECK(book->find(Position::start()).size() == 20);
        REQUIRE(book->warnings().size() == 1);
        const std::string begin = "its .cto is not used, all pages were read instead: ";
        CHECK(book->warnings().front().substr(0, begin.size()) == begin);
        return book->warnings().front().substr(begin.size());
    };
    CHECK(open_with({}) == "it is not such a table");
    CHECK(open_with(other.build().cto).find("it names 1 of ") == 0);
    const auto changed = [&](std::size_t offset, std::uint64_t number, std::size_t size) {
        Bytes cto = files.cto;
        CtgBuilder::put(cto, offset, number, size);
        return cto;
    };
    CHECK(open_with(changed(0, 0x0011, 2)) == "it is not such a table");
    CHECK(open_with(changed(2, 2, 2)) == "it has version 2, which no known file has");
    CHECK(open_with(changed(4, 3, 4)).find("which are not those of 3 slots") != std::string::npos);
    // The root a page: all others are lost
    CHECK(open_with(changed(16, 0, 4)).find("it names 1 of ") == 0);
    Bytes cut = files.cto;
    cut.resize(cut.size() - 4);
    CHECK(open_with(cut).find("which are not those of") != std::string::npos);
    // Pages named twice, beyond the end, none at the end of a branch, and exchanged.
    std::vector<std::size_t> leaves;
    for (std::size_t at = 16; at < files.cto.size(); at += 4)
        if (load_ctg_number(files.cto, at, 4) < 0x8000'0000U) leaves.push_back(at);
    REQUIRE(leaves.size() > 2);
    const auto first = load_ctg_number(files.cto, leaves[0], 4),
               second = load_ctg_number(files.cto, leaves[1], 4);
    CHECK(open_with(changed(leaves[0], second, 4)).find(" twice") != std::string::npos);
    CHECK(open_with(changed(leaves[0], 1'000'000, 4)).find("it names page 1000000 of a book of ") ==
          0);
    CHECK(open_with(changed(leaves.back(), 0xffff'ffffU, 4)) ==
          "a branch of it ends without a page");
    Bytes exchanged = files.cto;
    CtgBuilder::put(exchanged, leaves[0], second, 4);
    CtgBuilder::put(exchanged, leaves[1], first, 4);
    const CountingReader table(exchanged);
    const auto book = CtgBook::open(reader_of(files.ctg), &table);
    REQUIRE(book.has_value());
    // Only some of the pages are looked at when a book is opened.
    if (!book->store().has_table())
        CHECK(book->warnings().front().find("it does not lead to a position on page") > 0);
    Bytes all = files.cto; // every page one further on
    for (const std::size_t at : leaves)
        CtgBuilder::put(all, at, (load_ctg_number(files.cto, at, 4) + 1) % leaves.size(), 4);
    CHECK(open_with(all).find("it does not lead to a position on page ") == 0);
}

TEST_CASE("files that are no books, cut off or of an unknown version") {
    CtgBuilder builder;
    builder.line("e4+g e5+g");
    const Bytes good = builder.build().ctg;
    const auto changed = [&good](std::size_t offset, std::uint64_t number, std::size_t size) {
        Bytes bytes = good;
        CtgBuilder::put(bytes, offset, number, size);
        return bytes;
    };
    const auto cut = [&good](std::size_t size) {
        return Bytes(good.begin(), good.begin() + static_cast<long>(size));
    };
    CHECK(error_of({}) == "not a ChessBase book");
    CHECK(error_of(changed(0, 0x0021, 2)) == "not a ChessBase book");
    CHECK(error_of(changed(2, 0x0800, 2)) == "not a ChessBase book");
    CHECK(error_of(cut(4096)) ==
          "a ChessBase book cut off in its first pages: 4096 of at least 8192 bytes");
    CHECK(error_of(cut(8191)) ==
          "a ChessBase book cut off in its first pages: 8191 of at least 8192 bytes");
    CHECK(error_of(changed(4, 2, 4)) ==
          "a ChessBase book of a version (bytes 4 to 7 of its header) that no known file has");
    Bytes longer = good;
    longer.resize(longer.size() + 5);
    CHECK(open_without_table(longer).warnings() ==
          std::vector<std::string>{"the last 5 bytes are not a whole page: the file is cut off"});
    CHECK(open_without_table(changed(16, 7, 4)).warnings() ==
          std::vector<std::string>{"its header says that it has 7 pages, but it has 1"});
}

TEST_CASE("broken pages: what comes before the break is read") {
    CtgBuilder builder;
    builder.line("e4+g e5+g");
    const Bytes good = builder.build().ctg;
    const auto page_of = [](const Bytes& ctg) { return std::span(ctg).subspan(ctg_page_size); };
    CtgEntries entries(page_of(good));
    std::vector<std::size_t> offsets;
    while (const auto entry = entries.next())
        offsets.push_back(entry->offset);
    REQUIRE(offsets.size() == 3);
    CHECK(entries.fault().empty());
    CHECK(entries.count() == 3);
    const std::size_t used = load_ctg_number(good, ctg_page_size + 2, 2);
    CHECK(entries.offset() == used);
    struct Damage {
        std::size_t offset; // in the page
        std::uint64_t number;
        std::size_t size;
        std::size_t read; // entries
        std::string_view fault;
    };
    const std::size_t signature = 22; // bytes of each entry here
    const std::array damages{
        Damage{0, 2, 2, 2, "with bytes after its last entry"},
        Damage{0, 4, 2, 3, "with an entry that ends after the bytes in use"},
        Damage{0, 0xffff, 2, 3, "with an entry that ends after the bytes in use"},
        Damage{2, 3, 2, 0, "whose size in use is not that of a page"},
        Damage{2, 4097, 2, 0, "whose size in use is not that of a page"},
        Damage{2, 4, 2, 0, "with an entry that ends after the bytes in use"},
        Damage{2, used - 1, 2, 2, "with an entry that ends after the bytes in use"},
        Damage{2, offsets[1] + 1, 2, 1, "with an entry that ends after the bytes in use"},
        Damage{2, offsets[1] + signature, 2, 1, "with an entry that ends after the bytes in use"},
        Damage{offsets[1], 0x40, 1, 1, "with an entry without signature"},
        Damage{offsets[2] + signature, 2, 1, 2,
               "with an entry whose moves do not have two bytes each"},
        Damage{offsets[2] + signature, 255, 1, 2, "with an entry that ends after the bytes in use"},
    };
    for (const Damage& damage : damages) {
        CAPTURE(damage.offset);
        CAPTURE(damage.number);
        Bytes bytes = good;
        CtgBuilder::put(bytes, ctg_page_size + damage.offset, damage.number, damage.size);
        CtgEntries read(page_of(bytes));
        std::size_t count = 0;
        while (read.next())
            ++count;
        CHECK(count == damage.read);
        CHECK(read.fault() == damage.fault);
        CHECK(open_without_table(bytes).count_positions() == damage.read);
    }
}

TEST_CASE(
    "byte surgery: whatever one byte says, nothing is read beyond its page and moves are legal") {
    CtgBuilder builder;
    builder.line("e4!+g e5+g Nf3+g");
    builder.line("d4+g d5+g");
    const auto good = builder.build();
    const std::size_t used = load_ctg_number(good.ctg, ctg_page_size + 2, 2);
    std::uint64_t answers = 0;
    for (std::size_t at = 0; at < ctg_page_size + used; ++at) {
        for (const unsigned value : {0x00U, 0x01U, 0x1fU, 0x80U, 0xffU}) {
            Bytes bytes = good.ctg;
            bytes[at] = static_cast<std::byte>(value);
            const auto book = CtgBook::open(reader_of(bytes), nullptr);
            if (!book) continue;
            for (const Entry& entry : book->find(Position::start())) {
                CHECK((!entry.move || Position::start().is_legal(entry.move)));
                ++answers;
            }
        }
    }
    CHECK(answers > 1000);
}

TEST_CASE("a page that can no longer be read is as unknown") {
    CtgBuilder builder;
    builder.line("e4+g");
    const auto files = builder.build();
    const auto reader = reader_of(files.ctg);
    const CountingReader table(files.cto);
    const auto book = CtgBook::open(reader, &table);
    REQUIRE(book.has_value());
    CHECK(book->knows(Position::start()));
    reader->bytes_.resize(ctg_page_size + 100);
    CHECK_FALSE(book->knows(Position::start()));
    CHECK(book->find(Position::start()).empty());
}

} // namespace polyglot::book
