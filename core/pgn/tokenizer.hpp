// Splits PGN text (Portable Game Notation Specification, 1994, sections 7 and 8) into tokens,
// without any knowledge of chess. Any bytes yield tokens, which are views into the text.
#pragma once
#include "core/text/byte_search.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

enum class TokenKind : std::uint8_t {
    Tag, // text: its name; value: as written between the quotes (unescape_tag_value)
    // A move with its marks (Nf3+!?, Nf3+-, --, Z0), or text that is not PGN.
    Word,
    Nag,            // $13, or a glyph that stands alone: !?, +-, =
    Comment,        // {…} or ;… without the delimiters
    Unclosed,       // {… that is cut off by a header line or the end of the text
    VariationBegin, // (
    VariationEnd,   // )
    // 1-0 0-1 1/2-1/2 1/2 *, which may be glued to the last move, and the other forms of
    // parse_outcome().
    Result,
    End, // returned by every further call
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::size_t at = 0; // offset in the text
    std::string_view text;
    std::string_view value;
};

// True for words that comment on the move before: captured en passant, a novelty, a diagram.
constexpr bool is_remark(std::string_view word) {
    return word == "e.p." || word == "ep" || word == "N" || word == "D";
}

// True if a move's text, or a glyph or number after it, marks the move as a mistake or a blunder:
// ?, ??, $2, $4. A doubtful move does not count.
constexpr bool marks_mistake(std::string_view word) {
    // The last character is ?? in one.
    if (word == "$2" || word == "$4" || word.ends_with("\u2047")) return true;
    std::size_t end = word.size();
    while (end > 0 && word[end - 1] == '?')
        --end;
    return end < word.size() && (end == 0 || word[end - 1] != '!');
}

// True if it marks the move as doubtful: ?!, $6. "\u2048" is ?! in one character.
constexpr bool marks_doubt(std::string_view word) {
    return word == "$6" || word.ends_with("?!") || word.ends_with("\u2048");
}

// True for a move in the digits of correspondence chess: 5254 is e2e4, and a fifth digit is the
// promotion (1 to 4: queen, rook, bishop, knight). No move number of a game has four digits.
constexpr bool is_move_in_digits(std::string_view word) {
    if (word.size() != 4 && word.size() != 5) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (word[i] < '1' || word[i] > (i == 4 ? '4' : '8')) return false;
    return true;
}

// Splits a text. It skips silently: move numbers with their dots, which may be glued to the move
// before or after; lines that begin with %; byte order marks, and blanks and invisible marks beyond
// ASCII; what stands in other brackets ([%clk 1:00] outside a comment); stray , " < > ] }.
//
// A line that begins with [Name " is a tag wherever it stands, in an open comment as well, because
// reading recovers from damage there. Elsewhere in a line, tags are read only before a game's first
// word.
//
// Comments do not nest in the standard, but do in files. A brace inside a comment counts if the
// braces are balanced before the next header line; otherwise the first closing brace ends the
// comment. tests/unit/core/pgn/tokenizer_test.cpp shows each case.
class Tokenizer {
  public:
    explicit Tokenizer(std::string_view text) : text_(text) {}
    // Returns the next token, in the same object each time, which avoids a copy for each of
    // millions.
    const Token& next();

    // Returns the text of the next token, much faster, if it is a Word of the most frequent form: a
    // few letters and digits with at most one mark, or castling, then a blank. Otherwise, and
    // always on processors without SSE2, returns an empty text and consumes nothing. (Without both
    // functions for words pgn-stat and make-book take 1.3 and 1.15 times the processor time; a
    // version of this one for other processors saved only 2 %.)
    std::string_view next_plain_word();

    // A guess at the next token, which is faster still: up to eight bytes between two blanks, with
    // at most a move number before them. The guess is right if the bytes read as a move of letters
    // and digits with at most one mark; take() then consumes it. If not, the caller uses next() or
    // next_plain_word(), since nothing has been consumed. Size 0: there is no guess, as always on
    // processors without SSE2.
    struct ShortWord {
        std::uint64_t bytes = 0; // the first in the lowest bits, 0 above the last one
        unsigned size = 0;
        std::size_t begin = 0; // in the text
    };
    ShortWord peek_short_word() const;
    void take(const ShortWord& word);

    // Returns the next token after a Tag, much faster, if it is a Tag of the most frequent form:
    // [Name "value"] on the next line, the name of at most 16 letters, the value without quotes and
    // backslashes. Otherwise returns null and consumes nothing.
    const Token* next_plain_tag();

    // Skips the rest of the current game, to the next header line or the end of the text, much
    // faster than by tokens. Works only if no token on the way could end the game or begin another
    // one; otherwise returns false and does nothing. Markers with a colon or beyond ASCII (1:0,
    // 1\u20130) are not detected: a game without tags after one, in a text whose other games have
    // tags, is taken for the rest of this game.
    bool skip_game();

  private:
    bool skip_silent();
    bool read_brace_comment();
    bool read_line_comment();
    bool read_nag();
    bool read_single(TokenKind kind);
    std::size_t balanced_brace(std::size_t open);
    bool read_bracket();
    bool read_word();
    bool read_sign();
    bool is_promotion(std::size_t open, std::size_t word) const;
    bool ends_glued_result(std::size_t i) const;
    std::size_t glued_number(std::size_t dot_at) const;
    std::size_t word_end() const;
    std::size_t move_number_end() const;
    bool is_first_word(std::size_t place) const;

    // The functions for plain and short words look at this number of bytes.
    static constexpr std::size_t most_plain_bytes = 24;
    // Up to this many bytes, the first a blank, are at most a move number: 0000, the null move,
    // would have blanks on both sides.
    static constexpr unsigned most_before = 5;

    std::string_view text_;
    std::size_t place_ = 0;
    Token token_;
    // Up to this place, braces in comments are known to be unbalanced.
    std::size_t unbalanced_until_ = 0;
    // A place after byte order marks at which is_first_word() holds.
    std::size_t first_word_ = 0;
    // A place at which is_first_word() does not hold.
    std::size_t later_word_ = static_cast<std::size_t>(-1);
    // No word has been read since the last tag, result or the beginning.
    bool in_header_ = true;
};

inline Tokenizer::ShortWord Tokenizer::peek_short_word() const {
#ifdef POLYGLOT_SSE2
    if (text_.size() - place_ < most_plain_bytes) return {};
    const __m128i bytes = text::load_16(text_.data() + place_);
    const __m128i is_blank = text::is_within(bytes, '\0', ' ');
    const __m128i is_number =
        _mm_or_si128(text::is_within(bytes, '0', '9'), text::is_equal(bytes, '.'));
    const unsigned blanks = text::mask_of(is_blank);
    const auto before =
        static_cast<unsigned>(std::countr_one(text::mask_of(_mm_or_si128(is_blank, is_number))));
    if (before > most_before || (blanks & 1) == 0) return {};
    const auto size = static_cast<unsigned>(std::countr_zero(blanks >> before));
    if (size > sizeof(std::uint64_t)) return {};
    const std::size_t begin = place_ + before;
    return {text::load_bytes(text_.data() + begin) & ~std::uint64_t{0} >> (64 - 8 * size), size,
            begin};
#else
    return {};
#endif
}

inline void Tokenizer::take(const ShortWord& word) {
    place_ = word.begin + word.size;
    in_header_ = false;
}

} // namespace polyglot::pgn
