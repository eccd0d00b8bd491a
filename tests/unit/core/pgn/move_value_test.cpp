#include "core/pgn/move_value.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

std::string text_of(std::string_view comment) {
    const auto value = read_move_value(comment);
    if (!value) return "none";
    constexpr std::string_view kinds = "ESW";
    return kinds[static_cast<std::size_t>(value->kind)] +
           (value->centipawns ? ' ' + std::to_string(*value->centipawns) : " absurd");
}

struct Case {
    std::string_view comment, value;
};

TEST_CASE("values of positions in comments") {
    for (const Case& c : {Case{"[%eval 0.31]", "E 31"},
                          {" [%clk 0:10:00] [%eval -2.4] ", "E -240"},
                          {"[%eval #3]", "E 29997"},
                          {"[%eval #-12]", "E -29988"},
                          {"[%eval 1.25,31]", "E 125"},
                          {"+0.31/14 1.2s", "S 31"},
                          {"-0.05/9 12s", "S -5"},
                          {"0.00/20 0.01s, Draw by adjudication", "S 0"},
                          {" (Nf3) +1.5/8 3", "S 150"},
                          {"-M4/30 0.1s", "S -29996"},
                          {"+M1/3 0.1s, White mates", "S 29999"},
                          {"#-7/12", "S -29993"},
                          {"12.0/14 1s", "S 1200"},
                          {"d=22, sd=36, pv=f4 d5, tb=0, wv=0.13, R50=50,", "W 13"},
                          {"d=22, wv=-M12, R50=50", "W -29988"},
                          {" ev=-0.07, d=1, mt=00:00:00", "W -7"},
                          {"[%eval 999.00]", "E absurd"},
                          {"+320.00/14 1s", "S absurd"},
                          {"+99999999999999999999.00/14 1s", "S absurd"},
                          {"+M10000/14 1s", "S absurd"},
                          {"wv=199.99", "W 19999"},
                          {"[%eval 0.31] +0.50/3", "E 31"}})
        CHECK_MESSAGE(text_of(c.comment) == c.value, std::string(c.comment));
}

TEST_CASE("comments without a value") {
    for (const std::string_view comment : {"",
                                           "book",
                                           "a good move",
                                           "[%clk 0:01:00]",
                                           "[%eval ]",
                                           "[%eval x]",
                                           "1/2-1/2",
                                           "1/2",
                                           "8/9k1p/p7 w - - 0 1",
                                           "+0.31",
                                           "+0.31/",
                                           "+/14",
                                           "(Nf3",
                                           "-",
                                           "#",
                                           "wv=",
                                           "dev=5",
                                           "+-3/4",
                                           "2/3rds of it",
                                           "2/3 of it",
                                           "12/14 1s"})
        CHECK_MESSAGE(text_of(comment) == "none", std::string(comment));
}

} // namespace
} // namespace polyglot::pgn
