#include "core/book/lines/lines.hpp"

#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;

constexpr std::uint64_t most_bytes = 64U << 20U;
// A player waits while the book is opened: 4 MiB of different lines take 1.6 s and 120 MB.
constexpr std::uint64_t most_played_bytes = 4U << 20U;
constexpr std::size_t most_warnings = 10;

struct ReadMove {
    Move move{};           // null: the word is not a move
    bool is_played = true; // not marked ? or x
};

// Reads a move. A promotion without a piece is one to a queen.
ReadMove read_move(const Position& position, std::string_view word) {
    ReadMove read{.is_played = !word.ends_with('?') && !word.ends_with('x')};
    if (!read.is_played) word.remove_suffix(1);
    const auto move = chess::parse_uci_move(position, word);
    read.move =
        (move ? move : chess::parse_uci_move(position, std::string(word) + 'q')).value_or(Move());
    return read;
}

std::string_view next_line(std::string_view& rest) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
}

// Returns the next word outside comments, which are in parentheses; empty at the end of the line.
std::string_view next_word(std::string_view& rest) {
    for (rest = text::trim_left(rest); rest.starts_with('('); rest = text::trim_left(rest))
        rest.remove_prefix(std::min(rest.find(')'), rest.size() - 1) + 1);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r("));
    rest.remove_prefix(word.size());
    return word;
}

std::string_view without_mark(std::string_view text) {
    return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

bool recognises(std::span<const std::byte> head, std::uint64_t size) {
    return is_text(head) && LinesBook::is_lines(as_text(head), head.size() >= size);
}

Result<OpenedBook> open(const BookBytes& file) {
    if (file.use == BookUse::Play && file.bytes->size() > most_played_bytes)
        return make_error("is too large for opening lines that are played from (over 4 MiB): make "
                          "a PolyGlot book of it with polyglot convert-book");
    auto book = LinesBook::open(*file.bytes);
    if (!book) return book.error();
    const std::uint64_t entries = book->count_moves();
    return opened_as(*std::move(book), entries);
}

} // namespace

const FormatInfo lines_format{.name = "lines",
                              .file_name = "a text of opening lines",
                              .endings = "",
                              .page = "docs/formats/lines.md",
                              .recognises = recognises,
                              .open = open};

const FormatInfo& LinesBook::format() const {
    return lines_format;
}

bool LinesBook::is_lines(std::string_view head, bool is_whole) {
    head = without_mark(head);
    std::size_t moves = 0; // of the first line that has any
    while (!head.empty()) {
        // The head may end within a move.
        const bool is_cut = !is_whole && head.find('\n') == std::string_view::npos;
        const bool is_first = moves == 0;
        std::string_view line = next_line(head);
        Position position = Position::start();
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            if (is_result(word)) return false; // of a game
            if (!is_first) continue;
            const Move move = read_move(position, word).move;
            if (!move && is_cut && line.empty()) break;
            if (!move) return false;
            position.make(move);
            ++moves;
        }
    }
    return moves >= 2;
}

Result<LinesBook> LinesBook::open(const ByteReader& bytes) {
    if (bytes.size() > most_bytes)
        return make_error("is too large for a text of opening lines: over 64 MiB");
    std::string text(static_cast<std::size_t>(bytes.size()), '\0');
    if (bytes.read_at(0, std::as_writable_bytes(std::span(text))) < text.size())
        return make_error("cannot be read");
    LinesBook book;
    std::string_view rest = without_mark(text);
    for (std::uint64_t number = 1; !rest.empty(); ++number)
        book.add_line(next_line(rest), number);
    return book;
}

void LinesBook::add_line(std::string_view line, std::uint64_t number) {
    Position position = Position::start();
    bool any = false;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const auto [move, is_played] = read_move(position, word);
        if (!move) {
            if (warnings_.size() >= most_warnings)
                ++further_;
            else
                warnings_.push_back("line " + std::to_string(number) + ": " + text::quote(word) +
                                    " is not a legal move, and the rest of the line is left out");
            break;
        }
        add(position, move, is_played);
        position.make(move);
        any = true;
    }
    lines_ += any ? 1 : 0;
}

void LinesBook::add(const Position& position, Move move, bool is_played) {
    std::vector<Entry>& entries = positions_[position.key()];
    auto entry = std::ranges::find(entries, move, &Entry::move);
    if (entry == entries.end()) {
        entry = entries.insert(entries.end(), Entry{.move = move});
        ++moves_;
    }
    entry->weight += is_played ? 1 : 0;
    gives_moves_ = gives_moves_ || is_played;
}

std::vector<std::string> LinesBook::warnings() const {
    std::vector<std::string> all = warnings_;
    if (further_ > 0)
        all.push_back(text::counted(further_, "further line") + " with a word that is no move");
    return all;
}

std::vector<Entry> LinesBook::find(const Position& position) const {
    const auto found = positions_.find(position.key());
    std::vector<Entry> entries;
    if (found != positions_.end())
        std::ranges::copy_if(
            found->second, std::back_inserter(entries),
            [&position](const Entry& entry) { return position.is_legal(entry.move); });
    return entries;
}

} // namespace polyglot::book
