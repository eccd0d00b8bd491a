#include "core/chess/variant_name.hpp"

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

TEST_CASE("names of variants") {
    for (const auto* name : {"normal", "chess", "Standard"})
        CHECK(is_normal_variant(name));
    for (const auto* name : {"fischerandom", "Chess960", "uci_chess960"})
        CHECK(is_chess960_variant(name));
    for (const auto* name : {"", "atomic", "normal960"}) {
        CHECK_FALSE(is_normal_variant(name));
        CHECK_FALSE(is_chess960_variant(name));
    }
}

} // namespace
} // namespace polyglot::chess
