#include "tools/grow_book/export.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "tools/convert_book/source.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace polyglot::tools {

using book::Evaluation;
using book::GrowGraph;
using chess::Color;

Evaluation grown_evaluation(int value, Color side_to_move, int depth) {
    constexpr int least_mate = GrowGraph::most_cp - 1000; // grow_value()
    const int for_white = side_to_move == Color::White ? value : -value;
    Evaluation evaluation{.value = for_white, .source = Evaluation::Source::Engine, .depth = depth};
    if (std::abs(for_white) < least_mate) return evaluation;
    evaluation.type = Evaluation::Type::DistanceToMate;
    const int plies = std::max(GrowGraph::most_cp - std::abs(for_white), 1); // 0 would be a draw
    evaluation.value = for_white > 0 ? plies : -plies;
    return evaluation;
}

std::vector<book::Entry> GrownBook::find(const chess::Position& position) const {
    std::vector<book::Entry> entries;
    const auto id = graph_.find(position.key());
    if (!id) return entries;
    const Color side = position.side_to_move();
    const bool own_turn = rules_.side == (side == Color::White ? book::GrowSide::White : book::GrowSide::Black);
    const int best = graph_.value(*id);
    const Evaluation of_position = grown_evaluation(best, side, graph_.depth(*id));
    for (const GrowGraph::Option& option : graph_.options(*id)) {
        const int loss = best - option.value;
        if (loss > (own_turn ? 0 : rules_.width_cp) || (option.child && !graph_.is_known(*option.child))) continue;
        const chess::Move move = book::decode_move(option.move, position);
        const auto weight = static_cast<std::uint32_t>(std::lround(1000 * std::exp(-loss / rules_.temperature)));
        if (!move || weight == 0) continue;
        const int depth = option.child ? graph_.depth(*option.child) + 1 : graph_.depth(*id);
        entries.push_back(
            {.move = move,
             .weight = weight,
             .evaluation = values_ == Values::OfMoves ? grown_evaluation(option.value, side, depth) : of_position});
    }
    return entries;
}

Result<WrittenCounts> write_grown_book(const GrowGraph& graph, const std::vector<chess::Position>& roots,
                                       const GrownRules& rules, const std::string& store, const std::string& file,
                                       BookTarget target) {
    const bool from_start = std::any_of(roots.begin(), roots.end(),
                                        [](const chess::Position& root) { return root == chess::Position::start(); });
    if (target == BookTarget::Arena && !from_start)
        return make_error(file + ": an Arena book begins with the start position, and this book does not");
    ConvertOptions options;
    options.from = store;
    options.to = file;
    options.target = target;
    ConvertSource source;
    source.opened = std::make_shared<const GrownBook>(
        graph, rules, is_experience(target) ? GrownBook::Values::OfMoves : GrownBook::Values::OfPositions);
    source.quick = source.weighted = source.opened;
    source.roots = target == BookTarget::Arena ? std::vector{chess::Position::start()} : roots;
    source.chess960 = std::any_of(roots.begin(), roots.end(), chess::is_of_chess960);

    auto output = io::OutputFile::open(to_path(file));
    if (!output) return output.error();
    const auto writer = make_writer(options, source, [&output](std::string_view bytes) { output->write(bytes); });
    book::walk(*source.opened, source.roots, {},
               [&](const chess::Position& root, std::span<const chess::Move> line, const chess::Position& position,
                   const std::vector<book::Entry>& entries) {
                   writer->take({root, line, position, entries, line.size()});
                   return !output->failed();
               });
    writer->finish();
    if (writer->counts().entries == 0 && writer->counts().positions == 0)
        return make_error(file + ": is not written: the book has no move yet");
    if (auto written = output->commit(); !written) return written.error();
    return writer->counts();
}

} // namespace polyglot::tools
