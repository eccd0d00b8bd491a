#include "tools/explore/edit/editing.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/random_access_file.hpp"
#include "tools/books/edit/saving.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/edit/place.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

// This is the time to wait for other programs that change the book. No request is answered
// meanwhile.
constexpr std::chrono::seconds longest_wait{2};

Result<std::shared_ptr<EditedBook>> open_edited(std::shared_ptr<const book::ByteReader> bytes,
                                                const std::string& name) {
    auto book = EditedBook::open(std::move(bytes), [] { return true; });
    if (!book) return make_error(name + ": " + book.error().message);
    return std::shared_ptr<EditedBook>(*std::move(book));
}

Result<std::shared_ptr<EditedBook>> open_edited(const std::filesystem::path& file,
                                                const std::string& name) {
    auto bytes = io::open_random_access_file(file);
    if (!bytes) return bytes.error();
    return open_edited(*std::move(bytes), name);
}

// Returns true if the book had the state after the run of the record.
Result<bool> take_back(EditedBook& book, const json::object& record) {
    try {
        return book.take_back(record);
    } catch (const std::exception&) { // thrown by Boost.JSON
        return make_error("what was saved is not of such a book");
    }
}

// Compares the shares and weights that the steps have found.
bool began_alike(const std::vector<ShownChange>& a, const std::vector<ShownChange>& b) {
    const auto same_move = [](const ShownMove& x, const ShownMove& y) {
        return x.name == y.name && x.before == y.before;
    };
    return std::ranges::equal(a, b, [&](const ShownChange& x, const ShownChange& y) {
        return x.fen == y.fen && std::ranges::equal(x.moves, y.moves, same_move);
    });
}

std::string words_of(const Timeline::StepsToReach& way) {
    std::string words;
    const auto add = [&words](const std::string& more) {
        if (!more.empty()) words += (words.empty() ? "" : " ") + more;
    };
    for (std::size_t i = 0; i < way.back.size(); ++i)
        add("-undo");
    for (const Timeline::Step& step : way.steps)
        add(step->words);
    return words;
}

} // namespace

Result<Editing> Editing::open(const std::string& name) {
    auto file = io::follow_links(to_path(name));
    if (!file) return file.error();
    Editing editing(name, *std::move(file));
    if (auto opened = editing.reopen(); !opened) return opened.error();
    editing.find_left();
    return editing;
}

void Editing::find_left() {
    for (LeftJournal& journal : find_left_journals(file_)) {
        const std::string file = to_text(journal.file);
        const std::size_t edits = recall(journal.text.events).timeline.unsaved();
        if ((edits == 0 && journal.text.damaged == 0) || is_written(journal)) {
            if (!remove_journal(journal)) kept_.push_back(file + ": cannot be removed");
        } else if (journal.text.version != version_) {
            kept_.push_back(file + ": " + text::counted(edits, "edit") +
                            " of another version of the book, not made in " +
                            "this one; the file is kept");
        } else if (edits == 0 || left_) {
            kept_.push_back(file + (edits == 0
                                        ? ": damaged; no edit in it can be read; the file is kept"
                                        : ": further edits that were not saved; the file is kept"));
        } else {
            left_ = std::move(journal);
            left_edits_ = edits;
        }
    }
}

// Returns whether the program ended between the renaming of the new book and the removal of the
// journal.
bool Editing::is_written(const LeftJournal& journal) const {
    const std::vector<json::object>& events = journal.text.events;
    if (journal.text.damaged > 0 || events.empty() || text_of(events.back(), "do") != "saving")
        return false;
    const auto book = open_edited(file_, name_);
    const auto taken_back =
        book ? take_back(**book, events.back().at("record").get_object()) : Result<bool>(false);
    return taken_back && *taken_back;
}

// Applies the steps to the file's book. `failed` receives the step that could not be applied.
Result<std::shared_ptr<EditedBook>> Editing::make(std::shared_ptr<const book::ByteReader> bytes,
                                                  EditStep** failed) const {
    auto book = open_edited(std::move(bytes), name_);
    if (!book) return book.error();
    const Timeline::StepsToReach way = timeline_.from_file();
    for (const Timeline::Record& record : way.back)
        if (const auto taken = take_back(**book, *record); !taken)
            return make_error(name_ + ": " + taken.error().message);
    for (const Timeline::Step& step : way.steps)
        for (const Edit& edit : step->edits)
            if (auto applied = (*book)->apply(edit); !applied) {
                if (failed != nullptr) *failed = step.get();
                return applied.error();
            }
    return book;
}

Result<void> Editing::reopen() {
    json::object version = version_of(file_);
    auto bytes = io::open_random_access_file(file_);
    if (!bytes) return bytes.error();
    auto book = make(*std::move(bytes));
    if (!book) return book.error();
    book_ = *std::move(book);
    version_ = std::move(version);
    ++revision_;
    return {};
}

