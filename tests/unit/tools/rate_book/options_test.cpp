#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/rate_book/options.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::tools;

namespace {

std::variant<RateOptions, int> read_words(const std::vector<std::string_view>& words,
                                          std::ostringstream& err) {
    std::istringstream in;
    std::ostringstream out;
    auto options = read_rate_options(words, in, out, err);
    io::end_command();
    return options;
}

RateOptions read(const std::vector<std::string_view>& words) {
    std::ostringstream err;
    auto options = read_words(words, err);
    REQUIRE_MESSAGE(std::holds_alternative<RateOptions>(options), err.str());
    return std::get<RateOptions>(std::move(options));
}

std::string problem(const std::vector<std::string_view>& words) {
    std::ostringstream err;
    const auto options = read_words(words, err);
    REQUIRE(std::holds_alternative<int>(options));
    CHECK(std::get<int>(options) == exit_bad_usage);
    return err.str().substr(0, err.str().find('\n'));
}

} // namespace

TEST_CASE("rate-book: what is not said has its usual value") {
    const RateOptions options = read({"a.bin", "-ec", "engine"});
    CHECK(options.book == "a.bin");
    CHECK(options.store == "a.bin.rate.db");
    CHECK(options.outputs.empty());
    CHECK(options.top == 20);
    CHECK(options.min_reach == 0);
    CHECK(options.changes.width_cp == 50);
    CHECK(options.changes.temperature == 20);
    CHECK(options.changes.beyond == BeyondWidth::Forbid);
    CHECK_FALSE(options.changes.keep_weights);
    CHECK(options.run.engines.at(0).limits.nodes == 1'000'000);
    CHECK(read({"<starter>"}).store == "starter.rate.db");
}

TEST_CASE("rate-book: options") {
    const RateOptions options =
        read({"a.abk",        "-store", "s.db",   "-out", "b.abk",   "-out",   "c.YACB",
              "-out",         "d",      "-width", "30",   "-beyond", "lower",  "-keep-weights",
              "-temperature", "5",      "-top",   "0",    "-html",   "r.html", "-min-reach",
              "2.5",          "-merge", "o.db"});
    CHECK(options.store == "s.db");
    CHECK(options.outputs ==
          std::vector<std::pair<std::string, BookTarget>>{
              {"b.abk", arena_target}, {"c.YACB", yacb_target}, {"d", polyglot_target}});
    CHECK(options.changes.beyond == BeyondWidth::Lower);
    CHECK(options.changes.keep_weights);
    CHECK(options.min_reach == doctest::Approx(0.025));
    CHECK(options.command.starts_with("rate-book a.abk -store s.db"));
}

TEST_CASE("rate-book: what does not fit together is refused") {
    CHECK(problem({}) == "no book is named");
    CHECK(problem({"a.bin", "-nodes", "5"}) == "-nodes is for an engine, and none is given (-ec)");
    CHECK(problem({"a.bin", "-beyond", "delete"}) ==
          "-beyond is for a book that is written (-out)");
    CHECK(problem({"a.bin", "-out", "b.bin", "-beyond", "raise"}) ==
          "-beyond is forbid, delete or lower");
    CHECK(problem({"a.bin", "-out", "b.pgn"}) == "-out b.pgn: convert-book writes PGN");
    CHECK(problem({"a.bin", "-out", "-"}) == "-out -: rate-book writes books to files");
    CHECK(problem({"a.bin", "-json", "-html", "-"}) ==
          "standard output is for one of -html - and -json");
}
