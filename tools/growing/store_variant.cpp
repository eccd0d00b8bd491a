#include "tools/growing/store_variant.hpp"

#include "tools/common/variant_option.hpp"

namespace polyglot::tools {

std::string VariantChoice::name() const {
    return variant ? std::string(variant->uci) : std::string();
}

void add_variant_choice(OptionTable& option, VariantChoice& choice, const std::string& help) {
    add_variant_option(option, choice.variant, help).sets(choice.is_given, true);
    option("keys", "plain|xboard",
           one_of(choice.keys,
                  {{"plain", chess::VariantKeys::Plain}, {"xboard", chess::VariantKeys::XBoard}}),
           "keys and drops of a variant's .bin: as bots read them (default), or XBoard")
        .sets(choice.keys_given, true);
}

void settle_keys(const VariantChoice& choice) {
    if (!choice.keys_given) return;
    if (!choice.variant) refuse("-keys is about a variant's book, and this is one of chess");
    if (choice.keys == chess::VariantKeys::Plain) return;
    const std::string name = choice.name();
    if (choice.variant->xboard_number == 0) refuse("-keys xboard: XBoard does not know " + name);
    if (choice.variant->castling == chess::Variant::Castling::None)
        refuse("-keys xboard: XBoard plays " + name +
               " as giveaway, which begins with castling rights, and so with other keys");
}

void settle_rules(const VariantChoice& choice, const RootOptions& where, SearchRunOptions& run,
                  std::vector<GrowPosition>& roots, std::istream& in, std::ostream& err) {
    for (GrowEngine& engine : run.engines)
        engine.engines.variant = choice.variant;
    if (!where.given()) return;
    const auto take = [&roots](const auto& read) { roots.assign(read.begin(), read.end()); };
    if (choice.variant)
        take(read_variant_roots(*choice.variant, where, in, err));
    else
        take(read_roots(where, in, err));
}

Result<void> check_variant(const io::GrowDb& store, const std::string& file,
                           const VariantChoice& choice) {
    const auto of = [](const std::string& name) { return name.empty() ? "chess" : name; };
    if (store.variant() == choice.name()) return {};
    return make_error(file + ": is a store of " + of(store.variant()) + ", and not of " +
                      of(choice.name()));
}

} // namespace polyglot::tools
