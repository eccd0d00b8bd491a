// `polyglot edit-book` changes a book by hand. See docs/edit-book.md.
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/edit/history.hpp"
#include "tools/books/edit/saving.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/edit_book/options.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using Action = EditOptions::Action;

constexpr std::size_t most_shown = 20; // positions
// This is the time to wait for other processes that edit the book.
constexpr std::chrono::seconds longest_wait{30};

std::string right(std::string_view text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}

void show(const ShownChange& change, std::ostream& out) {
    std::size_t names = 7;
    std::size_t weights = 6;
    for (const ShownMove& move : change.moves) {
        names = std::max(names, move.name.size());
        for (const auto* const figures : {&move.before, &move.after})
            if (*figures) weights = std::max(weights, (*figures)->weight.size());
    }
    const auto columns = [weights](const std::optional<ShownFigures>& figures) {
        return right(figures ? figures->weight : "-", weights) + ' ' +
               right(figures ? figures->share : "-", 6);
    };
    out << change.fen << '\n';
    for (const ShownMove& move : change.moves) {
        const char* const what = !move.before ? "  added" : !move.after ? "  deleted" : "";
        out << "  " << move.name << std::string(names + 1 - move.name.size(), ' ')
            << columns(move.before) << "  -> " << columns(move.after) << what << '\n';
    }
}

void show(const std::vector<ShownChange>& changes, std::ostream& out) {
    for (std::size_t i = 0; i < std::min(changes.size(), most_shown); ++i)
        show(changes[i], out);
    if (changes.size() > most_shown)
        out << "and " << text::counted(changes.size() - most_shown, "further position") << '\n';
}

std::string count(const std::vector<ShownChange>& changes) {
    std::uint64_t added = 0;
    std::uint64_t deleted = 0;
    std::uint64_t changed = 0;
    for (const ShownChange& change : changes)
        for (const ShownMove& move : change.moves) {
            if (!move.before) ++added;
            if (!move.after) ++deleted;
            if (move.reweighed) ++changed;
        }
    std::string text = text::counted(changes.size(), "position") +
                       " changed: " + text::counted(changed, "weight") + ", ";
    return text + text::counted(added, "move") + " added, " + text::counted(deleted, "move") +
           " deleted";
}

class EditBook {
  public:
    EditBook(const EditOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}
    Result<void> run();
    bool stopped() const { return stopped_; } // before anything was written

  private:
    Result<void> open();
    Result<void> edit(EditHistory& history);
    Result<void> undo(EditHistory& history);
    Result<const chess::Variant*> variant_to_open() const;
    void list(const EditHistory& history);

    const EditOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    const CancelFlag is_cancelled_;
    bool stopped_ = false;
    // The path has its links resolved, because the undo file is next to the book itself.
    std::filesystem::path file_;
    std::unique_ptr<EditedBook> book_;
};

Result<void> EditBook::open() {
    std::shared_ptr<const book::ByteReader> opened;
    auto file = io::follow_links(to_path(options_.book));
    if (!file) return file.error();
    file_ = *std::move(file);
    if (options_.dry_run) {
        auto bytes = io::open_random_access_file(file_);
        if (!bytes) return bytes.error();
        opened = *std::move(bytes);
    } else {
        auto locked = lock_book(file_, options_.book, longest_wait, [this] {
            stopped_ = is_cancelled_();
            return !stopped_;
        });
        if (!locked) return locked.error();
        opened = *std::move(locked);
    }
    const auto variant = variant_to_open();
    if (!variant) return variant.error();
    auto book = EditedBook::open(
        std::move(opened), [this] { return !is_cancelled_(); }, *variant);
    if (!book) return make_error(options_.book + ": " + book.error().message);
    book_ = *std::move(book);
    for (const std::string& warning : book_->warnings())
        err_ << options_.book << ": " << warning << '\n';
    return {};
}

// A run that is taken back names its variant, which the book may not do.
Result<const chess::Variant*> EditBook::variant_to_open() const {
    if (options_.action != Action::Undo || options_.variant != nullptr) return options_.variant;
    const auto history = EditHistory::load(file_);
    if (!history) return history.error();
    if (history->runs().empty()) return nullptr;
    const auto* const name = history->runs().back().record.if_contains("variant");
    return name != nullptr && name->is_string() ? chess::find_variant(name->as_string()) : nullptr;
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
    return options_.action == Action::Undo ? undo(*history) : edit(*history);
}

Result<void> EditBook::edit(EditHistory& history) {
    for (const std::string& warning : options_.warnings)
        err_ << warning << '\n';
    const auto edits = join_shares(options_.edits);
    if (!edits) return edits.error();
    for (const Edit& edit : *edits) {
        auto applied = book_->apply(edit);
        stopped_ = is_cancelled_();
        if (!applied || stopped_) return applied;
    }
    const auto changes = book_->changes();
    show(changes, out_);
    if (changes.empty()) {
        out_ << options_.book << ": has all of this already; nothing is written\n";
        return {};
    }
    if (options_.dry_run) {
        out_ << options_.book << ": would have " << count(changes) << "; nothing is written\n";
        return {};
    }
    std::string remark;
    auto saved = save_edits(*book_, file_, options_.book, history, options_.command, remark);
    if (!remark.empty()) err_ << remark << '\n';
    if (!saved) return saved;
    out_ << options_.book << ": " << count(changes) << "; -undo takes it back\n";
    return {};
}

Result<void> EditBook::undo(EditHistory& history) {
    if (history.runs().empty())
        return make_error(to_text(history.file()) + ": there is no run to take back");
    const EditRun& run = history.runs().back();
    Result<bool> taken_back = make_error("");
    try {
        taken_back = book_->take_back(run.record);
    } catch (const std::exception&) { // thrown by Boost.JSON
        return make_error(to_text(history.file()) + ':' + std::to_string(history.runs().size()) +
                          ": is not a run of edit-book in such a book");
    }
    if (!taken_back) return make_error(options_.book + ": " + taken_back.error().message);
    const bool was_written = *taken_back;
    const auto changes = book_->changes();
    show(changes, out_);
    const std::string what = "the run of " + run.time + " UTC, " + run.edits;
    if (options_.dry_run) {
        out_ << options_.book << ": would be as before " << what << '\n';
        return {};
    }
    if (was_written) {
        auto file = write_beside(*book_, file_, options_.book);
        if (!file) return file.error();
        if (auto replaced = file->commit(); !replaced) return replaced;
    }
    if (auto removed = history.remove_last(); !removed) return removed;
    out_ << options_.book << ": is as before " << what << '\n';
    return {};
}

void EditBook::list(const EditHistory& history) {
    if (history.runs().empty()) out_ << options_.book << ": no run that could be taken back\n";
    for (const EditRun& run : history.runs())
        out_ << run.time << " UTC  " << text::counted(run.positions, "position") << "  "
             << run.edits << '\n';
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
    return fail(err, "edit-book: " + done.error().message);
}

} // namespace polyglot::tools
