#include "core/pgn/filter.hpp"

#include "core/pgn/filter_node.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/tag_facts.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace polyglot::pgn {
namespace {

using Node = Filter::Node;
struct Game {
    const Tags& tags;
    Outcome outcome;
    const MainLine& line;
};

char lower_at(std::string_view text, std::size_t i) {
    return text::to_lower(text[i]);
}

// Returns a number below, at or above 0. Only the length of the literal is compared: B99/04 equals
// B99.
int order_of_text(std::string_view value, std::string_view literal) {
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (i == value.size()) return -1;
        const auto a = static_cast<unsigned char>(lower_at(value, i));
        const auto b = static_cast<unsigned char>(lower_at(literal, i));
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

// Compares as many parts as the literal has; nullopt if an unknown part is reached before the
// result is decided.
std::optional<int> order_of_dotted(const DottedNumber& value, const DottedNumber& literal) {
    for (std::size_t i = 0; i < literal.known; ++i) {
        if (i >= value.known) return std::nullopt;
        if (value.parts[i] != literal.parts[i]) return value.parts[i] < literal.parts[i] ? -1 : 1;
    }
    return 0;
}

// True if the value contains the parts of the pattern between stars in their order. The first match
// of each part leaves the most room for the rest.
bool contains(std::string_view value, std::string_view pattern) {
    const auto same = [](char a, char b) { return text::to_lower(a) == text::to_lower(b); };
    while (!pattern.empty()) {
        const std::size_t star = std::min(pattern.find('*'), pattern.size());
        const std::string_view piece = pattern.substr(0, star);
        const auto found =
            std::search(value.begin(), value.end(), piece.begin(), piece.end(), same);
        if (found == value.end() && !piece.empty()) return false;
        value.remove_prefix(static_cast<std::size_t>(found - value.begin()) + piece.size());
        pattern.remove_prefix(std::min(star + 1, pattern.size()));
    }
    return true;
}

bool satisfies(Node::Op op, int order) {
    switch (op) {
    case Node::Op::Less: return order < 0;
    case Node::Op::LessEqual: return order <= 0;
    case Node::Op::Greater: return order > 0;
    case Node::Op::GreaterEqual: return order >= 0;
    case Node::Op::Known:
    case Node::Op::In:
    case Node::Op::Like: break;
    }
    return false;
}

// `equals` and `order` compare the value with a literal. They are not called if one of the two is
// unknown.
template <class Equals, class Order>
bool compare(const Node& node, bool unknown, Equals equals, Order order) {
    if (node.op == Node::Op::Known) return !unknown;
    if (node.op != Node::Op::In) {
        const std::optional<int> found = unknown ? std::nullopt : order(node.values.front().low);
        return found && satisfies(node.op, *found);
    }
    return std::ranges::any_of(node.values, [&](const Range& range) {
        if (range.low.unknown) return unknown;
        if (unknown) return false;
        if (!range.high) return equals(range.low);
        const std::optional<int> low = order(range.low);
        const std::optional<int> high = order(*range.high);
        return low && high && *low >= 0 && *high <= 0;
    });
}

bool test_text(const Node& node, std::string_view raw) {
    std::string unescaped;
    if (raw.find('\\') != npos) {
        unescaped = unescape_tag_value(raw);
        raw = unescaped;
    }
    const std::string_view value = text::trim(raw);
    const bool unknown = is_unknown(value);
    if (node.op == Node::Op::Like) return !unknown && contains(value, node.values.front().low.text);
    const auto order = [&](const Literal& literal) -> std::optional<int> {
        if (!literal.dotted) return order_of_text(value, literal.text);
        const auto dotted = read_dotted_number(value);
        return dotted ? order_of_dotted(*dotted, *literal.dotted) : std::nullopt;
    };
    const auto equals = [&](const Literal& literal) {
        return text::equal_ignoring_case(value, literal.text) ||
               (literal.dotted && order(literal) == 0);
    };
    return compare(node, unknown, equals, order);
}

// Returns nullopt for 0, which stands for unknown, also in some files.
std::optional<double> unless_0(unsigned value) {
    return value == 0 ? std::nullopt : std::optional<double>(value);
}

// Returns base time and increment in seconds, maybe with fractions, of the first period: 300+3,
// 40/7200:3600, *180 (an hourglass); PGN standard, section 9.6.1. Nullopt if the tag is absent or
// has another form.
std::optional<std::pair<double, double>> base_and_increment(const Game& game) {
    std::string_view control = text::trim(game.tags.find("TimeControl"));
    control = control.substr(0, control.find(':'));
    control.remove_prefix(std::min(control.find('/') + 1, control.size())); // npos + 1 is 0
    if (!control.empty() && control.front() == '*') control.remove_prefix(1);
    const std::size_t plus = std::min(control.find('+'), control.size());
    const auto base = read_number(control.substr(0, plus));
    const auto increment = plus == control.size() ? 0.0 : read_number(control.substr(plus + 1));
    if (!base || !increment || *base < 0 || *increment < 0) return std::nullopt;
    return std::pair(*base, *increment);
}

std::optional<double> number_of(Field field, const Game& game) {
    switch (field) {
    case Field::WhiteElo: return unless_0(elo_of(game.tags, "WhiteElo"));
    case Field::BlackElo: return unless_0(elo_of(game.tags, "BlackElo"));
    case Field::MinElo:
    case Field::MaxElo: {
        const unsigned white = elo_of(game.tags, "WhiteElo");
        const unsigned black = elo_of(game.tags, "BlackElo");
        if (white == 0 || black == 0) return std::nullopt;
        return field == Field::MinElo ? std::min(white, black) : std::max(white, black);
    }
    case Field::Year: return unless_0(year_of(game.tags));
    case Field::PlyCount: return static_cast<double>(game.line.plies);
    case Field::Base:
    case Field::Increment:
    case Field::Estimated: {
        const auto time = base_and_increment(game);
        if (!time) return std::nullopt;
        if (field == Field::Base) return time->first;
        // The estimated duration by which Lichess divides games into bullet, blitz, rapid and
        // classical.
        return field == Field::Increment ? time->second : time->first + 40 * time->second;
    }
    case Field::Tag:
    case Field::Player:
    case Field::OpeningName:
    case Field::OpeningEco:
    case Field::Result: break;
    }
    return std::nullopt;
}

bool test(const Node& node, const Game& game) {
    switch (node.field) {
    case Field::Tag: return test_text(node, game.tags.find(node.name));
    case Field::OpeningName: return test_text(node, game.line.opening);
    case Field::OpeningEco: return test_text(node, game.line.eco);
    case Field::Player:
        return test_text(node, game.tags.find("White")) || test_text(node, game.tags.find("Black"));
    case Field::Result:
        if (node.op == Node::Op::Known) return game.outcome != Outcome::Unknown;
        return std::ranges::any_of(
            node.values, [&](const Range& range) { return range.low.outcome == game.outcome; });
    default: break;
    }
    const std::optional<double> value = number_of(node.field, game);
    const auto order = [&](const Literal& literal) -> std::optional<int> {
        return *value < literal.number ? -1 : *value > literal.number ? 1 : 0;
    };
    return compare(
        node, !value, [&](const Literal& literal) { return order(literal) == 0; }, order);
}

bool holds(const Node& node, const Game& game) {
    const auto part_holds = [&](const Node& part) { return holds(part, game); };
    switch (node.kind) {
    case Node::Kind::All: return std::ranges::all_of(node.parts, part_holds);
    case Node::Kind::Any: return std::ranges::any_of(node.parts, part_holds);
    case Node::Kind::Not: return !holds(node.parts.front(), game);
    case Node::Kind::Test: return test(node, game);
    }
    return false;
}

bool is_tag(Field field) {
    return field == Field::Tag || field == Field::WhiteElo || field == Field::BlackElo;
}

void collect_tag_names(const Node& node, std::vector<std::string>& found) {
    for (const Node& part : node.parts)
        collect_tag_names(part, found);
    const auto is_same = [&node](const std::string& name) {
        return text::equal_ignoring_case(name, node.name);
    };
    if (node.kind == Node::Kind::Test && is_tag(node.field) && std::ranges::none_of(found, is_same))
        found.push_back(node.name);
}

bool asks_for(const Node& node, std::initializer_list<Field> fields) {
    if (node.kind == Node::Kind::Test) return std::ranges::find(fields, node.field) != fields.end();
    return std::ranges::any_of(node.parts,
                               [&](const Node& part) { return asks_for(part, fields); });
}

} // namespace

Filter::Filter(std::unique_ptr<const Node> root) : root_(std::move(root)) {}
Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::~Filter() = default;

bool Filter::needs_plies() const {
    return asks_for(*root_, {Field::PlyCount});
}

bool Filter::needs_opening() const {
    return asks_for(*root_, {Field::OpeningName, Field::OpeningEco});
}

std::vector<std::string> Filter::tag_names() const {
    std::vector<std::string> found;
    collect_tag_names(*root_, found);
    return found;
}

bool Filter::matches(const Tags& tags, Outcome outcome, const MainLine& line) const {
    return holds(*root_, {tags, outcome, line});
}

} // namespace polyglot::pgn
