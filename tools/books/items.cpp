#include "tools/books/items.hpp"

#include "core/book/format.hpp"
#include "core/book/sniff/columns.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/csv.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <iterator>
#include <sstream>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 3> decimal_columns{"share", "boost", "score"};

Result<Item> item_of(const CsvRecord& record, const std::vector<std::string>& columns,
                     const std::string& name, char separator) {
    Item item{.place = name + ':' + std::to_string(record.line),
              .unit = "line",
              .number = record.line,
              .share_in_per_cent = true};
    if (record.fields.size() > columns.size())
        return make_error(item.place + ": more fields than the first line has columns");
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
        std::string value(text::trim(record.fields[i]));
        const bool decimal =
            std::ranges::find(decimal_columns, columns[i]) != decimal_columns.end();
        if (decimal && separator != ',') std::ranges::replace(value, ',', '.');
        if (value.empty() && columns[i] == "line") item.has_empty_line = true;
        if (!value.empty()) item.values[columns[i]] = std::move(value);
    }
    return item;
}

Result<void> read_table(std::string text, const std::string& name, const ItemReader& reader) {
    const std::string_view begin = text::trim_left(text);
    const char separator = book::separator_of(begin.substr(0, begin.find_first_of("\r\n")));
    std::istringstream in(std::move(text));
    CsvReader records(in, separator);
    std::vector<std::string> columns;
    for (;;) {
        const auto record = records.next();
        if (!record) return make_error(name + ':' + record.error().message);
        if (!*record) {
            if (!records.has_last_line_end() && reader.warn)
                reader.warn(
                    "the last line has no line end: if the file has been cut, the end of its "
                    "last field is missing");
            return {};
        }
        if (columns.empty()) {
            for (const std::string& field : (*record)->fields)
                columns.push_back(text::lower(text::trim(field)));
            if (const std::string problem = reader.problem_of ? reader.problem_of(columns) : "";
                !problem.empty())
                return make_error(name + ':' + std::to_string((*record)->line) + ": " + problem);
            continue;
        }
        const auto item = item_of(**record, columns, name, separator);
        if (!item) return item.error();
        if (auto taken = reader.take(*item); !taken) return taken;
    }
}

std::string text_of(const json::value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}

// Takes the values of nested objects, too, such as a position's evaluation.
void take_values(Item& item, const json::object& object) {
    for (const auto& [name, value] : object) {
        if (value.is_object()) {
            take_values(item, value.as_object());
        } else if (!value.is_null() && !value.is_array()) {
            std::string text = name == "share" && value.is_number()
                                   ? std::to_string(value.to_number<double>())
                                   : text_of(value);
            if (text.empty() && name == "line") item.has_empty_line = true;
            if (!text.empty()) item.values[std::string(name)] = std::move(text);
        }
    }
}

Result<void> take_element(const json::value& element, const std::string& name,
                          std::string_view unit, std::uint64_t number, const ItemReader& reader) {
    const std::string place = name + ": " + std::string(unit) + ' ' + std::to_string(number);
    Item item{.place = place, .unit = unit, .number = number};
    if (!element.is_object()) return make_error(place + ": is not an object");
    take_values(item, element.as_object());
    const json::value* const moves = element.as_object().if_contains("moves");
    if (moves && !moves->is_array()) return make_error(place + ": \"moves\" is not an array");
    if (!moves || moves->as_array().empty()) return reader.take(item);
    for (const json::value& move : moves->as_array()) {
        if (!move.is_object()) return make_error(place + ": a move is not an object");
        Item of_move = item;
        // The move's own evaluation replaces all parts of the position's.
        if (move.as_object().contains("evaluation"))
            for (const char* part : {"value", "type", "bound", "source", "elo", "depth"})
                of_move.values.erase(part);
        take_values(of_move, move.as_object());
        if (auto taken = reader.take(of_move); !taken) return taken;
    }
    return {};
}

