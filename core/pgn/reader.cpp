#include "core/pgn/reader.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::pgn {
namespace {

Outcome outcome_named(std::string_view text) {
    if (text == "1-0") return Outcome::WhiteWins;
    if (text == "0-1") return Outcome::BlackWins;
    if (text == "1/2-1/2" || text == "1/2") return Outcome::Draw;
    return Outcome::Unknown;
}

// Of GUIs, servers and match runners; compared in small letters, without blanks and signs.
bool is_chess(std::string_view variant) {
    constexpr std::array names{"",
                               "chess",
                               "standard",
                               "normal",
                               "regular",
                               "standardchess",
                               "fromposition",
                               "chess960",
                               "fischerandom",
                               "fischerrandom",
                               "fischerrandomchess",
                               "fischerandomchess",
                               "fischerrandomchess960",
                               "960",
                               "frc",
                               "wildfr",
                               "freestyle",
                               "freestylechess",
                               "dfrc",
                               "doublefischerrandom"};
    std::string plain;
    for (const char c : variant) {
        const char lower = text::to_lower(c);
        if (text::is_digit(c) || (lower >= 'a' && lower <= 'z')) plain += lower;
    }
    return std::find(names.begin(), names.end(), plain) != names.end();
}

bool is_null_move(std::string_view word) {
    return word.substr(0, 2) == "--" || word.substr(0, 2) == "Z0" || word == "0000" || word == "@@@@" ||
           text::equal_ignoring_case(word, "null") || text::equal_ignoring_case(word, "pass");
}

// Words that remark on the move before: taken en passant; a novelty; a diagram.
bool is_remark(std::string_view word) {
    return word == "e.p." || word == "ep" || word == "N" || word == "D";
}

// e8-g8 and d2e3+ as e8g8 and d2e3: long notation, in which SAN would name the piece.
std::string plain_squares(std::string_view word) {
    std::string squares(word.substr(0, word.find_last_not_of("+#!?") + 1).substr(0, 8));
    if (squares.size() > 2 && (squares[2] == '-' || squares[2] == 'x')) squares.erase(2, 1);
    return squares;
}

Result<chess::Move> parse_move(const chess::Position& position, std::string_view word) {
    Result<chess::Move> by_san = chess::parse_san(position, word);
    if (by_san) return by_san;
    if (const auto by_squares = chess::parse_uci_move(position, plain_squares(word))) return *by_squares;
    return by_san;
}

// "Black's move 12": where a reader of the game would look for it.
std::string move_name(const chess::Position& position) {
    return std::string(position.side_to_move() == chess::Color::White ? "White" : "Black") + "'s move " +
           std::to_string(position.full_move_number());
}

// The game that is being read.
class Draft {
  public:
    bool open() const { return text_.line != 0; }
    void open_at(std::uint64_t line) {
        text_.line = line;
        depth_ = 0;
    }

    bool ended_by_tag(const Token& tag) const {
        if (!open()) return false;
        if (has_moves_) return true;
        const bool again = std::any_of(text_.tags.begin(), text_.tags.end(),
                                       [&](const auto& known) { return known.first == tag.text; });
        return again && (tag.text == "Event" || tag.line > last_tag_line_ + 1);
    }
    void add_tag(const Token& tag) {
        if (!open()) open_at(tag.line);
        last_tag_line_ = tag.line;
        if (text_.tags.size() < max_tags)
            text_.tags.emplace_back(tag.text, unescape_tag_value(tag.value).substr(0, max_tag_value));
    }

    void add_word(const Token& token) {
        if (depth_ > 0) return;
        if (!open()) {
            if (!parse_move(chess::Position::start(), token.text)) return;
            open_at(token.line);
        }
        if (is_remark(token.text)) return;
        begin_moves();
        if (text_.problem.empty()) play(token);
    }
    void begin_variation(std::uint64_t line) {
        if (depth_++ == 0) variation_line_ = line;
        if (open()) begin_moves();
    }
    void end_variation() {
        if (depth_ > 0) --depth_;
    }
    // True if that was the game's end.
    bool add_result(std::string_view marker) {
        if (depth_ > 0 || !open()) return false;
        text_.outcome = outcome_named(marker);
        return true;
    }
    void add_unclosed_comment(std::uint64_t line) {
        if (!open()) return;
        begin_moves();
        fail("the comment that begins here is never closed", line);
    }

    GameText finish() {
        begin_moves();
        if (depth_ > 0) fail("the variation that begins here is never closed", variation_line_);
        if (text_.outcome == Outcome::Unknown) text_.outcome = outcome_named(text::trim(text_.tag("Result")));
        return std::move(text_);
    }

  private:
    void fail(std::string problem, std::uint64_t line) {
        if (!text_.problem.empty()) return;
        text_.problem = std::move(problem);
        text_.problem_line = line;
    }

    // Sets the start position up, for no more tags will come.
    void begin_moves() {
        if (has_moves_) return;
        has_moves_ = true;
        const std::string_view variant = text_.tag("Variant");
        if (!is_chess(variant)) {
            fail("unknown variant '" + std::string(variant.substr(0, 40)) + "'", text_.line);
            return;
        }
        const std::string_view fen = text::trim(text_.tag("FEN"));
        if (fen.empty() || fen == "?") return;
        const Result<chess::Position> start = chess::parse_fen(fen);
        if (start)
            text_.game = chess::Game(*start);
        else
            fail("the FEN tag: " + start.error().message, text_.line);
    }

    void play(const Token& token) {
        const chess::Position& position = text_.game.position();
        if (is_null_move(token.text)) return fail(move_name(position) + " is a null move", token.line);
        if (text_.game.moves().size() == max_plies)
            return fail("more than " + std::to_string(max_plies) + " plies", token.line);
        const Result<chess::Move> move = parse_move(position, token.text);
        if (!move) return fail(move_name(position) + ": " + move.error().message, token.line);
        text_.game.push(*move);
    }

    GameText text_;
    std::uint64_t last_tag_line_ = 0;
    std::uint64_t depth_ = 0; // of variations
    std::uint64_t variation_line_ = 0;
    bool has_moves_ = false; // the header is over
};

} // namespace

std::string_view GameText::tag(std::string_view name) const {
    const auto found = std::find_if(tags.begin(), tags.end(),
                                    [&](const auto& tag) { return text::equal_ignoring_case(tag.first, name); });
    return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<GameText> Reader::next() {
    Draft draft;
    for (;;) {
        const Token token = held_ ? *held_ : tokens_.next();
        held_.reset();
        switch (token.kind) {
        case TokenKind::Tag:
            if (draft.ended_by_tag(token)) {
                held_ = token; // its text stays where it is, as no token is asked for before it is used
                return draft.finish();
            }
            draft.add_tag(token);
            break;
        case TokenKind::Word: draft.add_word(token); break;
        case TokenKind::VariationBegin: draft.begin_variation(token.line); break;
        case TokenKind::VariationEnd: draft.end_variation(); break;
        case TokenKind::Result:
            if (draft.add_result(token.text)) return draft.finish();
            break;
        case TokenKind::Unclosed: draft.add_unclosed_comment(token.line); break;
        case TokenKind::Comment:
        case TokenKind::Nag: break;
        case TokenKind::End:
            if (!draft.open()) return std::nullopt;
            return draft.finish();
        }
    }
}

} // namespace polyglot::pgn
