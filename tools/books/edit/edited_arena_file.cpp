// Writes the bytes of an edited Arena book and the record for its undo file: the records that
// differ, by number.
#include "core/book/little_endian.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/edit/edited_arena.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using book::AbkRecord;
using book::AbkTree;

json::array to_json(const AbkRecord& r) {
    return {r.from,       r.to,           r.promotion, r.priority,  r.games,
            r.white_wins, r.white_losses, r.ply,       r.next_move, r.next_sibling};
}

AbkRecord record_of(const json::value& value) {
    const json::array& numbers = value.as_array();
    const auto number = [&numbers](std::size_t i) {
        return numbers.at(i).to_number<std::uint32_t>();
    };
    return {.from = numbers.at(0).to_number<std::uint8_t>(),
            .to = numbers.at(1).to_number<std::uint8_t>(),
            .promotion = numbers.at(2).to_number<std::int8_t>(),
            .priority = numbers.at(3).to_number<std::uint8_t>(),
            .games = number(4),
            .white_wins = number(5),
            .white_losses = number(6),
            .ply = number(7),
            .next_move = number(8),
            .next_sibling = number(9)};
}

// Describes the complete file before or after a run.
struct Side {
    std::uint64_t records = 0;
    std::uint32_t depth = 0, moves = 0; // of the header

    static Side of(const AbkTree& tree) {
        return {tree.records.size(), tree.header.depth, tree.header.moves};
    }
    static Side of(const json::value& value) {
        const json::array& numbers = value.as_array();
        return {numbers.at(0).to_number<std::uint64_t>(), numbers.at(1).to_number<std::uint32_t>(),
                numbers.at(2).to_number<std::uint32_t>()};
    }
    json::array to_json() const { return {records, depth, moves}; }
    friend bool operator==(const Side&, const Side&) = default;
};

struct ChangedRecord {
    std::size_t at = 0;
    std::optional<AbkRecord> before{}; // nullopt if the record is new
    // Nullopt if an earlier run added the record and this run has taken that back.
    std::optional<AbkRecord> after{};
};

json::value to_json(const AbkTree& tree, std::size_t at) {
    return at < tree.records.size() ? json::value(to_json(tree.records[at])) : json::value(nullptr);
}

struct Run {
    Side before, after;
    std::vector<ChangedRecord> records{};

    bool is_state_before(const AbkTree& tree) const {
        return before == Side::of(tree) &&
               std::ranges::all_of(records, [&](const ChangedRecord& r) {
                   return !r.before || tree.records[r.at] == *r.before;
               });
    }
    bool is_state_after(const AbkTree& tree) const {
        return after == Side::of(tree) && std::ranges::all_of(records, [&](const ChangedRecord& r) {
                   return !r.after || tree.records[r.at] == *r.after;
               });
    }
};

// Throws the exceptions of Boost.JSON if the value has another form.
Result<Run> run_of(const json::object& object) {
    Run run{.before = Side::of(object.at("before")), .after = Side::of(object.at("after"))};
    const Error wrong = make_error("the undo file is not of such a book");
    std::uint64_t taken_back = 0;
    for (const json::value& element : object.at("records").as_array()) {
        const json::array& parts = element.as_array();
        ChangedRecord changed{.at = parts.at(0).to_number<std::size_t>()};
        if (!parts.at(1).is_null()) changed.before = record_of(parts.at(1));
        if (!parts.at(2).is_null()) changed.after = record_of(parts.at(2));
        if (changed.before.has_value() != (changed.at < run.before.records) ||
            changed.after.has_value() != (changed.at < run.after.records))
            return wrong;
        if (!changed.after) ++taken_back;
        run.records.push_back(changed);
    }
    if (run.before.records > run.after.records &&
        run.before.records - run.after.records != taken_back)
        return wrong;
    return run;
}

} // namespace

json::object EditedArena::record() const {
    json::array positions;
    for (const Touched* const touched : changed())
        positions.emplace_back(json::object{{"fen", chess::format_fen(touched->position)}});
    json::array records;
    const AbkTree& tree = editor_.tree();
    const std::size_t both = std::min(tree.records.size(), original_->records.size());
    for (std::size_t i = 0; i < std::max(tree.records.size(), original_->records.size()); ++i)
        if (i >= both || tree.records[i] != original_->records[i])
            records.push_back({i, to_json(*original_, i), to_json(tree, i)});
    return {{"positions", std::move(positions)},
            {"before", Side::of(*original_).to_json()},
            {"after", Side::of(tree).to_json()},
            {"records", std::move(records)}};
}

Result<bool> EditedArena::take_back(const json::object& record) {
    const auto run = run_of(record);
    if (!run) return run.error();
    AbkTree tree = editor_.tree();
    if (run->is_state_before(tree)) return false;
    if (!run->is_state_after(tree))
        return make_error("has been changed since by another program; nothing is taken back");
    for (const json::value& element : record.at("positions").as_array()) {
        const auto position =
            chess::parse_fen(std::string_view(element.as_object().at("fen").as_string()));
        if (!position) return position.error();
        touch(*position);
    }
    tree.records.resize(static_cast<std::size_t>(run->before.records));
    for (const ChangedRecord& changed : run->records)
        if (changed.before) tree.records[changed.at] = *changed.before;
    tree.header.depth = run->before.depth;
    tree.header.moves = run->before.moves;
    editor_ = book::ArenaEditor(std::move(tree));
    return true;
}

std::optional<std::uint64_t>
EditedArena::write(const std::function<void(std::string_view)>& write) const {
    std::string bytes(static_cast<std::size_t>(bytes_->size()), '\0');
    if (bytes_->read_at(0, std::as_writable_bytes(std::span(bytes))) != bytes.size())
        return std::nullopt;
    const AbkTree& tree = editor_.tree();
    const auto begin = static_cast<std::size_t>(AbkRecord::byte_of(0));
    const auto old_end = static_cast<std::size_t>(AbkRecord::byte_of(original_->records.size()));
    if (old_end > bytes.size()) return std::nullopt;
    const std::span<std::byte> header = std::as_writable_bytes(std::span(bytes));
    book::store_little_endian(tree.header.depth, header, book::abk_depth_byte);
    book::store_little_endian(tree.header.moves, header,
                              book::abk_depth_byte + sizeof tree.header.depth);
    std::string records;
    records.reserve(tree.records.size() * AbkRecord::size);
    for (const AbkRecord& record : tree.records)
        book::append_abk_record(records, record);
    write(std::string_view(bytes).substr(0, begin));
    write(records);
    write(std::string_view(bytes).substr(old_end)); // the rest is less than a record
    return editor_.count_moves();
}

} // namespace polyglot::tools
