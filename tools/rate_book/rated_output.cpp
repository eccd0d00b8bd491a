#include "tools/rate_book/rated_output.hpp"

#include "core/book/arena/abk.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/edit/history.hpp"
#include "tools/books/edit/saving.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/growing/export.hpp"
#include "tools/rate_book/rated_view.hpp"

#include <memory>
#include <ostream>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

Edit edit_of(const RatingReport& report, const WeightChange& change) {
    const ReachedPosition& at = report.reach.positions()[change.position];
    std::vector<chess::Move> line = report.reach.line_to(change.position);
    line.push_back(at.moves[change.move].move);
    return {.place = format_line(report.reach.root_of(change.position), line),
            .position = report.reach.position(change.position),
            .move = line.back(),
            .kind = change.after ? Edit::Kind::Weight : Edit::Kind::Delete,
            .value = static_cast<double>(change.after.value_or(0)),
            .other = {}};
}

Result<void> write_copy(const RateOptions& options, const RatingReport& report,
                        const std::string& name, const std::function<bool()>& keep_on,
                        std::ostream& out, std::ostream& err) {
    auto bytes = io::open_book_bytes(to_path(options.book));
    if (!bytes) return bytes.error();
    auto edited = EditedBook::open(*std::move(bytes), keep_on);
    if (!edited) return make_error(options.book + ": " + edited.error().message);
    for (const WeightChange& change : report.changes) {
        if (!keep_on()) return make_error(name + ": is not written: stopped");
        if (auto applied = (*edited)->apply(edit_of(report, change)); !applied) return applied;
    }
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
    return (target == BookTarget::PolyGlot && &format == &book::polyglot_format) ||
           (target == BookTarget::Arena && &format == &book::arena_format);
}

Result<void> check_rated_output(const RateOptions& options, const book::FormatInfo& format) {
    const ChangeRules& rules = options.changes;
    for (const auto& [file, target] : options.outputs)
        if (target == BookTarget::Arena && is_edited_copy(format, target) &&
            (!rules.keep_weights || rules.beyond == BeyondWidth::Lower))
            return make_error(file + ": the games and priorities of an Arena book are no weights; "
                                     "give -keep-weights, and -beyond forbid or delete");
    return {};
}

Result<void> write_rated_book(const RateOptions& options, const RatingReport& report,
                              const book::FormatInfo& format,
                              const std::pair<std::string, BookTarget>& output,
                              const std::function<bool()>& keep_on, std::ostream& out,
                              std::ostream& err) {
    const auto& [file, target] = output;
    if (is_edited_copy(format, target)) return write_copy(options, report, file, keep_on, out, err);
    const NewWeights weights(report.changes);
    const auto view = std::make_shared<const RatedView>(
        report.reach, report.graph, weights,
        is_experience(target) ? RatedView::Values::OfMoves : RatedView::Values::OfPositions);
    const auto counts = write_valued_book(view, report.reach.roots(), options.book, file, target);
    if (!counts) return counts.error();
    out << file << ": " << text::counted(counts->positions, "position") << ", "
        << text::counted(counts->entries, "entry", "entries") << '\n';
    return {};
}

} // namespace polyglot::tools
