#include "config/native.hpp"

namespace polyglot::config {

Dialect native_dialect() {
    return {.quoting = text::Quoting::Posix, .variables = false, .saves_at_home = true};
}

} // namespace polyglot::config
