#include "core/book/book.hpp"

#include "core/book/format.hpp"

namespace polyglot::book {

const FormatInfo& Book::format() const {
    return polyglot_format;
}

} // namespace polyglot::book
