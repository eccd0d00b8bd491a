#include "tools/learning/csv.hpp"

#include "core/book/sniff/columns.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/books/text.hpp"
#include "tools/common/csv.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <sstream>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view promotions = " nbrq";
constexpr std::string_view dated_columns = ",drawn,begins"; // not every table has them
constexpr std::size_t columns_without_dated = 8;
constexpr std::size_t columns_with_variant = 11;

template <class T>
std::optional<T> parse_hex(std::string_view text) {
    if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
    T value{};
    const auto [end, error] =
        std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<unsigned> parse_square(std::string_view text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return static_cast<unsigned>(text[0] - 'a') + 8U * static_cast<unsigned>(text[1] - '1');
}

// Also accepts the format of German spreadsheets, "21.11.2026".
std::optional<std::int32_t> parse_table_day(std::string_view text) {
    if (text.size() != 10 || text[2] != '.' || text[5] != '.') return parse_day(text);
    std::string turned(text.substr(6));
    return parse_day(
        turned.append(1, '-').append(text.substr(3, 2)).append(1, '-').append(text.substr(0, 2)));
}

Error at_line(std::uint64_t line, std::string message) {
    return make_error(std::to_string(line) + ": " + std::move(message));
}

bool is_header(const std::vector<std::string>& fields) {
    CsvRow row;
    for (const std::string& field : fields)
        row.add(field);
    std::string_view wanted =
        fields.size() == columns_with_variant ? learn_csv_variant_header : learn_csv_header;
    if (fields.size() == columns_without_dated) wanted.remove_suffix(dated_columns.size());
    return text::trim(row.text()) == wanted;
}

// Reads the last two columns of a row whose other fields are set.
Result<void> read_dated(const CsvRecord& record, io::LearnRow& row) {
    const std::string& drawn = record.fields[columns_without_dated];
    const std::string& begins = record.fields[columns_without_dated + 1];
    if (drawn.empty() && begins.empty()) return {};
    const auto number = text::parse_int<std::uint32_t>(drawn);
    if (number) row.dated = io::LearnRow::Dated{*number, begins == "1"};
    if (!number || !io::is_possible(row))
        return at_line(record.line,
                       text::quote(drawn) + " is no number of games that can be drawn, on one day");
    if (begins != "0" && begins != "1")
        return at_line(record.line, text::quote(begins) + " is neither 0 nor 1");
    return {};
}

Result<io::LearnRow> to_row(const CsvRecord& record, std::size_t columns) {
    const auto& fields = record.fields;
    const auto wrong = [&record](std::size_t column, const char* what) {
        return at_line(record.line, text::quote(record.fields[column]) + " is no " + what);
    };
    if (fields.size() != columns)
        return at_line(record.line,
                       std::to_string(fields.size()) + " fields, not " + std::to_string(columns));
    const auto key = parse_hex<std::uint64_t>(fields[0]);
    if (!key) return wrong(0, "key of a position (0x and 16 digits)");
    const auto move = parse_raw_move(fields[1]);
    if (!move) return wrong(1, "move");
    const auto games = text::parse_int<std::uint32_t>(fields[4]);
    if (!games || *games == 0) return wrong(4, "number of games from 1 to 4294967295");
    const auto half_points = text::parse_int<std::uint32_t>(fields[5]);
    if (!half_points || *half_points / 2 + *half_points % 2 > *games)
        return wrong(5, "number of half-points from 0 to twice the games");
    const auto first = parse_table_day(fields[6]);
    if (!first) return wrong(6, "day (YYYY-MM-DD)");
    const auto last = parse_table_day(fields[7]);
    if (!last || *last < *first) return wrong(7, "day (YYYY-MM-DD) from the first one on");
    io::LearnRow row{*key, *move, fields[2], fields[3], *games, *half_points, *first, *last};
    if (columns == columns_with_variant && !fields[10].empty()) {
        const chess::Variant* const variant = chess::find_variant(fields[10]);
        if (variant == nullptr) return wrong(10, "variant with known rules");
        row.variant = variant->uci;
    }
    if (columns > columns_without_dated)
        if (auto dated = read_dated(record, row); !dated) return dated.error();
    return row;
}

} // namespace

std::string format_learn_csv(const io::LearnRow& row, bool with_variant) {
    CsvRow line;
    line.add("0x" + text::hexadecimal(row.key))
        .add(format_raw_move(row.move))
        .add(row.engine)
        .add(row.opponent)
        .add(row.games)
        .add(row.half_points)
        .add(format_day(row.first_day))
        .add(format_day(row.last_day))
        .add(row.dated ? std::to_string(row.dated->drawn) : "")
        .add(row.dated ? (row.dated->begins ? "1" : "0") : "");
    if (with_variant) line.add(row.variant);
    return line.text() + "\r\n";
}

Result<void> read_learn_csv(std::istream& in,
                            const std::function<Result<void>(const io::LearnRow&)>& sink) {
    // The separator is detected from the header, which is read twice; the table is copied because
    // standard input cannot be rewound.
    std::string table;
    std::array<char, 65536> buffer{};
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
        table.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    // The caller also sees the stream's state.
    if (in.bad()) return make_error("0: cannot be read to its end");
    const char separator =
        book::separator_of(std::string_view(table).substr(0, table.find_first_of("\r\n")));
    std::istringstream text(std::move(table));
    CsvReader reader(text, separator);
    std::size_t columns = 0; // those of the header once it has been read
    for (;;) {
        auto record = reader.next();
        if (!record) return record.error();
        if (!*record && columns > 0) return {};
        if (columns == 0) {
            if (!*record || !is_header((*record)->fields))
                return at_line(*record ? (*record)->line : 1,
                               "the header is not " + std::string(learn_csv_header));
            columns = (*record)->fields.size();
            continue;
        }
        const auto row = to_row(**record, columns);
        if (!row) return row.error();
        if (auto taken = sink(*row); !taken) return taken;
    }
}

std::optional<std::uint16_t> parse_raw_move(std::string_view text) {
    if (text.starts_with("0x")) return parse_hex<std::uint16_t>(text);
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(2, 2));
    const std::size_t promotion = text.size() == 4 ? 0 : promotions.find(text[4], 1);
    if (!from || !to || promotion == std::string_view::npos) return std::nullopt;
    return static_cast<std::uint16_t>(promotion << 12U | *from << 6U | *to);
}

std::optional<std::int32_t> parse_day(std::string_view text, char separator) {
    if (text.size() != 10 || text[4] != separator || text[7] != separator) return std::nullopt;
    const auto year = text::parse_int<unsigned>(text.substr(0, 4));
    const auto month = text::parse_int<unsigned>(text.substr(5, 2));
    const auto day = text::parse_int<unsigned>(text.substr(8, 2));
    if (!year || *year == 0 || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(*month), std::chrono::day(*day)};
    if (!date.ok()) return std::nullopt;
    return static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count());
}

} // namespace polyglot::tools
