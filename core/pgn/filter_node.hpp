// The tree that represents a filter. filter_parser.cpp builds it, filter.cpp evaluates it, and
// filter_values.cpp reads its values.
#pragma once
#include "core/pgn/filter.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::pgn {

// Whole numbers separated by dots (2015.03.31, 3.1, 2500), compared one after the other.
struct DottedNumber {
    std::array<std::int64_t, 4> parts{}; // further parts are ignored
    std::size_t known = 0;               // parts before the first with a question mark
};
// Returns nullopt if the text has another form. A four-digit number, which is a year, may also be
// followed by - and /.
std::optional<DottedNumber> read_dotted_number(std::string_view text);

// Reads digits with at most one dot and one sign, 15 digits at most, so that the double is exact to
// the last digit. Nullopt if the text has another form.
std::optional<double> read_number(std::string_view text);

// True for an empty value and for one that only states "unknown" (? and ????.??.??) or "none" (-).
bool is_unknown(std::string_view value);

enum class Field : std::uint8_t {
    Tag,
    Player, // White or Black
    OpeningName,
    OpeningEco,
    Result,
    WhiteElo, // numbers from here on
    BlackElo,
    MinElo,
    MaxElo,
    Year,
    PlyCount,
    Base,
    Increment,
    Estimated,
};
constexpr bool is_number(Field field) {
    return field >= Field::WhiteElo;
}

// The value that a tag is compared with, in every form that its field needs.
struct Literal {
    std::string text;
    std::optional<DottedNumber> dotted;
    double number = 0;
    Outcome outcome = Outcome::Unknown;
    bool unknown = false;
};
struct Range {
    Literal low;
    std::optional<Literal> high; // nullopt: the same as low
};

struct Filter::Node {
    enum class Kind : std::uint8_t { All, Any, Not, Test };
    enum class Op : std::uint8_t { Known, In, Like, Less, LessEqual, Greater, GreaterEqual };

    Kind kind = Kind::Test;
    std::vector<Node> parts; // of All, Any and Not
    Field field = Field::Tag;
    Op op = Op::Known;
    std::string name;          // for Field::Tag
    std::vector<Range> values; // exactly one, except for Op::In
};

} // namespace polyglot::pgn
