// Finds an engine's name for a variant.
#pragma once
#include "adapter/session/shared/engine_options.hpp"
#include "core/chess/variants/variant.hpp"

#include <optional>
#include <string>

namespace polyglot::tools {

// Returns the choice of the engine's UCI_Variant for the variant (null: chess), or nullopt if the
// engine does not announce it.
std::optional<std::string> choose_variant(const session::EngineOptions& options,
                                          const chess::Variant* variant);

} // namespace polyglot::tools
