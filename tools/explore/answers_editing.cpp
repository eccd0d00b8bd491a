// Answers the page's questions about edits of the first book, and exports it.
#include "core/book/walk/walk.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/answers.hpp"
#include "tools/explore/edit/place.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

// The limits of a text that the browser receives at once.
constexpr std::size_t most_exported = 20'000; // positions
constexpr std::size_t most_export_bytes = 8U << 20U;

// Returns how many moves an import has, and how many positions they are of.
json::object count_imported(const std::vector<Edit>& edits) {
    std::set<std::uint64_t> positions;
    for (const Edit& edit : edits)
        positions.insert(edit.position.key());
    return {{"moves", edits.size()}, {"positions", positions.size()}};
}

} // namespace

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
    return shelf_.editing()->state();
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
    if (!target || !target->is_text) return make_error("format is csv, json or pgn");
    if (shelf_.books().empty())
        return make_error("no book is shown that could be exported: polyglot explore BOOK");
    if (const auto fits = check_is_chess("an export"); !fits)
        return make_error(fits.error().message + ": polyglot convert-book -from BOOK -to FILE");
    shelf_.reopen_changed();
    const ExploredBook& book = shelf_.books().front();
    ConvertOptions options;
    options.from = book.name;
    options.target = *target;
    ConvertSource source = book.source;
    // The writers must look up the edited book, too.
    if (has_unsaved()) source.opened = source.quick;
    std::string text;
    const auto writer = options.target.make_writer(
        options, source, [&text](std::string_view bytes) { text += bytes; });
    bool is_too_large = false;
    book::walk(*source.weighted, source.roots, {},
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
