#include "core/book/variants/walk.hpp"
#include "tools/info_book/any_format.hpp"

#include <unordered_map>
#include <unordered_set>

namespace polyglot::tools {
namespace {

struct ReachedEntry {
    std::size_t side = 0;
    std::uint16_t weight = 0;
    bool is_legal = false; // in one of the positions with its key
};

} // namespace

AnyBookInfo examine_variant_book(const io::OpenedBook& opened, const book::VariantBook& book,
                                 const std::vector<chess::VariantPosition>& more_roots) {
    AnyBookInfo info;
    info.format = book.file().format().name;
    const bool xboard = book.keys() == chess::VariantKeys::XBoard;
    info.facts = {{"Variant", std::string(book.variant().uci)},
                  {"Keys", xboard ? "XBoard's" : "plain"}};
    info.entries = opened.entries;
    info.positions = book.file().count_positions();
    info.warnings = opened.warnings;
    std::unordered_set<std::uint64_t> keys;
    std::unordered_map<std::uint64_t, ReachedEntry> reached; // by their places
    const auto visit = [&](const chess::VariantPosition& position,
                           const std::vector<book::VariantEntry>& entries) {
        const std::size_t side = chess::index_of(position.side_to_move());
        if (keys.insert(book.key_of(position)).second) ++info.sides.at(side).positions;
        for (const auto& [move, numbered] : entries) {
            ReachedEntry& entry = reached[numbered.number];
            entry = {side, numbered.entry.weight, entry.is_legal || move};
        }
        return true;
    };
    std::vector<chess::VariantPosition> roots{chess::VariantPosition::start(book.variant())};
    roots.insert(roots.end(), more_roots.begin(), more_roots.end());
    if (!walk_variant(book, roots, book::most_variant_positions, visit))
        info.warnings.push_back("only the first " + std::to_string(book::most_variant_positions) +
                                " positions were looked at");
    info.stored_reached = keys.size();
    for (const auto& [number, entry] : reached) {
        AnyBookInfo::Side& side = info.sides.at(entry.side);
        ++side.moves;
        if (!entry.is_legal) ++side.illegal;
        if (entry.is_legal && entry.weight > 0) ++side.playable;
    }
    return info;
}

} // namespace polyglot::tools
