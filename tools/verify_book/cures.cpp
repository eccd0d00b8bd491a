// Names the command that repairs each finding of verify-book.
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

// Lists the kinds that repair-book repairs only in books whose rules are known.
constexpr std::string_view about_moves = " impossible illegal castling castling_mixed bit_15 ";

bool contains(std::string_view kinds, std::string_view kind) {
    return kinds.find(' ' + std::string(kind) + ' ') != std::string_view::npos;
}

} // namespace

std::string cure_of(std::string_view kind, const Verification& result) {
    const bool is_unknown = result.variant && !result.rules;
    if (is_unknown && contains(about_moves, kind)) return {};
    if (is_unknown && result.variant->is_named() && kind == "not_reached") return {};
    const auto found = std::ranges::find_if(
        result.cures, [kind](const Cure& cure) { return contains(cure.kinds, kind); });
    if (found == result.cures.end()) return {};
    const bool nothing_is_left =
        result.entries == 0 || (!is_unknown && result.deletable >= result.entries);
    if (found->sentence != repair_cure) return std::string(found->sentence);
    if (nothing_is_left) return {};
    return result.rules ? "polyglot repair-book BOOK -variant " + std::string(result.rules->uci) +
                              " -out FILE mends it"
                        : std::string(repair_cure);
}

} // namespace polyglot::tools
