#include "config/native.hpp"

namespace polyglot::config {

Dialect native_dialect() {
    return {.quoting = text::Quoting::Windows,
            .variables = true,
            .saves_at_home = false,
            .joins_engine_name = true,
            .expands_arguments = true};
}

} // namespace polyglot::config
