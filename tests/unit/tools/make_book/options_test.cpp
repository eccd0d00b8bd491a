#include "tools/make_book/options.hpp"

#include <array>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

struct Read {
    std::variant<MakeBookOptions, int> options;
    std::string err;
};

Read read(std::initializer_list<std::string_view> args) {
    const std::vector<std::string_view> words(args);
    std::ostringstream out;
    std::ostringstream err;
    auto options = read_make_book_options(words, out, err);
    return {std::move(options), err.str()};
}

MakeBookOptions accepted(std::initializer_list<std::string_view> args) {
    Read result = read(args);
    INFO(result.err);
    REQUIRE(std::holds_alternative<MakeBookOptions>(result.options));
    return std::move(std::get<MakeBookOptions>(result.options));
}

void refused(std::initializer_list<std::string_view> args, std::string_view message) {
    const Read result = read(args);
    REQUIRE(std::holds_alternative<int>(result.options));
    CHECK(std::get<int>(result.options) == 2);
    CHECK(result.err.substr(0, message.size()) == message);
}

TEST_CASE("make-book options: -starter goes with -bin and nothing else") {
    const MakeBookOptions options = accepted({"-starter", "-bin", "mine.bin"});
    CHECK(options.starter);
    CHECK(options.book == "mine.bin");
    refused({"-starter"}, "-starter needs -bin FILE");
    refused({"-starter", "-bin", "a.bin", "-pgn", "x.pgn"},
            "-starter writes the book as it is: there is no -pgn");
    refused({"-starter", "-bin", "a.bin", "-top", "3"},
            "-starter writes the book as it is: there is no -top");
    CHECK_FALSE(accepted({"-pgn", "x.pgn"}).starter);
}

TEST_CASE("make-book's defaults are PolyGlot's") {
    const MakeBookOptions options = accepted({"-pgn", "games.pgn"});
    CHECK(options.games == std::vector<std::string>{"games.pgn"});
    CHECK(options.book == "book.bin");
    CHECK(!options.stats);
    CHECK(options.game_rules.max_ply == 1024);
    CHECK(options.book_rules.white.min_games == 3);
    CHECK(options.book_rules.black.min_score == 0);
    CHECK(options.book_rules.weight == book::WeightBy::Expected);
    CHECK(options.memory == 1U << 30U);
    CHECK(options.threads >= 1);
    CHECK(!options.checkpoint);
    CHECK(options.header);
}

TEST_CASE("make-book's rules for each colour") {
    const MakeBookOptions both =
        accepted({"-pgn", "a", "-min-game", "7", "-white-min-game", "2", "-black-min-score", "40"});
    CHECK(both.book_rules.white.min_games == 2);
    CHECK(both.book_rules.black.min_games == 7);
    CHECK(both.book_rules.white.min_score == 0);
    CHECK(both.book_rules.black.min_score == 40);
    const MakeBookOptions white = accepted({"-pgn", "a", "-only-white"});
    CHECK(white.book_rules.white.wanted);
    CHECK(!white.book_rules.black.wanted);
}

TEST_CASE("make-book's moves in parentheses and marks") {
    const MakeBookOptions plain = accepted({"-pgn", "a"});
    CHECK_FALSE(plain.game_rules.skip_marks);
    CHECK(plain.book_rules.counts_of_game == 1);
    const MakeBookOptions options =
        accepted({"-pgn", "a", "-variations", "-skip-marks", "-min-game", "7"});
    CHECK(options.game_rules.variations);
    CHECK(options.game_rules.skip_marks);
    CHECK(options.book_rules.white.min_games == 7);
    CHECK(options.book_rules.counts_of_game == 2);
    CHECK(options.sums_description != plain.sums_description);
}

TEST_CASE("make-book's sizes, files and folders") {
    CHECK(accepted({"-pgn", "a", "-memory", "64M"}).memory == 64U << 20U);
    CHECK(accepted({"-pgn", "a", "-memory", "2g"}).memory == std::size_t{2} << 30U);
    CHECK(accepted({"-pgn", "a", "-memory", "20000000"}).memory == 20000000);
    CHECK(accepted({"-pgn", "a", "b", "-pgn", "-"}).games ==
          std::vector<std::string>{"a", "b", "-"});
    CHECK(!accepted({"-pgn", "a", "-stats", "a.pgstats"}).book);
    CHECK(accepted({"-pgn", "a", "-stats", "a.pgstats", "-bin", "b.bin"}).book == "b.bin");
    CHECK(accepted({"-from-stats", "a", "b"}).from_stats.size() == 2);
    CHECK(accepted({"-pgn", "a", "-tmp", "t"}).checkpoint == std::chrono::seconds(60));
    CHECK(!accepted({"-pgn", "a", "-tmp", "t", "-checkpoint", "0"}).checkpoint);
    CHECK(accepted({"-pgn", "a", "-tmp", "t", "-checkpoint", "0.05"}).checkpoint ==
          std::chrono::milliseconds(50));
}

TEST_CASE("-compat is PolyGlot as it is") {
    const MakeBookOptions options = accepted({"-pgn", "a", "-compat", "-threads", "8"});
    CHECK(options.threads == 1);
    CHECK(!options.header);
    CHECK(options.game_rules.as_polyglot);
    refused({"-pgn", "a", "-compat", "-top", "3"},
            "-compat does what PolyGlot does, which knows no -top");
}

