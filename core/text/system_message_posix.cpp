#include "core/text/system_message.hpp"

namespace polyglot {

std::string system_message(const std::error_code& error) {
    return error.message();
}

} // namespace polyglot