Result<void> take_array(const json::value& elements, const std::string& name, std::string_view unit,
                        const ItemReader& reader) {
    std::uint64_t number = 0;
    for (const json::value& element : elements.as_array())
        if (auto taken = take_element(element, name, unit, ++number, reader); !taken) return taken;
    return {};
}

Result<void> read_json(const std::string& text, const std::string& name, const ItemReader& reader) {
    boost::system::error_code error;
    const json::value root = json::parse(text, error);
    if (error) return make_error(name + ": is not JSON: " + error.message());
    if (root.is_array()) return take_array(root, name, "element", reader);
    const auto part = [&root](const char* key) {
        return root.is_object() ? root.as_object().if_contains(key) : nullptr;
    };
    const json::value* const positions = part("positions");
    if (!positions || !positions->is_array())
        return make_error(name + ": neither an array nor an object with an array \"positions\"");
    if (const json::value* const about = part("book"); about && about->is_object()) {
        Item item{.place = name + ": \"book\"", .values = {{"book", "book"}}};
        take_values(item, about->as_object());
        if (auto taken = reader.take(item); !taken) return taken;
    }
    if (auto taken = take_array(*positions, name, "element", reader); !taken) return taken;
    const json::value* const entries = part("entries");
    return entries && entries->is_array() ? take_array(*entries, name, "entry", reader)
                                          : Result<void>();
}

} // namespace

Result<void> read_items(std::istream& in, const std::string& name, const ItemReader& reader) {
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const auto bytes = std::as_bytes(std::span(text));
    const auto head = bytes.first(std::min<std::size_t>(bytes.size(), 4096));
    if (book::detect_text_format(head) == book::TextFormat::Pgn)
        return make_error(name + ": a PGN file; what is read here is CSV or JSON");
    const book::FormatInfo* const format = book::detect_format(head, bytes.size());
    const bool is_other =
        format != nullptr && format != &book::csv_format && format != &book::json_format;
    if (is_other || text.find('\0') != std::string::npos)
        if (const auto what = book::describe_format(book::SpanReader(bytes)))
            return make_error(name + ": " + *what + "; what is read here is CSV or JSON");
    const bool is_json = first != std::string::npos && (text[first] == '[' || text[first] == '{');
    return is_json ? read_json(text, name, reader) : read_table(std::move(text), name, reader);
}

namespace {

// Finds the position for both classes; parse reads a FEN.
template <class AnyPosition, class Parse>
Result<const AnyPosition*>
find_position(const Item& item, std::string& known_fen, std::string& known_line,
              std::optional<AnyPosition>& position, AnyPosition start, const Parse& parse) {
    const std::string* const fen = item.find("fen");
    const std::string* const line = item.find("line");
    const bool is_start = item.has_empty_line && !item.values.empty() && !item.find("key");
    if (!fen && !line && !is_start) return nullptr;
    if (position && known_fen == (fen ? *fen : "") && known_line == (line ? *line : ""))
        return &*position;
    position.reset();
    if (fen && *fen != "startpos") {
        const auto parsed = parse(*fen);
        if (!parsed) return make_error("fen " + text::quote(*fen) + ": " + parsed.error().message);
        start = *parsed;
    }
    const auto played = play_line(start, line ? *line : "");
    if (!played) return make_error("line " + text::quote(*line) + ": " + played.error().message);
    position = *played;
    known_fen = fen ? *fen : "";
    known_line = line ? *line : "";
    return &*position;
}

} // namespace

Result<const chess::Position*> ItemPosition::find(const Item& item) {
    return find_position(item, fen_, line_, position_, chess::Position::start(),
                         [](std::string_view fen) { return chess::parse_fen(fen); });
}

Result<const chess::VariantPosition*> VariantItemPosition::find(const Item& item) {
    return find_position(
        item, fen_, line_, position_, chess::VariantPosition::start(*variant_),
        [this](std::string_view fen) { return chess::parse_variant_fen(*variant_, fen); });
}

} // namespace polyglot::tools
