#include "core/text/code_page.hpp"

namespace polyglot::text {

std::string decode_native(std::string bytes) {
    return bytes;
}

std::string decode_code_page(std::string_view bytes, unsigned /*code_page*/) {
    return std::string(bytes);
}

} // namespace polyglot::text
