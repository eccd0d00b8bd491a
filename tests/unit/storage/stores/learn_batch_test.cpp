#include "storage/stores/learn_batch.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

LearnRow row(std::uint64_t key, std::uint32_t games, std::uint32_t half_points, std::int32_t day,
             bool is_dated = true) {
    LearnRow made{key, 12, "A\xff", "B", games, half_points, day, day};
    if (is_dated) made.dated = LearnRow::Dated{half_points % 2, true};
    return made;
}

} // namespace

TEST_CASE("a batch has each row once, with sums") {
    LearnBatch batch;
    CHECK(batch.empty());
    batch.add(row(1, 1, 2, 100));
    batch.add(row(1, 1, 1, 100));
    batch.add(row(1, 1, 0, 101));
    batch.add(row(~std::uint64_t{0}, 3, 4, 90, false));
    CHECK(batch.size() == 4); // two sums, two days
    CHECK(batch.names() == std::vector<std::string>{"A\xff", "B"});
    const std::vector<std::string> values = batch.values();
    REQUIRE(values.size() == 19);
    CHECK(values[0] == "{-1,1}");
    CHECK(values[2] == R"({"\\x41ff","\\x41ff"})");
    CHECK(values[4] == R"({"",""})");
    CHECK(values[5] == "{3,3}");      // games
    CHECK(values[6] == "{4,3}");      // half-points
    CHECK(values[7] == "{90,100}");   // first day
    CHECK(values[8] == "{90,101}");   // last day
    CHECK(values[14] == "{100,101}"); // days
    CHECK(values[16] == "{1,0}");     // won
    CHECK(values[17] == "{1,0}");     // drawn
    CHECK(values[18] == "{0,1}");     // lost
}

TEST_CASE("sums beyond 32 bits are halved with their score") {
    LearnBatch batch;
    batch.add(row(1, 4294967295, 4294967294, 1, false));
    batch.add(row(1, 3, 2, 1, false));
    CHECK(batch.values()[5] == "{2147483649}");
    CHECK(batch.values()[6] == "{2147483648}");
}

TEST_CASE("the statement numbers its parameters after the id") {
    const std::string once = batch_sql(true);
    CHECK(once.find("VALUES ($1)") != std::string::npos);
    CHECK(once.find("$2::int8[]") != std::string::npos);
    CHECK(once.find("$20::int8[]") != std::string::npos);
    CHECK(once.find("$21") == std::string::npos);
    CHECK(batch_sql(false).find("$20") == std::string::npos);
}

} // namespace polyglot::io
