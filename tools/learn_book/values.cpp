#include "tools/learn_book/values.hpp"

#include "storage/stores/grow_db.hpp"
#include "storage/stores/grow_graph.hpp"

namespace polyglot::tools {

Result<MoveValues> MoveValues::load(const std::filesystem::path& file) {
    const auto store = io::GrowDb::open_any(file);
    if (!store) return store.error();
    MoveValues values;
    const auto read = (*store)->visit(
        0, [&values](const io::GrowRow& row, const std::vector<io::GrowLink>& moves) {
            io::add_to_graph(*values.graph_, row, moves);
            return Result<void>();
        });
    if (!read) return read.error();
    values.graph_->update();
    return values;
}

std::optional<int> MoveValues::find(std::uint64_t key, std::uint16_t move) const {
    const auto id = graph_->find(key);
    if (!id) return std::nullopt;
    for (const book::GrowGraph::Option& option : graph_->options(*id))
        if (option.move == move && (!option.child || graph_->is_known(*option.child)))
            return option.value;
    return std::nullopt;
}

} // namespace polyglot::tools
