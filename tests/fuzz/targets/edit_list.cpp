// Bytes as a list of edits, CSV or JSON, made in small books of each format. What is written of a
// .bin is a sorted book with these moves; what is written of the others has the moves that were
// edited, and the undo record gives back every byte.
#include "core/book/arena/abk.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/books/edit/edited_polyglot.hpp"
#include "tools/books/edit/edits.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
namespace tools = polyglot::tools;
using polyglot::fuzz::require;

namespace {

class Bytes final : public book::ByteReader {
  public:
    explicit Bytes(std::string text) : text_(std::move(text)) {}
    std::uint64_t size() const override { return text_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        const auto all = std::as_bytes(std::span(text_));
        const auto part = all.subspan(std::min<std::size_t>(offset, all.size()));
        const std::size_t count = std::min(part.size(), into.size());
        std::copy_n(part.begin(), count, into.begin());
        return count;
    }

  private:
    std::string text_;
};

// 1.e4 e5 and 1.d4.
const std::string& small_book() {
    static const std::string bytes = [] {
        chess::Position position = chess::Position::start();
        const auto move = [](const chess::Position& at, const char* text) {
            return *chess::parse_uci_move(at, text);
        };
        std::vector<book::RawEntry> entries{
            {position.key(), book::encode_move(move(position, "e2e4")), 60, 2, 3},
            {position.key(), book::encode_move(move(position, "d2d4")), 40, 0, 0}};
        position.make(move(position, "e2e4"));
        const book::RawEntry reply{position.key(), book::encode_move(move(position, "e7e5")), 7, 0,
                                   0};
        entries.insert(reply.key < entries.front().key ? entries.begin() : entries.end(), reply);
        std::string text;
        for (const book::RawEntry& entry : entries) {
            std::array<std::byte, book::entry_size> raw{};
            book::encode_entry(entry, raw);
            text.append(reinterpret_cast<const char*>(raw.data()), raw.size());
        }
        return text;
    }();
    return bytes;
}

// 1.e4 e5, 1.d4 and 1.Nf3.
std::string small_arena_book() {
    const auto record = [](unsigned from, unsigned to, std::uint32_t reply, std::uint32_t sibling) {
        book::AbkRecord made;
        made.from = static_cast<std::uint8_t>(from);
        made.to = static_cast<std::uint8_t>(to);
        made.priority = 5;
        made.games = 20;
        made.white_wins = 7;
        made.next_move = reply;
        made.next_sibling = sibling;
        return made;
    };
    constexpr std::uint32_t none = book::AbkRecord::none;
    book::AbkTree tree;
    tree.records = {record(12, 28, 901, 902), record(52, 36, none, none), record(11, 27, none, 903),
                    record(6, 21, none, none)};
    tree.header.moves = 4;
    tree.header.depth = 2;
    tree.header.importance_of_games = 3;
    return book::encode_abk(tree);
}

std::string small_yacb_book() {
    return book::encode_yacb_header();
}

std::string bytes_of(const tools::EditedBook& edited) {
    std::string written;
    const auto moves = edited.write([&written](std::string_view part) { written += part; });
    require(moves.has_value(), "the book can be written");
    return written;
}

void edit_and_undo(const std::string& original, const std::vector<tools::Edit>& edits) {
    const auto keep_on = [] { return true; };
    const auto edited = tools::EditedBook::open(std::make_shared<const Bytes>(original), keep_on);
    require(edited.has_value(), "the book opens");
    for (const tools::Edit& edit : edits)
        if (const auto applied = (*edited)->apply(edit); !applied)
            require(applied.error().message.starts_with("list"), "a refusal has its place",
                    applied.error().message);
    const std::string written = bytes_of(**edited);
    const auto again = tools::EditedBook::open(std::make_shared<const Bytes>(written), keep_on);
    require(again.has_value(), "what is written is such a book");
    for (const tools::ShownChange& change : (*edited)->changes())
        if (const auto position = chess::parse_fen(change.fen); position)
            require((*again)->find(*position).size() == (*edited)->find(*position).size(),
                    "the changes are in it");
    const auto taken_back = (*again)->take_back((*edited)->record());
    require(taken_back.has_value(), "it can be taken back");
    require(bytes_of(**again) == original, "as before, to the last byte");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in{std::string(polyglot::fuzz::text_of(data, size))};
    const auto edits = tools::read_edit_list(in, "list");
    if (!edits) {
        require(edits.error().message.starts_with("list"), "an error has its place",
                edits.error().message);
        return 0;
    }
    edit_and_undo(small_arena_book(), *edits);
    edit_and_undo(small_yacb_book(), *edits);
    const auto bytes = std::make_shared<const Bytes>(small_book());
    const auto opened = book::PolyglotBook::open(bytes);
    require(opened.has_value() && opened->sorted(), "the book opens");
    tools::EditedPolyglot edited(std::make_shared<const book::PolyglotBook>(*opened), bytes,
                                 [] { return true; });
    for (const tools::Edit& edit : *edits) {
        require(edit.place.starts_with("list"), "an edit has its place", edit.place);
        require(!edit.move || edit.position.is_legal(edit.move), "an edit's move is legal",
                edit.place);
        // Refused: its place is in the message
        if (const auto applied = edited.apply(edit); !applied)
            require(applied.error().message.starts_with("list"), "a refusal has its place",
                    applied.error().message);
    }
    std::string written;
    const auto moves = edited.write([&written](std::string_view part) { written += part; });
    require(moves.has_value() && *moves * book::entry_size == written.size(),
            "as many entries as it says");
    if (*moves == 0) return 0;
    const auto again = book::PolyglotBook::open(std::as_bytes(std::span(written)));
    require(again.has_value() && again->sorted(), "what is written is a sorted book");
    for (const auto* const change : edited.changed())
        require(again->find_raw(change->place.key) == change->after, "the changes are in it");
    return 0;
}
