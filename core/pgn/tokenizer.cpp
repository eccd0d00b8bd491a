#include "core/pgn/tokenizer.hpp"

#include "core/pgn/lines.hpp"
#include "core/pgn/outcome.hpp"
#include "core/pgn/tag.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace polyglot::pgn {
namespace {

using text::every_byte, text::find_byte, text::first_byte, text::load_bytes;
#ifdef POLYGLOT_SSE2
using text::is_equal, text::is_within, text::load_16, text::mask_of;
#endif

// A byte order mark also occurs in the middle of files that were joined.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view ellipsis = "\u2026";
constexpr std::string_view en_dash = "\u2013";

// Classes of bytes, as bits: their roles in a word and between words.
constexpr std::uint8_t blank = 1;     // includes control characters, NUL and the DOS end of file
constexpr std::uint8_t delimiter = 2; // ends a word, whether or not it is a token
constexpr std::uint8_t digit = 4;
constexpr std::uint8_t mark = 8;     // after a move
constexpr std::uint8_t meaning = 16; // cannot be part of a glyph
constexpr std::uint8_t letter = 32;
constexpr std::uint8_t wide = 64; // may be the first byte of a blank beyond ASCII
constexpr std::uint8_t dot = 128;

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> table{};
    const auto add = [&](std::string_view characters, std::uint8_t what) {
        for (const char c : characters)
            table[static_cast<unsigned char>(c)] |= what;
    };
    for (std::size_t c = 0; c <= ' '; ++c)
        table[c] = blank | delimiter;
    add("{}()[];$*\"<>,", delimiter);
    add("0123456789", digit | meaning);
    add("+#!?", mark);
    add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", letter | meaning);
    add("@", meaning);
    add("\xa0\xad\xc2\xe1\xe2\xe3\xef", wide);
    add(".", dot);
    return table;
}
constexpr std::array<std::uint8_t, 256> classes = make_classes();
constexpr bool is(char c, std::uint8_t what) {
    return (classes[static_cast<unsigned char>(c)] & what) != 0;
}

// Returns the size of the blank or invisible mark beyond ASCII that begins here; 0 if none does.
// These are spaces of all widths, ends of lines and paragraphs, marks without width, marks of
// direction, soft hyphens and byte order marks, in UTF-8 or as the single byte of Latin-1. The
// second byte of a longer character is not one; the byte before it shows this.
std::size_t wide_blank(std::string_view text, std::size_t i, bool begins_token) {
    const auto at = [&](std::size_t k) {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
    };
    const unsigned second = at(i + 1), third = at(i + 2);
    const auto within = [](unsigned byte, unsigned first, unsigned last) {
        return first <= byte && byte <= last;
    };
    switch (at(i)) {
    case 0xa0:
    case 0xad: return begins_token || i == 0 || at(i - 1) < 0x80 ? 1 : 0;
    case 0xc2: return second == 0x85 || second == 0xa0 || second == 0xad ? 2 : 0;
    case 0xe1:
        return (second == 0x9a && third == 0x80) || (second == 0xa0 && third == 0x8e) ? 3 : 0;
    case 0xe2: // U+2000 to U+200F, U+2028 to U+202F, U+205F to U+206F
        if (second == 0x80) return within(third, 0x80, 0x8f) || within(third, 0xa8, 0xaf) ? 3 : 0;
        return second == 0x81 && within(third, 0x9f, 0xaf) ? 3 : 0;
    case 0xe3: return second == 0x80 && third == 0x80 ? 3 : 0;
    case 0xef: return text.substr(i).starts_with(byte_order_mark) ? 3 : 0;
    default: return 0;
    }
}

// Returns the number of letters and digits with which eight bytes of text begin. All bytes are
// examined at once, since the end of a word is hard to predict. (: @ ` count as well, which does no
// harm.)
std::size_t letters_and_digits(const char* text) {
    const std::uint64_t bytes = load_bytes(text);
    // The high bit is set if the byte is '0' or above.
    const std::uint64_t from_zero = (bytes & every_byte(0x7f)) + every_byte(0x80 - '0');
    // The high bit is set if the low 5 bits are above those of z.
    const std::uint64_t after_z = (bytes & every_byte(0x1f)) + every_byte(0x80 - 0x1b);
    const std::uint64_t others = (~from_zero | after_z | bytes) & every_byte(0x80);
    return others ? first_byte(others) : sizeof bytes;
}

