// Writes .abk.
#include "core/book/arena/builder.hpp"
#include "tools/books/writers/writer.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

// The walk begins only with the start position.
class ArenaWriter final : public BookWriter {
  public:
    ArenaWriter(book::AbkHeader header, Write write)
        : BookWriter(std::move(write)), header_(std::move(header)) {}

    void take(const Visit& visit) override { builder_.add_position(visit.line, visit.entries); }
    void finish() override;

  private:
    book::AbkHeader header_;
    book::AbkBuilder builder_;
};

void ArenaWriter::finish() {
    const book::AbkBuilt built = builder_.finish(std::move(header_));
    counts_.positions = built.positions;
    counts_.entries = built.tree.records.size();
    counts_.bridges = built.bridges;
    write(book::encode_abk(built.tree));
}

// Arena shows a comment on one line; that of a .bin's header may have several.
std::string in_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::unique_ptr<BookWriter> make_arena_writer(const ConvertOptions& options,
                                              const ConvertSource& source,
                                              BookWriter::Write write) {
    return std::make_unique<ArenaWriter>(arena_header(options, source), std::move(write));
}

} // namespace

constexpr BookTarget arena_target{.word = "abk",
                                  .other_word = "arena",
                                  .format = &book::arena_format,
                                  .make_writer = make_arena_writer};

book::AbkHeader arena_header(const ConvertOptions& options, const ConvertSource& source) {
    book::AbkHeader header = book::abk_header_for(*source.opened);
    if (header.comment.empty()) header.comment = in_one_line(source.comment);
    if (header.author.empty()) header.author = source.author;
    if (options.comment) header.comment = *options.comment;
    if (options.author) header.author = *options.author;
    return header;
}

} // namespace polyglot::tools
