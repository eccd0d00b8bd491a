#include "tools/rate_book/rated_output.hpp"

#include "core/book/arena/abk.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/edit/history.hpp"
#include "tools/books/edit/saving.hpp"
#include "tools/growing/export.hpp"
#include "tools/rate_book/rated_view.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

Edit edit_of(const RatingReport& report, const WeightChange& change) {
    const ReachedPosition& at = report.reach.positions()[change.position];
    std::vector<EpdMove> line = report.reach.line_to(change.position);
    line.push_back(at.moves[change.move].move);
    const GrowPosition position = report.reach.position(change.position);
    Edit edit{.place = format_line(report.reach.root_of(change.position), line),
              .position = position.of_chess() ? *position.of_chess() : chess::Position::start(),
              .kind = change.after ? Edit::Kind::Weight : Edit::Kind::Delete,
              .value = static_cast<double>(change.after.value_or(0))};
    if (position.of_variant())
        edit.variant = {*position.of_variant(), line.back().of_variant};
    else
        edit.move = line.back();
    return edit;
}

// A move of a variant's book is deleted once.
bool has_move(const book::Book& book, const Edit& edit) {
    if (edit.variant) return true;
    const std::vector<book::Entry> entries = book.find(edit.position);
    return std::ranges::any_of(
        entries, [&edit](const book::Entry& entry) { return entry.move == edit.move; });
}

// A move that is deleted from an Arena book takes the lines below it along. So weights come first,
// and then deletions, the deepest first. A transposition may still have deleted a move before its
// turn.
Result<void> apply_changes(EditedBook& edited, const RatingReport& report,
                           const std::function<bool()>& keep_on) {
    const auto apply = [&](const WeightChange& change) -> Result<void> {
        if (!keep_on()) return make_error("stopped");
        const Edit edit = edit_of(report, change);
        return change.after || has_move(edited, edit) ? edited.apply(edit) : Result<void>();
    };
    for (const WeightChange& change : report.changes)
        if (change.after)
            if (auto applied = apply(change); !applied) return applied;
    for (std::size_t left = report.changes.size(); left > 0; --left)
        if (const WeightChange& change = report.changes[left - 1]; !change.after)
            if (auto applied = apply(change); !applied) return applied;
    return {};
}

Result<void> write_copy(const RateOptions& options, const RatingReport& report,
                        const std::string& name, const std::function<bool()>& keep_on,
                        std::ostream& out, std::ostream& err) {
    auto bytes = io::open_book_bytes(to_path(options.book));
    if (!bytes) return bytes.error();
    auto edited = EditedBook::open(*std::move(bytes), keep_on, options.rules_of.variant);
    if (!edited) return make_error(options.book + ": " + edited.error().message);
    if (auto applied = apply_changes(**edited, report, keep_on); !applied)
        return make_error(name + ": is not written: " + applied.error().message);
    const auto file = io::follow_links(to_path(name));
    if (!file) return file.error();
    auto history = EditHistory::begin(*file);
    if (!history) return history.error();
    std::string remark;
    auto saved = save_edits(**edited, *file, name, *history, options.command, remark);
    if (!remark.empty()) err << remark << '\n';
    if (!saved) return saved;
    out << name << ": " << text::counted(report.changes.size(), "change") << "; polyglot edit-book "
        << name << " -undo takes them back\n";
    return {};
}

} // namespace

bool is_edited_copy(const book::FormatInfo& format, BookTarget target) {
    return (target == polyglot_target && &format == &book::polyglot_format) ||
           (target == arena_target && &format == &book::arena_format);
}

Result<void> check_rated_output(const RateOptions& options, const book::FormatInfo& format) {
    const ChangeRules& rules = options.changes;
    for (const auto& [file, target] : options.outputs)
        if (target == arena_target && is_edited_copy(format, target) &&
            (!rules.keep_weights || rules.beyond == BeyondWidth::Lower))
            return make_error(file + ": the games and priorities of an Arena book are no weights; "
                                     "give -keep-weights, and -beyond forbid or delete");
    return {};
}

// Files that are open at the same time keep each other from being written twice, by whatever name.
Result<void> try_output_files(const RateOptions& options, const book::FormatInfo& format) {
    std::vector<io::OutputFile> files;
    const auto open = [&files](const std::filesystem::path& name) -> Result<void> {
        auto file = io::OutputFile::open(name);
        if (!file) return file.error();
        files.push_back(*std::move(file));
        return {};
    };
    if (!options.html.empty() && options.html != "-")
        if (auto opened = open(to_path(options.html)); !opened) return opened;
    for (const auto& [name, target] : options.outputs) {
        if (auto opened = open(to_path(name)); !opened) return opened;
        if (!is_edited_copy(format, target)) continue;
        const auto file = io::follow_links(to_path(name));
        if (!file) return file.error();
        if (auto opened = open(EditHistory::file_of(*file)); !opened)
            return make_error(opened.error().message + " (the undo file of " + name + ')');
    }
    return {};
}

Result<void> write_rated_book(const RateOptions& options, const RatingReport& report,
                              const book::FormatInfo& format,
                              const std::pair<std::string, BookTarget>& output,
                              const std::function<bool()>& keep_on, std::ostream& out,
                              std::ostream& err) {
    const auto& [file, target] = output;
    if (is_edited_copy(format, target)) return write_copy(options, report, file, keep_on, out, err);
    std::vector<chess::Position> roots;
    for (const GrowPosition& root : report.reach.roots())
        roots.push_back(*root.of_chess());
    const NewWeights weights(report.changes);
    const auto view = std::make_shared<const RatedView>(
        report.reach, report.graph, weights,
        target.has_values_of_moves() ? RatedView::Values::OfMoves : RatedView::Values::OfPositions);
    const auto counts = write_valued_book(view, roots, options.book, file, target);
    if (!counts) return counts.error();
    out << file << ": " << text::counted(counts->positions, "position") << ", "
        << text::counted(counts->entries, "entry", "entries");
    if (const std::size_t unplayed = report.reach.unplayed(); unplayed > 0)
        out << "; left out: " << text::counted(unplayed, "move") << " of weight 0 and what only "
            << (unplayed == 1 ? "it leads" : "they lead") << " to";
    out << '\n';
    return {};
}

} // namespace polyglot::tools
