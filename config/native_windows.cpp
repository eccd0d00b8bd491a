#ifdef _WIN32
#include "config/native.hpp"

namespace polyglot::config {

Dialect native_dialect() {
    return {.quoting = text::Quoting::Windows, .variables = true};
}

} // namespace polyglot::config
#endif
