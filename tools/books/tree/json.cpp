// Formats show-book's tree as JSON.
#include "tools/common/json.hpp"

#include "tools/books/text.hpp"
#include "tools/books/tree/shown_book.hpp"

#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

json::object json_of(const openings::Opening& opening) {
    return {{"code", opening.code}, {"name", opening.name}};
}

json::object json_of(const book::Evaluation& value) {
    return {{"white", value.value},
            {"type", name_of(value.type)},
            {"bound", name_of(value.bound)},
            {"source", name_of(value.source)}};
}

// All values have one storage, whose memory is freed at once, and which has no room for what was
// smaller before: so each object gets its capacity when it is made.
class JsonTree {
  public:
    JsonTree(const ShownBook& shown, json::storage_ptr storage)
        : shown_(shown), storage_(std::move(storage)) {}

    // Parents precede their children, so that a loop from the end completes children before
    // parents. There is no recursion, however long the lines are.
    json::object root() {
        std::vector<json::object> nodes;
        nodes.reserve(shown_.tree.nodes.size());
        for (std::size_t i = 0; i < shown_.tree.nodes.size(); ++i)
            nodes.emplace_back(storage_);
        for (std::size_t i = nodes.size(); i-- > 0;)
            nodes[i] = node(shown_.tree.nodes[i], nodes);
        return std::move(nodes.front());
    }

  private:
    json::object node(const TreeNode& node, std::vector<json::object>& nodes) const {
        constexpr std::size_t usual_fields = 4;
        json::object object({{"fen", node.fen}, {"reach", node.reach}}, usual_fields, storage_);
        if (node.opening) object["opening"] = json_of(*node.opening);
        if (node.value) object["value"] = json_of(*node.value);
        if (node.goes_on) object["goes_on"] = true;
        if (node.moves_left_out > 0)
            object["left_out"] = {{"moves", node.moves_left_out}, {"share", node.share_left_out}};
        json::array moves(storage_);
        moves.reserve(node.moves.size());
        for (const TreeMove& one : node.moves)
            moves.push_back(move(node, one, nodes));
        object["moves"] = std::move(moves);
        return object;
    }

    json::object move(const TreeNode& node, const TreeMove& move,
                      std::vector<json::object>& nodes) const {
        constexpr std::size_t usual_fields = 8;
        const Branch& branch = move.branch;
        json::object object(
            {{"san", branch.name}, {"of_book", branch.of_book}, {"legal", move.node.has_value()}},
            usual_fields, storage_);
        if (move.node) object["uci"] = move.uci;
        if (branch.of_book) object["share"] = branch.share;
        if (branch.of_book && !shown_.has_values) object["weight"] = branch.weight;
        object["reach"] = move.reach;
        if (branch.priority) object["priority"] = *branch.priority;
        if (branch.games) {
            json::object games{{"games", branch.games->games},
                               {"white_wins", branch.games->white_wins},
                               {"white_losses", branch.games->white_losses}};
            if (const auto score = score_for(*branch.games, node.side_to_move))
                games["score"] = *score;
            object["games"] = std::move(games);
        }
        if (branch.value) object["value"] = json_of(*branch.value);
        if (branch.value && branch.value->depth) object["depth"] = *branch.value->depth;
        if (branch.searched_now) object["searched_now"] = true;
        if (branch.learnt_games > 0)
            object["learnt"] = {{"games", branch.learnt_games},
                                {"half_points", branch.learnt_half_points}};
        if (branch.learn_count > 0 || branch.learn_sum > 0)
            object["learn_fields"] = {branch.learn_count, branch.learn_sum};
        if (!move.node) return object;
        if (move.is_parent) {
            object["after"] = std::move(nodes[*move.node]);
        } else {
            object["transposes_to"] = line_to(shown_.tree, *move.node);
        }
        return object;
    }

    const ShownBook& shown_;
    json::storage_ptr storage_;
};

} // namespace

json::object json_of(const io::GrowRow& search) {
    return {{"engine", json_of(search.engine)},
            {"depth", search.depth},
            {"nodes", search.nodes},
            {"day", format_day(search.day)},
            {"line", json_of(search.line)},
            {"text", json_of(describe_search(search))}};
}

json::object json_of(const ShownBook& shown) {
    const auto storage = json::make_shared_resource<json::monotonic_resource>();
    json::object object(
        {{"book", json_of(shown.name)},
         {"format", shown.format},
         {"line", shown.tree.line},
         {"depth", shown.limits.depth},
         {"min_share", shown.limits.min_share},
         {"left_out", {{"moves", shown.tree.left_out}, {"positions", shown.tree.cut}}}},
        storage);
    if (shown.tree.opening) object["opening"] = json_of(*shown.tree.opening);
    if (!shown.nothing.empty()) object["nothing"] = json_of(shown.nothing);
    if (shown.is_store) object["searched_now"] = json::value_from(shown.searched_now);
    if (shown.search) object["search"] = json_of(*shown.search);
    object["tree"] = JsonTree(shown, storage).root();
    return object;
}

std::string format_json(const ShownBook& shown) {
    return json::serialize(json_of(shown)) + '\n';
}

} // namespace polyglot::tools
