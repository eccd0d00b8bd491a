#include "tools/explore/answers.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/value_weights.hpp"
#include "core/book/walk/walk.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/reader.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/difference.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/engine/question.hpp"
#include "tools/explore/folder/folder_question.hpp"
#include "tools/explore/learnt_moves.hpp"
#include "tools/explore/variants/description.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

constexpr std::int64_t deepest_tree = 40;
constexpr std::size_t most_nodes = 20'000; // limit of a tree
// The limits of a text that the browser receives at once.
constexpr std::size_t most_exported = 20'000; // positions
constexpr std::size_t most_export_bytes = 8U << 20U;

json::object json_of(const openings::Opening& opening) {
    return {{"code", opening.code}, {"name", opening.name}};
}

// Adds the moves to the position, and the last name along them.
void describe_line(const Place& place, json::object& answer) {
    json::array line;
    Position position = place.root.position;
    std::optional<openings::Opening> opening = openings::find_opening(position);
    for (const chess::Move move : place.line) {
        json::object ply{{"uci", chess::format_uci_move(move, place.root.spelling.moves)},
                         {"number", move_number(position)},
                         {"white", position.side_to_move() == chess::Color::White}};
        std::string san;
        chess::make_and_append_san(position, move, san);
        ply["san"] = san;
        if (const auto name = openings::find_opening(position)) opening = name;
        line.push_back(std::move(ply));
    }
    answer["line"] = std::move(line);
    if (opening) answer["opening"] = json_of(*opening);
}

// Returns the number of entries of a book that knows it without reading the file; nullopt
// otherwise.
std::optional<std::uint64_t> count_entries(const book::Book& book) {
    if (const book::PolyglotBook* const polyglot = book.polyglot())
        return polyglot->entries().size();
    if (const book::YacbBook* const yacb = book.yacb()) return yacb->size();
    return std::nullopt;
}

// Returns how many moves an import has, and how many positions they are of.
json::object count_imported(const std::vector<Edit>& edits) {
    std::set<std::uint64_t> positions;
    for (const Edit& edit : edits)
        positions.insert(edit.position.key());
    return {{"moves", edits.size()}, {"positions", positions.size()}};
}

