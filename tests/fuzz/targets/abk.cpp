// Bytes as an Arena book, by the lowest bit of the first one: header and records as they stand, or
// a tree in few bytes, so that pointers lead somewhere. What is read is legal, and written and read
// again it is the same.
#include "core/book/arena/abk.hpp"

#include "core/book/walk/walk.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

constexpr std::size_t header_size = 254, records_begin = 25200;

// The header, the filler in between, which would only make inputs long, and the records.
std::string file_of(std::string_view input) {
    std::string file(input.substr(0, header_size));
    file.resize(records_begin, 'x');
    if (input.size() > header_size) file += input.substr(header_size);
    return file;
}

std::string file_of_tree(polyglot::fuzz::Bytes input) {
    book::AbkTree tree;
    book::AbkHeader& header = tree.header;
    for (std::uint32_t* field :
         {&header.moves, &header.min_games, &header.min_wins, &header.min_white_per_cent,
          &header.min_black_per_cent, &header.importance_of_priority, &header.importance_of_games,
          &header.importance_of_score, &header.max_ply})
        *field = input.byte();
    const auto number = [&input] { // of any size
        const unsigned byte = input.byte();
        return (byte & 7U) << (byte >> 3U);
    };
    const auto pointer = [&input] { // from just before the records to just after them, or no record
        const unsigned byte = input.byte();
        return byte == 255 ? book::AbkRecord::none : 898 + byte;
    };
    while (!input.empty() && tree.records.size() < 250) {
        book::AbkRecord record;
        record.from = static_cast<std::uint8_t>(input.byte());
        record.to = static_cast<std::uint8_t>(input.byte());
        record.promotion = static_cast<std::int8_t>(input.byte());
        record.priority = static_cast<std::uint8_t>(input.byte());
        record.games = number();
        record.white_wins = number();
        record.white_losses = number();
        record.ply = input.byte();
        record.next_move = pointer();
        record.next_sibling = pointer();
        tree.records.push_back(record);
    }
    return book::encode_abk(tree);
}

polyglot::Result<book::AbkBook> open(std::string_view file) {
    return book::AbkBook::open(book::SpanReader(std::as_bytes(std::span(file))));
}

void check_entries(const chess::Position& position, const std::vector<book::Entry>& entries) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const book::Entry& entry = entries[i];
        require(entry.priority && entry.games, "priority and games are known");
        require(entry.priority > 0 || entry.weight == 0, "priority 0 is never played");
        require(position.is_legal(entry.move), "a move is legal");
        for (std::size_t k = 0; k < i; ++k)
            require(!(entries[k].move == entry.move), "a move stands once");
        total += entry.weight;
    }
    constexpr std::uint64_t whole = 1U << 20U;
    require(total == 0 || (total + entries.size() >= whole && total <= whole + entries.size()),
            "weights are shares");
}

// What was written is read: every move of every position, with its games.
void check_again(const book::AbkBook& opened, const book::AbkBuilt& built) {
    const auto again = open(book::encode_abk(built.tree));
    require(again.has_value(), "what was written opens");
    for (const std::string& oddity : again->warnings())
        require(oddity.find("games won and lost") != std::string::npos ||
                    oddity.find("the header asks for") != std::string::npos ||
                    oddity.find("the header has") != std::string::npos,
                "the tree is sound", oddity);
    require(again->count_moves() == built.tree.records.size(), "each record is a separate move");
    std::uint64_t moves = 0;
    const chess::Position& start = chess::Position::start();
    book::walk(opened, std::span(&start, 1), {},
               [&](const auto&, const auto&, const chess::Position& position,
                   const std::vector<book::Entry>& entries) {
                   check_entries(position, entries);
                   moves += entries.size();
                   const auto found = again->find(position);
                   for (const book::Entry& entry : entries) {
                       const auto same =
                           std::find_if(found.begin(), found.end(), [&entry](const auto& other) {
                               return other.move == entry.move;
                           });
                       require(same != found.end(), "a move is kept");
                       require(same->priority == entry.priority, "its priority is kept");
                       require(same->games->games == std::min(entry.games->games, 0x7fffffffU),
                               "its games are kept");
                   }
                   return true;
               });
    require(moves + built.bridges == built.tree.records.size(), "records are moves and bridges");
    require(moves == opened.count_moves(), "all that was read is reached");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const std::string file = input.byte() % 2 == 0 ? file_of(input.rest()) : file_of_tree(input);
    const auto opened = open(file);
    if (!opened) {
        require(!opened.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    require(opened->count_moves() <= (file.size() - records_begin) / 28,
            "no more moves than records");
    require(opened->count_positions() <= opened->count_moves(), "a position has a move");
    for (const std::string& oddity : opened->warnings())
        require(!oddity.empty() && oddity.find('\n') == std::string::npos,
                "an oddity is a sentence");
    for (const auto& [name, value] : opened->facts())
        require(!name.empty() && !value.empty(), "a fact says something", name);
    check_again(*opened, book::build_abk(*opened, book::abk_header_for(*opened)));
    return 0;
}
