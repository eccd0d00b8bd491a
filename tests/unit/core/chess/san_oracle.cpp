#include "tests/unit/core/chess/san_oracle.hpp"

#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <regex>

namespace polyglot::chess::test {
namespace {

constexpr std::string_view letters = "PNBRQK"; // by piece type

bool is_king_side(Move castling) {
    return castling.to() > castling.from();
}

// Which of the two squares' parts a text gives; empty: not given.
struct Words {
    std::string piece, from_file, from_rank, to_file, to_rank, promotion;
    bool en_passant = false;
};

bool fits(const Position& position, const Words& words, Move move) {
    if (move.kind() == Move::Kind::Castling) return false;
    const std::string from = format_square(move.from());
    const std::string to = format_square(move.to());
    const auto says = [](const std::string& part, char is) {
        return part.empty() || part[0] == is;
    };
    const auto letter = [](PieceType type) {
        return std::string(1, letters[static_cast<std::size_t>(type)]);
    };
    return (words.piece.empty() ? "P" : words.piece) ==
               letter(position.piece_at(move.from()).type) &&
           says(words.from_file, from[0]) && says(words.from_rank, from[1]) &&
           says(words.to_file, to[0]) && says(words.to_rank, to[1]) &&
           (!words.en_passant || move.kind() == Move::Kind::EnPassant) &&
           words.promotion == (move.promotion() == PieceType::None ? "" : letter(move.promotion()));
}

// Removes check, mate, comment and evaluation marks and blanks from the end, in any order; "ep"
// without points only after a move.
std::string without_marks(std::string text, bool& en_passant) {
    static const std::regex mark(R"(^([^]*)([-+#!?=/~\s\x80-\xff]))");
    static const std::regex en_passant_mark(R"(^(?:([^]*)(?:e\.p\.?|ep\.)|([^]{3,})ep)$)");
    for (std::smatch match;;) {
        if (std::regex_match(text, match, mark)) {
            text = match.str(1);
        } else if (std::regex_match(text, match, en_passant_mark)) {
            text = match.str(1) + match.str(2);
            en_passant = true;
        } else {
            return text;
        }
    }
}

std::optional<Words> read_words(std::string text) {
    static const std::regex promotion(
        R"(^([^]*[1-8])([PNBRQKpnbrqk])\)?$|^([^]+?)[=(/]+([PNBRQKpnbrqk])\)?$)");
    static const std::regex squares("^([a-h]?)([1-8]?)([a-h])([1-8])$|^([a-h])([1-8]?)([a-h])$");
    static const std::regex separator("[-x:X]");
    Words words;
    text = without_marks(text, words.en_passant);
    if (std::smatch match; std::regex_match(text, match, promotion)) {
        words.promotion = std::string(1, text::to_upper((match.str(2) + match.str(4))[0]));
        if (words.promotion == "P" || words.promotion == "K") return std::nullopt;
        text = match.str(1) + match.str(3);
    }
    if (letters.find(text.empty() ? ' ' : text[0]) != std::string_view::npos) {
        words.piece = text.substr(0, 1);
        text.erase(0, 1);
    }
    const std::string bare = std::regex_replace(text, separator, "");
    std::smatch match;
    if (bare.size() + 1 < text.size() || !std::regex_match(bare, match, squares))
        return std::nullopt;
    const bool is_pawn = words.piece.empty() || words.piece == "P";
    if (match[7].matched && !is_pawn) return std::nullopt;
    words.from_file = match.str(1) + match.str(5);
    words.from_rank = match.str(2) + match.str(6);
    words.to_file = match.str(3) + match.str(7);
    words.to_rank = match.str(4);
    return words;
}

} // namespace

std::vector<std::string> spellings(const Position& position, Move move) {
    if (move.kind() == Move::Kind::Castling)
        return is_king_side(move) ? std::vector<std::string>{"O-O", "0-0", "o-o", "OO", "O-0"}
                                  : std::vector<std::string>{"O-O-O", "0-0-0", "ooo", "O-OO"};
    const std::string from = format_square(move.from());
    const std::string to = format_square(move.to());
    const PieceType type = position.piece_at(move.from()).type;
    const std::string letter(1, letters[static_cast<std::size_t>(type)]);
    std::vector<std::string> pieces{letter};
    std::vector<std::string> ends{""};
    if (type == PieceType::Pawn) pieces.emplace_back();
    if (move.kind() == Move::Kind::EnPassant) ends.insert(ends.end(), {" e.p.", "e.p", " ep"});
    if (move.promotion() != PieceType::None) {
        const std::string piece(1, letters[static_cast<std::size_t>(move.promotion())]);
        ends = {"=" + piece, piece, "(" + piece + ")", "/" + text::lower(piece)};
    }
    std::vector<std::string> texts;
    for (const std::string& piece : pieces)
        for (const std::string& start : {std::string(), from.substr(0, 1), from.substr(1), from})
            for (const char* separator : {"", "x", "-", ":"})
                for (const std::string& end : ends)
                    texts.push_back(piece + start + separator + to + end);
    // "exd", which without the rank is for pawns only, and for promotions with =.
    if (type == PieceType::Pawn)
        for (const char* separator : {"", "x"})
            texts.push_back(from.substr(0, 1) + separator + to[0] + ends[0]);
    return texts;
}

std::optional<std::vector<Move>> reference_san(const Position& position, const std::string& text) {
    static const std::regex castling("^[Oo0]-*[Oo0]-*([Oo0]-*)?$");
    const std::string trimmed(text::trim(text));
    bool en_passant = false;
    const std::string bare = without_marks(trimmed, en_passant);
    std::smatch match;
    const bool castles = std::regex_match(bare, match, castling);
    const std::optional<Words> words = castles ? Words{} : read_words(trimmed);
    if (!words) return std::nullopt;
    std::vector<Move> found;
    for (const Move move : reference_moves(position))
        if (castles ? move.kind() == Move::Kind::Castling && is_king_side(move) != match[1].matched
                    : fits(position, *words, move))
            found.push_back(move);
    return found;
}

} // namespace polyglot::chess::test
