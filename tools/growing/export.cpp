#include "tools/growing/export.hpp"

#include "core/book/variants/book.hpp"
#include "core/book/walk/walk.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/growing/graph_walk.hpp"
#include "version.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace polyglot::tools {

Result<WrittenCounts> write_valued_book(std::shared_ptr<const book::Book> book,
                                        const std::vector<chess::Position>& roots,
                                        const std::string& from, const std::string& file,
                                        BookTarget target) {
    const bool from_start = std::ranges::any_of(
        roots, [](const chess::Position& root) { return root == chess::Position::start(); });
    if (target == BookTarget::Arena && !from_start)
        return make_error(file +
                          ": an Arena book begins with the start position, and this book does not");
    ConvertOptions options;
    options.from = from;
    options.to = file;
    options.target = target;
    ConvertSource source;
    source.format = book::grown_format.name;
    source.opened = source.quick = source.weighted = std::move(book);
    source.roots = target == BookTarget::Arena ? std::vector{chess::Position::start()} : roots;
    source.variants = variants_by_roots(*source.opened, roots);

    auto output = io::OutputFile::open(to_path(file));
    if (!output) return output.error();
    const auto writer =
        make_writer(options, source, [&output](std::string_view bytes) { output->write(bytes); });
    book::walk(*source.opened, source.roots, {},
               [&](const chess::Position& root, std::span<const chess::Move> line,
                   const chess::Position& position, const std::vector<book::Entry>& entries) {
                   writer->take({root, line, position, entries, line.size()});
                   return !output->failed();
               });
    writer->finish();
    if (writer->counts().entries == 0 && writer->counts().positions == 0)
        return make_error(file + ": is not written: the book has no move yet");
    if (auto written = output->commit(); !written) return written.error();
    return writer->counts();
}

Result<WrittenCounts> write_grown_book(const book::GrowGraph& graph,
                                       const std::vector<chess::Position>& roots,
                                       const GrownRules& rules, const std::string& store,
                                       const std::string& file, BookTarget target) {
    return write_valued_book(
        std::make_shared<const GrownBook>(graph, rules,
                                          is_experience(target) ? GrownBook::Values::OfMoves
                                                                : GrownBook::Values::OfPositions),
        roots, store, file, target);
}

Result<void> check_target(const std::string& file, BookTarget target,
                          const chess::Variant* variant) {
    if (!variant || target == BookTarget::PolyGlot) return {};
    return make_error(file + ": books of " + std::string(variant->uci) +
                      " are written as .bin; convert-book makes CSV, JSON and PGN of that");
}

namespace {

std::string variant_header(const chess::Variant& variant, chess::VariantKeys keys,
                           const std::string& from) {
    book::Header header{"1.0",
                        {std::string(variant.uci)},
                        "Created by Polyglot " POLYGLOT_VERSION "\nfrom " +
                            text::shown_text(to_text(to_path(from).filename()))};
    if (keys == chess::VariantKeys::XBoard)
        header.comment = book::comment_for_keys(header.comment, keys);
    return book::encode_header(header);
}

} // namespace

Result<VariantEntryCounts> write_grown_variant(const book::GrowGraph& graph,
                                               const std::vector<GrowPosition>& roots,
                                               const GrownRules& rules, chess::VariantKeys keys,
                                               const std::string& store, const std::string& file) {
    auto output = io::OutputFile::open(to_path(file));
    if (!output) return output.error();
    VariantEntries entries(keys);
    walk_graph(graph, roots, [&](book::GrowGraph::Id id, const GrowPosition& position) {
        std::vector<VariantEntries::Item> moves;
        for (const book::GrownMove& grown : book::grown_moves(graph, id, rules)) {
            const EpdMove move = grown.weight > 0 ? position.decode(grown.move) : EpdMove();
            if (!move) continue;
            book::RawEntry entry;
            entry.weight = static_cast<std::uint16_t>(grown.weight); // at most 1000
            moves.push_back({*move.of_variant, entry});
        }
        entries.add(*position.of_variant(), moves);
    });
    const auto write = [&output](std::string_view bytes) { output->write(bytes); };
    if (!roots.empty()) write(variant_header(*roots.front().variant(), keys, store));
    const VariantEntryCounts counts = entries.write(write);
    if (counts.entries == 0) return make_error(file + ": is not written: the book has no move yet");
    if (auto written = output->commit(); !written) return written.error();
    return counts;
}

} // namespace polyglot::tools
