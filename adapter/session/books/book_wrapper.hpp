// A book around another one, for what only the inner one's format can do.
#pragma once
#include "core/book/book.hpp"

#include <memory>

namespace polyglot::session {

class BookWrapper {
  public:
    virtual ~BookWrapper() = default;
    virtual const std::shared_ptr<const book::Book>& inner() const = 0;
    // The same around another book.
    virtual std::shared_ptr<const book::Book> wrap(std::shared_ptr<const book::Book> other) const = 0;
};

} // namespace polyglot::session
