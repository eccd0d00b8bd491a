// Parses the text of a filter into a tree. docs/make-book.md, "Filters", has the grammar and the
// meaning of the words.
#include "core/openings/names.hpp"
#include "core/pgn/filter_node.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace polyglot::pgn {
namespace {

using Node = Filter::Node;
using Op = Node::Op;

constexpr std::size_t max_size = 65536; // bytes
// Limits the nesting of parentheses and negations, which protects the stack.
constexpr std::size_t max_depth = 100;

constexpr std::array<std::pair<std::string_view, Field>, 13> fields{
    {{"Player", Field::Player},
     {"OpeningName", Field::OpeningName},
     {"OpeningECO", Field::OpeningEco},
     {"Result", Field::Result},
     {"WhiteElo", Field::WhiteElo},
     {"BlackElo", Field::BlackElo},
     {"MinElo", Field::MinElo},
     {"MaxElo", Field::MaxElo},
     {"Year", Field::Year},
     {"PlyCount", Field::PlyCount},
     {"Base", Field::Base},
     {"Increment", Field::Increment},
     {"Estimated", Field::Estimated}}};
constexpr std::array<std::string_view, 11> other_tags{
    "White", "Black",      "Event",      "Site",        "Round",  "ECO",
    "Date",  "WhiteTitle", "BlackTitle", "TimeControl", "Variant"};
// Further tags that similar_tag_names() knows. Unlike other_tags, they may be used as values,
// because a text may well be one of these words.
constexpr std::array<std::string_view, 12> rarer_tags{
    "UTCDate",   "UTCTime",     "EventDate",   "Opening",     "Variation", "SubVariation",
    "Annotator", "Termination", "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam"};
constexpr std::array<std::string_view, 3> dates{"Date", "UTCDate", "EventDate"};

struct Operator {
    std::string_view text;
    Op op;
    bool negated; // != and !~ are the negations of == and ~
};
constexpr std::array<Operator, 9> operators{{{"==", Op::In, false},
                                             {"=", Op::In, false},
                                             {"!=", Op::In, true},
                                             {"~", Op::Like, false},
                                             {"!~", Op::Like, true},
                                             {"<", Op::Less, false},
                                             {"<=", Op::LessEqual, false},
                                             {">", Op::Greater, false},
                                             {">=", Op::GreaterEqual, false}}};
// Operators of other languages, with the ones that are meant.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> foreign_operators{
    {{"=>", ">="},
     {"=<", "<="},
     {"<>", "!="},
     {"=~", "~"},
     {"~=", "~"},
     {"===", "=="},
     {"!==", "!="}}};

template <class Names>
bool names(const Names& list, std::string_view word) {
    return std::ranges::any_of(
        list, [&](std::string_view name) { return text::equal_ignoring_case(name, word); });
}

Field field_of(std::string_view name) {
    for (const auto& [text, field] : fields)
        if (text::equal_ignoring_case(text, name)) return field;
    return Field::Tag;
}

std::optional<Outcome> read_outcome(std::string_view text) {
    if (text == "1-0") return Outcome::WhiteWins;
    if (text == "0-1") return Outcome::BlackWins;
    if (text == "1/2-1/2" || text == "1/2") return Outcome::Draw;
    if (text == "*") return Outcome::Unknown;
    return std::nullopt;
}

bool is_word_character(char c) {
    return !text::is_blank(c) &&
           std::string_view("()\"',=!<>~&|").find(c) == std::string_view::npos;
}

Node negation(Node node) {
    Node result;
    result.kind = Node::Kind::Not;
    result.parts.push_back(std::move(node));
    return result;
}

class Parser {
  public:
    explicit Parser(std::string_view expression) : text_(expression) {}

    Result<Node> parse() {
        if (text_.size() > max_size)
            return make_error("the filter is longer than " + std::to_string(max_size) + " bytes",
                              max_size);
        if (skip_blanks(); at_ == text_.size()) return make_error("the filter is empty", at_);
        auto node = parse_any(0);
        if (!node) return node;
        skip_blanks();
        if (peek() == ')') return make_error("no parenthesis is open here", at_);
        if (at_ < text_.size()) return make_error(not_a_connection(), at_);
        return node;
    }

