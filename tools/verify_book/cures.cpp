// Names the command that repairs each finding of verify-book.
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

// Lists the kinds that repair-book repairs only in books of chess and Chess960.
constexpr std::string_view about_moves = " impossible illegal castling castling_mixed bit_15 ";

bool contains(std::string_view kinds, std::string_view kind) {
    return kinds.find(' ' + std::string(kind) + ' ') != std::string_view::npos;
}

} // namespace

std::string_view cure_of(std::string_view kind, const Verification& result) {
    if (result.variant && contains(about_moves, kind)) return {};
    if (result.variant && result.variant->is_named() && kind == "not_reached") return {};
    const auto found =
        std::find_if(result.cures.begin(), result.cures.end(),
                     [kind](const Cure& cure) { return contains(cure.kinds, kind); });
    if (found == result.cures.end()) return {};
    const bool nothing_is_left =
        result.entries == 0 || (!result.variant && result.deletable >= result.entries);
    return found->sentence == repair_cure && nothing_is_left ? std::string_view() : found->sentence;
}

} // namespace polyglot::tools
