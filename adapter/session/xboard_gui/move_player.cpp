#include "adapter/session/xboard_gui/move_player.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

void MovePlayer::play_engine_move(const protocol::BestMove& best) {
    game_.on_own_search(thinking_.output().score_cp());
    const chess::Game* game = game_.legal_game();
    if (game == nullptr) {
        play_text(best);
        return;
    }
    const auto move = protocol::parse_engine_move(game->position(), best.move);
    if (!move) {
        lose_by_illegal_move(best.move);
        return;
    }
    const bool resigns = game_.resigns(context_.settings());
    thinking_.before_move();
    std::string reply(best.ponder);
    if (reply.empty())
        if (const auto expected = thinking_.output().expected_reply(*move))
            reply = chess::format_uci_move(*expected, game_.castling());
    play(*move, reply);
    if (resigns && !game_.mode().is_over()) {
        context_.to_gui("resign");
        game_.end();
    }
}

bool MovePlayer::play_book_move() {
    const chess::Game* game = game_.legal_game();
    if (!context_.settings().book || game == nullptr || bookless_epoch_ == game_.epoch())
        return false;
    const auto allowed = game_.allowed_moves();
    BookQuestion question = game_.book_question(*game);
    if (allowed) question.allowed = &*allowed;
    const BookReply reply = book_.answer(question);
    context_.note(reply.remark);
    for (const std::string& warning : reply.warnings)
        context_.warn_once(warning);
    if (!reply.answer) {
        bookless_epoch_ = game_.epoch();
        return false;
    }
    if (shows_remarks_) context_.to_gui("# " + reply.remark);
    const chess::Move move = *chess::parse_uci_move(game->position(), reply.answer->move);
    // Sends a thinking line, whose pv is the move, followed by the shares in brackets like a
    // variation of PGN.
    if (thinking_.output().post())
        context_.to_gui("1 0 0 0 " + chess::format_san(game->position(), move) + " (" +
                        reply.answer->file + ": " +
                        book::format_san_shares(reply.answer->candidates, game->position()) + ")");
    play(move, reply.answer->reply);
    return true;
}

void MovePlayer::play(chess::Move move, std::string_view reply) {
    context_.to_gui("move " + chess::format_xboard_move(move, game_.variant() == "fischerandom"));
    game_.push_own_move(move, context_.now());
    if (const auto end = game_.end_to_announce()) {
        context_.to_gui(end->announcement);
        return;
    }
    const chess::Game& game = *game_.legal_game();
    const auto answer = protocol::parse_engine_move(game.position(), reply);
    if (!answer) return;
    chess::Game after = game;
    after.push(*answer);
    // The engine does not ponder on a position that is in the book or has no legal move.
    if (after.position().legal_move_count() > 0 && !book_.best_move(game_.book_question(after)))
        game_.expect(chess::format_uci_move(*answer, game_.castling()));
}

// Plays a move in a variant with unknown rules.
void MovePlayer::play_text(const protocol::BestMove& best) {
    const std::string_view move = best.move;
    if (move.empty() || move == "(none)" || move == "0000" ||
        text::equal_ignoring_case(move, "null")) {
        context_.note("the engine has no move");
        game_.end();
        return;
    }
    thinking_.before_move();
    context_.to_gui("move " + std::string(move));
    game_.push_own_text(move, context_.now());
    game_.expect(std::string(best.ponder));
}

void MovePlayer::lose_by_illegal_move(std::string_view text) {
    const bool white = game_.side_to_move() == chess::Color::White;
    // The session has noted the failure, which log-stat counts.
    context_.note("illegal move " + std::string(text) + " in " +
                  chess::format_fen(game_.legal_game()->position()) +
                  ", reached by: " + protocol::format_position(game_.record().position()));
    context_.to_gui(std::string(white ? "0-1" : "1-0") +
                    " {polyglot: resign (illegal engine move by " + (white ? "white" : "black") +
                    ": " + std::string(text) + ")}");
    game_.end();
}

} // namespace polyglot::session
