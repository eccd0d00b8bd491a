// Numbers as people read them.
#pragma once
#include <cstdint>
#include <string>

namespace polyglot::tools {

// 1,234,567
inline std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return digits;
}

} // namespace polyglot::tools
