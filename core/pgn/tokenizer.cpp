#include "core/pgn/tokenizer.hpp"

#include "core/pgn/tag.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::pgn {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // where files have been joined, in the middle too

// Control characters, NUL and the DOS end of file too.
constexpr bool is_blank(char c) {
    return static_cast<unsigned char>(c) <= ' ';
}

// What ends a word, whether or not it means anything by itself.
constexpr std::array<bool, 256> make_delimiters() {
    std::array<bool, 256> table{};
    for (std::size_t c = 0; c <= ' '; ++c)
        table[c] = true;
    for (const char c : std::string_view("{}()[];$*\"<>,"))
        table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr std::array<bool, 256> delimiters = make_delimiters();
constexpr bool is_delimiter(char c) {
    return delimiters[static_cast<unsigned char>(c)];
}

// The byte is the last of its line: LF, or CR without LF behind.
constexpr bool ends_line(std::string_view s, std::size_t i) {
    return s[i] == '\n' || (s[i] == '\r' && (i + 1 == s.size() || s[i + 1] != '\n'));
}

// A promotion in parentheses, e8(Q): no variation.
bool is_promotion(std::string_view ahead, std::size_t i) {
    return i > 0 && i + 2 < ahead.size() && ahead[i + 2] == ')' && std::string_view("18=").find(ahead[i - 1]) != npos &&
           std::string_view("QRBNqrbn").find(ahead[i + 1]) != npos;
}

constexpr bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "1/2";
}

// 12. or 12... or 12 or ... that the text begins with; 0 if it does not. Not told by the word's length, lest a word of
// nothing but numbers be measured again for each.
std::size_t move_number_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && text::is_digit(text[i]))
        ++i;
    const std::size_t digits = i;
    while (i < text.size() && text[i] == '.')
        ++i;
    if (i > digits) return i;
    const bool ends = i == text.size() || is_delimiter(text[i]);
    if (ends) return text.substr(0, i) == "0000" ? 0 : i; // a null move
    return text[i] == '-' || text[i] == '/' ? 0 : i;      // 0-0 and 1/2 begin with a digit too
}

// Neither letter nor digit: an evaluation, in ASCII or as a sign that is not.
bool is_glyph(std::string_view word) {
    return word != "--" && std::none_of(word.begin(), word.end(), [](char c) {
               const char lower = text::to_lower(c);
               return text::is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '@';
           });
}

} // namespace

// How many bytes may be read as one piece: one byte always remains to be looked at, but for the very last.
std::size_t Tokenizer::piece_of(std::string_view ahead) const {
    return std::min(ahead.size(), max_piece_);
}

std::size_t Tokenizer::line_length(std::string_view ahead) const {
    const std::size_t limit = piece_of(ahead);
    std::size_t i = 0;
    while (i < limit && ahead[i] != '\n' && ahead[i] != '\r')
        ++i;
    return i;
}

std::size_t Tokenizer::word_length(std::string_view ahead) const {
    const std::size_t limit = piece_of(ahead);
    std::size_t i = 0;
    while (i < limit) {
        const char c = ahead[i];
        if (c == '(' && is_promotion(ahead, i)) {
            i += 3;
            continue;
        }
        if (is_delimiter(c)) break;
        // Behind a mark, the next number or the result has begun: Qh7#1-0
        if (text::is_digit(c) && i > 0 && std::string_view("+#!?").find(ahead[i - 1]) != npos) break;
        ++i;
    }
    return std::min(i, ahead.size());
}

void Tokenizer::consume(std::size_t bytes) {
    window_.skip(bytes);
    first_column_ = first_word_ = false;
}

Token Tokenizer::next() {
    for (;;) {
        if (inside_ == Inside::BraceComment) return brace_comment();
        if (inside_ == Inside::LineComment) return line_comment();
        if (inside_ == Inside::SkippedLine) skip_line();
        skip_blanks();
        if (inside_ != Inside::Text) continue;
        Token token{TokenKind::End, line_, {}, {}};
        if (window_.ahead().empty() || read_text(token)) return token;
    }
}

// To the next byte that means something; lines that begin with % mean nothing.
void Tokenizer::skip_blanks() {
    for (std::string_view ahead = window_.ahead(); !ahead.empty(); ahead = window_.ahead()) {
        const std::size_t limit = piece_of(ahead);
        std::size_t i = 0;
        for (; i < limit && is_blank(ahead[i]); ++i) {
            const bool line_end = ends_line(ahead, i);
            if (line_end) {
                ++line_;
                first_word_ = true;
            }
            first_column_ = line_end;
        }
        window_.skip(i);
        if (i == limit) continue;
        if (first_word_ && ahead.substr(i, byte_order_mark.size()) == byte_order_mark) {
            window_.skip(byte_order_mark.size());
            continue;
        }
        if (first_column_ && ahead[i] == '%') inside_ = Inside::SkippedLine;
        return;
    }
}

