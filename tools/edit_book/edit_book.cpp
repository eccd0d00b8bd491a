// `polyglot edit-book`: a book in PolyGlot's format, changed by hand. docs/edit-book.md.
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tools/books/text.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/edit_book/edited_book.hpp"
#include "tools/edit_book/history.hpp"
#include "tools/edit_book/options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using Action = EditOptions::Action;

constexpr std::size_t most_shown = 20; // positions

// The whole file against adapters that learn: what they would record between our reading and our writing would be lost.
// They wait and record it in the new file. An adapter holds its locks for microseconds.
Result<void> lock(io::SharedFile& file, const std::string& name) {
    constexpr int most_tries = 200;
    for (int i = 0; i < most_tries; ++i) {
        const auto locked = file.try_lock(0, file.size());
        if (!locked) return locked.error();
        if (*locked) return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return make_error(name + ": is kept locked by another program");
}

std::uint64_t sum_of(const std::vector<RawEntry>& entries) {
    std::uint64_t sum = 0;
    for (const RawEntry& entry : entries)
        sum += entry.weight;
    return sum;
}

const RawEntry* find_move(const std::vector<RawEntry>& entries, std::uint16_t move) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [move](const RawEntry& entry) { return entry.move == move; });
    return found == entries.end() ? nullptr : &*found;
}

std::string weight_and_share(const RawEntry* entry, std::uint64_t sum) {
    std::array<char, 32> columns{};
    std::snprintf(columns.data(), columns.size(), "%6s %6s", entry ? std::to_string(entry->weight).c_str() : "-",
                  entry ? text::per_cent(entry->weight, sum).c_str() : "-");
    return columns.data();
}

void show(const PositionChange& change, std::ostream& out) {
    out << chess::format_fen(change.position) << '\n';
    std::vector<RawEntry> all = change.after;
    for (const RawEntry& entry : change.before)
        if (!find_move(all, entry.move)) all.push_back(entry);
    const std::uint64_t sum_before = sum_of(change.before);
    const std::uint64_t sum_after = sum_of(change.after);
    for (const RawEntry& entry : all) {
        const RawEntry* const before = find_move(change.before, entry.move);
        const RawEntry* const after = find_move(change.after, entry.move);
        const chess::Move move = book::decode_move(entry.move, change.position);
        const std::string name = move ? chess::format_san(change.position, move) : format_raw_move(entry.move);
        const char* const what = !before ? "  added" : !after ? "  deleted" : "";
        out << "  " << name << std::string(name.size() < 8 ? 8 - name.size() : 1, ' ')
            << weight_and_share(before, sum_before) << "  -> " << weight_and_share(after, sum_after) << what << '\n';
    }
}

void show(const std::vector<const PositionChange*>& changes, std::ostream& out) {
    for (std::size_t i = 0; i < std::min(changes.size(), most_shown); ++i)
        show(*changes[i], out);
    if (changes.size() > most_shown)
        out << "and " << text::counted(changes.size() - most_shown, "further position") << '\n';
}

std::string count(const std::vector<const PositionChange*>& changes) {
    std::uint64_t added = 0;
    std::uint64_t deleted = 0;
    std::uint64_t changed = 0;
    for (const PositionChange* const change : changes) {
        for (const RawEntry& entry : change->after) {
            const RawEntry* const before = find_move(change->before, entry.move);
            if (!before) ++added;
            if (before && before->weight != entry.weight) ++changed;
        }
        for (const RawEntry& entry : change->before)
            if (!find_move(change->after, entry.move)) ++deleted;
    }
    std::string text =
        text::counted(changes.size(), "position") + " changed: " + text::counted(changed, "weight") + ", ";
    return text + text::counted(added, "move") + " added, " + text::counted(deleted, "move") + " deleted";
}

// What a run has made of the position, learn fields aside: adapters go on learning.
bool same_moves(const std::vector<RawEntry>& a, const std::vector<RawEntry>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RawEntry& x, const RawEntry& y) { return x.move == y.move && x.weight == y.weight; });
}

class EditBook {
  public:
    EditBook(const EditOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}
    Result<void> run();
    bool stopped() const { return stopped_; } // before anything was written

  private:
    Result<void> open();
    Result<void> edit(EditedBook& book, EditHistory& history);
    Result<void> undo(EditedBook& book, EditHistory& history);
    Result<void> write(const EditedBook& book) const;
    void list(const EditHistory& history);

    const EditOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    const CancelFlag stop_wished_;
    bool stopped_ = false;
    std::filesystem::path file_; // links followed: the undo file is beside the book itself
    std::shared_ptr<const book::ByteReader> bytes_;
    std::shared_ptr<const book::PolyglotBook> book_;
};

