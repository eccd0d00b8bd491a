#include "core/text/figures.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace polyglot::text {
namespace {

std::string tenths_of_per_cent(std::uint64_t tenths) {
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + '%';
}

} // namespace

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural) {
    std::string text = grouped(number) + ' ';
    if (number == 1) return text.append(noun);
    return plural.empty() ? text.append(noun) + 's' : text.append(plural);
}

std::string per_cent(std::uint64_t part, std::uint64_t whole) {
    return tenths_of_per_cent(whole == 0 ? 0 : (1000 * part + whole / 2) / whole);
}

std::string per_cent(double share) {
    return tenths_of_per_cent(static_cast<std::uint64_t>(std::llround(1000 * share)));
}

std::string fixed(double number, int digits) {
    std::array<char, 400> text{}; // the largest double has 309 digits before the decimal point
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number,
                                       std::chars_format::fixed, digits)
                             .ptr};
}

std::string hexadecimal(std::uint64_t number) {
    std::array<char, 16> text{};
    const std::string digits(text.data(),
                             std::to_chars(text.data(), text.data() + text.size(), number, 16).ptr);
    return std::string(16 - digits.size(), '0') + digits;
}

} // namespace polyglot::text
