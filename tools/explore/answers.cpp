#include "tools/explore/answers.hpp"

#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/reader.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/json.hpp"
#include "tools/convert_book/writer.hpp"
#include "tools/explore/difference.hpp"
#include "tools/show_book/show_book.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

constexpr std::size_t most_plies = 1024;
constexpr std::int64_t deepest_tree = 40;
constexpr std::size_t most_nodes = 20'000; // of a tree
// Of what a browser is given as one text.
constexpr std::size_t most_exported = 20'000; // positions
constexpr std::size_t most_export_bytes = 8U << 20U;

// Where the user is.
struct Place {
    Root root{Position::start(), {}};
    std::vector<chess::Move> line;
    Position position = Position::start(); // after the line
};

std::string_view text_of(const json::object& question, std::string_view name) {
    const json::value* const value = question.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

Result<Place> place_of(const json::object& question) {
    Place place;
    if (const std::string_view fen = text_of(question, "start"); !fen.empty()) {
        auto root = parse_root(fen);
        if (!root) return make_error("start: " + root.error().message);
        place.root = *std::move(root);
        place.position = place.root.position;
    }
    const json::value* const line = question.if_contains("line");
    if (line == nullptr) return place;
    if (!line->is_array() || line->get_array().size() > most_plies)
        return make_error("line: a list of at most " + std::to_string(most_plies) + " moves is expected");
    for (const json::value& word : line->get_array()) {
        const std::string_view text = word.is_string() ? std::string_view(word.get_string()) : std::string_view();
        const auto move = chess::parse_uci_move(place.position, text);
        if (!move) return make_error("line: move " + std::to_string(place.line.size() + 1) + " is not legal");
        place.line.push_back(*move);
        place.position.make(*move);
    }
    return place;
}

json::object json_of(const openings::Opening& opening) {
    return {{"code", opening.code}, {"name", opening.name}};
}

// The moves to the position, and the last name on the way.
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

std::string_view end_of_game(const Position& position) {
    if (position.legal_move_count() > 0) return {};
    return position.in_check() ? "checkmate" : "stalemate";
}

// What one book has here. Where it has no move of its own: the replies that lead back to what it knows.
json::object answer_of(const ShelvedBook& book, const Place& place) {
    json::object answer =
        tools::json_of(book.finder->find(place.position, place.root.spelling), book.finder->has_results());
    json::array branches;
    for (const Branch& branch : book.branches->of(place.position)) {
        json::object one{{"san", branch.name}, {"of_book", branch.of_book}, {"share", branch.share}};
        if (branch.move) one["uci"] = chess::format_uci_move(branch.move, place.root.spelling.moves);
        if (branch.learnt_games > 0)
            one["learnt"] = {{"games", branch.learnt_games}, {"half_points", branch.learnt_half_points}};
        branches.push_back(std::move(one));
    }
    answer["branches"] = std::move(branches);
    if (!book.trouble.empty()) answer["trouble"] = tools::json_of(book.trouble);
    return answer;
}

json::object state_of(const Editing& editing) {
    return {{"revision", editing.revision()}, {"unsaved", editing.unsaved()}, {"undone", editing.undone()}};
}

// The place of an edit as options of edit-book.
std::string words_of(const Place& place) {
    std::string words;
    if (!(place.root.position == Position::start()))
        words = "-fen \"" + chess::format_fen(place.root.position, place.root.spelling.rights) + "\" ";
    std::string line;
    for (const chess::Move move : place.line)
        line += (line.empty() ? "" : " ") + chess::format_uci_move(move, place.root.spelling.moves);
    return line.empty() ? words : words + "-line \"" + line + "\" ";
}

json::object question_of(const Root& root, std::span<const chess::Move> moves) {
    json::object answer;
    if (!(root.position == Position::start())) answer["start"] = chess::format_fen(root.position, root.spelling.rights);
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
        const Position& root = book.source.roots.front();
        json::object one{{"name", tools::json_of(book.name)},
                         {"format", book.source.format},
                         {"has_values", book.source.has_values()},
                         {"warnings", tools::json_of(book.source.warnings)}};
        if (!(root == Position::start())) one["start"] = chess::format_fen(root);
        books.push_back(std::move(one));
    }
    json::object answer{{"books", std::move(books)}};
    if (const Statistics* const statistics = shelf_.statistics()) answer["statistics"] = statistics->about();
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = state_of(*editing);
    return answer;
}

