#include "tools/explore/edit/steps.hpp"

#include "core/chess/uci_move.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_stamp.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/books/sources/table.hpp"
#include "tools/explore/edit/place.hpp"

#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

std::vector<Edit> edits_of(const TableBook& table, const std::string& name) {
    std::vector<Edit> edits;
    for (const TableBook::Place& place : table.places())
        for (const TableBook::Row& row : place.rows)
            if (row.entry.move)
                edits.push_back({.place = name,
                                 .position = place.position,
                                 .move = row.entry.move,
                                 .kind = Edit::Kind::Weight,
                                 .value = static_cast<double>(row.entry.weight),
                                 .adds = true});
    return edits;
}

// Adds each move of the games as an edit.
class GameEdits final : public pgn::GameVisitor {
  public:
    explicit GameEdits(const std::string& name) : name_(name) {}

    Result<std::vector<Edit>> read(const std::string& text, bool variations) {
        std::istringstream in(text);
        pgn::Chunks chunks(in);
        pgn::Chunk chunk;
        while (chunks.next(chunk)) {
            const pgn::ScanOptions options{.variations = variations, .cut_short = chunk.cut_short};
            lines_before_ +=
                pgn::scan_games(chunk.view(), options, *this).lines + chunk.skipped_lines;
        }
        if (wrong_) return *wrong_;
        if (edits_.empty()) return make_error(name_ + ": neither a table nor a PGN with moves");
        return std::move(edits_);
    }

    std::size_t begin_game(const pgn::Tags& /*tags*/, const chess::Position& /*start*/,
                           std::uint64_t line) override {
        place_ = name_ + ':' + std::to_string(lines_before_ + line);
        return pgn::all_plies;
    }
    void on_move(const chess::Position& before, chess::Move move, std::size_t /*ply*/,
                 std::size_t /*depth*/) override {
        edits_.push_back(
            {.place = place_, .position = before, .move = move, .kind = Edit::Kind::Add});
    }
    void end_game(pgn::Outcome /*outcome*/, std::size_t /*plies*/,
                  const pgn::Problem& problem) override {
        if (problem && !wrong_)
            wrong_ = make_error(name_ + ':' + std::to_string(lines_before_ + problem.line) + ": " +
                                problem.message);
    }

  private:
    const std::string& name_;
    std::string place_; // of the current game
    std::uint64_t lines_before_ = 0;
    std::vector<Edit> edits_;
    std::optional<Error> wrong_;
};

Result<EditStep> read_import(const json::object& question) {
    const json::value* const variations = question.if_contains("variations");
    auto edits = read_edits(std::string(text_of(question, "text")), "the text",
                            variations != nullptr && *variations == json::value(true));
    if (!edits) return edits.error();
    std::string words = "-from " + text::counted(edits->size(), "edit") + " of explore";
    edits = join_shares(*std::move(edits));
    if (!edits) return edits.error();
    return EditStep{*std::move(edits), std::move(words), question};
}

// Returns the book to copy from if it is unchanged.
Result<std::string> other_book(const json::object& question) {
    const json::value* const from = question.if_contains("from");
    if (from == nullptr || !from->is_object())
        return make_error("there is no second book to copy from");
    const std::string file(text_of(from->get_object(), "file"));
    json::object version = from->get_object();
    version.erase("file");
    version.erase("name");
    if (version != version_of(to_path(file)))
        return make_error(file + " is not the version any more that was to be copied from");
    return file;
}

} // namespace

json::object version_of(const std::filesystem::path& file) {
    const auto stamp = io::book_stamp(file);
    if (!stamp) return {};
    return {{"size", stamp->size}, {"modified", stamp->modified_ns}};
}

json::object question_of_step(const json::object& asked, const std::string& other) {
    json::object question;
    for (const std::string_view name :
         {"edit", "value", "start", "line", "move", "text", "variations"})
        if (const json::value* const value = asked.if_contains(name))
            question.emplace(name, *value);
    if (text_of(question, "edit") != "copy-from") return question;
    question.erase("value");
    if (other.empty()) return question;
    json::object from = version_of(to_path(other));
    from["file"] = from.empty() ? other : to_text(io::whole_path(to_path(other)));
    from["name"] = other;
    question["from"] = std::move(from);
    return question;
}

Result<EditStep> read_step(const json::object& question) {
    if (!question.contains("edit")) return read_import(question);
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    const std::string name(text_of(question, "edit"));
    std::string value(text_of(question, "value"));
    std::string other;
    if (name == "copy-from") {
        auto found = other_book(question);
        if (!found) return found.error();
        other = *std::move(found);
        value = text_of(question.at("from").get_object(), "name");
    }
    auto edit = parse_edit(name, value);
    if (!edit) return edit.error();
    edit->other = std::move(other);
    edit->position = place->position;
    std::string words = words_of(*place);
    if (const std::string_view move = text_of(question, "move"); !move.empty()) {
        const auto parsed = chess::parse_uci_move(place->position, move);
        if (!parsed) return make_error("move: " + text::quote(move) + " is not legal here");
        edit->move = *parsed;
        words += "-move " + std::string(move) + ' ';
    } else if (edit_needs_move(name)) {
        return make_error("move: none is given");
    }
    words += edit->place;
    return EditStep{{*std::move(edit)}, std::move(words), question};
}

Result<std::vector<Edit>> read_edits(const std::string& text, const std::string& name,
                                     bool variations) {
    const auto format = detect_text_format(std::as_bytes(std::span(text)), {"raw", "action"});
    std::istringstream in(text);
    if (format && *format != TextFormat::Pgn) {
        auto edits = read_edit_list(in, name);
        if (edits && edits->empty()) return make_error(name + ": has no edit");
        return edits;
    }
    if (const auto table = TableBook::read(in, name, TextFormat::Pgn))
        return edits_of(**table, name);
    return GameEdits(name).read(text, variations);
}

} // namespace polyglot::tools
