#include "adapter/session/books/program_book.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"

#include <algorithm>

namespace polyglot::session {
namespace {

// Chess has one name, also as Chess960: the position is the same.
std::string place_of(std::string_view variant, std::string fen) {
    for (int counter = 0; counter < 2; ++counter)
        fen.resize(std::min(fen.size(), fen.rfind(' ')));
    return std::string(variant) + ' ' + fen;
}

// Returns the legal answer to the move; empty if the text is not one.
std::string reply_after(const BookGame& game, chess::Move move, std::string_view text,
                        chess::CastlingStyle castling) {
    const auto respell = [&](const BookGame& after) {
        const chess::Move reply = after.parse_uci(text);
        return reply ? after.format_uci(reply, castling) : std::string();
    };
    if (const chess::VariantGame* variant_game = game.variant_game()) {
        chess::VariantGame after = *variant_game;
        after.push(variant_move_of(move));
        return respell(after);
    }
    chess::Game after = *game.chess();
    after.push(move);
    return respell(after);
}

} // namespace

std::string program_place(const BookGame& game) {
    return place_of(game.variant() == nullptr ? "chess" : game.variant()->uci, game.format_fen());
}

std::vector<book::Entry> ProgramBook::find(const std::string& place) const {
    const auto known = answers_.find(place);
    return known == answers_.end() ? std::vector<book::Entry>() : known->second.entries;
}

std::vector<book::Entry> ProgramBook::find(const chess::Position& position) const {
    return answers_.empty() ? std::vector<book::Entry>()
                            : find(place_of("chess", chess::format_fen(position)));
}

std::vector<book::Entry> ProgramBook::find(const chess::VariantPosition& position) const {
    return answers_.empty()
               ? std::vector<book::Entry>()
               : find(place_of(position.variant().uci, chess::format_variant_fen(position)));
}

std::string ProgramBook::reply(const BookGame& game, chess::Move move,
                               chess::CastlingStyle castling) const {
    const auto known = answers_.find(program_place(game));
    if (known == answers_.end()) return {};
    for (const auto& [ours, text] : known->second.replies)
        if (ours == move) return reply_after(game, move, text, castling);
    return {};
}

void ProgramBook::add(const std::string& place, ProgramAnswer answer) {
    if (answers_.size() >= most_positions) answers_.clear();
    answers_[place] = std::move(answer);
}

} // namespace polyglot::session
