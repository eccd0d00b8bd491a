#include "tools/books/sources/convert_options.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/experience/experience.hpp"
#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools {
namespace {

// The formats that can be written.
struct Row {
    std::string_view word, other_word; // of -format; the second may be empty
    BookTarget target;
    const book::FormatInfo& format;
};
constexpr std::array rows{Row{"polyglot", "bin", BookTarget::PolyGlot, book::polyglot_format},
                          Row{"abk", "arena", BookTarget::Arena, book::arena_format},
                          Row{"yacb", "", BookTarget::Yacb, book::yacb_format},
                          Row{"experience", "exp", BookTarget::Experience, book::experience_format},
                          Row{"brainlearn", "", BookTarget::BrainLearn, book::experience_format},
                          Row{"csv", "", BookTarget::Csv, book::csv_format},
                          Row{"json", "", BookTarget::Json, book::json_format},
                          Row{"pgn", "", BookTarget::Pgn, book::pgn_format}};

} // namespace

std::optional<BookTarget> parse_book_target(std::string_view word) {
    const auto* const found = std::find_if(rows.begin(), rows.end(), [word](const Row& row) {
        return text::equal_ignoring_case(row.word, word) ||
               (!word.empty() && text::equal_ignoring_case(row.other_word, word));
    });
    return found == rows.end() ? std::nullopt : std::optional(found->target);
}

std::string book_target_words() {
    std::string words;
    for (const Row& row : rows)
        words += (words.empty()          ? ""
                  : &row == &rows.back() ? " or "
                                         : ", ") +
                 std::string(row.word);
    return words;
}

bool can_write(const book::FormatInfo& format) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row& row) { return &row.format == &format; });
}

} // namespace polyglot::tools
