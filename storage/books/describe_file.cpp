#include "storage/books/describe_file.hpp"

#include "core/book/sniff/sniff.hpp"
#include "storage/books/book_file.hpp"

namespace polyglot::io {

std::string but_it_is(const std::filesystem::path& file) {
    const auto bytes = open_book_bytes(file);
    const auto what = bytes ? book::describe_format(**bytes) : std::nullopt;
    return what ? " but " + *what : "";
}

} // namespace polyglot::io
