// A game of chess and one of a variant answer the same questions.
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/books/played_game.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/text.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using chess::CastlingStyle;

void play(PlayedGame& game, std::string_view moves) {
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        CAPTURE(word);
        const chess::Move move = game.view().parse_uci(word);
        REQUIRE(move);
        game.push(move);
    }
}

PlayedGame game_from(const chess::Variant* variant, std::string_view fen) {
    if (variant == nullptr) return chess::Game(chess::parse_fen(fen).value());
    return chess::VariantGame(chess::parse_variant_fen(*variant, fen).value());
}

std::string drawn_by(const chess::Variant* variant, std::string_view fen, std::string_view moves,
                     std::string_view move) {
    PlayedGame game = game_from(variant, fen);
    play(game, moves);
    const chess::Move read = game.view().parse_uci(move);
    REQUIRE(read);
    return std::string(game.view().draws_by(read));
}

constexpr std::string_view rooks = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 7";

} // namespace

TEST_CASE("book game: chess and variants answer alike") {
    for (const chess::Variant* variant : {static_cast<const chess::Variant*>(nullptr),
                                          static_cast<const chess::Variant*>(&chess::atomic)}) {
        PlayedGame game = game_from(variant, rooks);
        const BookGame before = game.view();
        CHECK(before.variant() == variant);
        CHECK(before.side_to_move() == chess::Color::White);
        CHECK(before.full_move_number() == 7);
        CHECK(before.plies() == 0);
        CHECK(before.legal_moves().size() == 16);
        CHECK(before.has_legal_move());
        CHECK_FALSE(before.parse_uci("e1e3"));
        const chess::Move castling = before.parse_uci("e1c1");
        CHECK(before.format_uci(castling, CastlingStyle::KingTwoSquares) == "e1c1");
        CHECK(before.format_uci(castling, CastlingStyle::KingTakesRook) == "e1a1");
        CHECK(before.format_san(before.parse_uci("a1a7")) == "Ra7");
        CHECK(before.format_fen() == rooks);
        const std::uint64_t start = before.start_key();
        play(game, "a1a7 e8d8");
        const BookGame after = game.view();
        CHECK(after.full_move_number() == 8);
        CHECK(after.plies() == 2);
        CHECK(after.start_key() == start);
        CHECK_FALSE(game_from(variant, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").view().start_key() ==
                    start);
        CHECK_FALSE(game_from(variant, "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1").view().has_legal_move());
    }
}

TEST_CASE("book game: its moves are those of the game now") {
    chess::VariantGame game(chess::VariantPosition::start(chess::crazyhouse));
    const BookGame view(game);
    CHECK(view.moves().empty());
    for (const std::string_view text : {"e2e4", "d7d5", "e4d5", "d8d5", "P@h3"}) {
        const chess::Move move = view.parse_uci(text);
        REQUIRE(move);
        game.push(variant_move_of(move));
        REQUIRE(view.moves().size() == game.moves().size());
        CHECK(view.moves().back() == move);
    }
    CHECK(view.format_uci(view.moves().front(), CastlingStyle::KingTwoSquares) == "e2e4");
}

TEST_CASE("book game: a move draws by repetition or the fifty-move rule, unless the game ends in "
          "another way") {
    for (const chess::Variant* variant :
         {static_cast<const chess::Variant*>(nullptr),
          static_cast<const chess::Variant*>(&chess::three_check)}) {
        const auto drawn = [variant](std::string fen, std::string_view moves,
                                     std::string_view move) {
            if (variant != nullptr) fen += " +0+0";
            CAPTURE(fen);
            return drawn_by(variant, fen, moves, move);
        };
        const std::string pawn = "7k/8/8/8/8/8/1P6/R3K3 w - - ";
        const std::string round = "a1b1 h8g8 b1a1 g8h8 ";
        CHECK(drawn(pawn + "0 1", round + "a1b1 h8g8", "b1a1") == "");
        CHECK(drawn(pawn + "0 1", round + "a1b1 h8g8 b1a1", "g8h8") == "repetition");
        CHECK(drawn(pawn + "98 80", "", "a1b1") == "");
        CHECK(drawn(pawn + "99 80", "", "a1b1") == "fifty-move rule");
        CHECK(drawn(pawn + "149 80", "", "a1b1") == "fifty-move rule");
        CHECK(drawn(pawn + "99 80", "", "b2b3") == "");
        CHECK(drawn("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", "a1a8") == ""); // mate
    }
    CHECK(drawn_by(&chess::king_of_the_hill, "7k/8/8/8/8/4K3/8/8 w - - 99 80", "", "e3e4") == "");
}

TEST_CASE("played games: the plies that they have in common") {
    PlayedGame one{chess::Game()};
    PlayedGame other{chess::Game()};
    play(one, "e2e4 e7e5 g1f3");
    play(other, "e2e4 e7e5 f2f4 e5f4");
    CHECK(common_plies(one.view(), other.view()) == 2);
    CHECK(common_plies(one.view(), one.view()) == 3);
    PlayedGame fen = game_from(nullptr, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    play(fen, "e2e4 e7e5");
    CHECK(common_plies(one.view(), fen.view()) == 0);
    PlayedGame variant{chess::VariantGame(chess::VariantPosition::start(chess::atomic))};
    PlayedGame same{chess::VariantGame(chess::VariantPosition::start(chess::atomic))};
    PlayedGame checks{chess::VariantGame(chess::VariantPosition::start(chess::king_of_the_hill))};
    for (PlayedGame* game : {&variant, &same, &checks})
        play(*game, "e2e4 e7e5");
    CHECK(common_plies(one.view(), variant.view()) == 0);
    CHECK(common_plies(variant.view(), same.view()) == 2);
    CHECK(common_plies(variant.view(), checks.view()) == 0);
}

TEST_CASE("played games: a first position has every piece at home, and no move behind it") {
    const auto is_first = [](const chess::Variant* variant, std::string_view fen) {
        CAPTURE(fen);
        return begins_at_first_position(game_from(variant, fen).view());
    };
    CHECK(is_first(nullptr, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    CHECK(
        is_first(nullptr, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1")); // Chess960
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
                            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1"})
        CHECK_FALSE(is_first(nullptr, fen));
    CHECK(
        is_first(&chess::crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"));
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 2",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 1 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[r] w Qkq - 0 1",
                            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQq - 0 1",
                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[] w Qkq - 0 1"})
        CHECK_FALSE(is_first(&chess::crazyhouse, fen));
}

} // namespace polyglot::session