  private:
    struct Value {
        std::string text;
        std::size_t offset = 0;
    };

    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void skip_blanks() {
        while (at_ < text_.size() && text::is_blank(text_[at_]))
            ++at_;
    }
    // Reads letters, digits and most signs. Two dots end the word because they belong to a range.
    std::string_view word() const {
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end]) && text_.substr(end, 2) != "..")
            ++end;
        return text_.substr(at_, end - at_);
    }
    bool take(std::string_view symbol) {
        skip_blanks();
        const bool found = text_.substr(at_, symbol.size()) == symbol;
        if (found) at_ += symbol.size();
        return found;
    }
    bool take_keyword(std::string_view keyword) {
        skip_blanks();
        const bool found = text::equal_ignoring_case(word(), keyword);
        if (found) at_ += keyword.size();
        return found;
    }

    std::string not_a_connection() const {
        if (peek() == '&') return "a single & is invalid: write &&";
        if (peek() == '|') return "a single | is invalid: write ||";
        return "&& or || was expected (a text of several words needs quotes)";
    }

    using Parse = Result<Node> (Parser::*)(std::size_t);
    Result<Node> parse_chain(Node::Kind kind, std::string_view symbol, std::string_view keyword,
                             Parse parse_part, std::size_t depth) {
        Node chain;
        chain.kind = kind;
        do {
            auto part = (this->*parse_part)(depth);
            if (!part) return part;
            chain.parts.push_back(std::move(*part));
        } while (take(symbol) || take_keyword(keyword));
        if (chain.parts.size() > 1) return chain;
        Node only = std::move(chain.parts.front());
        return only;
    }
    Result<Node> parse_any(std::size_t depth) {
        return parse_chain(Node::Kind::Any, "||", "or", &Parser::parse_all, depth);
    }
    Result<Node> parse_all(std::size_t depth) {
        return parse_chain(Node::Kind::All, "&&", "and", &Parser::parse_factor, depth);
    }

    Result<Node> parse_factor(std::size_t depth) {
        skip_blanks();
        if (depth > max_depth)
            return make_error("more than " + std::to_string(max_depth) +
                                  " parentheses and negations in each other",
                              at_);
        if ((peek() == '!' && peek(1) != '=' && peek(1) != '~' && take("!")) ||
            take_keyword("not")) {
            auto node = parse_factor(depth + 1);
            if (!node) return node;
            return negation(std::move(*node));
        }
        const std::size_t open = at_;
        if (!take("(")) return parse_test();
        auto node = parse_any(depth + 1);
        if (!node) return node;
        if (take(")")) return node;
        if (at_ < text_.size()) return make_error(not_a_connection(), at_);
        return make_error("this parenthesis is never closed", open);
    }

    Result<std::string_view> parse_name() {
        const std::string_view name = word();
        if (at_ == text_.size())
            return make_error("a tag's name was expected, and here is the end", at_);
        if (peek() == '"' || peek() == '\'')
            return make_error("a tag's name was expected: it comes first, without quotes", at_);
        if (name.empty()) return make_error("a tag's name was expected", at_);
        if (const char c = text::to_lower(name.front()); c < 'a' || c > 'z')
            return make_error("a tag's name was expected: it comes first, as in WhiteElo >= 2200",
                              at_);
        if (names(std::array<std::string_view, 3>{"and", "or", "in"}, name))
            return make_error("a tag's name was expected before '" + std::string(name) + "'", at_);
        at_ += name.size();
        return name;
    }

    Result<Node> parse_test() {
        const auto name = parse_name();
        if (!name) return name.error();
        Node node;
        node.field = field_of(*name);
        node.name = *name;
        if (take_keyword("in")) return parse_ranges(std::move(node));
        skip_blanks();
        const std::size_t begin = at_;
        const std::size_t end = std::min(text_.find_first_not_of("=<>!~", begin), text_.size());
        const std::string_view symbol = text_.substr(begin, end - begin);
        if (symbol.empty()) return node;
        const auto* found = std::ranges::find(operators, symbol, &Operator::text);
        if (found == operators.end()) return make_error(unknown_operator(symbol), begin);
        at_ = end;
        node.op = found->op;
        if (node.field == Field::Result && node.op != Op::In)
            return make_error("Result is compared by ==, != and in only", begin);
        if (is_number(node.field) && node.op == Op::Like)
            return make_error(node.name + " is a number, and " + std::string(symbol) +
                                  " looks into texts",
                              begin);
        auto value = parse_literal(node);
        if (!value) return value.error();
        node.values.push_back({std::move(*value), std::nullopt});
        if (take(".."))
            return make_error("a range needs the word in: " + node.name + " in A..B", at_ - 2);
        if (found->negated) return negation(std::move(node));
        return node;
    }

    static std::string unknown_operator(std::string_view symbol) {
        for (const auto& [foreign, ours] : foreign_operators)
            if (foreign == symbol)
                return "there is no " + std::string(symbol) + "; did you mean " +
                       std::string(ours) + "?";
        return "there is no " + std::string(symbol) + "; there are == != < <= > >= ~ !~ and in";
    }

    // Parses what follows "in".
    Result<Node> parse_ranges(Node node) {
        node.op = Op::In;
        skip_blanks();
        const std::size_t open = at_;
        const bool list = take("(");
        do {
            auto low = parse_literal(node);
            if (!low) return low.error();
            Range range{std::move(*low), std::nullopt};
            if (skip_blanks(); take("..")) {
                const std::size_t dots = at_ - 2;
                auto high = parse_literal(node);
                if (!high) return high.error();
                if (node.field == Field::Result || range.low.unknown || high->unknown)
                    return make_error("these have no order, so there is no range between them",
                                      dots);
                range.high = std::move(*high);
            }
            node.values.push_back(std::move(range));
        } while (list && take(","));
        if (!list || take(")")) return node;
        if (at_ < text_.size())
            return make_error("a comma or ) was expected (a text of several words needs quotes)",
                              at_);
        return make_error("this parenthesis is never closed", open);
    }

    Result<Value> parse_value() {
        skip_blanks();
        Value value{{}, at_};
        if (const char quote = peek(); quote == '"' || quote == '\'') {
            for (++at_; peek() != quote; ++at_) {
                if (at_ >= text_.size())
                    return make_error("this quote is never closed", value.offset);
                if (peek() == '\\' && (peek(1) == quote || peek(1) == '\\')) ++at_;
                value.text += peek();
            }
            ++at_;
            return value;
        }
        value.text = word();
        if (value.text.empty()) return make_error("a value was expected", at_);
        if (field_of(value.text) != Field::Tag || names(other_tags, value.text))
            return make_error("tags are not compared with each other; for the text write '" +
                                  value.text + "'",
                              at_);
        at_ += value.text.size();
        return value;
    }

    // Parses the value with which the node's field is compared.
    Result<Literal> parse_literal(const Node& node) {
        auto value = parse_value();
        if (!value) return value.error();
        Literal literal;
        literal.text = text::trim(value->text);
        if (node.field == Field::OpeningName)
            literal.text = openings::in_table_spelling(std::move(literal.text));
        if (node.op == Op::Like) return literal;
        literal.unknown = is_unknown(literal.text);
        const std::string quoted = text::quote(literal.text);
        if (node.field == Field::Result) {
            const auto outcome = read_outcome(literal.text);
            if (!outcome)
                return make_error("Result is 1-0, 0-1, 1/2-1/2 or *, never " + quoted,
                                  value->offset);
            literal.outcome = *outcome;
            return literal;
        }
        if (literal.unknown) {
            if (node.op != Op::In) return make_error("what is unknown has no order", value->offset);
            return literal;
        }
        literal.dotted = read_dotted_number(literal.text);
        if (is_number(node.field)) {
            const auto number = read_number(literal.text);
            if (!number)
                return make_error(node.name + " is a number, and " + quoted + " is not",
                                  value->offset);
            literal.number = *number;
        } else if (names(dates, node.name) && (!literal.dotted || literal.dotted->known == 0)) {
            return make_error(quoted + " is not a date: write 2015, 2015.03 or 2015.03.31",
                              value->offset);
        }
        if (literal.dotted && literal.dotted->known == 0) literal.dotted.reset();
        return literal;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

std::vector<std::string_view> similar_tag_names(std::string_view name) {
    std::vector<std::string_view> known(other_tags.begin(), other_tags.end());
    known.insert(known.end(), rarer_tags.begin(), rarer_tags.end());
    for (const auto& [text, field] : fields)
        known.push_back(text);
    if (names(known, name)) return {};
    std::vector<std::string_view> similar;
    const auto is_part = [name](std::string_view of) {
        return name.size() > 2 && name.size() < of.size() &&
               (text::equal_ignoring_case(of.substr(0, name.size()), name) ||
                text::equal_ignoring_case(of.substr(of.size() - name.size()), name));
    };
    std::ranges::copy_if(known, std::back_inserter(similar), is_part);
    if (!similar.empty()) return similar;
    if (const std::string_view nearest = text::find_nearest(name, known); !nearest.empty())
        similar.push_back(nearest);
    return similar;
}

Result<Filter> Filter::parse(std::string_view expression) {
    auto node = Parser(expression).parse();
    if (!node) return node.error();
    return Filter(std::make_unique<const Node>(std::move(*node)));
}

} // namespace polyglot::pgn
