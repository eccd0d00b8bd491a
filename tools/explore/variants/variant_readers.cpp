#include "tools/explore/variants/variant_readers.hpp"

#include "core/chess/variants/notation.hpp"

#include <utility>

#include <boost/json/array.hpp>

namespace polyglot::tools {

namespace json = boost::json;

VariantReaders::VariantReaders(const book::VariantBook& book, int threshold_per_mil)
    : variant_(&book.variant()),
      finder_(book, threshold_per_mil),
      branches_(book, finder_.has_results()) {}

json::object VariantReaders::answer(const VariantPlace& place) const {
    json::object answer =
        json_of(finder_.find(place.position, place.root.spelling), finder_.has_results());
    json::array branches;
    for (const VariantBranch& one : branches_.of(place.position)) {
        json::object branch{
            {"san", one.branch.name}, {"of_book", one.branch.of_book}, {"share", one.branch.share}};
        if (one.move)
            branch["uci"] = chess::format_variant_uci(*one.move, place.root.spelling.moves);
        if (one.branch.learnt_games > 0)
            branch["learnt"] = {{"games", one.branch.learnt_games},
                                {"half_points", one.branch.learnt_half_points}};
        branches.push_back(std::move(branch));
    }
    answer["branches"] = std::move(branches);
    return answer;
}

} // namespace polyglot::tools
