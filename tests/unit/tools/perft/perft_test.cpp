// `polyglot perft` from its arguments to its output.
#include "tools/common/commands.hpp"

#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

struct Outcome {
    int status;
    std::string out, err;
};

// Times and speeds, which differ each run, become T and N.
Outcome run(const std::vector<std::string_view>& args) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const int status = run_perft(args, in, out, err);
    const std::string timed =
        std::regex_replace(out.str(), std::regex("time= *[0-9.]+s"), "time=T");
    return {status, std::regex_replace(timed, std::regex("nps= *[0-9]+"), "nps=N"), err.str()};
}

} // namespace

TEST_CASE("perft command: counts by depth") {
    const Outcome one = run({});
    CHECK(one.status == 0);
    CHECK(one.out == "depth= 1 nodes=          21 leafnodes=          20 time=T nps=N\n");
    const Outcome three = run({"-max-depth", "3"});
    CHECK(three.out == "depth= 1 nodes=          21 leafnodes=          20 time=T nps=N\n"
                       "depth= 2 nodes=         421 leafnodes=         400 time=T nps=N\n"
                       "depth= 3 nodes=        9323 leafnodes=        8902 time=T nps=N\n");
    CHECK(three.err.empty());
    CHECK(run({"3"}).out == three.out);
    CHECK(run({"3", "4"}).err.starts_with("option -max-depth can be given once only\n"));
}

TEST_CASE("perft command: divide, sorted, castling as asked") {
    constexpr std::string_view fen = "4k3/8/8/8/8/8/4PP2/4K2R w K - 0 1";
    const std::string head = "depth= 1 nodes=          18 leafnodes=          17 time=T nps=N\n\n";
    CHECK(run({"-divide", "-fen", fen}).out ==
          head + "e1d1: 1\ne1d2: 1\ne1f1: 1\ne1g1: 1\ne2e3: 1\ne2e4: 1\nf2f3: 1\n"
                 "f2f4: 1\nh1f1: 1\nh1g1: 1\nh1h2: 1\nh1h3: 1\nh1h4: 1\nh1h5: 1\n"
                 "h1h6: 1\nh1h7: 1\nh1h8: 1\n\nmoves=17 leafnodes=17\n");
    CHECK(run({"-divide", "-chess960", "-fen", fen}).out.find("\ne1h1: 1\n") != std::string::npos);
    CHECK(run({"-divide", "-max-depth", "2"})
              .out.ends_with("h2h3: 20\nh2h4: 20\n\nmoves=20 leafnodes=400\n"));
}

TEST_CASE("perft command: variants") {
    CHECK(run({"3", "-variant", "Racing Kings"}).out.find("leafnodes=       11264 ") !=
          std::string::npos);
    CHECK(run({"2", "-variant", "chess"}).out == run({"2"}).out);
    CHECK(run({"-variant", "crazyhouse", "-divide", "-fen", "7k/8/8/8/8/8/8/K7[P] w - - 0 1"})
              .out.ends_with(
                  "P@h6: 1\nP@h7: 1\na1a2: 1\na1b1: 1\na1b2: 1\n\nmoves=51 leafnodes=51\n"));
    const Outcome wrong = run({"-variant", "horde", "-fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"});
    CHECK(wrong.status == 1);
    CHECK(wrong.err.starts_with("-fen: white has a king\n"));
    const Outcome unknown = run({"-variant", "shogi"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err.starts_with(
        "-variant: the variant is not one of chess, antichess, giveaway, "));
}

TEST_CASE("perft command: wrong input and usage") {
    const Outcome bad = run({"-fen", "8/8/8/K2pP2rp/8/8/8/4k3 w - d6 0 1"});
    CHECK(bad.status == 1);
    CHECK(bad.out.empty());
    CHECK(bad.err == "-fen: rank 5 has 9 files\n"
                     "    8/8/8/K2pP2rp/8/8/8/4k3 w - d6 0 1\n"
                     "                 ^\n");
    const std::string usage =
        "usage: polyglot perft [N] [-fen FEN] [-variant NAME] [-divide] [-chess960]\n";
    for (const char* depth : {"0", "-1", "65"}) {
        const Outcome outside = run({"-max-depth", depth});
        CHECK(outside.status == 2);
        CHECK(outside.err == "-max-depth " + std::string(depth) + " is outside 1 to 64\n" + usage);
    }
    const Outcome many = run({"-max-depth", "many"});
    CHECK(many.status == 2);
    CHECK(many.err.starts_with("-max-depth 'many' is not a whole number\n"));
    CHECK(run({"-bogus"}).status == 2);
    CHECK(run({"-help"}).out.starts_with("usage: polyglot perft "));
}

} // namespace polyglot::tools
