#include "tools/info_book/any_format.hpp"

#include "core/book/walk/walk.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/common/json.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using book::Evaluation;
using chess::Position;

std::vector<Position> roots_of(const book::Book& book) {
    std::vector<Position> roots{Position::start()};
    if (const auto named = book.roots()) roots.insert(roots.end(), named->begin(), named->end());
    return roots;
}

void count(AnyBookInfo::Side& side, const std::vector<Entry>& entries) {
    ++side.positions;
    for (const Entry& entry : entries) {
        // An entry of a book of values without move and weight means that there is no move.
        if (!entry.move && entry.weight == 0) continue;
        ++side.moves;
        if (!entry.move) {
            ++side.illegal;
        } else if (entry.weight > 0) {
            ++side.playable;
        }
    }
}

void count(std::map<Evaluation::Type, AnyBookInfo::Values>& values, const Evaluation& evaluation) {
    AnyBookInfo::Values& of_type = values[evaluation.type];
    const bool first = of_type.count++ == 0;
    of_type.lowest = first ? evaluation.value : std::min(of_type.lowest, evaluation.value);
    of_type.highest = first ? evaluation.value : std::max(of_type.highest, evaluation.value);
}

std::string value_text(Evaluation::Type type, int value) {
    Evaluation evaluation;
    evaluation.type = type;
    evaluation.value = value;
    return format_value(evaluation);
}

boost::json::object counts_of(const AnyBookInfo::Side& side) {
    return {{"positions", side.positions},
            {"moves", side.moves},
            {"playable", side.playable},
            {"illegal", side.illegal}};
}

} // namespace

AnyBookInfo examine_any_book(const io::OpenedBook& opened,
                             const std::vector<Position>& more_roots) {
    const book::Book& book = *opened.book;
    AnyBookInfo info;
    info.format = book.format().name;
    info.facts = book.facts();
    info.entries = opened.entries;
    info.positions = book.count_positions();
    info.warnings = opened.warnings;
    const auto visit = [&](const Position&, std::span<const chess::Move>, const Position& position,
                           const std::vector<Entry>& entries) {
        count(info.sides.at(static_cast<std::size_t>(position.side_to_move())), entries);
        if (!entries.empty() && entries.front().evaluation)
            count(info.values, *entries.front().evaluation);
        return true;
    };
    std::vector<Position> roots = roots_of(book);
    roots.insert(roots.end(), more_roots.begin(), more_roots.end());
    info.stored_reached = book::walk(*book::with_key_filter(opened.book), roots, {}, visit).stored;
    return info;
}

void print_text(const AnyBookInfo& info, std::ostream& out) {
    const auto begin = [&out](std::string_view what) -> std::ostream& {
        return out << std::left << std::setw(31) << what << ": ";
    };
    const auto figure = [&](std::string_view what, std::uint64_t value) {
        begin(what) << std::right << std::setw(8) << value << '\n';
    };
    begin("Format") << info.format << '\n';
    figure("Entries", info.entries);
    figure("Positions", info.positions);
    figure("Positions reached, white", info.sides[0].positions);
    figure("Positions reached, black", info.sides[1].positions);
    figure("Positions not reached", info.positions - std::min(info.positions, info.stored_reached));
    figure("Moves for white", info.sides[0].moves);
    figure("Moves for black", info.sides[1].moves);
    figure("Playable moves for white", info.sides[0].playable);
    figure("Playable moves for black", info.sides[1].playable);
    figure("Illegal moves", info.sides[0].illegal + info.sides[1].illegal);
    for (const auto& [type, values] : info.values) {
        figure("Values, " + std::string(name_of(type)), values.count);
        begin("  lowest, highest for White")
            << value_text(type, values.lowest) << ", " << value_text(type, values.highest) << '\n';
    }
    for (const auto& [what, value] : info.facts)
        begin(text::shown_line(what)) << text::shown_line(value) << '\n';
    for (const std::string& warning : info.warnings)
        begin("Warning") << text::shown_line(warning) << '\n';
}

void print_json(const AnyBookInfo& info, const BookContent& content, std::ostream& out) {
    boost::json::object facts;
    for (const auto& [what, value] : info.facts)
        facts[json_of(what)] = json_of(value);
    boost::json::object values;
    for (const auto& [type, of_type] : info.values)
        values[name_of(type)] = {
            {"count", of_type.count}, {"lowest", of_type.lowest}, {"highest", of_type.highest}};
    const boost::json::object object{{"format", info.format},
                                     {"entries", info.entries},
                                     {"positions", info.positions},
                                     {"reached", info.reached()},
                                     {"white", counts_of(info.sides[0])},
                                     {"black", counts_of(info.sides[1])},
                                     {"values", std::move(values)},
                                     {"facts", std::move(facts)},
                                     {"warnings", json_of(info.warnings)},
                                     {"content", json_of(content)}};
    out << boost::json::serialize(object) << '\n';
}

} // namespace polyglot::tools
