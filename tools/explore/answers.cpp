#include "tools/explore/answers.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/reader.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/difference.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/engine/question.hpp"
#include "tools/explore/folder/folder_question.hpp"
#include "tools/explore/learnt_moves.hpp"
#include "tools/explore/variants/description.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

constexpr std::int64_t deepest_tree = 40;
constexpr std::size_t most_nodes = 20'000; // limit of a tree

// Returns the number of entries of a book that knows it without reading the file; nullopt
// otherwise.
std::optional<std::uint64_t> count_entries(const book::Book& book) {
    if (const book::PolyglotBook* const polyglot = book.polyglot())
        return polyglot->entries().size();
    if (const book::YacbBook* const yacb = book.yacb()) return yacb->size();
    return std::nullopt;
}

// Describes how a policy with results changes the choice by the weights.
json::object change_of(const Place& place, const ExploredBook& book, const io::LearnDb& store,
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
    const auto* const known = std::ranges::find(orders, order);
    if (known == orders.end()) return make_error("order is games, gain, loss or recent");
    wish.order = static_cast<LearningOrder>(known - orders.begin());
    if (const json::value* const least = question.if_contains("min_games")) {
        const double number = least->is_number() ? least->to_number<double>() : 0;
        if (!(number >= 1 && number <= 1e9)) return make_error("min_games is 1 to 1000000000");
        wish.min_games = static_cast<std::uint64_t>(number);
    }
    return wish;
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
    for (const ExploredBook& book : shelf_.books()) {
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
    const bool is_chess = shelf_.variant() == nullptr; // of which results are
    if (const Statistics* const statistics = shelf_.statistics())
        answer["statistics"] = statistics->about();
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = editing->state();
    if (learning_ != nullptr && is_chess) answer["learning"] = tools::json_of(learning_->file());
    if (watch_ != nullptr) answer["watch"] = true;
    if (games_ != nullptr && is_chess)
        answer["games"] = json::object{{"name", tools::json_of(games_->name())}};
    if (analyst_ != nullptr)
        answer["engine"] = json::object{{"command", tools::json_of(analyst_->name())}};
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
    if (auto error = (*store)->take_recall_error()) return *std::move(error);
    return answer;
}

Answers::Answer Answers::searches() const {
    shelf_.reopen_changed();
    json::array stores;
    for (const ExploredBook& book : shelf_.books()) {
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
    const std::vector<ExploredBook>& books = shelf_.books();
    if (books.size() != 2) return make_error("there are no two books to compare");
    const auto found =
        next_difference(*books[0].branches, *books[1].branches, place->root.position, place->line);
    return found ? question_of(place->root, *found) : json::object();
}

Answers::Answer Answers::compare(const Question& question) {
    shelf_.reopen_changed();
    const std::vector<ExploredBook>& books = shelf_.books();
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
    const ExploredBook& book = shelf_.books()[static_cast<std::size_t>(at)];
    std::size_t nodes = 0;
    const TreeLimits limits{.depth = static_cast<std::size_t>(depth),
                            .min_share = share,
                            .keep_on = [&nodes] { return ++nodes <= most_nodes; }};
    ShownBook shown{.name = book.name,
                    .format = book.source.format,
                    .has_values = book.source.has_values() || book.source.grown != nullptr,
                    .limits = limits};
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
    for (const ExploredBook& book : shelf_.books())
        books.push_back(json::object{{"name", tools::json_of(book.name)},
                                     {"trouble", tools::json_of(book.trouble)}});
    return json::object{
        {"revision", shelf_.changes()}, {"shelf", shelf_.number()}, {"books", std::move(books)}};
}

Answers::Answer Answers::folder() const {
    if (folder_ == nullptr)
        return make_error("no folder was opened: polyglot explore FOLDER opens one");
    std::vector<std::string> open;
    for (const ExploredBook& book : shelf_.books())
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

} // namespace polyglot::tools
