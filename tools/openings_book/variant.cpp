#include "tools/openings_book/variant.hpp"

#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/common/command_line.hpp"
#include "tools/openings_book/draw_by_rules.hpp"
#include "tools/openings_book/openings_book.hpp"

#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::VariantPosition;

struct VariantDrawRules {
    using Position = VariantPosition;
    using Move = chess::VariantMove;

    const book::VariantBook& book;

    static std::uint64_t key_of(const Position& position) { return book::identity_of(position); }
    static bool is_over(const VariantStart& drawn) {
        chess::VariantGame game(drawn.root);
        for (const Move& move : drawn.line) {
            if (game.end()) return true;
            game.push(move);
        }
        return game.end().has_value();
    }
    std::vector<WeightedMove<Move>> playable_moves(const Position& position) const {
        std::vector<WeightedMove<Move>> moves;
        for (const book::VariantEntry& entry : book.find(position))
            if (entry.move) add_playable(moves, *entry.move, entry.numbered.entry.weight);
        return moves;
    }
};

Result<std::vector<VariantStart>> draw(const StartOptions& options,
                                       const CancelFlag& is_cancelled) {
    ConvertOptions from;
    from.from = options.book;
    from.variant = options.variant;
    const auto source = open_source(from);
    if (!source) return source.error();
    const auto book = book::open_variant(*source->opened, options.variant);
    if (!book) return make_error(options.book + ": " + book.error().message);
    std::vector<VariantPosition> roots = options.variant_roots;
    if (roots.empty()) roots.push_back(VariantPosition::start(*options.variant));
    const auto draw = make_variant_draw(
        **book, roots,
        {options.draw, options.ply(), options.seed, [&] { return !is_cancelled(); }});
    std::vector<VariantStart> starts;
    while (starts.size() < options.count) {
        auto start = draw->next();
        if (!start) break;
        starts.push_back(*std::move(start));
    }
    if (starts.empty() && !is_cancelled())
        return make_error(options.book + ": no line of it has " +
                          text::counted(options.ply(), "half-move") +
                          " from where games begin (-ply); nothing is written");
    return starts;
}

std::string format_all(const std::vector<VariantStart>& starts, const StartOptions& options) {
    const std::string event = text::shown_text(to_text(to_path(options.book).filename()));
    std::string text;
    for (std::size_t i = 0; i < starts.size(); ++i)
        text += options.format == StartFormat::Epd
                    ? format_variant_start_epd(starts[i])
                    : format_variant_start_pgn(starts[i], event, i + 1);
    return text;
}

} // namespace

std::unique_ptr<VariantDraw> make_variant_draw(const book::VariantBook& book,
                                               std::span<const VariantPosition> roots,
                                               const DrawOptions& options) {
    return make_draw_by(VariantDrawRules{book}, roots, options);
}

std::string format_variant_start_epd(const VariantStart& start) {
    const std::string fen = format_variant_fen(start.position);
    std::string_view rest = fen;
    std::string line;
    for (int field = 0; field < 4; ++field)
        line.append(text::next_word(rest)).append(" ");
    const chess::VariantBoard& board = start.position.board();
    return line + "hmvc " + std::to_string(board.half_move_clock) + "; fmvn " +
           std::to_string(board.full_move_number) + ";\n";
}

std::string format_variant_start_pgn(const VariantStart& start, std::string_view event,
                                     std::size_t number) {
    const chess::Variant& variant = start.root.variant();
    StartPgn pgn(event, number);
    pgn.add_tag("Variant", variant.uci);
    if (!(start.root == VariantPosition::start(variant))) {
        pgn.add_tag("SetUp", "1");
        pgn.add_tag("FEN", format_variant_fen(start.root));
    }
    VariantPosition position = start.root;
    for (const chess::VariantMove& move : start.line) {
        pgn.add_move(position.side_to_move(), position.board().full_move_number,
                     format_variant_san(position, move));
        position.make(move);
    }
    return pgn.finish();
}

int draw_variant_starts(const StartOptions& options, const CancelFlag& is_cancelled,
                        std::ostream& out, std::ostream& err) {
    const auto fail = [&err](const Error& error) {
        return tools::fail(err, "openings-book: " + error.message);
    };
    std::optional<io::OutputFile> file;
    if (options.out != "-") {
        auto opened = io::OutputFile::open(to_path(options.out));
        if (!opened) return fail(opened.error());
        file = *std::move(opened);
    }
    const auto starts = draw(options, is_cancelled);
    if (is_cancelled()) {
        err << "openings-book: stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (!starts) return fail(starts.error());
    const std::string text = format_all(*starts, options);
    if (file) {
        file->write(text);
        if (const auto written = file->commit(); !written) return fail(written.error());
    } else {
        out << text << std::flush; // flush_output() reports the failure
    }
    std::ostream& to = file ? out : err;
    if (file) to << options.out << ": ";
    to << describe_list(starts->size(), options) << '\n';
    return exit_done;
}

} // namespace polyglot::tools