json::array legal_moves(const Place& place) {
    json::array moves;
    for (const chess::Move move : place.position.legal_moves()) {
        Position after = place.position;
        json::object one{{"uci", chess::format_uci_move(move, place.root.spelling.moves)}};
        std::string san;
        chess::make_and_append_san(after, move, san);
        one["san"] = san;
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
json::object answer_of(const ShelvedBook& book, const Place& place) {
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

chess::Game game_of(const Place& place) {
    chess::Game game(place.root.position);
    for (const chess::Move move : place.line)
        game.push(move);
    return game;
}

// Describes how a policy with results changes the choice by the weights.
json::object change_of(const Place& place, const ShelvedBook& book, const io::LearnDb& store,
                       std::string_view policy) {
    const chess::CastlingStyle castling = place.root.spelling.moves;
    std::vector<book::Entry> entries = book.source.weighted->find(place.position);
    store.recall(place.position, {.per = book::LearnScope::Per::All, .engine = {}, .opponent = {}},
                 entries);
    return {{"book", tools::json_of(book.name)},
            {"moves", tools::json_of(learnt_choice(entries, policy), place.position, castling)}};
}

Result<LearningQuestion> learning_question(const json::object& question, const Place& place) {
    LearningQuestion wish{.here = place.position, .castling = place.root.spelling.moves};
    if (question.contains("engine")) wish.engine = text_of(question, "engine");
    if (question.contains("opponent")) wish.opponent = text_of(question, "opponent");
    // The order is that of LearningOrder.
    constexpr std::array<std::string_view, 4> orders{"games", "gain", "loss", "recent"};
    const std::string_view order =
        question.contains("order") ? text_of(question, "order") : orders.front();
    const auto* const known = std::find(orders.begin(), orders.end(), order);
    if (known == orders.end()) return make_error("order is games, gain, loss or recent");
    wish.order = static_cast<LearningOrder>(known - orders.begin());
    if (const json::value* const least = question.if_contains("min_games")) {
        const double number = least->is_number() ? least->to_number<double>() : 0;
        if (!(number >= 1 && number <= 1e9)) return make_error("min_games is 1 to 1000000000");
        wish.min_games = static_cast<std::uint64_t>(number);
    }
    return wish;
}

json::object state_of(const Editing& editing) {
    json::object state{{"revision", editing.revision()},
                       {"unsaved", editing.unsaved()},
                       {"done", editing.done()},
                       {"undone", editing.undone()},
                       {"remarks", tools::json_of(editing.remarks())}};
    if (const LeftJournal* const left = editing.left())
        state["left"] = {{"file", tools::json_of(to_text(left->file))},
                         {"edits", editing.left_edits()},
                         {"damaged", left->text.damaged}};
    return state;
}

json::object question_of(const Root& root, std::span<const chess::Move> moves) {
    json::object answer;
    if (!(root.position == Position::start()))
        answer["start"] = chess::format_fen(root.position, root.spelling.rights);
    json::array line;
    for (const chess::Move move : moves.first(std::min(moves.size(), most_plies)))
        line.push_back(json::string(chess::format_uci_move(move, root.spelling.moves)));
    answer["line"] = std::move(line);
    return answer;
}

} // namespace

Answers::Answer Answers::about() const {
    shelf_.reopen_changed();
    json::array books;
    for (const ShelvedBook& book : shelf_.books()) {
        json::object one{{"name", tools::json_of(book.name)},
                         {"format", book.source.format},
                         {"has_values", book.source.has_values() || book.source.grown != nullptr},
                         {"is_store", book.source.grown != nullptr},
                         {"warnings", tools::json_of(book.source.warnings)}};
        if (!book.of_variant && !(book.source.roots.front() == Position::start()))
            one["start"] = chess::format_fen(book.source.roots.front());
        if (const auto entries = count_entries(*book.source.opened)) one["entries"] = *entries;
        books.push_back(std::move(one));
    }
    json::object answer{{"books", std::move(books)}, {"shelf", shelf_.number()}};
    if (const chess::Variant* const variant = shelf_.variant())
        answer["variant"] = {{"name", variant->uci}, {"title", variant->pgn}};
    if (folder_ != nullptr)
        answer["folder"] = json::object{{"name", tools::json_of(folder_->name())}};
    const bool is_chess = shelf_.variant() == nullptr; // of which statistics and results are
    if (const Statistics* const statistics = shelf_.statistics(); statistics && is_chess)
        answer["statistics"] = statistics->about();
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = state_of(*editing);
    if (learning_ != nullptr && is_chess) answer["learning"] = tools::json_of(learning_->file());
    if (watch_ != nullptr) answer["watch"] = true;
    if (analyst_ != nullptr)
        answer["engine"] = json::object{{"command", tools::json_of(analyst_->name())}};
    return answer;
}

namespace {

json::object answer_of_variant(const ShelvedBook& book, const VariantPlace& place) {
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
    for (const ShelvedBook& book : shelf_.books())
        books.push_back(answer_of_variant(book, *place));
    answer["books"] = std::move(books);
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
    for (const ShelvedBook& book : shelf_.books())
        books.push_back(answer_of(book, *place));
    answer["books"] = std::move(books);
    if (const Statistics* const statistics = shelf_.statistics())
        answer["statistics"] = statistics->of({place->position, place->root.spelling});
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = state_of(*editing);
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

Answers::Answer Answers::learning(const Question& question) const {
    if (learning_ == nullptr)
        return make_error("there is no store of results: polyglot explore BOOK -store learn.db");
    if (const auto fits = check_is_chess("what was learnt"); !fits) return fits.error();
    if (adapter_ == nullptr && shelf_.books().empty())
        return make_error("no book is shown in which results could change the choice: polyglot "
                          "explore BOOK -store " +
                          learning_->file());
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    const auto wish = learning_question(question, *place);
    if (!wish) return wish.error();
    const std::string_view policy =
        question.contains("policy") ? text_of(question, "policy") : "thompson";
    if (!is_learn_policy(policy)) return make_error("policy is polyglot, thompson or ucb");
    shelf_.reopen_changed();
    const auto store = learning_->open();
    if (!store) return store.error();
    auto answer = Learning::report(**store, *wish);
    if (!answer) return answer.error();
    (*answer)["store"] = tools::json_of(learning_->file());
    (*answer)["choice"] = adapter_ != nullptr
                              ? adapter_->change(game_of(*place), place->root.spelling.moves)
                              : change_of(*place, shelf_.books().front(), **store, policy);
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

Answers::Answer Answers::searches() const {
    shelf_.reopen_changed();
    json::array stores;
    for (const ShelvedBook& book : shelf_.books()) {
        const GrownFile* const store = book.source.grown;
        if (store == nullptr) continue;
        json::array now;
        for (const GrownFile::RootedLine& way : store->searched_now()) {
            const Result<Root> root =
                parse_root(chess::format_fen(way.root, chess::FenCastling::Standard));
            const CastlingSpelling spelling = root ? root->spelling : CastlingSpelling();
            json::object one = question_of({way.root, spelling}, way.line);
            one["text"] = format_line(way.root, way.line);
            now.push_back(std::move(one));
        }
        stores.push_back(json::object{{"name", tools::json_of(book.name)},
                                      {"revision", store->revision()},
                                      {"positions", store->count_positions()},
                                      {"searches", store->searches_now()},
                                      {"now", std::move(now)}});
    }
    return json::object{{"stores", std::move(stores)}};
}

Result<void> Answers::check_is_chess(std::string_view what) const {
    const chess::Variant* const variant = shelf_.variant();
    if (variant == nullptr) return {};
    return make_error(std::string(what) + " is not done here for books of " +
                      std::string(variant->uci));
}

Answers::Answer Answers::difference(const Question& question) const {
    if (const auto fits = check_is_chess("this comparison"); !fits) return fits.error();
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    shelf_.reopen_changed();
    const std::vector<ShelvedBook>& books = shelf_.books();
    if (books.size() != 2) return make_error("there are no two books to compare");
    const auto found =
        next_difference(*books[0].branches, *books[1].branches, place->root.position, place->line);
    return found ? question_of(place->root, *found) : json::object();
}

Answers::Answer Answers::compare(const Question& question) {
    shelf_.reopen_changed();
    const std::vector<ShelvedBook>& books = shelf_.books();
    if (books.size() != 2) return make_error("there are no two books to compare");
    if (const auto fits = check_is_chess("a comparison in all"); !fits)
        return json::object{{"number", 0},
                            {"error", fits.error().message + ": polyglot diff-book compares them"}};
    std::erase_if(cancelled_, [](const auto& comparison) { return comparison->ended(); });
    const std::array now{books[0].seen, books[1].seen};
    if (!comparison_ || now != compared_) {
        if (comparison_) {
            comparison_->cancel();
            cancelled_.push_back(std::move(comparison_)); // it ends later without being awaited
        }
        comparison_ = std::make_unique<Comparison>(books[0].name, books[1].name);
        compared_ = now;
        ++comparisons_;
    }
    const json::value* const known = question.if_contains("known");
    if (known != nullptr && *known == json::value(comparisons_))
        return json::object{{"number", comparisons_}};
    json::object answer = comparison_->state();
    answer["number"] = comparisons_;
    return answer;
}

Answers::Answer Answers::tree(const Question& question) const {
    const auto number = [&question](std::string_view name, double otherwise) {
        const json::value* const value = question.if_contains(name);
        return value != nullptr && value->is_number() ? value->to_number<double>() : otherwise;
    };
    const double at = number("book", 0);
    const double depth = number("depth", 6);
    const double share = number("min_share", 0.05);
    if (!(at >= 0 && at < static_cast<double>(shelf_.books().size())))
        return make_error("book: there is no such book");
    if (!(depth >= 1 && depth <= static_cast<double>(deepest_tree)))
        return make_error("depth is 1 to " + std::to_string(deepest_tree));
    if (!(share >= 0 && share <= 1)) return make_error("min_share is 0 to 1");
    shelf_.reopen_changed();
    const ShelvedBook& book = shelf_.books()[static_cast<std::size_t>(at)];
    std::size_t nodes = 0;
    const TreeLimits limits{.depth = static_cast<std::size_t>(depth),
                            .min_share = share,
                            .keep_on = [&nodes] { return ++nodes <= most_nodes; }};
    ShownBook shown{.name = book.name,
                    .format = book.source.format,
                    .has_values = book.source.has_values() || book.source.grown != nullptr,
                    .nothing = {},
                    .limits = limits,
                    .tree = {}};
    if (book.of_variant) {
        const Result<VariantPlace> place = variant_place_of(*book.variant(), question);
        if (!place) return place.error();
        shown.tree = book.of_variant->tree(*place, limits);
    } else {
        const Result<Place> place = place_of(question);
        if (!place) return place.error();
        shown.tree = grow_tree(*book.branches, place->root, place->line, limits);
    }
    json::object answer = tools::json_of(shown);
    answer["stopped"] = shown.tree.stopped;
    return answer;
}

Answers::Answer Answers::paste(const Question& question) const {
    const std::string_view text = text::trim(text_of(question, "text"));
    if (const chess::Variant* const variant = shelf_.variant())
        return paste_variant(*variant, text);
    if (text.empty()) return make_error("there is nothing to go to");
    const bool one_line = text.find('\n') == std::string_view::npos;
    const Result<Root> root = parse_root(text);
    if (root) return question_of(*root, {});
    const auto moves = parse_line(Position::start(), text);
    if (moves) return question_of({Position::start(), {}}, *moves);
    std::istringstream in{std::string(text)};
    const auto game = pgn::Reader(in).next();
    if (game && !game->game.moves().empty()) {
        // The start determines the notation of castling.
        const Result<Root> start = parse_root(chess::format_fen(game->game.start()));
        if (!start) return start.error();
        json::object answer = question_of(*start, game->game.moves());
        if (!game->problem.empty()) answer["note"] = tools::json_of(game->problem);
        if (game->game.moves().size() > most_plies)
            answer["note"] =
                "only the first " + std::to_string(most_plies) + " half-moves are shown";
        return answer;
    }
    if (one_line && text.find('/') != std::string_view::npos)
        return make_error("as a FEN: " + root.error().message);
    return make_error("this is neither a FEN nor a PGN, and as moves: " + moves.error().message);
}

Answers::Answer Answers::watch(const Question& question) {
    if (watch_ == nullptr) return make_error("no log is followed: polyglot explore -watch LOG");
    const auto number = [](const json::value& value) {
        json::error_code failed; // a failed conversion returns 0
        return value.is_number() ? value.to_number<std::uint64_t>(failed) : 0;
    };
    const json::value* const revision = question.if_contains("revision");
    const json::value* const games = question.if_contains("known");
    std::set<std::uint64_t> known;
    if (games != nullptr && games->is_array())
        for (const json::value& game : games->get_array())
            known.insert(number(game));
    watch_->read();
    return watch_->answer(revision == nullptr ? 0 : number(*revision), known);
}

Answers::Answer Answers::changes() const {
    shelf_.reopen_changed();
    json::array books;
    for (const ShelvedBook& book : shelf_.books())
        books.push_back(json::object{{"name", tools::json_of(book.name)},
                                     {"trouble", tools::json_of(book.trouble)}});
    return json::object{
        {"revision", shelf_.changes()}, {"shelf", shelf_.number()}, {"books", std::move(books)}};
}

Answers::Answer Answers::folder() const {
    if (folder_ == nullptr)
        return make_error("no folder was opened: polyglot explore FOLDER opens one");
    std::vector<std::string> open;
    for (const ShelvedBook& book : shelf_.books())
        open.push_back(book.name);
    json::object answer = describe(*folder_, open);
    answer["shelf"] = shelf_.number();
    return answer;
}

Answers::Answer Answers::open(const Question& question) {
    if (folder_ == nullptr)
        return make_error("no folder was opened: polyglot explore FOLDER opens one");
    const auto is_true = [&question](std::string_view name) {
        const json::value* const value = question.if_contains(name);
        return value != nullptr && *value == json::value(true);
    };
    const auto files = wanted_books(*folder_, question);
    if (!files) return files.error();
    if (has_unsaved() && !is_true("discard"))
        return make_error("there are edits of " + shelf_.books().front().name +
                          " that are not saved: save or discard them first");
    if (const auto replaced = shelf_.replace(*files, is_true("edit")); !replaced)
        return replaced.error();
    if (comparison_) {
        comparison_->cancel();
        cancelled_.push_back(std::move(comparison_)); // it ends later without being awaited
    }
    return about();
}

Answers::Answer Answers::engine(const Question& question) {
    if (analyst_ == nullptr)
        return make_error("there is no engine: polyglot explore BOOK -ec ENGINE starts one");
    if (const chess::Variant* const variant = shelf_.variant()) {
        const Result<VariantPlace> place = variant_place_of(*variant, question);
        if (!place) return place.error();
        return ask_analyst(
            *analyst_, AnalysedPosition::of(place->position, place->root.spelling.moves), question);
    }
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    return ask_analyst(*analyst_, AnalysedPosition::of(place->position, place->root.spelling.moves),
                       question);
}

Result<Editing*> Answers::editing_for(const Question& question, bool decided) const {
    Editing* const editing = shelf_.editing();
    if (editing == nullptr)
        return make_error("the book is shown only: polyglot explore BOOK -edit edits it");
    const json::value* const seen = question.if_contains("revision");
    if (seen == nullptr || !seen->is_number() ||
        seen->to_number<double>() != static_cast<double>(editing->revision()))
        return make_error("the book has been edited meanwhile, in another tab or window: it is "
                          "shown now as it is, and "
                          "nothing was changed");
    if (decided && editing->left() != nullptr)
        return make_error(
            "there are edits that were not saved: decide first whether to take them up");
    return editing;
}

Answers::Answer Answers::after(const Result<void>& done) {
    shelf_.show_edits();
    if (!done) return done.error();
    return state_of(*shelf_.editing());
}

Answers::Answer Answers::edit(const Question& question) {
    const auto editing = editing_for(question);
    if (!editing) return editing.error();
    json::object step =
        question_of_step(question, shelf_.books().size() < 2 ? "" : shelf_.books()[1].name);
    step.erase("text");
    step.emplace("edit", "");
    auto read = read_step(step);
    return read ? after((*editing)->apply(*std::move(read))) : Answer(read.error());
}

Answers::Answer Answers::import(const Question& question) {
    const auto editing = editing_for(question);
    if (!editing) return editing.error();
    json::object step = question_of_step(question, "");
    step.erase("edit");
    auto read = read_step(step);
    if (!read) return read.error();
    json::object imported = count_imported(read->edits);
    Answer answer = after((*editing)->apply(*std::move(read)));
    if (answer) (*answer)["imported"] = std::move(imported);
    return answer;
}

Answers::Answer Answers::undo(const Question& question) {
    const auto editing = editing_for(question);
    return editing ? after((*editing)->undo()) : Answer(editing.error());
}

Answers::Answer Answers::redo(const Question& question) {
    const auto editing = editing_for(question);
    return editing ? after((*editing)->redo()) : Answer(editing.error());
}

Answers::Answer Answers::save(const Question& question) {
    const auto editing = editing_for(question);
    return editing ? after((*editing)->save()) : Answer(editing.error());
}

Answers::Answer Answers::discard(const Question& question) {
    const auto editing = editing_for(question);
    return editing ? after((*editing)->discard()) : Answer(editing.error());
}

Answers::Answer Answers::recover(const Question& question) {
    const auto editing = editing_for(question, false);
    if (!editing) return editing.error();
    const std::string_view how = text_of(question, "how");
    if (how == "delete") return after((*editing)->delete_left());
    if (how == "keep") {
        (*editing)->keep_left();
        return after({});
    }
    if (how != "take-up") return make_error("how is take-up, delete or keep");
    const Result<std::string> taken = (*editing)->take_up_left();
    Answer answer = after(taken ? Result<void>() : Result<void>(taken.error()));
    if (answer && !taken->empty()) (*answer)["note"] = tools::json_of(*taken);
    return answer;
}

void Answers::forget_unsaved() {
    // This is the end, so that an error cannot be handled any more.
    if (has_unsaved()) static_cast<void>(shelf_.editing()->discard());
}

Answers::Answer Answers::export_book(const Question& question) const {
    const auto target = parse_book_target(text_of(question, "format"));
    if (!target || !is_text(*target)) return make_error("format is csv, json or pgn");
    if (shelf_.books().empty())
        return make_error("no book is shown that could be exported: polyglot explore BOOK");
    if (const auto fits = check_is_chess("an export"); !fits)
        return make_error(fits.error().message + ": polyglot convert-book -from BOOK -to FILE");
    shelf_.reopen_changed();
    const ShelvedBook& book = shelf_.books().front();
    ConvertOptions options;
    options.from = book.name;
    options.target = *target;
    ConvertSource source = book.source;
    // The writers must look up the edited book, too.
    if (has_unsaved()) source.opened = source.quick;
    std::string text;
    const auto writer =
        make_writer(options, source, [&text](std::string_view bytes) { text += bytes; });
    bool is_too_large = false;
    book::walk(*source.weighted, source.roots, {.keep_on = [&] { return !is_too_large; }},
               [&](const Position& root, std::span<const chess::Move> line,
                   const Position& position, const std::vector<book::Entry>& entries) {
                   writer->take({root, line, position, entries, line.size()});
                   is_too_large = writer->counts().positions > most_exported ||
                                  text.size() > most_export_bytes;
                   return !is_too_large;
               });
    if (is_too_large)
        return make_error("the book has more than " + std::to_string(most_exported) +
                          " positions: polyglot convert-book -from BOOK -to FILE writes them");
    writer->finish();
    return json::object{{"text", json::string(text)}};
}

} // namespace polyglot::tools