Answers::Answer Answers::position(const Question& question) const {
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    shelf_.reopen_changed();
    json::object answer{{"fen", chess::format_fen(place->position, place->root.spelling.rights)},
                        {"white", place->position.side_to_move() == chess::Color::White},
                        {"check", place->position.in_check()},
                        {"end", end_of_game(place->position)},
                        {"legal", legal_moves(*place)}};
    describe_line(*place, answer);
    json::array books;
    for (const ShelvedBook& book : shelf_.books())
        books.push_back(answer_of(book, *place));
    answer["books"] = std::move(books);
    if (const Statistics* const statistics = shelf_.statistics())
        answer["statistics"] = statistics->of({place->position, place->root.spelling});
    if (const Editing* const editing = shelf_.editing()) answer["editing"] = state_of(*editing);
    if (adapter_ != nullptr) {
        chess::Game game(place->root.position);
        for (const chess::Move move : place->line)
            game.push(move);
        answer["adapter"] = adapter_->choice(game, place->root.spelling.moves);
    }
    return answer;
}

Answers::Answer Answers::line(const Question& question) {
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    json::object answer;
    describe_line(*place, answer);
    return answer;
}

Answers::Answer Answers::difference(const Question& question) const {
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    shelf_.reopen_changed();
    const std::vector<ShelvedBook>& books = shelf_.books();
    if (books.size() != 2) return make_error("there are no two books to compare");
    const auto found = next_difference(*books[0].branches, *books[1].branches, place->root.position, place->line);
    return found ? question_of(place->root, *found) : json::object();
}

Answers::Answer Answers::tree(const Question& question) const {
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    const auto number = [&question](std::string_view name, double otherwise) {
        const json::value* const value = question.if_contains(name);
        return value != nullptr && value->is_number() ? value->to_number<double>() : otherwise;
    };
    const double at = number("book", 0);
    const double depth = number("depth", 6);
    const double share = number("min_share", 0.05);
    if (!(at >= 0 && at < static_cast<double>(shelf_.books().size()))) return make_error("book: there is no such book");
    if (!(depth >= 1 && depth <= static_cast<double>(deepest_tree)))
        return make_error("depth is 1 to " + std::to_string(deepest_tree));
    if (!(share >= 0 && share <= 1)) return make_error("min_share is 0 to 1");
    shelf_.reopen_changed();
    const ShelvedBook& book = shelf_.books()[static_cast<std::size_t>(at)];
    std::size_t nodes = 0;
    ShownBook shown{.name = book.name,
                    .format = book.source.format,
                    .has_values = book.source.has_values(),
                    .start = place->root.position,
                    .fen = chess::format_fen(place->root.position, place->root.spelling.rights),
                    .rights = place->root.spelling.rights,
                    .chess960 = place->root.spelling.moves == chess::CastlingStyle::KingTakesRook,
                    .nothing = {},
                    .limits = {.depth = static_cast<std::size_t>(depth),
                               .min_share = share,
                               .keep_on = [&nodes] { return ++nodes <= most_nodes; }},
                    .tree = {}};
    shown.tree = grow_tree(*book.branches, shown.start, place->line, shown.limits);
    json::object answer = tools::json_of(shown);
    answer["stopped"] = shown.tree.stopped;
    return answer;
}

