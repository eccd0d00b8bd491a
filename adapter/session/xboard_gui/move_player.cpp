#include "adapter/session/xboard_gui/move_player.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "adapter/session/shared/book_clock.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {
namespace {

std::optional<chess::Move> parse_engine_move(const BookGame& game, std::string_view text) {
    if (const chess::Game* known = game.chess())
        return protocol::parse_engine_move(known->position(), text);
    const chess::Move move = game.parse_uci(text);
    return move ? std::optional(move) : std::nullopt;
}

} // namespace

void MovePlayer::play_engine_move(const protocol::BestMove& best) {
    game_.on_own_search(thinking_.output().score_cp());
    const auto game = game_.any_game();
    if (!game) {
        play_text(best);
        return;
    }
    const auto move = parse_engine_move(*game, best.move);
    if (!move) {
        lose_by_illegal_move(best.move);
        return;
    }
    const bool resigns = game_.resigns(context_.settings());
    thinking_.before_move();
    std::string reply(best.ponder);
    if (reply.empty() && game->chess() != nullptr)
        if (const auto expected = thinking_.output().expected_reply(*move))
            reply = chess::format_uci_move(*expected, game_.castling());
    play(*move, reply, Source::Engine);
    if (resigns && !game_.mode().is_over()) {
        context_.to_gui("resign");
        game_.end();
    }
}

MovePlayer::BookTurn MovePlayer::play_book_move(bool impatient) {
    const auto game = game_.any_game();
    if (!context_.settings().book || !game || bookless_epoch_ == game_.epoch())
        return BookTurn::None;
    const auto allowed = game_.allowed_moves();
    BookQuestion question = game_.book_question(*game);
    if (allowed) question.allowed = &*allowed;
    if (has_books_to_wait_for(context_.settings())) {
        question.clock = book_clock_of(game_.limits(context_.settings(), context_.now()));
        if (context_.awaits_programs(question) && !impatient) return BookTurn::Waits;
    }
    const BookReply reply = book_.answer(question);
    context_.note(reply.remark);
    for (const std::string& warning : reply.warnings)
        context_.warn_once(warning);
    if (!reply.answer) {
        bookless_epoch_ = game_.epoch();
        return BookTurn::None;
    }
    if (shows_remarks_) context_.to_gui("# " + reply.remark);
    const chess::Move move = game->parse_uci(reply.answer->move);
    // Sends a thinking line, whose pv is the move, followed by the shares in brackets like a
    // variation of PGN.
    if (thinking_.output().post())
        context_.to_gui(
            "1 0 0 0 " + game->format_san(move) + " (" + reply.answer->file + ": " +
            book::format_shares(reply.answer->candidates,
                                [&game](chess::Move shown) { return game->format_san(shown); }) +
            ")");
    play(move, reply.answer->reply, Source::Book);
    return BookTurn::Played;
}

void MovePlayer::play(chess::Move move, std::string_view reply, Source source) {
    const bool is_chess = game_.legal_game() != nullptr;
    context_.to_gui("move " +
                    (is_chess ? chess::format_xboard_move(move, game_.variant() == "fischerandom")
                              : chess::format_variant_uci(variant_move_of(move))));
    game_.push_own_move(move, context_.now());
    if (const auto end = game_.end_to_announce()) {
        context_.to_gui(end->announcement);
        return;
    }
    const BookGame game = *game_.any_game();
    const auto answer = parse_engine_move(game, reply);
    if (!answer) return;
    bool is_worth_it = false;
    if (is_chess) {
        chess::Game after = *game.chess();
        after.push(*answer);
        is_worth_it = may_ponder(after, source);
    } else {
        chess::VariantGame after = *game.variant_game();
        after.push(variant_move_of(*answer));
        is_worth_it = may_ponder(after, source);
    }
    if (is_worth_it) game_.expect(game.format_uci(*answer, game_.castling()));
}

// The engine does not ponder on a position that has no legal move, or is in the book, unless
// BookPonder keeps it warm after a book move.
bool MovePlayer::may_ponder(const BookGame& after, Source source) const {
    if (!after.has_legal_move()) return false;
    const bool stays_warm = source == Source::Book &&
                            !text::equal_ignoring_case(context_.settings().book_ponder, "off");
    return stays_warm || !book_.best_move(game_.book_question(after));
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
    context_.note("illegal move " + std::string(text) + " in " + game_.any_game()->format_fen() +
                  ", reached by: " + protocol::format_position(game_.record().position()));
    context_.to_gui(std::string(white ? "0-1" : "1-0") +
                    " {polyglot: resign (illegal engine move by " + (white ? "white" : "black") +
                    ": " + std::string(text) + ")}");
    game_.end();
}

} // namespace polyglot::session
