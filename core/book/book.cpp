#include "core/book/book.hpp"

namespace polyglot::book {

std::string_view name_of(Format format) {
    switch (format) {
    case Format::PolyGlot: return "PolyGlot";
    case Format::Arena: return "Arena";
    case Format::Yacb: return "YACB";
    case Format::Sftt: return "SFTT";
    case Format::Experience: return "experience";
    case Format::Grown: return "grow-book store";
    case Format::ChessBase: return "ChessBase";
    }
    return {};
}

} // namespace polyglot::book