void Editing::note(const json::object& event) {
    journal_.note(event, unsaved() > 0, version_);
}

Result<void> Editing::apply(EditStep step) {
    for (const Edit& edit : step.edits) {
        auto applied = book_->apply(edit);
        if (applied) continue;
        // Reopening removes the part of the step that was applied.
        if (auto reopened = reopen(); !reopened) return reopened;
        return applied;
    }
    const json::object event{{"do", "step"}, {"question", step.question}};
    timeline_.add(std::make_shared<EditStep>(std::move(step)));
    ++revision_;
    note(event);
    return {};
}

Result<void> Editing::travel(bool (Timeline::*change)(), const char* event, const char* none) {
    Timeline before = timeline_;
    if (!(timeline_.*change)()) return make_error(none);
    if (auto reopened = reopen(); !reopened) {
        timeline_ = std::move(before);
        return reopened;
    }
    note({{"do", event}});
    return {};
}

Result<void> Editing::undo() {
    return travel(&Timeline::undo, "undo", "there is nothing to undo");
}

Result<void> Editing::redo() {
    return travel(&Timeline::redo, "redo", "there is nothing to redo");
}

Result<void> Editing::discard() {
    return travel(&Timeline::discard, "discard", "there is nothing to discard");
}

Result<void> Editing::save() {
    if (unsaved() == 0) return make_error("there is nothing to save");
    auto bytes = lock_book(file_, name_, longest_wait);
    if (!bytes) return bytes.error();
    auto book = make(*std::move(bytes));
    if (!book) return book.error();
    const std::vector<ShownChange> changes = (*book)->changes();
    if (!began_alike(changes, book_->changes()))
        return make_error(
            name_ +
            ": another program has changed what you have edited; nothing is written. Undo these "
            "edits, or discard all of them to see the book as it is now");
    json::object record;
    if (!changes.empty()) {
        record = (*book)->record();
        auto history = EditHistory::load(file_);
        if (!history) return history.error();
        note({{"do", "saving"}, {"record", record}});
        io::begin_command(); // saving counts as a separate run, which may write the displayed book
        std::string remark;
        if (auto saved =
                save_edits(**book, file_, name_, *history, words_of(timeline_.from_file()), remark);
            !saved)
            return remark.empty() ? saved : make_error(saved.error().message + "; " + remark);
    }
    book->reset(); // releases the lock, too
    timeline_.save(std::move(record));
    note({{"do", "saved"}});
    return reopen();
}

Result<std::string> Editing::take_up_left() {
    if (!left_) return make_error("there are no edits to take up");
    Recalled recalled = recall(left_->text.events);
    std::swap(timeline_, recalled.timeline);
    std::size_t unmade = recalled.unreadable;
    for (;;) {
        auto bytes = io::open_random_access_file(file_);
        EditStep* failed = nullptr;
        auto book = bytes ? make(*std::move(bytes), &failed)
                          : Result<std::shared_ptr<EditedBook>>(bytes.error());
        if (book) {
            book_ = *std::move(book);
            break;
        }
        if (failed == nullptr) {
            timeline_ = {};
            return book.error();
        }
        if (unmade++ == 0) recalled.why = book.error().message;
        *failed = {}; // a step without edits keeps the numbers of the other steps
    }
    ++revision_;
    journal_.note(left_->text.events, version_);
    std::string remark;
    if (unmade > 0)
        remark = text::counted(unmade, "edit") + " could not be made again: " + recalled.why + "; ";
    if (left_->text.damaged > 0)
        remark += text::counted(left_->text.damaged, "damaged line") + " could not be read; ";
    const bool is_whole = remark.empty() && journal_.trouble().empty();
    if (!is_whole || !remove_journal(*left_)) remark += to_text(left_->file) + " is kept";
    left_.reset();
    return remark;
}

Result<void> Editing::delete_left() {
    if (!left_) return make_error("there are no edits to delete");
    if (!remove_journal(*left_)) return make_error(to_text(left_->file) + ": cannot be removed");
    left_.reset();
    return {};
}

std::vector<std::string> Editing::remarks() const {
    std::vector<std::string> all = kept_;
    if (!journal_.trouble().empty())
        all.push_back("a kill would lose edits that are not saved: " + journal_.trouble());
    return all;
}

json::object Editing::state() const {
    json::object state{{"revision", revision()},
                       {"unsaved", unsaved()},
                       {"done", done()},
                       {"undone", undone()},
                       {"remarks", tools::json_of(remarks())}};
    if (left_)
        state["left"] = {{"file", tools::json_of(to_text(left_->file))},
                         {"edits", left_edits_},
                         {"damaged", left_->text.damaged}};
    return state;
}

} // namespace polyglot::tools
