// Lists of edits: CSV, as `convert-book` writes it or by hand, and JSON.
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/csv.hpp"
#include "tools/edit_book/edits.hpp"

#include <algorithm>
#include <istream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using Kind = Edit::Kind;

// One row or element, its values as texts.
struct Item {
    std::string place;
    std::map<std::string, std::string, std::less<>> values; // those that are not empty
    bool share_in_per_cent = false;                         // also without a per cent sign

    const std::string* find(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? nullptr : &found->second;
    }
};

class EditList {
  public:
    Result<void> add(const Item& item);
    std::vector<Edit> take() { return std::move(edits_); }

  private:
    Result<void> set_position(const Item& item);
    static Result<void> set_value(Edit& edit, const Item& item);

    std::vector<Edit> edits_;
    std::string fen_, line_; // of position_: many rows are of one position
    std::optional<chess::Position> position_;
};

Result<void> EditList::set_position(const Item& item) {
    const std::string* const fen = item.find("fen");
    const std::string* const line = item.find("line");
    if (!fen && !line) return make_error("neither a fen nor a line");
    if (position_ && fen_ == (fen ? *fen : "") && line_ == (line ? *line : "")) return {};
    position_.reset();
    chess::Position start = chess::Position::start();
    if (fen) {
        const auto parsed = chess::parse_fen(*fen);
        if (!parsed) return make_error("fen " + text::quote(*fen) + ": " + parsed.error().message);
        start = *parsed;
    }
    const auto played = play_line(start, line ? *line : "");
    if (!played) return make_error("line " + text::quote(*line) + ": " + played.error().message);
    position_ = *played;
    fen_ = fen ? *fen : "";
    line_ = line ? *line : "";
    return {};
}

// By the action if there is one, else the weight, the share or the boost, in this order: a table of convert-book has
// the weight and the share.
Result<void> EditList::set_value(Edit& edit, const Item& item) {
    const auto set = [&edit](Kind kind, const Result<double>& value) -> Result<void> {
        if (!value) return value.error();
        edit.kind = kind;
        edit.value = *value;
        return {};
    };
    if (const std::string* const action = item.find("action")) {
        if (*action == "forbid") return set(Kind::Weight, 0.0);
        edit.kind = *action == "delete" ? Kind::Delete : *action == "add" ? Kind::Add : Kind::DeleteSubtree;
        if (edit.kind == Kind::DeleteSubtree && *action != "delete-subtree")
            return make_error("action " + text::quote(*action) + " is not add, forbid, delete or delete-subtree");
        if (edit.kind != Kind::Add) return {};
    }
    edit.adds = true;
    if (const std::string* const weight = item.find("weight")) return set(Kind::Weight, parse_weight(*weight));
    if (const std::string* const share = item.find("share"))
        return set(Kind::Share, parse_share(item.share_in_per_cent && !share->ends_with('%') ? *share + '%' : *share));
    if (const std::string* const boost = item.find("boost")) return set(Kind::Boost, parse_boost(*boost));
    if (item.find("action")) return {};
    return make_error("no weight, share, boost or action");
}

Result<void> EditList::add(const Item& item) {
    const std::string* move = item.find("move");
    if (!move) move = item.find("san");
    if (!move && !item.find("action")) return {}; // a position of which only a value is known
    const auto at_place = [&item](const Error& error) { return make_error(item.place + ": " + error.message); };
    if (const auto set = set_position(item); !set) return at_place(set.error());
    Edit edit{.place = item.place, .position = *position_, .other = {}};
    if (move) {
        const auto parsed = parse_any_move(*position_, *move);
        if (!parsed) return at_place(parsed.error());
        edit.move = *parsed;
    }
    if (const auto set = set_value(edit, item); !set) return at_place(set.error());
    if (!edit.move && edit.kind != Kind::Delete && edit.kind != Kind::DeleteSubtree)
        return at_place(make_error("no move"));
    edits_.push_back(std::move(edit));
    return {};
}

constexpr std::string_view columns = "fen, line, move, san, weight, share, boost, action";

Result<std::vector<Edit>> read_table(const std::string& text, const std::string& name) {
    std::istringstream in(text);
    const char separator = separator_of(std::string_view(text).substr(0, text.find_first_of("\r\n")));
    CsvReader reader(in, separator);
    const auto at_line = [&name](std::uint64_t line) { return name + ':' + std::to_string(line); };
    std::vector<std::string> header;
    EditList list;
    for (;;) {
        auto record = reader.next();
        if (!record) return make_error(name + ':' + record.error().message);
        if (!*record) break;
        if (header.empty()) {
            for (const std::string& field : (*record)->fields)
                header.push_back(text::lower(text::trim(field)));
            const auto has = [&header](const char* column) {
                return std::find(header.begin(), header.end(), column) != header.end();
            };
            if (!(has("fen") || has("line")) || !(has("move") || has("san") || has("action")))
                return make_error(at_line((*record)->line) + ": the first line names the columns: of " +
                                  std::string(columns) + ", fen or line and move");
            continue;
        }
        Item item{.place = at_line((*record)->line), .values = {}, .share_in_per_cent = true};
        if ((*record)->fields.size() > header.size())
            return make_error(item.place + ": more fields than the first line has columns");
        for (std::size_t i = 0; i < (*record)->fields.size(); ++i) {
            std::string value(text::trim((*record)->fields[i]));
            const bool number = header[i] == "share" || header[i] == "boost";
            if (number && separator == ';') std::replace(value.begin(), value.end(), ',', '.');
            if (!value.empty()) item.values[header[i]] = std::move(value);
        }
        if (const auto added = list.add(item); !added) return added.error();
    }
    return list.take();
}

// Of a string or a number.
std::string text_of(const json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}

void take_values(Item& item, const json::object& object) {
    for (const auto& [name, value] : object)
        if (!value.is_null() && !value.is_structured())
            item.values[std::string(name)] =
                name == "share" && value.is_number() ? std::to_string(value.to_number<double>()) : text_of(value);
}

// [{"fen", "move", "weight"}, …], or {"positions": [{"fen", "moves": [{"move", "weight"}, …]}, …]} of convert-book.
Result<std::vector<Edit>> read_json(const std::string& text, const std::string& name) {
    boost::system::error_code error;
    const json::value root = json::parse(text, error);
    if (error) return make_error(name + ": is not JSON: " + error.message());
    const json::value* const positions = root.is_object() ? root.as_object().if_contains("positions") : &root;
    if (!positions || !positions->is_array())
        return make_error(name + ": neither an array of edits nor an object with an array \"positions\"");
    EditList list;
    std::size_t number = 0;
    for (const json::value& element : positions->as_array()) {
        Item item{.place = name + ": element " + std::to_string(++number), .values = {}};
        if (!element.is_object()) return make_error(item.place + ": is not an object");
        take_values(item, element.as_object());
        const json::value* const moves = element.as_object().if_contains("moves");
        if (!moves) {
            if (const auto added = list.add(item); !added) return added.error();
            continue;
        }
        if (!moves->is_array()) return make_error(item.place + ": \"moves\" is not an array");
        for (const json::value& move : moves->as_array()) {
            if (!move.is_object()) return make_error(item.place + ": a move is not an object");
            Item of_move = item;
            take_values(of_move, move.as_object());
            if (const auto added = list.add(of_move); !added) return added.error();
        }
    }
    return list.take();
}

} // namespace

Result<std::vector<Edit>> read_edit_list(std::istream& in, const std::string& name) {
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && (text[first] == '[' || text[first] == '{');
    return is_json ? read_json(text, name) : read_table(text, name);
}

} // namespace polyglot::tools
