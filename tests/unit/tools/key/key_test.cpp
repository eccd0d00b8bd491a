// `polyglot key` from its arguments to its output.
#include "tools/common/commands.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

void check(const std::vector<std::string_view>& args, const std::string& input, int status,
           std::string_view output, std::string_view errors) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_key(args, in, out, err) == status);
    CHECK(out.str() == output);
    CHECK(err.str() == errors);
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view usage = "usage: polyglot key [FEN | [-fen FEN] MOVE...] [-stockfish]\n";

} // namespace

TEST_CASE("key command: one FEN") {
    check({"-fen", start}, "ignored", 0, "0x463b96181691fc9c\n", "");
    check({"--fen", start}, "", 0, "0x463b96181691fc9c\n", "");
    check({"-fen", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"}, "", 0,
          "0x00fdd303c946bdd9\n", "");
    check({"-fen", "8/8/8/8/8/8/8/4K3x w - - 0 1"}, "", 1, "",
          "-fen: 'x' is not a piece\n"
          "    8/8/8/8/8/8/8/4K3x w - - 0 1\n"
          "                     ^\n");
}

TEST_CASE("key command: Stockfish's key") {
    check({"-fen", start, "-stockfish"}, "", 0, "0x8f8f01d4562f59fb\n", "");
    check({"-stockfish"}, std::string(start) + "\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", 0,
          "0x8f8f01d4562f59fb\n0x279216b9424835aa\n", "");
}

TEST_CASE("key command: every FEN of the input, the bad ones reported") {
    check({}, "", 0, "", "");
    check({},
          "\xef\xbb\xbf" + std::string(start) +
              "\r\n\n# a comment\n"
              "\t4k3/8/8/8/8/8/8/4K3 x - - 0 1\n"
              "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
          1, "0x463b96181691fc9c\n0x28741f7099a3606f\n",
          "standard input:4: the side to move is 'x', not w or b\n"
          "    4k3/8/8/8/8/8/8/4K3 x - - 0 1\n"
          "                        ^\n");
}

TEST_CASE("key command: an over-long or binary line is shown in part") {
    std::istringstream in(std::string(100'000, '/') + '\n' + std::string("4k3\x01\x1b[31m\n"));
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_key({}, in, out, err) == 1);
    CHECK(out.str().empty());
    CHECK(err.str().size() < 1000);
    CHECK(err.str().find('\x1b') == std::string::npos);
}

TEST_CASE("key command: moves, and a FEN without quotes") {
    const std::string after_e4 = "0x823c9b50fd114196\n";
    check({"e4"}, "", 0, after_e4, "");
    check({"1.", "e2e4"}, "", 0, after_e4, "");
    check({"-fen", start, "e4"}, "", 0, after_e4, "");
    check({"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "KQkq", "e3", "0", "1"}, "", 0,
          after_e4, "");
    check({"-fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1"}, "",
          0, "0x463b96181691fc9c\n", "");
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_key(std::vector<std::string_view>{"e4", "e4"}, in, out, err) == 1);
    CHECK(err.str().starts_with("-moves: "));
    CHECK(err.str().ends_with("    e4 e4\n       ^\n"));
}

TEST_CASE("key command: usage") {
    check({"-bogus"}, "", 2, "", "unknown option -bogus\n" + std::string(usage));
    check({"-fen"}, "", 2, "", "option -fen needs a value\n" + std::string(usage));
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const std::vector<std::string_view> help{"-help"};
    CHECK(run_key(help, in, out, err) == 0);
    CHECK(out.str().starts_with(usage));
    CHECK(out.str().find("  -fen FEN ") != std::string::npos);
    CHECK(err.str().empty());
}

} // namespace polyglot::tools
