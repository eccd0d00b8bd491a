// The figures of docs/formats/ctg.md on real books, where they are at hand.
#include "core/book/chessbase/ctg.hpp"
#include "core/book/chessbase/move_code.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using chess::Position;
using Bytes = std::vector<std::byte>;

class HeldBytes final : public ByteReader {
  public:
    explicit HeldBytes(Bytes bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        return SpanReader(bytes_).read_at(offset, into);
    }

  private:
    Bytes bytes_;
};

const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "ctg";

std::shared_ptr<const HeldBytes> read(const std::string& name) {
    std::ifstream in(folder / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return std::make_shared<const HeldBytes>(Bytes(bytes.begin(), bytes.end()));
}

struct Figures {
    std::uint64_t entries = 0, decoded = 0, same_bytes = 0, found = 0;
    std::uint64_t moves = 0, legal = 0, children = 0;
};

// The bytes of an entry from what was read of it: its position, its moves, its statistics.
Bytes encode(const Position& position, const std::vector<CtgMove>& moves,
             const CtgStatistics& statistics) {
    const CtgSignature signature = encode_ctg_signature(position);
    Bytes bytes(signature.bytes().begin(), signature.bytes().end());
    bytes.push_back(static_cast<std::byte>(1 + 2 * moves.size()));
    for (const CtgMove& move : moves) {
        std::uint8_t code = 0; // the one that decodes to the move
        while (!(decode_ctg_move(code, position).move == move.move))
            ++code;
        bytes.push_back(std::byte{code});
        bytes.push_back(std::byte{move.mark});
    }
    std::array<std::byte, ctg_statistics_size> raw{};
    encode_ctg_statistics(statistics, raw);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
    return bytes;
}

Figures figures_of(const CtgBook& book) {
    Figures figures;
    book.store().for_each([&](std::uint64_t page, const CtgEntry& entry) {
        ++figures.entries;
        if (book.store().table()->page_of(ctg_hash(entry.signature)) == page) ++figures.found;
        const auto position = decode_ctg_signature(entry.signature);
        if (!position) return;
        ++figures.decoded;
        const auto found = book.look_up(*position);
        if (!found) return;
        bool all_legal = true;
        for (const CtgMove& move : found->moves) {
            ++figures.moves;
            if (move.move) ++figures.legal;
            if (move.after) ++figures.children;
            all_legal = all_legal && move.move;
        }
        if (!all_legal) return;
        const Bytes again = encode(*position, found->moves, found->statistics);
        const std::span original(entry.signature.data(), again.size());
        if (std::equal(again.begin(), again.end(), original.begin(), original.end()) &&
            found->moves.size() == entry.moves.size() / 2)
            ++figures.same_bytes;
    });
    return figures;
}

struct Walk {
    std::uint64_t positions = 0, moves = 0, illegal = 0, unknown = 0;
};

// Along every move of every entry.
Walk walk_from_start(const CtgBook& book) {
    Walk walk;
    std::unordered_set<std::uint64_t> seen{Position::start().key()};
    std::deque<Position> waiting{Position::start()};
    while (!waiting.empty()) {
        const Position position = waiting.front();
        waiting.pop_front();
        const auto found = book.look_up(position);
        if (!found) {
            ++walk.unknown;
            continue;
        }
        ++walk.positions;
        for (const CtgMove& move : found->moves) {
            ++walk.moves;
            if (!move.move) {
                ++walk.illegal;
                continue;
            }
            Position after = position;
            after.make(move.move);
            if (seen.insert(after.key()).second) waiting.push_back(after);
        }
    }
    return walk;
}

} // namespace

TEST_CASE("real ChessBase books: every entry, and the walk from the start position") {
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: ../shared/data is not there");
        return;
    }
    struct Row {
        const char* name;
        Figures figures;
        Walk walk;
    };
    constexpr std::array rows{Row{"simple", {4, 4, 4, 4, 3, 3, 3}, {4, 3, 0, 0}},
                              Row{"Perfect2021",
                                  {104'224, 104'224, 104'224, 104'224, 112'290, 112'290, 112'290},
                                  {162'215, 174'719, 0, 0}}};
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const auto table = read(std::string(row.name) + ".cto");
        const auto book = CtgBook::open(read(std::string(row.name) + ".ctg"), table.get());
        REQUIRE(book.has_value());
        CHECK(book->warnings().empty());
        REQUIRE(book->store().has_table());
        const Figures figures = figures_of(*book);
        CHECK(figures.entries == row.figures.entries);
        CHECK(figures.decoded == row.figures.decoded);
        CHECK(figures.same_bytes == row.figures.same_bytes);
        CHECK(figures.found == row.figures.found);
        CHECK(figures.moves == row.figures.moves);
        CHECK(figures.legal == row.figures.legal);
        CHECK(figures.children == row.figures.children);
        const Walk walk = walk_from_start(*book);
        CHECK(walk.positions == row.walk.positions);
        CHECK(walk.moves == row.walk.moves);
        CHECK(walk.illegal == row.walk.illegal);
        CHECK(walk.unknown == row.walk.unknown);
        const auto scanned = CtgBook::open(read(std::string(row.name) + ".ctg"), nullptr);
        REQUIRE(scanned.has_value());
        CHECK(scanned->look_up(Position::start())->moves.size() ==
              book->look_up(Position::start())->moves.size());
    }
}

} // namespace polyglot::book
