// The tree that a filter becomes. For filter.cpp, which asks it, filter_parser.cpp, which makes it,
// and filter_values.cpp.
#pragma once
#include "core/pgn/filter.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::pgn {

// 2015.03.31, 3.1, 2500: whole numbers with dots between them, compared one after the other.
struct DottedNumber {
    std::array<std::int64_t, 4> parts{}; // further parts do not count
    std::size_t known = 0;               // parts before the first with a question mark
};
// Returns nullopt if the text is of another form. A four-digit number, a year, may also be followed
// by - and /.
std::optional<DottedNumber> read_dotted_number(std::string_view text);

// Digits with at most one dot and one sign, 15 digits at most; so a double is the nearest to it.
std::optional<double> read_number(std::string_view text);

// Missing, or nothing but what stands for "unknown" (? and ????.??.??) and "none" (-).
bool is_unknown(std::string_view value);

enum class Field : std::uint8_t {
    Tag,
    Player, // White or Black
    OpeningName,
    OpeningEco,
    Result,
    WhiteElo, // from here on numbers
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

// What a tag is compared with, read in every way that its field asks for.
struct Literal {
    std::string text;
    std::optional<DottedNumber> dotted;
    double number = 0;
    Outcome outcome = Outcome::Unknown;
    bool unknown = false;
};
struct Range {
    Literal low;
    std::optional<Literal> high; // without: low itself
};

struct Filter::Node {
    enum class Kind : std::uint8_t { All, Any, Not, Test };
    enum class Op : std::uint8_t { Known, In, Like, Less, LessEqual, Greater, GreaterEqual };

    Kind kind = Kind::Test;
    std::vector<Node> parts; // of All, Any and Not
    Field field = Field::Tag;
    Op op = Op::Known;
    std::string name;          // of a Tag
    std::vector<Range> values; // one, but for In
};

} // namespace polyglot::pgn