// Returns the number of letters with which eight bytes of text begin.
std::size_t letters(const char* text) {
    const std::uint64_t bytes = load_bytes(text);
    const std::uint64_t small = (bytes & every_byte(0x7f)) | every_byte(0x20);
    const std::uint64_t from_a = small + every_byte(0x80 - 'a'); // high bit: 'a' or above
    const std::uint64_t after_z = small + every_byte(0x80 - 'z' - 1);
    const std::uint64_t others = (~from_a | after_z | bytes) & every_byte(0x80);
    return others ? first_byte(others) : sizeof bytes;
}

#ifdef POLYGLOT_SSE2
// Classes of 16 bytes: bit i stands for byte i.
struct ByteClasses {
    explicit ByteClasses(const char* from) {
        const __m128i bytes = load_16(from);
        const auto is = [bytes](char wanted) { return is_equal(bytes, wanted); };
        const __m128i is_digit = is_within(bytes, '0', '9');
        const __m128i is_blank = is_within(bytes, '\0', ' ');
        letters = mask_of(is_within(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z'));
        digits = mask_of(is_digit);
        blanks = mask_of(is_blank);
        numbers = mask_of(_mm_or_si128(_mm_or_si128(is_digit, is_blank), is('.')));
        marks =
            mask_of(_mm_or_si128(_mm_or_si128(is('+'), is('#')), _mm_or_si128(is('!'), is('?'))));
        dashes = mask_of(is('-'));
    }
    unsigned letters, digits, blanks, marks, dashes;
    unsigned numbers; // digits, blanks and dots
};
#endif

// True if the word has neither letter nor digit: it is an evaluation, in ASCII or as another sign.
bool is_glyph(std::string_view word) {
    return word != "--" && std::ranges::none_of(word, [](char c) { return is(c, meaning); });
}

std::size_t line_end(std::string_view text, std::size_t from) {
    return find_byte<'\n', '\r'>(text, from);
}

// Returns the end of the result marker to which this byte, one of * - /, belongs; 0 if it belongs
// to none. Every marker has one of these bytes.
std::size_t marker_end(std::string_view text, std::size_t i) {
    if (text[i] == '*') return i + 1;
    if (i == 0 || i + 1 == text.size()) return 0;
    const char before = text[i - 1];
    const char after = text[i + 1];
    if (text[i] == '-' && before == '5')
        return i > 2 && text.substr(i - 3, 7) == "0.5-0.5" ? i + 4 : 0;
    if (text[i] == '-')
        return (before == '1' && after == '0') || (before == '0' && after == '1') ? i + 2 : 0;
    if (before != '1' || after != '2') return 0;
    return text.substr(i + 2, 4) == "-1/2" ? i + 6 : i + 2;
}

} // namespace

// True if only blanks and byte order marks stand before the place on its line.
bool Tokenizer::is_first_word(std::size_t place) const {
    while (place != first_word_ && !begins_line(text_, place)) {
        if (place == later_word_) return false;
        if (is(text_[place - 1], blank))
            --place;
        else if (text_.substr(0, place).ends_with(byte_order_mark))
            place -= byte_order_mark.size();
        else
            return false;
    }
    return true;
}

const Token& Tokenizer::next() {
    token_.value = {};
    for (;;) {
        std::size_t i = place_;
        while (i < text_.size() && is(text_[i], blank))
            ++i;
        place_ = token_.at = i;
        if (i == text_.size()) {
            token_.kind = TokenKind::End;
            token_.text = {};
            return token_;
        }
        if (is(text_[i], meaning)) { // the usual case
            if (read_word()) return token_;
        } else if (read_sign()) {
            return token_;
        }
    }
}

// Examines all of 16 bytes at once: the end of one word determines the beginning of the next one,
// so separate steps would have to wait for each other.
std::string_view Tokenizer::next_plain_word() {
#ifdef POLYGLOT_SSE2
    if (text_.size() - place_ < most_plain_bytes) return {};
    const ByteClasses bytes(text_.data() + place_);
    const auto skipped = static_cast<unsigned>(std::countr_zero(bytes.letters));
    const unsigned before = bytes.letters ^ (bytes.letters - 1); // the bytes up to the first letter
    if (skipped > most_before || (bytes.blanks & 1) == 0 ||
        (before & ~bytes.letters & ~bytes.numbers) != 0)
        return {};
    const bool castles = text_[place_ + skipped] == 'O';
    const unsigned words = bytes.letters | (castles ? bytes.dashes : bytes.digits);
    unsigned end = skipped + static_cast<unsigned>(std::countr_one(words >> skipped));
    end += bytes.marks >> end & 1U;
    if ((bytes.blanks >> end & 1U) == 0) return {};
    const std::size_t begin = place_ + skipped;
    place_ += end;
    in_header_ = false;
    return text_.substr(begin, end - skipped);
#else
    return {};
#endif
}

const Token* Tokenizer::next_plain_tag() {
    constexpr std::size_t most_letters = 2 * sizeof(std::uint64_t);
    constexpr std::string_view around = "\r\n[ \"\"]";
    if (text_.size() - place_ < around.size() + most_letters) return nullptr;
    const std::size_t bracket = place_ + (text_[place_] == '\r' ? 2 : 1);
    if (text_[bracket - 1] != '\n' || text_[bracket] != '[') return nullptr;
    const std::size_t name = bracket + 1;
    std::size_t length = letters(text_.data() + name);
    if (length == most_letters / 2) length += letters(text_.data() + name + length);
    const std::size_t value = name + length + 2;
    if (length == 0 || text_[value - 2] != ' ' || text_[value - 1] != '"') return nullptr;
    const std::size_t quote = find_byte<'"', '\\', '\n', '\r'>(text_, value);
    if (quote + 1 >= text_.size() || text_[quote] != '"' || text_[quote + 1] != ']') return nullptr;
    token_.kind = TokenKind::Tag;
    token_.at = bracket;
    token_.text = text_.substr(name, length);
    token_.value = text_.substr(value, quote - value);
    place_ = quote + 2;
    return &token_;
}

// Reads a token that begins with neither letter nor digit. False if the character is not part of a
// token.
bool Tokenizer::read_sign() {
    switch (text_[place_]) {
    case '(': return read_single(TokenKind::VariationBegin);
    case ')': return read_single(TokenKind::VariationEnd);
    case '*': return read_single(TokenKind::Result);
    case '{': return read_brace_comment();
    case ';': return read_line_comment();
    case '$': return read_nag();
    case '[': return read_bracket();
    case '%':
    case '\xef':
        if (skip_silent()) return false;
        break;
    default: break;
    }
    if (const std::size_t size = wide_blank(text_, place_, true)) {
        place_ += size;
        return false;
    }
    if (!is(text_[place_], delimiter)) return read_word();
    ++place_;
    return false;
}

bool Tokenizer::read_single(TokenKind kind) {
    token_.kind = kind;
    token_.text = text_.substr(place_++, 1);
    in_header_ = kind == TokenKind::Result;
    return true;
}

bool Tokenizer::read_nag() {
    do
        ++place_;
    while (place_ < text_.size() && is(text_[place_], digit));
    token_.kind = TokenKind::Nag;
    token_.text = text_.substr(token_.at, place_ - token_.at);
    return true;
}

// Skips a line that begins with %, or a byte order mark before a line's first word.
bool Tokenizer::skip_silent() {
    if (text_.substr(place_, byte_order_mark.size()) == byte_order_mark) {
        if (!is_first_word(place_)) {
            later_word_ = place_;
            return false;
        }
        place_ += byte_order_mark.size();
        first_word_ = place_;
        return true;
    }
    std::size_t column = place_;
    while (text_.substr(0, column).ends_with(byte_order_mark))
        column -= byte_order_mark.size();
    if (text_[place_] != '%' || !begins_line(text_, column)) return false;
    place_ = line_end(text_, place_);
    return true;
}

bool Tokenizer::read_line_comment() {
    place_ = line_end(text_, place_);
    token_.kind = TokenKind::Comment;
    token_.text = text_.substr(token_.at + 1, place_ - token_.at - 1);
    return true;
}

// Returns the end of the comment in which one more brace has just been opened if braces are
// balanced; otherwise npos.
std::size_t Tokenizer::balanced_brace(std::size_t open) {
    if (open < unbalanced_until_) return npos;
    int depth = 1;
    std::size_t i = open;
    for (; i < text_.size(); i = find_byte<'{', '}', '['>(text_, i + 1)) {
        if (text_[i] == '{') ++depth;
        if (text_[i] == '}' && --depth == 0) return i;
        if (text_[i] == '[' && header_line(text_, i) != npos) break;
    }
    // The braces up to here are known to be unbalanced, so they are not counted again.
    unbalanced_until_ = i;
    return npos;
}

bool Tokenizer::read_brace_comment() {
    const std::size_t begin = place_ + 1;
    const auto end_at = [&](TokenKind kind, std::size_t end, std::size_t go_on) {
        token_.kind = kind;
        token_.text = text_.substr(begin, end - begin);
        place_ = go_on;
        return true;
    };
    for (std::size_t i = find_byte<'{', '}', '['>(text_, begin); i < text_.size();
         i = find_byte<'{', '}', '['>(text_, i + 1)) {
        if (text_[i] == '}') return end_at(TokenKind::Comment, i, i + 1);
        if (text_[i] == '{') {
            if (const std::size_t end = balanced_brace(i); end != npos)
                return end_at(TokenKind::Comment, end, end + 1);
        } else if (const std::size_t line = header_line(text_, i); line != npos) {
            return end_at(TokenKind::Unclosed, line, line);
        }
    }
    return end_at(TokenKind::Unclosed, text_.size(), text_.size());
}

bool Tokenizer::read_bracket() {
    if (in_header_ || is_first_word(place_)) {
        if (const auto tag = read_tag(text_.substr(place_), in_header_)) {
            token_.kind = TokenKind::Tag;
            token_.text = tag->name;
            token_.value = tag->value;
            place_ += tag->length;
            in_header_ = true;
            return true;
        }
    }
    place_ = find_byte<']', '\n', '\r'>(text_, place_);
    if (place_ < text_.size() && text_[place_] == ']') ++place_;
    return false;
}

// True for a promotion in parentheses, e8(Q), which is not a variation.
bool Tokenizer::is_promotion(std::size_t open, std::size_t word) const {
    return open > word && open + 2 < text_.size() && text_[open + 2] == ')' &&
           std::string_view("18=").find(text_[open - 1]) != npos &&
           std::string_view("QRBNqrbn").find(text_[open + 1]) != npos;
}

// True for a result that is glued to a move, Qxf71-0: this digit, the last of the result or of its
// first half, shows that the word ends two bytes before it. No move begins with 1, so a word that
// begins with 1 is a result by itself.
bool Tokenizer::ends_glued_result(std::size_t i) const {
    if (i < place_ + 3 || text_[place_] == '1' || (text_[i - 1] != '-' && text_[i - 1] != '/'))
        return false;
    if (text_[i - 2] == '5') return false; // 0.5-0.5
    const std::size_t end = marker_end(text_, i - 1);
    return end != 0 && (end == text_.size() || is(text_[end], delimiter));
}

// For O-O6. and e52.: returns the beginning of the move number that is glued to the word before it
// and ends at this dot; 0 if there is no such number. If a square, or castling with zeros, ends
// with the first digit, that digit belongs to the word.
std::size_t Tokenizer::glued_number(std::size_t dot_at) const {
    std::size_t begin = dot_at;
    while (begin > place_ && is(text_[begin - 1], digit))
        --begin;
    if (begin == place_ || begin == dot_at) return 0;
    const char before = text_[begin - 1];
    if ((before >= 'a' && before <= 'h') || (before == '-' && text_[begin] == '0')) ++begin;
    return begin < place_ + 2 || begin == dot_at || text_[begin] == '0' ? 0 : begin;
}

std::size_t Tokenizer::word_end() const {
    std::size_t i = place_;
    if (i + sizeof(std::uint64_t) < text_.size()) {
        i += letters_and_digits(text_.data() + i);
        if (is(text_[i], blank)) return i; // the usual case
    }
    for (; i < text_.size(); ++i) {
        if (!is(text_[i], delimiter | digit | wide | dot)) continue;
        if (is(text_[i], wide)) {
            if (wide_blank(text_, i, false) > 0) break;
        } else if (is(text_[i], dot)) {
            if (const std::size_t number = glued_number(i)) return number;
        } else if (is(text_[i], digit)) {
            // The next number or the result has begun: Qh7#1-0.
            if (i > place_ && is(text_[i - 1], mark)) break;
            if (ends_glued_result(i)) return i - 2;
        } else {
            if (text_[i] != '(' || !is_promotion(i, place_)) break;
            i += 2;
        }
    }
    return i;
}

// Returns the position after 12. or 12... or 12… or 12 or ... at this place; place_ if there is
// none, since 0000 is a null move, 5254 a move in digits, and 1:0 and 0.5-0.5 are results. The
// answer does not depend on the length of the word, so that a word of digits only is not measured
// again for each digit.
std::size_t Tokenizer::move_number_end() const {
    std::size_t i = place_;
    while (i < text_.size() && is(text_[i], digit))
        ++i;
    const std::size_t digits = i;
    const auto starts = [&](std::string_view what) { return text_.substr(i).starts_with(what); };
    if (i == place_ + 1 && text_[place_] == '0' && (starts(".5-0.5") || starts(".5:0.5")))
        return place_;
    while (starts(".") || starts(ellipsis))
        i += starts(".") ? 1 : ellipsis.size();
    if (i > digits) return i;
    if (starts(en_dash)) return place_; // 1–0
    const bool ends =
        i == text_.size() || is(text_[i], delimiter) || wide_blank(text_, i, false) > 0;
    const std::string_view number = text_.substr(place_, i - place_);
    if (ends) return number == "0000" || is_move_in_digits(number) ? place_ : i;
    if (parse_outcome(text_.substr(place_, 3)) != Outcome::Unknown) return place_; // 1:0
    // 0-0 and 1/2 begin with a digit as well.
    return text_[i] == '-' || text_[i] == '/' ? place_ : i;
}

bool Tokenizer::read_word() {
    const char first = text_[place_];
    if (is(first, digit) || first == '.' || first == ellipsis.front()) {
        if (const std::size_t end = move_number_end(); end != place_) {
            place_ = end;
            in_header_ = false;
            return false;
        }
    }
    const std::size_t end = word_end();
    token_.text = text_.substr(place_, end - place_);
    place_ = end;
    const bool is_result = !is(first, letter) && parse_outcome(token_.text) != Outcome::Unknown;
    if (!is_result && !is(first, meaning) && is_glyph(token_.text)) {
        token_.kind = TokenKind::Nag;
        return true;
    }
    token_.kind = is_result ? TokenKind::Result : TokenKind::Word;
    in_header_ = is_result;
    return true;
}

bool Tokenizer::skip_game() {
    if (in_header_) return false; // a tag may follow at any place then
    for (std::size_t i = find_byte<'[', '*', '-', '/'>(text_, place_);;
         i = find_byte<'[', '*', '-', '/'>(text_, i + 1)) {
        if (i == text_.size()) {
            place_ = i;
            return true;
        }
        if (text_[i] == '[') {
            if (const std::size_t line = header_line(text_, i); line != npos) {
                place_ = line;
                return true;
            }
            // After a byte order mark or a control character, this is a tag, unless a comment is
            // open.
            if (begins_tag(text_.substr(i)) && is_first_word(i)) return false;
        } else if (std::size_t end = marker_end(text_, i)) {
            // For a real marker, only blanks may stand between it and the header.
            while (end < text_.size() && is(text_[end], blank))
                ++end;
            if (end < text_.size() && (text_[end] != '[' || header_line(text_, end) == npos))
                return false;
            place_ = end;
            return true;
        }
    }
}

} // namespace polyglot::pgn
