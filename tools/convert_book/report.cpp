#include "tools/convert_book/report.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/value_weights.hpp"
#include "core/text/figures.hpp"
#include "tools/books/text.hpp"

#include <ostream>

namespace polyglot::tools {
namespace {

std::string entries(std::uint64_t count) {
    return text::counted(count, "entry", "entries");
}
std::string moves(std::uint64_t count) {
    return text::counted(count, "move");
}
std::string positions(std::uint64_t count) {
    return text::counted(count, "position");
}

// Returns whether an Arena header has limits, which forbid moves, or importances, which affect
// weights. Both are already contained in the converted weights.
bool has_rules(const book::AbkHeader& header) {
    return header.min_games > 0 || header.min_wins > 0 || header.min_white_per_cent > 0 ||
           header.min_black_per_cent > 0 || header.importance_of_priority > 0 ||
           header.importance_of_games > 0 || header.importance_of_score > 0;
}

void add_cut_text(std::vector<std::string>& lost, const std::string& text, std::size_t size,
                  const std::string& name) {
    if (text.size() > size)
        lost.push_back(name + " beyond its first " + text::grouped(size) + " of " +
                       text::grouped(text.size()) + " bytes");
}

void add_lost_header(std::vector<std::string>& lost, const ConvertOptions& options,
                     const ConvertSource& source) {
    const BookTarget target = options.target;
    const bool keeps_texts = target == polyglot_target || target == arena_target || target.is_table;
    if (!keeps_texts && !(source.comment.empty() && source.author.empty()))
        lost.emplace_back("the header's texts");
    if (target == arena_target) {
        const book::AbkHeader header = arena_header(options, source);
        add_cut_text(lost, header.comment, book::abk_comment_size, "the comment");
        add_cut_text(lost, header.author, book::abk_author_size, "the author");
    }
    const book::AbkHeader* const arena = source.opened->arena_header();
    if (arena != nullptr && source.table == nullptr && target != arena_target && !target.is_table &&
        has_rules(*arena))
        lost.emplace_back("the header's limits and importances (used for the weights)");
    const book::FormatInfo& format = source.opened->format();
    if (!format.lost_of_header.empty() && target != json_target)
        lost.emplace_back(format.lost_of_header);
    if (!format.lost.empty()) lost.emplace_back(format.lost);
}

} // namespace

void SourceTally::add(const std::vector<book::Entry>& entries) {
    std::uint64_t legal = 0;
    bool valued = false;
    bool deep = false;
    for (const book::Entry& entry : entries) {
        if (entry.learn_count != 0 || entry.learn_sum != 0) ++learnt;
        if (entry.priority) ++priorities;
        if (entry.games) ++results;
        valued = valued || (entry.evaluation && !book::says_nothing(*entry.evaluation));
        deep = deep || (entry.evaluation && entry.evaluation->depth);
        // An entry with only a value is a known position without a move, and counts as neither.
        if (entry.move) {
            ++legal;
        } else if (!entry.evaluation) {
            ++illegal;
        }
    }
    values += valued ? 1 : 0;
    depths += deep ? 1 : 0;
    others += legal > 1 ? legal - 1 : 0;
}

std::vector<std::string> losses(const ConvertOptions& options, const ConvertSource& source,
                                const ConvertReport& report) {
    std::vector<std::string> lost;
    const SourceTally& tally = report.source;
    const BookTarget target = options.target;
    const bool table = target.is_table;
    const bool binary =
        target == polyglot_target || target == yacb_target || target.has_values_of_moves();
    if (tally.others > 0 && target == yacb_target)
        lost.push_back(moves(tally.others) + " other than the best ones, and all weights");
    if (tally.learnt > 0 && !table &&
        !(target == polyglot_target &&
          (source.opened->polyglot() != nullptr || source.table != nullptr)))
        lost.push_back("learn fields of " + entries(tally.learnt));
    if (tally.priorities > 0 && binary) lost.push_back("priorities of " + moves(tally.priorities));
    if (tally.results > 0 && binary)
        lost.push_back("results of " + moves(tally.results) +
                       (target == yacb_target ? ", but for the score of each position" : ""));
    if (target.has_values_of_moves())
        lost.emplace_back("weights, moves without a value, bounds of values");
    const bool keeps_values = table || target == yacb_target || target.has_values_of_moves();
    if (tally.values > 0 && !keeps_values)
        lost.push_back("values of " + positions(tally.values));
    else if (tally.depths > 0 && !table && !target.has_values_of_moves())
        lost.push_back("depths of " + positions(tally.depths));
    add_lost_header(lost, options, source);
    return lost;
}

void write_report(const ConvertOptions& options, const ConvertSource& source,
                  const ConvertReport& report, std::ostream& out) {
    const WrittenCounts& written = report.written;
    out << (options.to == "-" ? "standard output" : options.to) << ": "
        << positions(written.positions) << ", "
        << (options.target.is_text ? moves(written.entries) : entries(written.entries)) << " of "
        << options.from << " (" << source.format << ")\n";
    const auto tell = [&out](std::uint64_t count, const std::string& text) {
        if (count > 0) out << "  " << text << '\n';
    };
    tell(written.by_key,
         "by their keys: " + entries(written.by_key) + " of positions that cannot be reached");
    tell(written.bridges,
         moves(written.bridges) + " added, never to be played, that lead to known positions");
    const bool from_start =
        source.roots.size() == 1 && source.roots.front() == chess::Position::start();
    tell(written.by_key > 0 ? 0 : report.unreached,
         "left out: " + positions(report.unreached) + " that cannot be reached from " +
             (from_start ? "the start position" : "where the walk begins"));
    tell(report.too_long, "left out: " + continuations_of_too_long(report.too_long));
    tell(options.target.is_table || source.table != nullptr ? 0 : report.source.illegal,
         "left out: " + entries(report.source.illegal) + " with illegal moves");
    tell(written.keyless,
         "left out: " + positions(written.keyless) +
             " where an inner rook may castle: PolyGlot's format has no key for that");
    tell(written.same_key,
         "left out: " + positions(written.same_key) + " with the key of another one");
    tell(source.opened->format().weights_are_shares ? 0 : written.scaled,
         "weights scaled to 16 bits: " + positions(written.scaled));
    tell(written.valueless, "values: none known of " + positions(written.valueless) +
                                ", for which \"at least 0 %\" is written");
    std::string list;
    for (const std::string& loss : losses(options, source, report))
        list += (list.empty() ? "" : "; ") + loss;
    if (!list.empty()) out << "  lost: " << list << '\n';
}

} // namespace polyglot::tools
