#include "tools/books/sources/table.hpp"

#include "core/book/sniff/columns.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/books/items.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/repeated_moves.hpp"
#include "tools/books/sources/header_text.hpp"
#include "tools/books/text.hpp"
#include "tools/books/variant.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <iterator>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Evaluation;

constexpr std::array<ArenaNumber, 8> arena_names{{
    {"min_games", &book::AbkHeader::min_games},
    {"min_wins", &book::AbkHeader::min_wins},
    {"min_white_per_cent", &book::AbkHeader::min_white_per_cent},
    {"min_black_per_cent", &book::AbkHeader::min_black_per_cent},
    {"importance_of_priority", &book::AbkHeader::importance_of_priority},
    {"importance_of_games", &book::AbkHeader::importance_of_games},
    {"importance_of_score", &book::AbkHeader::importance_of_score},
    {"max_ply", &book::AbkHeader::max_ply},
}};

// Returns the enumerator with this name in tables.
template <class Enum>
Result<Enum> parse_name(std::string_view text, Enum last, const char* what) {
    for (int i = 0; i <= static_cast<int>(last); ++i)
        if (name_of(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
    return make_error(std::string(what) + ' ' + text::quote(text) + " is unknown");
}

std::optional<std::uint64_t> parse_hexadecimal(std::string_view text) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

// Reads items into a book.
class TableReader {
  public:
    explicit TableReader(TableBook& book) : book_(book) {}
    Result<void> take(const Item& item);
    void end() {
        std::vector<std::string> repeated = repeated_.warnings();
        std::move(repeated.begin(), repeated.end(), std::back_inserter(book_.warnings_));
    }
    void warn(std::string text) { book_.warnings_.push_back(std::move(text)); }

  private:
    Result<void> add(const Item& item);
    Result<void> add_row(const Item& item, const chess::Position& position);
    Result<void> add_loose(const Item& item, const std::string& key);
    Result<void> add_about(std::string_view name, const std::string& value);
    static Result<void> read_games(const Item& item, book::Entry& entry);
    static Result<std::optional<Evaluation>> read_evaluation(const Item& item);
    // Returns 0 if the item has no such number.
    template <class Number>
    static Result<Number> number(const Item& item, const char* name, std::uint64_t most);

    TableBook& book_;
    ItemPosition position_;
    std::string_view unit_; // of the items
    RepeatedMoves repeated_{
        [this](std::uint32_t place) { return std::string(unit_) + ' ' + std::to_string(place); },
        "both are kept"};
};

template <class Number>
Result<Number> TableReader::number(const Item& item, const char* name, std::uint64_t most) {
    const std::string* const text = item.find(name);
    if (!text) return Number{0};
    // Spreadsheets write whole numbers with a decimal part.
    const std::string_view whole = std::string_view(*text).substr(0, text->find_first_of(".,"));
    const std::string_view rest =
        std::string_view(*text).substr(std::min(whole.size() + 1, text->size()));
    const auto value = text::parse_int<std::int64_t>(whole);
    const bool fits = value && *value >= 0 && static_cast<std::uint64_t>(*value) <= most;
    if (!fits || rest.find_first_not_of('0') != std::string_view::npos)
        return make_error(std::string(name) + ' ' + text::quote(*text) +
                          " is not a whole number from 0 to " + std::to_string(most));
    return static_cast<Number>(*value);
}

Result<void> TableReader::read_games(const Item& item, book::Entry& entry) {
    constexpr std::uint64_t most = 0xffff'ffff;
    if (item.find("priority")) {
        const auto priority = number<int>(item, "priority", 255);
        if (!priority) return priority.error();
        entry.priority = *priority;
    }
    if (!item.find("games")) return {};
    const auto games = number<std::uint32_t>(item, "games", most);
    const auto wins = number<std::uint32_t>(item, "white_wins", most);
    const auto losses = number<std::uint32_t>(item, "white_losses", most);
    for (const auto* const count : {&games, &wins, &losses})
        if (!*count) return count->error();
    entry.games = book::GameCounts{*games, *wins, *losses};
    return {};
}

Result<std::optional<Evaluation>> TableReader::read_evaluation(const Item& item) {
    const std::string* const value = item.find("value");
    if (!value) return std::optional<Evaluation>();
    const auto text = [&item](const char* name, std::string_view otherwise) {
        const std::string* const found = item.find(name);
        return found ? std::string_view(*found) : otherwise;
    };
    const auto cp = text::parse_int<int>(*value);
    if (!cp) return make_error("value " + text::quote(*value) + " is not a whole number");
    Evaluation evaluation{.value = *cp};
    const auto type = parse_name(text("type", "centipawns"), Evaluation::Type::PerCent, "type");
    const auto bound = parse_name(text("bound", "exact"), Evaluation::Bound::Proven, "bound");
    const auto source =
        parse_name(text("source", "other source"), Evaluation::Source::Other, "source");
    const auto elo = number<std::uint16_t>(item, "elo", 65'535);
    if (!type) return type.error();
    if (!bound) return bound.error();
    if (!source) return source.error();
    if (!elo) return elo.error();
    evaluation.type = *type;
    evaluation.bound = *bound;
    evaluation.source = *source;
    evaluation.elo = *elo;
    if (item.find("depth")) {
        const auto depth = number<int>(item, "depth", 10'000);
        if (!depth) return depth.error();
        evaluation.depth = *depth;
    }
    return std::optional(evaluation);
}

Result<void> TableReader::add_row(const Item& item, const chess::Position& position) {
    const std::string* move = item.find("move");
    if (!move) move = item.find("san");
    TableBook::Row row;
    if (move) {
        const auto parsed = parse_any_move(position, *move);
        if (!parsed) return parsed.error();
        row.entry.move = *parsed;
    }
    if (const std::string* const raw = item.find("raw")) {
        const auto bits = parse_hexadecimal(*raw);
        if (!bits || *bits > 0xffff)
            return make_error("raw " + text::quote(*raw) + " is not 16 bits in hexadecimal");
        row.raw = static_cast<std::uint16_t>(*bits);
    }
    auto evaluation = read_evaluation(item);
    if (!evaluation) return evaluation.error();
    row.entry.evaluation = *std::move(evaluation);
    if (!move && !row.raw && !row.entry.evaluation) return make_error("neither a move nor a value");
    if (move && !item.find("weight") && !row.entry.evaluation) return make_error("no weight");
    constexpr std::uint64_t most = 0xffff'ffff;
    const auto weight = number<std::uint32_t>(item, "weight", most);
    const auto learn_count = number<std::uint32_t>(item, "learn_count", 65'535);
    const auto learn_sum = number<std::uint32_t>(item, "learn_sum", 65'535);
    const auto ply = number<std::size_t>(item, "ply", 100'000);
    for (const auto* const count : {&weight, &learn_count, &learn_sum})
        if (!*count) return count->error();
    if (!ply) return ply.error();
    row.entry.weight = *weight;
    row.entry.learn_count = *learn_count;
    row.entry.learn_sum = *learn_sum;
    if (auto games = read_games(item, row.entry); !games) return games;
    row.best = item.find("best") != nullptr;
    book_.names_best_ = book_.names_best_ || row.best;
    book_.has_plies_ = book_.has_plies_ || item.find("ply") != nullptr;
    if (row.entry.move)
        repeated_.add(position, row.entry.move, static_cast<std::uint32_t>(item.number));
    book_.place(position, *ply).rows.push_back(std::move(row));
    return {};
}

// Takes the original format, the texts and an Arena header's numbers; ignores other facts.
Result<void> TableReader::add_about(std::string_view name, const std::string& value) {
    if (name == header_row) {
        const auto entries = parse_header_text(value);
        if (!entries)
            return make_error("header " + text::quote(value) +
                              " has an escape other than \\n, \\\\ and \\xNN");
        book_.loose_entries_.insert(book_.loose_entries_.end(), entries->begin(), entries->end());
    }
    if (name == "origin") book_.origin_ = value;
    if (name == "comment") book_.comment_ = value;
    if (name == "author") book_.author_ = value;
    if (name == "variant") {
        if (chess::find_variant(value))
            return make_error("a table of a book of " + value + ", and tables are read as chess");
        book_.chess960_ = value.ends_with("Chess960");
        book_.chess_ = value != "Chess960";
    }
    for (const ArenaNumber& known : arena_names) {
        if (known.name != name) continue;
        const auto number = text::parse_int<std::uint32_t>(value);
        if (!number)
            return make_error(std::string(name) + ' ' + text::quote(value) +
                              " is not a whole number");
        if (!book_.arena_) book_.arena_.emplace();
        (*book_.arena_).*known.number = *number;
    }
    return {};
}

Result<void> TableReader::add_loose(const Item& item, const std::string& key) {
    const std::string* const text = item.find("raw");
    const auto number_of_key = parse_hexadecimal(key);
    if (key.size() != 16 || !number_of_key) return add_about(key, text ? *text : "");
    const auto raw = parse_hexadecimal(text ? *text : "0");
    if (!raw || *raw > 0xffff)
        return make_error("raw " + text::quote(*text) + " is not 16 bits in hexadecimal");
    const auto evaluation = read_evaluation(item);
    if (!evaluation) return evaluation.error();
    if (*evaluation) {
        book_.loose_values_.push_back(
            {*number_of_key, **evaluation, static_cast<std::uint16_t>(*raw)});
        return {};
    }
    const auto weight = number<std::uint16_t>(item, "weight", 65'535);
    const auto learn_count = number<std::uint16_t>(item, "learn_count", 65'535);
    const auto learn_sum = number<std::uint16_t>(item, "learn_sum", 65'535);
    for (const auto* const count : {&weight, &learn_count, &learn_sum})
        if (!*count) return count->error();
    book_.loose_entries_.push_back(
        {*number_of_key, static_cast<std::uint16_t>(*raw), *weight, *learn_count, *learn_sum});
    return {};
}

Result<void> TableReader::add(const Item& item) {
    if (item.find("book")) {
        for (const auto& [name, value] : item.values)
            if (auto added = add_about(name, value); !added) return added;
        return {};
    }
    const auto position = position_.find(item);
    if (!position) return position.error();
    if (*position) return add_row(item, **position);
    if (const std::string* const key = item.find("key")) return add_loose(item, *key);
    if (item.values.empty()) return {}; // a spreadsheet's empty row
    return make_error("neither a fen nor a line");
}

Result<void> TableReader::take(const Item& item) {
    unit_ = item.unit;
    if (const auto added = add(item); !added)
        return make_error(item.place + ": " + added.error().message);
    return {};
}

std::span<const ArenaNumber> arena_numbers() {
    return arena_names;
}

std::vector<book::Entry> TableBook::Place::entries() const {
    std::vector<book::Entry> entries;
    for (const Row& row : rows)
        entries.push_back(row.entry);
    return entries;
}

TableBook::Place& TableBook::place(const chess::Position& position, std::size_t ply) {
    const auto [it, added] = by_key_.try_emplace(position.key(), places_.size());
    if (added) places_.push_back({position, ply, {}});
    return places_[it->second];
}

book::HeaderTexts TableBook::header_texts() const {
    book::HeaderTexts texts{.comment = comment_, .author = author_, .variants = {}};
    if (chess960_) texts.variants = variant_names(chess_, true);
    return texts;
}

Result<std::vector<chess::Position>> TableBook::roots() const {
    std::vector<chess::Position> roots;
    if (!has_plies_) return roots;
    roots.push_back(chess::Position::start());
    for (const Place& place : places_)
        if (place.ply == 0 && !(place.position == roots.front())) roots.push_back(place.position);
    return roots;
}

std::vector<book::Entry> TableBook::find(const chess::Position& position) const {
    const auto found = by_key_.find(position.key());
    return found == by_key_.end() ? std::vector<book::Entry>() : places_[found->second].entries();
}

Result<void> read_table_book(std::istream& in, const std::string& name, TableBook& book) {
    TableReader reader(book);
    // The format was detected by the same columns, but from the first line alone, and a quoted name
    // may continue on the next line.
    const auto problem_of = [](const std::vector<std::string>& columns) -> std::string {
        const std::string missing = book::missing_columns(columns);
        if (missing.empty()) return {};
        return "the first line names the columns: fen or line, move or san, weight, and others of "
               "docs/convert-book.md; missing: " +
               missing;
    };
    auto read = read_items(in, name,
                           {.take = [&reader](const Item& item) { return reader.take(item); },
                            .problem_of = problem_of,
                            .warn = [&reader](std::string text) { reader.warn(std::move(text)); }});
    reader.end();
    return read;
}

Result<std::shared_ptr<const TableBook>> TableBook::read(std::istream& in, const std::string& name,
                                                         TextFormat format) {
    auto book = std::make_shared<TableBook>();
    book->format_ = format;
    auto read = format == TextFormat::Pgn ? read_lines_book(in, name, *book)
                                          : read_table_book(in, name, *book);
    if (!read) return read.error();
    if (in.bad()) return make_error(name + ": cannot be read to its end");
    if (book->places_.empty() && book->loose_entries_.empty() && book->loose_values_.empty())
        return make_error(name + ": has no move of a book");
    return std::shared_ptr<const TableBook>(std::move(book));
}

} // namespace polyglot::tools
