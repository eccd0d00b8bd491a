// The edit mode of xboard protocol 1: from lines to a FEN.
#include "adapter/session/xboard_gui/board_editor.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Color;
using session::BoardEditor;

namespace {

// Lines parted by '|'. Errors are passed over: editing goes on.
BoardEditor edited(std::string_view lines) {
    BoardEditor editor(chess::Position::start());
    while (!lines.empty()) {
        const std::size_t bar = std::min(lines.find('|'), lines.size());
        static_cast<void>(editor.on_line(lines.substr(0, bar)));
        lines.remove_prefix(std::min(bar + 1, lines.size()));
    }
    return editor;
}

} // namespace

TEST_CASE("edit: the board as FEN") {
    const auto check = [](std::string_view lines, std::string_view fen, Color side = Color::White) {
        CAPTURE(lines);
        CHECK(edited(lines).fen(side) == fen);
    };
    check("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", Color::Black);
    check("#", "8/8/8/8/8/8/8/8 w - - 0 1");
    check("#|Ka1|Pb2|c|Kh8|Pg7", "7k/6p1/8/8/8/8/1P6/K7 w - - 0 1");
    check("#|Ka1|c|c|Qb1|c|Rh8\r| Kg8 ", "6kr/8/8/8/8/8/8/KQ6 w - - 0 1");
    check("xe2|Xd7|Pe4", "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    check("c|xe2", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
    // Put over another one
    check("Ne5|c|Ne5", "rnbqkbnr/pppppppp/8/4n3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check("bE5", "rnbqkbnr/pppppppp/8/4B3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check("xh1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    check("xa8", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1");
    check("xe1|Ke2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR w kq - 0 1");
    check("xh1|c|Rh1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNr w Qkq - 0 1"); // not their rook
    check("c|xe8|Ke1", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - - 0 1");   // not their king
    check("Zz9|Pe9|nonsense|P|Pe|#", "8/8/8/8/8/8/8/8 w - - 0 1");
}

TEST_CASE("edit: a set-up board is one that the FEN reader takes") {
    const std::string fen = edited("#|Ke1|Rh1|Ra1|c|Ke8|Ra8").fen(Color::Black);
    const auto position = chess::parse_fen(fen);
    REQUIRE(position.has_value());
    CHECK(chess::format_fen(*position) == fen);
    CHECK(fen == "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1");
    CHECK_FALSE(chess::parse_fen(edited("#").fen(Color::White)).has_value());
}

TEST_CASE("edit: what a line does, and what is wrong with it") {
    const auto check = [](std::string_view line, BoardEditor::State state) {
        CAPTURE(line);
        BoardEditor editor(chess::Position::start());
        const auto result = editor.on_line(line);
        REQUIRE(result.has_value());
        CHECK(*result == state);
    };
    check(".", BoardEditor::State::Done);
    check(" .\r", BoardEditor::State::Done);
    check("#", BoardEditor::State::Editing);
    check("c", BoardEditor::State::Editing);
    check("Pa4", BoardEditor::State::Editing);
    check("xa4", BoardEditor::State::Editing);
    check("", BoardEditor::State::Editing);

    const auto refuse = [](std::string_view line, std::string_view message, std::size_t offset) {
        CAPTURE(line);
        BoardEditor editor(chess::Position::start());
        const std::string before = editor.fen(Color::White);
        const auto result = editor.on_line(line);
        REQUIRE(result.has_error());
        CHECK(result.error().message == message);
        CHECK(result.error().offset == offset);
        CHECK(editor.fen(Color::White) == before);
    };
    refuse("Za4", "'Z' is no piece", 0);
    refuse("Pi4", "'i4' is not a square", 1);
    refuse("Pa9", "'a9' is not a square", 1);
    refuse("P4a", "'4a' is not a square", 1);
    refuse("C", "'C' is no edit command", 0);
    refuse("usermove e2e4", "'usermove e2e4' is no edit command", 0);
}
