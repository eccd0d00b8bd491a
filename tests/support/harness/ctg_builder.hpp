// Makes ChessBase books (docs/formats/ctg.md) for tests from positions and moves: X.ctg and its
// X.cto.
#pragma once
#include "core/book/chessbase/ctg.hpp"
#include "core/book/chessbase/move_code.hpp"
#include "core/chess/position.hpp"
#include "core/chess/san.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::test {

class CtgBuilder {
  public:
    using Bytes = std::vector<std::byte>;
    struct Node {
        std::vector<std::pair<std::uint8_t, std::uint8_t>> moves; // code, mark
        book::CtgStatistics statistics;
    };

    Node& at(const chess::Position& position, book::CtgEnPassant rule = book::CtgEnPassant::Legal) {
        return at_signature(book::encode_ctg_signature(position, rule).bytes());
    }
    Node& at_signature(std::span<const std::byte> signature) {
        return nodes_[Bytes(signature.begin(), signature.end())];
    }
    // Adds the moves of a line from the start position, each once, and their positions. A move is
    // SAN, then a mark of !, ?, !!, ??, !?, ?!, then +g (green) or +r (red): "e4!+g e5 Nf3??". The
    // position after each move gets these games.
    CtgBuilder& line(std::string_view moves, const book::CtgStatistics& games = {.games = 1}) {
        chess::Position position = chess::Position::start();
        at(position);
        while (!moves.empty()) {
            const std::string_view word = moves.substr(0, moves.find(' '));
            moves.remove_prefix(std::min(moves.size(), word.size() + 1));
            const std::size_t plus = word.find('+');
            const std::string_view played = word.substr(0, plus);
            const chess::Move move =
                chess::resolve_san(position, played.substr(0, played.find_first_of("!?"))).move;
            add(position, move, mark_of(played));
            position.make(move);
            Node& after = at(position);
            if (after.statistics.games == 0) after.statistics = games;
            if (plus != std::string_view::npos)
                after.statistics.recommendation =
                    word[plus + 1] == 'g' ? std::uint8_t{0x80} : std::uint8_t{0x40};
        }
        return *this;
    }
    void add(const chess::Position& position, chess::Move move, std::uint8_t mark = 0) {
        const std::pair pair{code_of(position, move), mark};
        auto& known = at(position).moves;
        const auto same = [&](const auto& other) { return other.first == pair.first; };
        if (std::none_of(known.begin(), known.end(), same)) known.push_back(pair);
    }
    // Returns the first code of the move. Aborts if there is none, because that is a mistake of the
    // test.
    static std::uint8_t code_of(const chess::Position& position, chess::Move move) {
        for (unsigned code = 0; code < 256; ++code)
            if (move &&
                book::decode_ctg_move(static_cast<std::uint8_t>(code), position).move == move)
                return static_cast<std::uint8_t>(code);
        std::abort();
    }

    static Bytes encode(const Bytes& signature, const Node& node) {
        Bytes bytes = signature;
        bytes.push_back(static_cast<std::byte>(1 + 2 * node.moves.size()));
        for (const auto& [code, mark] : node.moves) {
            bytes.push_back(std::byte{code});
            bytes.push_back(std::byte{mark});
        }
        std::array<std::byte, book::ctg_statistics_size> statistics{};
        book::encode_ctg_statistics(node.statistics, statistics);
        bytes.insert(bytes.end(), statistics.begin(), statistics.end());
        return bytes;
    }
    // Makes the smallest files that hold all entries: a page is divided when an entry does not fit.
    struct Files {
        Bytes ctg, cto;
    };
    Files build() const {
        Files files;
        std::vector<const Entry*> all;
        for (const Entry& entry : nodes_)
            all.push_back(&entry);
        std::vector<std::int32_t> slots;
        std::vector<Bytes> pages;
        divide(all, 0, 0, slots, pages);
        files.ctg.resize(book::ctg_page_size);
        put(files.ctg, 0, 0x0020'1000, 4);
        put(files.ctg, 4, 0x0001'0001, 4);
        put(files.ctg, 8, book::ctg_page_size, 4);
        put(files.ctg, 12, 0x7fff'7fff, 4);
        put(files.ctg, 16, pages.size(), 4);
        put(files.ctg, 20, 0xffff'ffff, 4);
        put(files.ctg, 24, nodes_.size(), 4);
        put(files.ctg, 28, 1, 4);
        for (const Bytes& page : pages)
            files.ctg.insert(files.ctg.end(), page.begin(), page.end());
        files.cto.resize(16 + 4 * slots.size());
        put(files.cto, 0, 0x0010'0001, 4);
        put(files.cto, 4, slots.size(), 4);
        for (std::size_t i = 0; i < slots.size(); ++i)
            put(files.cto, 16 + 4 * i, static_cast<std::uint32_t>(slots[i]), 4);
        return files;
    }
    static void put(Bytes& bytes, std::size_t offset, std::uint64_t number, std::size_t size) {
        for (std::size_t i = size; i-- > 0; number >>= 8U)
            bytes[offset + i] = static_cast<std::byte>(number & 0xffU);
    }

  private:
    using Entry = std::pair<const Bytes, Node>;

    static std::uint8_t mark_of(std::string_view move) {
        constexpr std::array<std::pair<std::string_view, std::uint8_t>, 6> marks{
            {{"!", 1}, {"?", 2}, {"!!", 3}, {"\?\?", 4}, {"!?", 5}, {"?!", 6}}};
        const std::size_t begin = move.find_first_of("!?");
        if (begin == std::string_view::npos) return 0;
        for (const auto& [text, mark] : marks)
            if (move.substr(begin) == text) return mark;
        std::abort();
    }
    static void divide(const std::vector<const Entry*>& entries, std::uint64_t mask,
                       std::uint64_t bits, std::vector<std::int32_t>& slots,
                       std::vector<Bytes>& pages) {
        const std::size_t slot = mask + bits;
        if (slots.size() <= slot) slots.resize(slot + 1, -1);
        Bytes page(4);
        for (const Entry* entry : entries) {
            const Bytes bytes = encode(entry->first, entry->second);
            page.insert(page.end(), bytes.begin(), bytes.end());
        }
        if (page.size() <= book::ctg_page_size) {
            put(page, 0, entries.size(), 2);
            put(page, 2, page.size(), 2);
            page.resize(book::ctg_page_size);
            slots[slot] = static_cast<std::int32_t>(pages.size());
            pages.push_back(page);
            return;
        }
        std::array<std::vector<const Entry*>, 2> halves;
        for (const Entry* entry : entries)
            halves[(book::ctg_hash(entry->first) & (mask + 1)) != 0 ? 1 : 0].push_back(entry);
        divide(halves[0], 2 * mask + 1, bits, slots, pages);
        divide(halves[1], 2 * mask + 1, bits + mask + 1, slots, pages);
    }

    std::map<Bytes, Node> nodes_; // by signature
};

// Adds enough positions for many pages: all moves from the position, up to this number of plies,
// each position once.
inline void add_all_moves(CtgBuilder& builder, const chess::Position& position, int plies) {
    builder.at(position).statistics.games = 1;
    if (plies == 0) return;
    for (const chess::Move move : position.legal_moves()) {
        builder.add(position, move);
        chess::Position after = position;
        after.make(move);
        add_all_moves(builder, after, plies - 1);
    }
}

} // namespace polyglot::test
