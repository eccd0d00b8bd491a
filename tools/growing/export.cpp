#include "tools/growing/export.hpp"

#include "core/book/walk/walk.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/source.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace polyglot::tools {

Result<WrittenCounts> write_valued_book(std::shared_ptr<const book::Book> book,
                                        const std::vector<chess::Position>& roots,
                                        const std::string& from, const std::string& file,
                                        BookTarget target) {
    const bool from_start =
        std::any_of(roots.begin(), roots.end(),
                    [](const chess::Position& root) { return root == chess::Position::start(); });
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

} // namespace polyglot::tools
