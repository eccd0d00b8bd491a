#include "tools/growing/step_writer.hpp"

#include "tools/growing/searched_book.hpp"

#include <utility>

namespace polyglot::tools {

void StepWriter::add(std::uint64_t key, chess::Color side) {
    step_.rows.push_back(unsearched_row(key, side));
}

void StepWriter::add(const GrowPosition& position) {
    add(position.key(), position.side_to_move());
}

void StepWriter::add(const GrowPosition& position, const EpdMove& move) {
    const std::uint64_t key = position.key_after(move);
    step_.rows.push_back(unsearched_row(key, ~position.side_to_move()));
    step_.links.push_back({position.key(), encode_grow_move(move), key});
}

bool StepWriter::flush() {
    if (stored_) stored_ = store_.record(std::exchange(step_, {}));
    return stored_.has_value();
}

} // namespace polyglot::tools
