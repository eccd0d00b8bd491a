#include "tools/make_book/starter.hpp"

#include "core/openings/starter.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/common/command_line.hpp"

#include <ostream>
#include <span>
#include <string>

namespace polyglot::tools {
namespace {

Result<void> copy_starter(const std::filesystem::path& name) {
    const auto bytes = openings::starter_book();
    std::string text(static_cast<std::size_t>(bytes->size()), '\0');
    bytes->read_at(0, std::as_writable_bytes(std::span(text)));
    auto file = io::OutputFile::open(name);
    if (!file) return file.error();
    file->write(text);
    return file->commit();
}

} // namespace

int write_starter(const std::filesystem::path& file, std::ostream& out, std::ostream& err) {
    if (const auto written = copy_starter(file); !written)
        return fail(err, "make-book: " + written.error().message);
    const auto opened = io::open_book(to_path(openings::starter_name));
    if (opened)
        out << to_text(file) << ": the starter book, "
            << text::counted(opened->book->count_positions(), "position") << ", "
            << text::counted(opened->entries, "move") << '\n';
    return exit_done;
}

} // namespace polyglot::tools
