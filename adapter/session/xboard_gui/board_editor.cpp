#include "adapter/session/xboard_gui/board_editor.hpp"

#include "core/chess/board_text.hpp"
#include "core/text/text.hpp"

#include <optional>

namespace polyglot::session {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

namespace {

constexpr std::string_view piece_letters = "PNBRQK"; // by piece type

std::optional<Square> parse_square(std::string_view text) {
    const char file = text::to_lower(text[0]);
    if (file < 'a' || file > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return chess::make_square(file - 'a', text[1] - '1');
}

} // namespace

BoardEditor::BoardEditor(const chess::Position& current) {
    for (std::size_t s = 0; s < board_.size(); ++s)
        board_[s] = current.piece_at(static_cast<Square>(s));
}

Result<BoardEditor::State> BoardEditor::on_line(std::string_view line) {
    line = text::trim(line);
    if (line.empty()) return State::Editing;
    if (line == ".") return State::Done;
    if (line == "#") {
        board_.fill(Piece{});
        return State::Editing;
    }
    if (line == "c") {
        color_ = ~color_;
        return State::Editing;
    }
    if (line.size() != 3) return make_error(text::quote(line) + " is no edit command");
    const std::optional<Square> square = parse_square(line.substr(1));
    if (!square) return make_error(text::quote(line.substr(1)) + " is not a square", 1);
    const char letter = text::to_upper(line[0]);
    const std::size_t type = piece_letters.find(letter);
    if (type == std::string_view::npos && letter != 'X')
        return make_error(text::quote(line.substr(0, 1)) + " is no piece");
    board_[*square] = letter == 'X' ? Piece{} : Piece{static_cast<PieceType>(type), color_};
    return State::Editing;
}

std::string BoardEditor::castling() const {
    std::string rights;
    for (const Color color : {Color::White, Color::Black}) {
        const int rank = color == Color::White ? 0 : 7;
        const auto stands = [&](PieceType type, int file) {
            return board_[chess::make_square(file, rank)] == Piece{type, color};
        };
        if (!stands(PieceType::King, 4)) continue;
        if (stands(PieceType::Rook, 7)) rights += color == Color::White ? 'K' : 'k';
        if (stands(PieceType::Rook, 0)) rights += color == Color::White ? 'Q' : 'q';
    }
    return rights.empty() ? "-" : rights;
}

std::string BoardEditor::fen(Color side_to_move) const {
    return chess::format_board(board_) + (side_to_move == Color::White ? " w " : " b ") +
           castling() + " - 0 1";
}

} // namespace polyglot::session
