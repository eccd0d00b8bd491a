#include "core/text/option_names.hpp"

#include <cstddef>
#include <string_view>

namespace polyglot::text {

std::string with_one_dash(std::string message) {
    constexpr std::string_view mark = "'--";
    for (std::size_t at = message.find(mark); at != std::string::npos;
         at = message.find(mark, at)) {
        const std::size_t close = message.find('\'', at + mark.size());
        if (close == std::string::npos) break;
        message.erase(close, 1);
        message.erase(at, 2);
    }
    return message;
}

} // namespace polyglot::text