TEST_CASE("make-book's variants") {
    const MakeBookOptions options = accepted({"-pgn", "a", "-variant", "Crazyhouse"});
    CHECK(options.game_rules.variant == &chess::crazyhouse);
    CHECK(options.game_rules.keys == chess::VariantKeys::Plain);
    CHECK(options.sums_description.ends_with(", variant crazyhouse"));
    const MakeBookOptions xboard =
        accepted({"-pgn", "a", "-variant", "losers", "-keys", "xboard", "-min-ply", "4"});
    CHECK(xboard.game_rules.keys == chess::VariantKeys::XBoard);
    CHECK(xboard.sums_description.ends_with(", variant losers, keys xboard"));
    CHECK_FALSE(accepted({"-pgn", "a", "-variant", "chess"}).game_rules.variant);
    CHECK(accepted({"-pgn", "a", "-by-variant"}).by_variant);
    refused({"-pgn", "a", "-variant", "shogi"}, "-variant: the variant is not one of chess");
    refused({"-pgn", "a", "-keys", "plain"},
            "-keys is about a variant's book, and there is no -variant");
    refused({"-pgn", "a", "-variant", "horde", "-keys", "xboard"},
            "-keys xboard: XBoard does not know horde");
    refused({"-pgn", "a", "-variant", "horde", "-by-variant"}, "-by-variant has the books of all");
    refused({"-pgn", "-", "-by-variant"}, "-by-variant reads the games once for each variant");
    CHECK(accepted({"-pgn", "a", "-variant", "horde", "-stats", "s"}).variant_given);
    CHECK(accepted({"-from-stats", "b", "-by-variant"}).by_variant);
    CHECK(accepted({"-from-stats", "b", "-variant", "losers", "-keys", "xboard"}).keys_given);
    refused({"-pgn", "a", "-variant", "horde", "-filter", "OpeningECO == A00"},
            "-filter: OpeningName and OpeningECO are openings of chess");
    refused({"-pgn", "a", "-variant", "horde", "-compat"},
            "-compat does what PolyGlot does, which knows no -variant");
}

TEST_CASE("errors of make-book's command line") {
    refused({}, "-pgn or -from-stats must be given");
    refused({"-pgn", "a", "-max-ply", "-1"}, "-max-ply -1 is outside 0 to 65536");
    refused({"-pgn", "a", "-min-score", "101"}, "-min-score 101 is outside 0 to 100");
    refused({"-pgn", "a", "-weight", "heavy"},
            "-weight is expected, wins, games, rate, elo or recency");
    refused({"-pgn", "a", "-memory", "1M"}, "-memory must be a size of at least 16M");
    refused({"-pgn", "a", "-memory", "much"}, "-memory must be a size of at least 16M");
    refused({"-pgn", "a", "-only-white", "-only-black"},
            "-only-white and -only-black leave nothing");
    refused({"-pgn", "a", "-unknown", "win"}, "-unknown is draw or skip");
    refused({"-pgn", "a", "-resume"}, "checkpoints need a folder: -tmp");
    refused({"-pgn", "a", "-progress", "loud"}, "-progress is auto, bar, plain or none");
    refused({"-pgn", "a", "-filter", "WhiteElo >"}, "-filter: ");
    refused({"-from-stats", "a", "-skip-marks"},
            "-skip-marks is about games, and there is no -pgn");
    refused({"-pgn", "a", "-compat", "-skip-marks"},
            "-compat does what PolyGlot does, which knows no -skip-marks");
    refused({"-from-stats", "a", "-unique"}, "-unique is about games, and there is no -pgn");
    refused({"-pgn", "a", "-stats", "s", "-top", "3"},
            "-top is about a book, and there is no -bin");
    refused({"-pgn", "a", "-bni", "b"}, "unknown option -bni: did you mean -bin?");
}

TEST_CASE("make-book options: a word may follow -skip-marks") {
    CHECK_FALSE(accepted({"-pgn", "a", "-skip-marks"}).game_rules.skip_doubtful);
    for (const std::string_view option : {"-skip-marks", "--skip-marks"}) {
        const MakeBookOptions options = accepted({option, "dubious", "a.pgn"});
        CHECK(options.game_rules.skip_marks);
        CHECK(options.game_rules.skip_doubtful);
        CHECK(options.games == std::vector<std::string>{"a.pgn"});
        CHECK(options.sums_description.find("skip-marks dubious") != std::string::npos);
    }
    CHECK(accepted({"-skip-marks", "a.pgn"}).games == std::vector<std::string>{"a.pgn"});
}

TEST_CASE("make-book options: limits for both colours and for one") {
    const MakeBookOptions options = accepted(
        {"-pgn", "a", "-min-share", "5", "-black-min-share", "2.5", "-top", "3", "-white-top", "1",
         "-max-loss", "60", "-black-max-loss", "90", "-min-eval", "-200", "-max-eval", "250"});
    CHECK(options.book_rules.white.min_share == 5);
    CHECK(options.book_rules.black.min_share == 2.5);
    CHECK(options.book_rules.white.top == 1);
    CHECK(options.book_rules.black.top == 3);
    const JudgeRules& judge = options.game_rules.judge;
    CHECK(judge.max_loss == std::array<std::optional<int>, 2>{60, 90});
    CHECK(judge.min_eval == -200);
    CHECK(judge.max_eval == 250);
    CHECK(options.sums_description.ends_with(
        "white-max-loss 60, black-max-loss 90, min-eval -200, max-eval 250"));
    refused({"-pgn", "a", "-min-eval", "9", "-max-eval", "8"}, "-min-eval is above -max-eval");
    refused({"-pgn", "a", "-keep-unjudged"},
            "-keep-unjudged is for -max-loss, -min-eval and -max-eval");
    refused({"-pgn", "a", "-compat", "-max-loss", "5"},
            "-compat does what PolyGlot does, which knows no -max-loss");
    refused({"-from-stats", "a", "-max-eval", "5"},
            "-max-eval is about games, and there is no -pgn");
}

} // namespace
} // namespace polyglot::tools