Result<void> EditBook::open() {
    auto file = io::follow_links(to_path(options_.book));
    if (!file) return file.error();
    file_ = *std::move(file);
    if (options_.dry_run) {
        auto bytes = io::open_random_access_file(file_);
        if (!bytes) return bytes.error();
        bytes_ = *std::move(bytes);
    } else {
        const auto shared = io::open_shared_file(file_);
        if (!shared) return shared.error();
        if (auto locked = lock(**shared, options_.book); !locked) return locked;
        const auto current = (*shared)->is_current();
        if (!current) return current.error();
        if (!*current) return make_error(options_.book + ": is being replaced by another program");
        bytes_ = *shared;
    }
    auto book = book::PolyglotBook::open(bytes_);
    if (!book)
        return make_error(options_.book + ": " + book.error().message +
                          "; edit-book edits books in PolyGlot's format, and convert-book makes them");
    book_ = std::make_shared<const book::PolyglotBook>(*std::move(book));
    for (const std::string& warning : book_->warnings())
        err_ << options_.book << ": " << warning << '\n';
    if (!book_->sorted())
        return make_error(options_.book + ": is not sorted; polyglot repair-book makes a sorted copy");
    return {};
}

Result<void> EditBook::run() {
    if (options_.action == Action::History) {
        const auto target = io::follow_links(to_path(options_.book));
        if (!target) return target.error();
        const auto history = EditHistory::load(*target);
        if (!history) return history.error();
        list(*history);
        return {};
    }
    if (auto opened = open(); !opened) return opened;
    auto history = EditHistory::load(file_);
    if (!history) return history.error();
    EditedBook book(book_, [this] { return !stop_wished_(); });
    return options_.action == Action::Undo ? undo(book, *history) : edit(book, *history);
}

Result<void> EditBook::edit(EditedBook& book, EditHistory& history) {
    for (const Edit& edit : options_.edits) {
        auto applied = book.apply(edit);
        stopped_ = stop_wished_();
        if (!applied || stopped_) return applied;
    }
    const auto changes = book.changes();
    show(changes, out_);
    if (changes.empty()) {
        out_ << options_.book << ": has all of this already; nothing is written\n";
        return {};
    }
    if (options_.dry_run) {
        out_ << options_.book << ": would have " << count(changes) << "; nothing is written\n";
        return {};
    }
    // First the history: should we be ended in between, -undo finds that the book is as before.
    if (auto added = history.add(options_.command, changes); !added) return added;
    if (auto written = write(book); !written) {
        if (const auto removed = history.remove_last(); !removed) err_ << removed.error().message << '\n';
        return written;
    }
    out_ << options_.book << ": " << count(changes) << "; -undo takes it back\n";
    return {};
}

Result<void> EditBook::undo(EditedBook& book, EditHistory& history) {
    if (history.runs().empty()) return make_error(to_text(history.file()) + ": there is no run to take back");
    const EditRun& run = history.runs().back();
    const auto is_before = [&book](const PositionChange& change) {
        return same_moves(book.entries(change.position), change.before);
    };
    const bool was_written = !std::all_of(run.positions.begin(), run.positions.end(), is_before);
    for (const PositionChange& change : run.positions) {
        const std::vector<RawEntry> now = book.entries(change.position);
        if (was_written && !same_moves(now, change.after))
            return make_error(options_.book + ": " + chess::format_fen(change.position) +
                              " has been changed since by another program; nothing is taken back");
        std::vector<RawEntry> restored = change.before;
        for (RawEntry& entry : restored)
            if (const RawEntry* const learnt = find_move(now, entry.move)) {
                entry.learn_count = learnt->learn_count;
                entry.learn_sum = learnt->learn_sum;
            }
        book.set(change.position, std::move(restored));
    }
    const auto changes = book.changes();
    show(changes, out_);
    const std::string what = "the run of " + run.time + " UTC, " + run.edits;
    if (options_.dry_run) {
        out_ << options_.book << ": would be as before " << what << '\n';
        return {};
    }
    if (was_written)
        if (auto written = write(book); !written) return written;
    if (auto removed = history.remove_last(); !removed) return removed;
    out_ << options_.book << ": is as before " << what << '\n';
    return {};
}

Result<void> EditBook::write(const EditedBook& book) const {
    auto file = io::OutputFile::open(file_);
    if (!file) return file.error();
    const auto moves = book.write(*bytes_, [&file](std::string_view bytes) { file->write(bytes); });
    if (!moves) return make_error(options_.book + ": cannot be read to its end");
    if (*moves == 0) return make_error(options_.book + ": no move would be left; nothing is written");
    return file->commit();
}

void EditBook::list(const EditHistory& history) {
    if (history.runs().empty()) out_ << options_.book << ": no run that could be taken back\n";
    for (const EditRun& run : history.runs())
        out_ << run.time << " UTC  " << text::counted(run.positions.size(), "position") << "  " << run.edits << '\n';
}

} // namespace

int run_edit_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    auto options = read_edit_options(args, in, out, err);
    if (const int* status = std::get_if<int>(&options)) return *status;
    EditBook command(std::get<EditOptions>(options), out, err);
    const Result<void> done = command.run();
    if (command.stopped()) {
        err << "edit-book: stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (done) return exit_done;
    err << "edit-book: " << done.error().message << '\n';
    return exit_bad_input;
}

} // namespace polyglot::tools
