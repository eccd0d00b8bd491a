// The table of the formats that can be written.
#include "core/text/text.hpp"
#include "tools/books/sources/convert_options.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools {

namespace {

constexpr std::array targets{&polyglot_target,   &arena_target, &yacb_target, &experience_target,
                             &brainlearn_target, &csv_target,   &json_target, &pgn_target};

} // namespace

std::optional<BookTarget> parse_book_target(std::string_view word) {
    const auto* const found =
        std::find_if(targets.begin(), targets.end(), [word](const BookTarget* target) {
            return text::equal_ignoring_case(target->word, word) ||
                   (!word.empty() && text::equal_ignoring_case(target->other_word, word));
        });
    return found == targets.end() ? std::nullopt : std::optional(**found);
}

std::string book_target_words() {
    std::string words;
    for (const BookTarget* const target : targets)
        words += (words.empty()              ? ""
                  : target == targets.back() ? " or "
                                             : ", ") +
                 std::string(target->word);
    return words;
}

bool can_write(const book::FormatInfo& format) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const BookTarget* target) { return target->format == &format; });
}

} // namespace polyglot::tools