void Tokenizer::skip_line() {
    while (inside_ == Inside::SkippedLine) {
        const std::string_view ahead = window_.ahead();
        const std::size_t length = line_length(ahead);
        if (length < max_piece_) inside_ = Inside::Text;
        consume(length);
    }
}

Token Tokenizer::line_comment() {
    const std::string_view ahead = window_.ahead();
    const std::size_t length = line_length(ahead);
    if (length < max_piece_) inside_ = Inside::Text;
    consume(length);
    return {TokenKind::Comment, line_, ahead.substr(0, length), {}};
}

// Where the comment that has just been opened once more ends, if braces come out even; else npos.
std::size_t Tokenizer::balanced_brace(std::string_view ahead, std::size_t open) {
    if (window_.offset() + open < flat_until_) return npos;
    const std::size_t limit = std::min(ahead.size(), open + max_piece_);
    int depth = 1;
    std::size_t i = open;
    for (; i < limit; ++i) {
        if (ahead[i] == '{') ++depth;
        if (ahead[i] == '}' && --depth == 0) return i;
        if (ends_line(ahead, i) && begins_tag(ahead.substr(i + 1))) break;
    }
    flat_until_ = window_.offset() + i; // what cannot come out even from here is not counted again from further on
    return npos;
}

Token Tokenizer::brace_comment() {
    const std::string_view ahead = window_.ahead();
    Token token{TokenKind::Comment, line_, {}, {}};
    if (ahead.empty() || (first_word_ && begins_tag(ahead))) {
        inside_ = Inside::Text;
        token.kind = TokenKind::Unclosed;
        token.line = comment_line_;
        return token;
    }
    std::size_t limit = piece_of(ahead);
    std::size_t closing = npos; // the brace that counts, if inner ones do
    std::size_t i = 0;
    bool new_line = false;
    for (; i < limit; ++i) {
        new_line = false;
        if (ahead[i] == '}' && (closing == npos || i == closing)) break;
        if (ahead[i] == '{' && closing == npos) {
            closing = balanced_brace(ahead, i);
            if (closing != npos) limit = closing + 1;
        }
        if (!ends_line(ahead, i)) continue;
        ++line_;
        new_line = true;
        if (closing != npos || !begins_tag(ahead.substr(i + 1))) continue;
        ++i;
        break;
    }
    token.text = ahead.substr(0, i);
    const bool closed = i < limit && ahead[i] == '}';
    consume(closed ? i + 1 : i);
    if (closed) inside_ = Inside::Text;
    first_word_ = first_column_ = new_line;
    return token;
}

// One token, or false if what was there is none.
bool Tokenizer::read_text(Token& token) {
    const std::string_view ahead = window_.ahead();
    const auto single = [&](TokenKind kind) {
        token.kind = kind;
        token.text = ahead.substr(0, 1);
        in_header_ = kind == TokenKind::Result;
        consume(1);
        return true;
    };
    switch (ahead.front()) {
    case '[': return read_bracket(token);
    case '(': return single(TokenKind::VariationBegin);
    case ')': return single(TokenKind::VariationEnd);
    case '*': return single(TokenKind::Result);
    case '{':
        inside_ = Inside::BraceComment;
        comment_line_ = line_;
        consume(1);
        return false;
    case ';':
        inside_ = Inside::LineComment;
        consume(1);
        return false;
    case '$': {
        std::size_t length = 1;
        while (length < piece_of(ahead) && text::is_digit(ahead[length]))
            ++length;
        token.kind = TokenKind::Nag;
        token.text = ahead.substr(0, length);
        consume(length);
        return true;
    }
    default: break;
    }
    if (!is_delimiter(ahead.front())) return read_word(token);
    consume(1);
    return false;
}

bool Tokenizer::read_bracket(Token& token) {
    const std::string_view ahead = window_.ahead();
    const std::string_view piece = ahead.substr(0, piece_of(ahead));
    if (in_header_ || first_word_) {
        if (const auto tag = read_tag(piece, in_header_)) {
            token.kind = TokenKind::Tag;
            token.text = tag->name;
            token.value = tag->value;
            if (tag->length == max_piece_) inside_ = Inside::SkippedLine;
            consume(tag->length);
            in_header_ = true;
            return true;
        }
    }
    const std::size_t end = std::min(piece.find_first_of("]\r\n"), piece.size());
    consume(end < piece.size() && piece[end] == ']' ? end + 1 : end);
    return false;
}

bool Tokenizer::read_word(Token& token) {
    const std::string_view ahead = window_.ahead();
    if (const std::size_t number = move_number_length(ahead.substr(0, piece_of(ahead)))) {
        consume(number);
        in_header_ = false;
        return false;
    }
    token.text = ahead.substr(0, word_length(ahead));
    if (is_result(token.text)) {
        token.kind = TokenKind::Result;
        in_header_ = true;
    } else if (is_glyph(token.text)) {
        token.kind = TokenKind::Nag;
    } else {
        token.kind = TokenKind::Word;
        in_header_ = false;
    }
    consume(token.text.size());
    return true;
}

} // namespace polyglot::pgn
