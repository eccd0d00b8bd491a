#include "tools/books/writers/output.hpp"

#include "core/book/format.hpp"
#include "core/text/path_text.hpp"

namespace polyglot::tools {
Result<io::OutputFile> open_polyglot_output(const std::filesystem::path& file) {
    // Opening comes first: the error that the file is an input of the command matters more than its
    // name.
    auto opened = io::OutputFile::open(file);
    const book::FormatInfo* const format = book::format_of_ending(to_text(file.extension()));
    if (opened && format != nullptr && format != &book::polyglot_format)
        return make_error(to_text(file) + ": is the name of " + std::string(format->file_name) +
                          ", and what would be written is a PolyGlot book (.bin), of which "
                          "convert-book makes others");
    return opened;
}

} // namespace polyglot::tools
