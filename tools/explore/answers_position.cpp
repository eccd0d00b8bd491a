// Answers the page's questions about a position.
#include "core/book/value_weights.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/names.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/answers.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/games/games_question.hpp"
#include "tools/explore/learnt_moves.hpp"
#include "tools/explore/variants/description.hpp"

#include <optional>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

json::object json_of(const openings::Opening& opening) {
    return {{"code", opening.code}, {"name", opening.name}};
}

// Adds the moves to the position, and the last name along them.
void describe_line(const Place& place, json::object& answer) {
    json::array line;
    Position position = place.root.position;
    std::optional<openings::Opening> opening = openings::find_opening(position);
    for (const chess::Move move : place.line) {
        line.push_back(
            json::object{{"uci", chess::format_uci_move(move, place.root.spelling.moves)},
                         {"number", move_number(position)},
                         {"white", position.side_to_move() == chess::Color::White},
                         {"san", chess::format_san(position, move)}});
        position.make(move);
        if (const auto name = openings::find_opening(position)) opening = name;
    }
    answer["line"] = std::move(line);
    if (opening) answer["opening"] = json_of(*opening);
}

json::array legal_moves(const Place& place) {
    json::array moves;
    for (const chess::Move move : place.position.legal_moves()) {
        Position after = place.position;
        after.make(move);
        json::object one{{"uci", chess::format_uci_move(move, place.root.spelling.moves)},
                         {"san", chess::format_san(place.position, move)}};
        if (const auto name = openings::find_opening(after)) one["opening"] = json_of(*name);
        moves.push_back(std::move(one));
    }
    return moves;
}

void describe_end_of_game(const Position& position, json::object& answer) {
    answer["end"] = "";
    if (position.legal_move_count() > 0) return;
    const bool white_wins = position.side_to_move() == chess::Color::Black;
    answer["end"] = position.in_check() ? "checkmate" : "stalemate";
    answer["winner"] = !position.in_check() ? "draw" : white_wins ? "white" : "black";
    answer["end_text"] = !position.in_check() ? "draw: stalemate"
                         : white_wins         ? "White wins: checkmate"
                                              : "Black wins: checkmate";
}

// Describes the content of one book here. If it has no move, these are the replies that lead back
// to a position of the book.
json::object answer_of(const ExploredBook& book, const Place& place) {
    json::object answer = tools::json_of(book.finder->find(place.position, place.root.spelling),
                                         book.finder->has_results());
    json::array branches;
    for (const Branch& branch : book.branches->of(place.position)) {
        json::object one{
            {"san", branch.name}, {"of_book", branch.of_book}, {"share", branch.share}};
        if (branch.move)
            one["uci"] = chess::format_uci_move(branch.move, place.root.spelling.moves);
        if (branch.value) {
            const std::string play = describe_play(branch, place.position.side_to_move());
            const std::string what = play.empty() ? "" : ", " + play;
            one["value"] = {{"text", format_value(*branch.value) + what},
                            {"about", describe(*branch.value)}};
            one["depth"] = branch.value->depth.value_or(0);
            if (branch.searched_now) one["searched_now"] = true;
        } else if (branch.move && book.source.has_values()) {
            Position after = place.position;
            after.make(branch.move);
            if (const auto value = book.branches->value_of(after);
                value && !book::says_nothing(*value))
                one["value"] = {{"text", format_value(*value)}, {"about", describe(*value)}};
        }
        if (branch.learnt_games > 0)
            one["learnt"] = {{"games", branch.learnt_games},
                             {"half_points", branch.learnt_half_points}};
        branches.push_back(std::move(one));
    }
    answer["branches"] = std::move(branches);
    if (const GrownFile* const store = book.source.grown) {
        if (const auto search = store->search_of(place.position))
            answer["search"] = tools::json_of(*search);
        answer["searched_now"] = store->is_searched_now(place.position);
    }
    if (!book.trouble.empty()) answer["trouble"] = tools::json_of(book.trouble);
    return answer;
}

json::object answer_of_variant(const ExploredBook& book, const VariantPlace& place) {
    json::object answer = book.of_variant->answer(place);
    if (!book.trouble.empty()) answer["trouble"] = tools::json_of(book.trouble);
    return answer;
}

} // namespace

Answers::Answer Answers::position_of_variant(const chess::Variant& variant,
                                             const Question& question) const {
    const Result<VariantPlace> place = variant_place_of(variant, question);
    if (!place) return place.error();
    json::object answer{{"shelf", shelf_.number()}};
    describe_variant(*place, answer);
    json::array books;
    for (const ExploredBook& book : shelf_.books())
        books.push_back(answer_of_variant(book, *place));
    answer["books"] = std::move(books);
    if (const Statistics* const statistics = shelf_.statistics())
        answer["statistics"] = statistics->of(VariantRoot{place->position, place->root.spelling});
    return answer;
}

Answers::Answer Answers::position(const Question& question) const {
    shelf_.reopen_changed();
    if (const chess::Variant* const variant = shelf_.variant())
        return position_of_variant(*variant, question);
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    const std::string fen = chess::format_fen(place->position, place->root.spelling.rights);
    json::object answer{{"fen", fen},
                        {"board", board_of_fen(fen)},
                        {"shelf", shelf_.number()},
                        {"white", place->position.side_to_move() == chess::Color::White},
                        {"check", place->position.in_check()},
                        {"legal", legal_moves(*place)}};
    describe_end_of_game(place->position, answer);
    describe_line(*place, answer);
    json::array books;
    for (const ExploredBook& book : shelf_.books())
        books.push_back(answer_of(book, *place));
    answer["books"] = std::move(books);
    if (const Statistics* const statistics = shelf_.statistics())
        answer["statistics"] = statistics->of(Root{place->position, place->root.spelling});
    if (games_ != nullptr) {
        auto played = played_in(*games_, *place, question);
        if (!played) return played.error();
        answer["games"] = *std::move(played);
    }
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = editing->state();
    if (adapter_ != nullptr)
        answer["adapter"] = adapter_->choice(game_of(*place), place->root.spelling.moves);
    if (learning_ != nullptr) {
        const auto store = learning_->open();
        const auto learnt = store
                                ? learnt_moves(**store, place->position, place->root.spelling.moves)
                                : Result<json::object>(store.error());
        answer["learnt"] = learnt
                               ? json::object{{"moves", *learnt}}
                               : json::object{{"trouble", tools::json_of(learnt.error().message)}};
    }
    return answer;
}

Answers::Answer Answers::line(const Question& question) const {
    if (const chess::Variant* const variant = shelf_.variant()) {
        const Result<VariantPlace> place = variant_place_of(*variant, question);
        if (!place) return place.error();
        json::object answer;
        describe_variant_line(*place, answer);
        return answer;
    }
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    json::object answer;
    describe_line(*place, answer);
    return answer;
}

} // namespace polyglot::tools
