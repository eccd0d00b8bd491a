// Decides by whose rules engines search a book: those that the user names, or else those of the
// store or of what is read into it.
#pragma once
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/option_table.hpp"
#include "tools/growing/grow_position.hpp"
#include "tools/growing/run_options.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace polyglot::tools {

struct VariantChoice {
    const chess::Variant* variant = nullptr; // null for chess
    bool is_given = false;                   // by the user
    chess::VariantKeys keys = chess::VariantKeys::Plain;
    bool keys_given = false;

    std::string name() const; // of the store: empty for chess
};

// Adds -variant and -keys.
void add_variant_choice(OptionTable& option, VariantChoice& choice, const std::string& help);
// Refuses keys that the variant does not have. Call it when the variant is known.
void settle_keys(const VariantChoice& choice);
// Sets the variant of all engines, and reads the roots, if there are any, by its rules.
void settle_rules(const VariantChoice& choice, const RootOptions& where, SearchRunOptions& run,
                  std::vector<GrowPosition>& roots, std::istream& in, std::ostream& err);
// Returns an error if the store is of another variant.
Result<void> check_variant(const io::GrowDb& store, const std::string& file,
                           const VariantChoice& choice);

} // namespace polyglot::tools