Answers::Answer Answers::paste(const Question& question) {
    const std::string_view text = text::trim(text_of(question, "text"));
    if (text.empty()) return make_error("there is nothing to go to");
    const bool one_line = text.find('\n') == std::string_view::npos;
    const Result<Root> root = parse_root(text);
    if (root) return question_of(*root, {});
    const auto moves = parse_line(Position::start(), text);
    if (moves) return question_of({Position::start(), {}}, *moves);
    std::istringstream in{std::string(text)};
    const auto game = pgn::Reader(in).next();
    if (game && !game->game.moves().empty()) {
        const Result<Root> start = parse_root(chess::format_fen(game->game.start())); // for its spelling
        if (!start) return start.error();
        json::object answer = question_of(*start, game->game.moves());
        if (!game->problem.empty()) answer["note"] = tools::json_of(game->problem);
        if (game->game.moves().size() > most_plies)
            answer["note"] = "only the first " + std::to_string(most_plies) + " half-moves are shown";
        return answer;
    }
    if (one_line && text.find('/') != std::string_view::npos) return make_error("as a FEN: " + root.error().message);
    return make_error("this is neither a FEN nor a PGN, and as moves: " + moves.error().message);
}

Result<Editing*> Answers::editing_for(const Question& question) const {
    Editing* const editing = shelf_.editing();
    if (editing == nullptr) return make_error("the book is shown only: polyglot explore BOOK -edit edits it");
    const json::value* const seen = question.if_contains("revision");
    if (seen == nullptr || !seen->is_number() || seen->to_number<double>() != static_cast<double>(editing->revision()))
        return make_error("the book has been edited meanwhile, in another tab or window: it is shown now as it is, and "
                          "nothing was changed");
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
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    const std::string name(text_of(question, "edit"));
    std::string value(text_of(question, "value"));
    if (name == "copy-from") {
        if (shelf_.books().size() < 2) return make_error("there is no second book to copy from");
        value = shelf_.books()[1].name;
    }
    auto edit = parse_edit(name, value);
    if (!edit) return edit.error();
    edit->position = place->position;
    std::string words = words_of(*place);
    if (const std::string_view move = text_of(question, "move"); !move.empty()) {
        const auto parsed = chess::parse_uci_move(place->position, move);
        if (!parsed) return make_error("move: " + text::quote(move) + " is not legal here");
        edit->move = *parsed;
        words += "-move " + std::string(move) + ' ';
    } else if (edit_needs_move(name)) {
        return make_error("move: which one?");
    }
    words += edit->place;
    return after((*editing)->apply({*std::move(edit)}, std::move(words)));
}

Answers::Answer Answers::import(const Question& question) {
    const auto editing = editing_for(question);
    if (!editing) return editing.error();
    auto edits = read_edits(std::string(text_of(question, "text")), "the text");
    if (!edits) return edits.error();
    std::string words = "-from " + text::counted(edits->size(), "edit") + " of explore";
    return after((*editing)->apply(*std::move(edits), std::move(words)));
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

Answers::Answer Answers::export_book(const Question& question) const {
    const auto target = parse_book_target(text_of(question, "format"));
    if (!target || !is_text(*target)) return make_error("format is csv, json or pgn");
    shelf_.reopen_changed();
    const ShelvedBook& book = shelf_.books().front();
    ConvertOptions options;
    options.from = book.name;
    options.target = *target;
    ConvertSource source = book.source;
    if (has_unsaved()) source.opened = source.quick; // what the writers look up is the edited book's, too
    std::string text;
    const auto writer = make_writer(options, source, [&text](std::string_view bytes) { text += bytes; });
    bool is_too_large = false;
    book::walk(*source.weighted, source.roots, {.keep_on = [&] { return !is_too_large; }},
               [&](const Position& root, std::span<const chess::Move> line, const Position& position,
                   const std::vector<book::Entry>& entries) {
                   writer->take({root, line, position, entries, line.size()});
                   is_too_large = writer->counts().positions > most_exported || text.size() > most_export_bytes;
                   return !is_too_large;
               });
    if (is_too_large)
        return make_error("the book has more than " + std::to_string(most_exported) +
                          " positions: polyglot convert-book -from BOOK -to FILE writes them");
    writer->finish();
    return json::object{{"text", json::string(text)}};
}

} // namespace polyglot::tools
