// Reads a book from PGN with a comment on each of its moves, as convert-book writes it: "1. e4
// {weight 12, 34.5%; …}".
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/pgn/tokenizer.hpp"
#include "core/pgn/variant.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/sources/table.hpp"

#include <algorithm>
#include <istream>
#include <iterator>
#include <utility>

namespace polyglot::tools {

// Follows a line and its variations; before() is the position where the last move was played.
class LinesReader {
  public:
    LinesReader(const std::string& text, const std::string& name, TableBook& book)
        : text_(text), name_(name), book_(book) {}
    Result<void> read();

  private:
    struct Line {
        chess::Position before, position;
        chess::Move last{};
        std::size_t ply = 0; // that of position
    };
    Result<void> take(const pgn::Token& token);
    Result<void> take_tag(const pgn::Token& token);
    Result<void> take_move(const pgn::Token& token);
    Result<void> take_comment(const pgn::Token& token);
    Error at(const pgn::Token& token, const std::string& message) const;

    const std::string& text_;
    const std::string& name_;
    TableBook& book_;
    chess::Position start_ = chess::Position::start();
    std::vector<Line> lines_{{start_, start_}}; // the main line and the variations that are open
    bool header_ = false;                       // the last token was a tag
    bool says_chess960_ = false;                // the game's tag Variant
};

Error LinesReader::at(const pgn::Token& token, const std::string& message) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(token.at), '\n');
    return make_error(name_ + ':' + std::to_string(line) + ": " + message);
}

Result<void> LinesReader::take_tag(const pgn::Token& token) {
    if (!std::exchange(header_, true)) {
        start_ = chess::Position::start();
        says_chess960_ = false;
    }
    if (text::equal_ignoring_case(token.text, "fen")) {
        const auto position = chess::parse_fen(token.value);
        if (!position) return at(token, "the tag FEN: " + position.error().message);
        start_ = *position;
    }
    if (text::equal_ignoring_case(token.text, "variant") && chess::find_variant(token.value))
        return at(token,
                  "the lines are of " + std::string(token.value) + ", and PGN is read as chess");
    if (text::equal_ignoring_case(token.text, "variant"))
        says_chess960_ = pgn::parse_variant(token.value) == pgn::Variant::Chess960;
    lines_.assign(1, {start_, start_});
    return {};
}

Result<void> LinesReader::take_move(const pgn::Token& token) {
    if (pgn::is_remark(token.text)) return {};
    (says_chess960_ || chess::is_of_chess960(start_) ? book_.chess960_ : book_.chess_) = true;
    Line& line = lines_.back();
    const auto move = parse_any_move(line.position, token.text);
    if (!move) return at(token, move.error().message);
    line.before = line.position;
    line.last = *move;
    line.position.make(*move);
    ++line.ply;
    return {};
}

// The first comment on a move contains its weight; a comment without one is ignored.
Result<void> LinesReader::take_comment(const pgn::Token& token) {
    std::string_view rest = token.text;
    const Line& line = lines_.back();
    if (!line.last || text::next_word(rest) != "weight") return {};
    std::string_view number = text::next_word(rest);
    number = number.substr(0, number.find_first_of(",;"));
    const auto weight = text::parse_int<std::uint32_t>(number);
    if (!weight) return at(token, "weight " + text::quote(number) + " is not a whole number");
    TableBook::Row row{.entry = {.move = line.last, .weight = *weight}};
    if (const auto priority = rest.find("priority "); priority != std::string_view::npos) {
        const std::string_view after = rest.substr(priority + 9);
        row.entry.priority =
            text::parse_int<int>(after.substr(0, after.find_first_not_of("0123456789")));
    }
    TableBook::Place& place = book_.place(line.before, line.ply - 1);
    const auto same = [&row](const TableBook::Row& other) {
        return other.entry.move == row.entry.move;
    };
    if (std::none_of(place.rows.begin(), place.rows.end(), same))
        place.rows.push_back(std::move(row));
    return {};
}

Result<void> LinesReader::take(const pgn::Token& token) {
    using Kind = pgn::TokenKind;
    if (token.kind == Kind::Tag) return take_tag(token);
    header_ = false;
    switch (token.kind) {
    case Kind::Word: return take_move(token);
    case Kind::Comment: return take_comment(token);
    case Kind::Unclosed: return at(token, "a comment that does not end");
    case Kind::VariationBegin:
        lines_.push_back({lines_.back().before,
                          lines_.back().before,
                          {},
                          lines_.back().ply - (lines_.back().last ? 1 : 0)});
        return lines_.size() <= 1000 ? Result<void>()
                                     : at(token, "variations in more than a thousand variations");
    case Kind::VariationEnd:
        if (lines_.size() > 1) lines_.pop_back();
        return {};
    case Kind::Result: lines_.assign(1, {start_, start_}); return {};
    case Kind::Tag:
    case Kind::Nag:
    case Kind::End: return {};
    }
    return {};
}

Result<void> LinesReader::read() {
    pgn::Tokenizer tokenizer(text_);
    for (;;) {
        const pgn::Token& token = tokenizer.next();
        if (token.kind == pgn::TokenKind::End) break;
        if (auto taken = take(token); !taken) return taken;
    }
    for (TableBook::Place& place : book_.places_)
        std::stable_sort(place.rows.begin(), place.rows.end(),
                         [](const TableBook::Row& a, const TableBook::Row& b) {
                             return a.entry.weight > b.entry.weight;
                         });
    book_.has_plies_ = true;
    return {};
}

Result<void> read_lines_book(std::istream& in, const std::string& name, TableBook& book) {
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (auto read = LinesReader(text, name, book).read(); !read) return read;
    if (book.places().empty())
        return make_error(
            name +
            ": a PGN file of games: no move has a weight; polyglot make-book makes a book of them");
    return {};
}

} // namespace polyglot::tools
