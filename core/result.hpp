// Result<T>: a value, or an Error that can be shown to a user. Code uses only the part of
// boost::system::result that std::expected shares (has_value, value, error, operator*, operator->),
// so that C++23 can replace it.
#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/system/result.hpp>

namespace polyglot {

// Describes a fault in outside input, for a user.
struct Error {
    Error() = default;
    // There are two parameters on purpose: with one, Result<std::string>("…") would be ambiguous.
    Error(std::string text, std::size_t at) : message(std::move(text)), offset(at) {}

    std::string message;    // a sentence without final full stop
    std::size_t offset = 0; // byte offset into the offending text; 0 if there is none
};

// Called by Result::value() on an error, which is a programming mistake.
[[noreturn]] inline void throw_exception_from_error(const Error& error,
                                                    const boost::source_location&) {
    throw std::logic_error("Result without value: " + error.message);
}

template <class T>
using Result = boost::system::result<T, Error>;

inline Error make_error(std::string message, std::size_t offset = 0) {
    return {std::move(message), offset};
}

} // namespace polyglot
