// Reads lists of edits: CSV, as `convert-book` or users write it, and JSON.
#include "core/book/sniff/columns.hpp"
#include "core/text/text.hpp"
#include "tools/books/edit/edits.hpp"
#include "tools/books/items.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/repeated_moves.hpp"

#include <istream>
#include <utility>

namespace polyglot::tools {
namespace {

using Kind = Edit::Kind;

class EditList {
  public:
    explicit EditList(const chess::Variant* variant) {
        if (variant) of_variant_.emplace(*variant);
    }
    Result<void> add(const Item& item);
    std::vector<Edit> take() { return std::move(edits_); }

  private:
    Result<Edit> edit_at(const Item& item, const std::string* move);
    static Result<void> set_value(Edit& edit, const Item& item);
    static Result<void> set_arena_fields(Edit& edit, const Item& item);

    std::vector<Edit> edits_;
    ItemPosition position_;
    std::optional<VariantItemPosition> of_variant_; // instead of it
};

// Returns an edit of the item's position and move; null stands for the whole position.
Result<Edit> EditList::edit_at(const Item& item, const std::string* move) {
    const Error no_place = make_error("neither a fen nor a line");
    if (of_variant_) {
        const auto position = of_variant_->find(item);
        if (!position) return position.error();
        if (*position == nullptr) return no_place;
        Edit edit{.place = item.place, .position = chess::Position::start()};
        edit.variant = Edit::VariantPlace{**position, std::nullopt};
        if (!move) return edit;
        const auto parsed = parse_any_move(**position, *move);
        if (!parsed) return parsed.error();
        edit.variant->move = *parsed;
        return edit;
    }
    const auto position = position_.find(item);
    if (!position) return position.error();
    if (*position == nullptr) return no_place;
    Edit edit{.place = item.place, .position = **position};
    if (!move) return edit;
    const auto parsed = parse_any_move(**position, *move);
    if (!parsed) return parsed.error();
    edit.move = *parsed;
    return edit;
}

// Both fields occur together in a table of an Arena book.
Result<void> EditList::set_arena_fields(Edit& edit, const Item& item) {
    const std::string* const priority = item.find("priority");
    const std::string* const games = item.find("games");
    if (!priority || !games) return {};
    const auto number = [&item](const char* column) -> Result<double> {
        const std::string* const text = item.find(column);
        return text ? parse_games(*text) : Result<double>(0.0);
    };
    const auto of_priority = parse_priority(*priority);
    const auto all = parse_games(*games);
    const auto wins = number("white_wins");
    const auto losses = number("white_losses");
    for (const auto* const parsed : {&of_priority, &all, &wins, &losses})
        if (!*parsed) return parsed->error();
    const auto whole = [](double value) { return static_cast<std::uint32_t>(value); };
    edit.arena = Edit::ArenaFields{static_cast<std::uint8_t>(*of_priority),
                                   {whole(*all), whole(*wins), whole(*losses)}};
    return {};
}

// Uses the action if there is one, otherwise the weight, the share or the boost, in this order: a
// table of convert-book has the weight and the share.
Result<void> EditList::set_value(Edit& edit, const Item& item) {
    const auto set = [&edit](Kind kind, const Result<double>& value) -> Result<void> {
        if (!value) return value.error();
        edit.kind = kind;
        edit.value = *value;
        return {};
    };
    if (const std::string* const action = item.find("action")) {
        if (*action == "forbid") return set(Kind::Weight, 0.0);
        edit.kind = *action == "delete" ? Kind::Delete
                    : *action == "add"  ? Kind::Add
                                        : Kind::DeleteSubtree;
        if (edit.kind == Kind::DeleteSubtree && *action != "delete-subtree")
            return make_error("action " + text::quote(*action) +
                              " is not add, forbid, delete or delete-subtree");
        if (edit.kind != Kind::Add) return {};
    }
    edit.adds = true;
    if (const auto set_too = set_arena_fields(edit, item); !set_too) return set_too.error();
    if (edit.arena && item.find("weight")) {
        if (const auto share = text::parse_int<std::uint32_t>(*item.find("weight")))
            return set(Kind::Weight, static_cast<double>(*share));
    }
    if (const std::string* const weight = item.find("weight"))
        return set(Kind::Weight, parse_weight(*weight));
    if (const std::string* const share = item.find("share"))
        return set(
            Kind::Share,
            parse_share(item.share_in_per_cent && !share->ends_with('%') ? *share + '%' : *share));
    if (const std::string* const boost = item.find("boost"))
        return set(Kind::Boost, parse_boost(*boost));
    if (item.find("action")) return {};
    return make_error("no weight, share, boost or action");
}

Result<void> EditList::add(const Item& item) {
    const std::string* move = item.find("move");
    if (!move) move = item.find("san");
    // This is a position with only a value, or a row in which convert-book describes the book and
    // not a position.
    if (!move && !item.find("action")) return {};
    const auto at_place = [&item](const Error& error) {
        return make_error(item.place + ": " + error.message);
    };
    auto found = edit_at(item, move);
    if (!found) return at_place(found.error());
    Edit edit = *std::move(found);
    if (const auto set = set_value(edit, item); !set) return at_place(set.error());
    if (!move && edit.kind != Kind::Delete && edit.kind != Kind::DeleteSubtree)
        return at_place(make_error("no move"));
    edits_.push_back(std::move(edit));
    return {};
}

std::string problem_of(const std::vector<std::string>& columns) {
    const std::string missing = book::missing_columns(columns, {}, {"action"});
    if (missing.empty()) return {};
    return "the first line names the columns: of fen, line, move, san, weight, share, boost, "
           "action, fen or line and "
           "move; missing: " +
           missing;
}

} // namespace

Result<std::vector<Edit>> read_edit_list(std::istream& in, const std::string& name,
                                         const chess::Variant* variant,
                                         std::vector<std::string>* warnings) {
    EditList list(variant);
    const auto warn = [warnings, &name](const std::string& text) {
        if (warnings) warnings->push_back(name + ": " + text);
    };
    const auto read = read_items(in, name,
                                 {.take = [&list](const Item& item) { return list.add(item); },
                                  .problem_of = problem_of,
                                  .warn = warn});
    if (!read) return read.error();
    return list.take();
}

std::vector<std::string> repeated_moves(const std::vector<Edit>& edits) {
    RepeatedMoves repeated([&edits](std::uint32_t i) { return edits[i].place; },
                           "its edits apply one after the other");
    for (std::size_t i = 0; i < edits.size(); ++i)
        if (edits[i].move)
            repeated.add(edits[i].position, edits[i].move, static_cast<std::uint32_t>(i));
    return repeated.warnings();
}

} // namespace polyglot::tools
