// Bytes as one line of EPD. Whatever parses says the same again when its operations are written out
// tidily.
#include "core/chess/epd.hpp"

#include "core/chess/fen.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <string>

namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

std::string tidy(const chess::Epd& epd) {
    std::string text = chess::format_fen(epd.position);
    for (const chess::EpdOperation& operation : epd.operations) {
        text += ' ' + operation.opcode;
        for (const chess::EpdOperand& operand : operation.operands) {
            // A bare word may hold no quote, and a string no second one: one of both spellings
            // always fits.
            const bool bare = !operand.text.empty() &&
                              operand.text.find_first_of(" \t\n\v\f\r;") == std::string::npos;
            text += bare ? ' ' + operand.text : " \"" + operand.text + '"';
        }
        text += ';';
    }
    return text;
}

bool same(const chess::Epd& a, const chess::Epd& b) {
    const auto same_operation = [](const chess::EpdOperation& x, const chess::EpdOperation& y) {
        return x.opcode == y.opcode &&
               std::equal(x.operands.begin(), x.operands.end(), y.operands.begin(),
                          y.operands.end(),
                          [](const auto& m, const auto& n) { return m.text == n.text; });
    };
    return a.position == b.position &&
           std::equal(a.operations.begin(), a.operations.end(), b.operations.begin(),
                      b.operations.end(), same_operation);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line = polyglot::fuzz::text_of(data, size);
    const auto epd = chess::parse_epd(line);
    if (!epd) {
        require(!epd.error().message.empty(), "an error has a message", line);
        require(epd.error().offset <= line.size(), "an error lies in the line", line);
        return 0;
    }
    for (const chess::EpdOperation& operation : epd->operations) {
        require(line.substr(operation.offset).starts_with(operation.opcode),
                "an operation is where it says", line);
        for (const chess::EpdOperand& operand : operation.operands)
            require(line.substr(operand.offset).starts_with(operand.text),
                    "an operand is where it says", line);
        const auto moves = chess::parse_epd_moves(*epd, operation.opcode);
        if (!moves) {
            require(moves.error().offset <= line.size(), "an error lies in the line", line);
            continue;
        }
        for (const chess::Move move : *moves)
            require(epd->position.is_legal(move), "what parses is legal", line);
    }
    const std::string written = tidy(*epd);
    const auto again = chess::parse_epd(written);
    require(again.has_value() && same(*epd, *again), "written tidily it says the same", written);
    return 0;
}
