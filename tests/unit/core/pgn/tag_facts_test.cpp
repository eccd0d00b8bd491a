#include "core/pgn/tag_facts.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

class DateReader final : public GameVisitor {
  public:
    std::size_t begin_game(const Tags& tags, const chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        date = date_of(tags);
        return 0;
    }
    void on_move(const chess::Position&, chess::Move, std::size_t, std::size_t) override {}
    void end_game(Outcome, std::size_t, const Problem&) override {}

    unsigned date = 0;
};

unsigned date_in(std::string_view value) {
    DateReader reader;
    scan_games("[Date \"" + std::string(value) + "\"]\n\n1. e4 *\n", {}, reader);
    return reader.date;
}

} // namespace

TEST_CASE("dates of tags in the spellings found in files") {
    CHECK(date_in("2024.01.15") == 20'240'115);
    CHECK(date_in("2024.1.15") == 20'240'115);
    CHECK(date_in("2024-1-5") == 20'240'105);
    CHECK(date_in(" 2024/11/05 10:00") == 20'241'105);
    CHECK(date_in("2024.??.??") == 20'240'000);
    CHECK(date_in("2024.03.??") == 20'240'300);
    CHECK(date_in("2024.13.32") == 20'240'000);
    CHECK(date_in("2024") == 20'240'000);
    CHECK(date_in("20240105") == 20'240'000);
    CHECK(date_in("??.??.??") == 0);
}

} // namespace polyglot::pgn
