#include "core/openings/starter.hpp"

#include "core/openings/compiled.hpp"

namespace polyglot::openings {

std::shared_ptr<const book::ByteReader> starter_book() {
    return std::make_shared<const book::SpanReader>(std::as_bytes(compiled_starter()));
}

} // namespace polyglot::openings
