#include "core/pgn/piece_letters.hpp"

#include "core/pgn/tokenizer.hpp"

#include <algorithm>
#include <optional>

namespace polyglot::pgn {
namespace {

constexpr std::string_view english = "KQRBN";

struct Language {
    std::string_view name;
    std::string_view letters; // in the order of `english`
};
constexpr std::array<Language, 5> languages{{
    {"German", "KDTLS"},
    {"French", "RDTFC"},
    {"Spanish", "RDTAC"},
    {"Italian", "RDTAC"},
    {"Dutch", "KDTLP"},
}};

// A letter or a figurine that stands for a piece.
struct Sign {
    std::size_t at = 0; // offset in the word
    std::size_t length = 0;
    char letter = '\0'; // the English one for a figurine
    bool is_figurine() const { return length > 1; }
};

constexpr bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

std::optional<Sign> sign_at(std::string_view word, std::size_t at) {
    const std::string_view rest = word.substr(at);
    if (rest.empty()) return std::nullopt;
    if (is_capital(rest[0])) return Sign{at, 1, rest[0]};
    // U+2654 to U+2659 are white, from king to knight and pawn; U+265A to U+265F are black.
    if (rest.size() < 3 || !rest.starts_with("\xe2\x99")) return std::nullopt;
    const auto last = static_cast<unsigned char>(rest[2]);
    if (last < 0x94 || last > 0x9f) return std::nullopt;
    // U+FE0E selects the text form of the sign instead of the picture.
    const bool shows_shape = rest.substr(3).starts_with("\xef\xb8\x8e");
    return Sign{at, shows_shape ? 6U : 3U, "KQRBNP"[(last - 0x94U) % 6]};
}

// Returns the end of [file][rank][x]file rank that begins here; npos if there is no such text.
std::size_t squares_end(std::string_view word, std::size_t begin) {
    constexpr std::string_view files = "abcdefgh";
    constexpr std::string_view ranks = "12345678";
    const auto has = [](std::string_view set, char c) {
        return set.find(c) != std::string_view::npos;
    };
    std::size_t end = begin;
    while (end < word.size() &&
           (has(files, word[end]) || has(ranks, word[end]) || has("x:-", word[end])))
        ++end;
    while (end > begin && !has(ranks, word[end - 1])) // Sf3-+: the sign is an evaluation
        --end;
    const bool is_square = end >= begin + 2 && has(files, word[end - 2]);
    return is_square && end - begin <= 5 ? end : std::string_view::npos;
}

// Returns the sign of a move: that of the piece at the beginning, or that of the promotion; nullopt
// if the word is not such a move.
std::optional<Sign> find_sign(std::string_view word) {
    const std::optional<Sign> piece = sign_at(word, 0);
    std::size_t end = squares_end(word, piece ? piece->length : 0);
    if (end == std::string_view::npos) return std::nullopt;
    if (piece) return piece;
    while (end < word.size() && (word[end] == '=' || word[end] == '(' || word[end] == '/'))
        ++end;
    return sign_at(word, end);
}

template <typename Visit>
void for_each_sign(std::string_view text, const Visit& visit) {
    Tokenizer tokens(text);
    for (;;) {
        const Token& token = tokens.next();
        if (token.kind == TokenKind::End) return;
        if (token.kind != TokenKind::Word) continue;
        if (const auto sign = find_sign(token.text)) visit(token, *sign);
    }
}

} // namespace

PieceLetters PieceLetters::detect(std::string_view sample) {
    std::array<bool, 26> seen{};
    bool figurines = false;
    for_each_sign(sample, [&](const Token&, const Sign& sign) {
        figurines |= sign.is_figurine();
        if (!sign.is_figurine()) seen[static_cast<std::size_t>(sign.letter - 'A')] = true;
    });
    const auto are_all_in = [&seen](std::string_view letters) {
        for (std::size_t i = 0; i < seen.size(); ++i)
            if (seen[i] && letters.find(static_cast<char>('A' + i)) == std::string_view::npos)
                return false;
        return true;
    };
    PieceLetters found;
    if (are_all_in("KQRBNP")) {
        if (figurines) found.name_ = "figurines";
        return found;
    }
    if (figurines) return found;
    for (const Language& language : languages) {
        if (!are_all_in(language.letters)) continue;
        if (found.name_.empty())
            for (std::size_t i = 0; i < english.size(); ++i)
                found.english_[static_cast<std::size_t>(language.letters[i] - 'A')] = english[i];
        found.name_ += (found.name_.empty() ? "" : " or ") + std::string(language.name);
    }
    return found;
}

void PieceLetters::to_english(std::span<char> text) const {
    if (are_english()) return;
    for_each_sign({text.data(), text.size()}, [&](const Token& token, const Sign& sign) {
        const auto word = text.subspan(token.at, token.text.size());
        if (!sign.is_figurine()) {
            const char letter = english_[static_cast<std::size_t>(sign.letter - 'A')];
            if (letter != '\0') word[sign.at] = letter;
            return;
        }
        word[sign.at] = sign.letter;
        const auto rest = word.subspan(sign.at + 1);
        std::fill(
            std::shift_left(rest.begin(), rest.end(), static_cast<std::ptrdiff_t>(sign.length - 1)),
            rest.end(), ' ');
    });
}

} // namespace polyglot::pgn
