// Which command mends what verify-book finds.
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools {
namespace {

struct Cure {
    std::string_view kinds; // with a blank around each
    std::string_view sentence;
};

constexpr std::string_view repair = "polyglot repair-book BOOK -out FILE mends it";
constexpr std::string_view rewrite = "polyglot convert-book -from BOOK -to FILE writes the book anew without it";

constexpr std::array<Cure, 7> of_polyglot{{
    {" odd_size order impossible illegal castling castling_mixed bit_15 header stray_header behind_end zero_tail "
     "end_marker repeated ",
     repair},
    {" zero_weight unplayable ", "polyglot edit-book changes weights and deletes moves"},
    {" learn_dialect ",
     "polyglot learn-book -bin BOOK -convert -out FILE writes a copy with results, or zeros where there are none"},
    {" not_reached ", "-fen names other positions where games begin, -chess960 those of Chess960"},
    {" looks_like_chess960 ", "-chess960 checks it"},
    {" variant looks_like_variant looks_like_atomic looks_like_crazyhouse ",
     "its moves cannot be checked: polyglot knows the rules of chess and Chess960"},
    {" unreadable ", "copy the file again from where it came"},
}};
constexpr std::array<Cure, 1> of_arena{{{" pointer shared illegal too_long file lost deleted continuation ", rewrite}}};
constexpr std::array<Cure, 3> of_yacb{
    {{" order repeated odd_size ", rewrite},
     {" not_reached ", "-fen names other positions where games begin, -chess960 those of Chess960"},
     {" unreadable ", "copy the file again from where it came"}}};

// What repair-book does in books of chess and Chess960 only.
constexpr std::string_view about_moves = " impossible illegal castling castling_mixed bit_15 ";

bool contains(std::string_view kinds, std::string_view kind) {
    return kinds.find(' ' + std::string(kind) + ' ') != std::string_view::npos;
}

template <class Cures>
std::string_view find(const Cures& cures, std::string_view kind) {
    const auto found =
        std::find_if(cures.begin(), cures.end(), [kind](const Cure& cure) { return contains(cure.kinds, kind); });
    return found == cures.end() ? std::string_view() : found->sentence;
}

} // namespace

std::string_view cure_of(std::string_view kind, const Verification& result) {
    if (result.format == book::name_of(book::Format::Arena)) return find(of_arena, kind);
    if (result.format == book::name_of(book::Format::Yacb)) return find(of_yacb, kind);
    if (result.format != book::name_of(book::Format::PolyGlot)) return {};
    if (result.variant && contains(about_moves, kind)) return {};
    if (result.variant && result.variant->is_named() && kind == "not_reached") return {};
    const std::string_view cure = find(of_polyglot, kind);
    const bool nothing_is_left = result.entries == 0 || (!result.variant && result.deletable >= result.entries);
    return cure == repair && nothing_is_left ? std::string_view() : cure;
}

} // namespace polyglot::tools
