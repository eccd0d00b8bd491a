#include "tools/make_book/stats_variant.hpp"

#include "core/text/path_text.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/books/sources/variant_stats.hpp"

#include <string>

namespace polyglot::tools {
namespace {

std::string hint(const book::NamedVariant& of) {
    if (!of.variant) return {};
    return "; for a book of these: -variant " + std::string(of.variant->uci) +
           (of.keys == chess::VariantKeys::XBoard ? " -keys xboard" : "");
}

} // namespace

Result<void> settle_variant_of_stats(MakeBookOptions& options) {
    GameRules& rules = options.game_rules;
    bool takes_variant = options.games.empty() && !options.variant_given;
    bool takes_keys = options.games.empty() && !options.keys_given;
    for (const std::filesystem::path& file : options.from_stats) {
        const auto reader = io::StatsReader::open(file);
        if (!reader) return reader.error();
        const book::NamedVariant& of = (*reader)->info().of;
        if (takes_variant) rules.variant = of.variant;
        if (takes_keys && of.variant == rules.variant) rules.keys = of.keys;
        takes_variant = takes_keys = false;
        const book::NamedVariant wanted{rules.variant, rules.keys};
        if (of != wanted)
            return make_error(to_text(file) + ": the statistics are of " + describe_variant(of) +
                              " and not of " + describe_variant(wanted) + hint(of));
    }
    return {};
}

} // namespace polyglot::tools
