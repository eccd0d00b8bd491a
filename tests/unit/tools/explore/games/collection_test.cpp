// What was played in games, against counting by hand: random games, positions and filters. And
// games that are read from their file again.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/openings/names.hpp"
#include "core/pgn/reader.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/games/collection.hpp"
#include "tools/explore/games/game_again.hpp"
#include "tools/explore/games/game_openings.hpp"
#include "tools/explore/games/game_sources.hpp"
#include "tools/explore/games/games_question.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Move;
using chess::Position;

const std::atomic<bool> never = false;

class Chance {
  public:
    explicit Chance(unsigned seed) : engine_(seed) {}
    std::size_t below(std::size_t count) { return engine_() % count; }
    template <class List>
    auto of(const List& list) {
        return list[below(list.size())];
    }

  private:
    std::minstd_rand engine_;
};

constexpr std::array<std::string_view, 4> players{"Kasparov, G", "kasparova", "O\\\"Hara", "Bot 2"};
constexpr std::array<std::string_view, 4> results{"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::array<std::string_view, 3> starts{
    "", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"};

// Few moves to choose from, so that lines meet and repeat positions.
std::string random_moves(const Position& start, Chance& chance) {
    Position position = start;
    std::string text;
    for (std::size_t ply = chance.below(14); ply > 0; --ply) {
        const auto moves = position.legal_moves();
        if (moves.empty()) break;
        const Move move = moves[chance.below(std::min<std::size_t>(moves.size(), 3))];
        chess::make_and_append_san(position, move, text);
        text += ply % 3 == 0 ? " {[%clk 0:00:09] a comment} " : " ";
    }
    return text + (chance.below(20) == 0 ? "Ke5 Qa9 " : "");
}

std::string random_game(Chance& chance) {
    const auto tag = [](std::string_view name, std::string_view value) {
        return "[" + std::string(name) + " \"" + std::string(value) + "\"]\n";
    };
    std::string text =
        tag("Event", chance.below(2) == 0 ? "Open" : "Cup " + std::to_string(chance.below(3)));
    text += tag("White", chance.of(players)) + tag("Black", chance.of(players));
    const std::string_view result = chance.of(results);
    text += tag("Result", result);
    if (chance.below(3) > 0) text += tag("WhiteElo", std::to_string(2000 + 100 * chance.below(9)));
    if (chance.below(3) > 0) text += tag("BlackElo", std::to_string(2000 + 100 * chance.below(9)));
    if (chance.below(5) > 0)
        text += tag("Date", std::to_string(1990 + chance.below(9)) +
                                (chance.below(2) == 0 ? ".??.??" : ".10.31"));
    if (chance.below(30) == 0) text += tag("Variant", "Atomic");
    const std::string_view start = chance.below(4) == 0 ? chance.of(starts) : starts[0];
    if (!start.empty()) text += tag("FEN", start);
    const Position position = start.empty() ? Position::start() : *chess::parse_fen(start);
    std::string moves = random_moves(position, chance);
    if (chance.below(6) == 0 && start.empty())
        moves = "e4 c5 Nf3 Nf6 Ng1 Ng8 Nf3 Nc6 Ng1 Nb8 Nf3 d6 ";
    return text + "\n" + moves + std::string(result) + "\n\n";
}

// The games by the other reader of PGN.
struct PlainGame {
    pgn::GameText text;
    std::vector<Position> positions;
    std::string opening;
};

std::vector<PlainGame> read_plainly(const std::string& text) {
    std::istringstream in(text);
    pgn::Reader reader(in);
    std::vector<PlainGame> games;
    while (auto game = reader.next()) {
        if (game->game.moves().empty()) continue;
        PlainGame one{*game, {game->game.start()}, ""};
        for (const Move move : game->game.moves()) {
            one.positions.push_back(one.positions.back());
            one.positions.back().make(move);
        }
        for (const Position& position : one.positions)
            if (const auto opening = openings::find_opening(position))
                one.opening = openings::format_opening(*opening);
        games.push_back(std::move(one));
    }
    return games;
}

unsigned number_in(const PlainGame& game, std::string_view tag) {
    return static_cast<unsigned>(std::atoi(std::string(game.text.tag(tag)).c_str()));
}

bool is_chosen(const PlainGame& game, const GameFilter& filter) {
    const auto has = [](std::string_view text, std::string_view part) {
        return text::lower(std::string(text)).find(text::lower(std::string(part))) !=
               std::string::npos;
    };
    const auto between = [](unsigned number, unsigned least, unsigned most) {
        return (least == 0 && most == 0) ||
               (number > 0 && number >= least && (most == 0 || number <= most));
    };
    const bool as_white = has(game.text.tag("White"), filter.player);
    const bool as_black = has(game.text.tag("Black"), filter.player);
    const bool has_player = filter.side == PlayedSide::White   ? as_white
                            : filter.side == PlayedSide::Black ? as_black
                                                               : as_white || as_black;
    return has_player && has(game.text.tag("Event"), filter.event) &&
           has(game.opening, openings::in_table_spelling(filter.opening)) &&
           between(number_in(game, "WhiteElo"), filter.min_rating, filter.max_rating) &&
           between(number_in(game, "BlackElo"), filter.min_rating, filter.max_rating) &&
           between(number_in(game, "Date"), filter.first_year, filter.last_year) &&
           (!filter.outcome || game.text.outcome == *filter.outcome);
}

// "games ended; move games rated sum year outcomes; …" in the order of the moves' names.
using Lines = std::set<std::string>;

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "; ";
    return text;
}

std::string line_of(const Position& position, const PlayedMove& move) {
    std::string line = chess::format_san(position, move.move) + ' ' + std::to_string(move.games) +
                       ' ' + std::to_string(move.rated) + ' ' + std::to_string(move.rating_sum) +
                       ' ' + std::to_string(move.last_year);
    for (const std::uint64_t count : move.outcomes)
        line += ' ' + std::to_string(count);
    return line;
}

Lines count_plainly(const std::vector<PlainGame>& games, const Position& position,
                    const GameFilter& filter) {
    std::map<std::string, PlayedMove> moves;
    std::uint64_t here = 0, ended = 0;
    for (const PlainGame& game : games) {
        if (!is_chosen(game, filter)) continue;
        std::set<std::string> of_game;
        for (std::size_t ply = 0; ply < game.positions.size(); ++ply) {
            if (game.positions[ply].key() != position.key()) continue;
            if (ply == game.text.game.moves().size()) {
                of_game.insert("");
                continue;
            }
            const Move move = game.text.game.moves()[ply];
            if (!of_game.insert(chess::format_san(position, move)).second) continue;
            PlayedMove& played = moves[chess::format_san(position, move)];
            const bool is_white = position.side_to_move() == chess::Color::White;
            const unsigned elo = number_in(game, is_white ? "WhiteElo" : "BlackElo");
            played.move = move;
            ++played.games;
            ++played.outcomes[static_cast<std::size_t>(game.text.outcome)];
            if (elo > 0) ++played.rated;
            played.rating_sum += elo;
            played.last_year = std::max(played.last_year, number_in(game, "Date"));
        }
        if (!of_game.empty()) ++here;
        ended += of_game.count("");
    }
    Lines lines{std::to_string(here) + " came, " + std::to_string(ended) + " ended"};
    for (const auto& [name, move] : moves)
        lines.insert(line_of(position, move));
    return lines;
}

Lines count(const Collection& collection, const Position& position,
            const GameSelection& selection) {
    const PlayedMoves played = collection.played(position, selection);
    Lines lines{std::to_string(played.games) + " came, " + std::to_string(played.ended) + " ended"};
    for (const PlayedMove& move : played.moves)
        lines.insert(line_of(position, move));
    return lines;
}

GameFilter random_filter(Chance& chance) {
    GameFilter filter;
    if (chance.below(2) == 0)
        filter.player = chance.of(std::array{"KASPAROV", "o\"h", "bot", "nobody"});
    filter.side = static_cast<PlayedSide>(chance.below(3));
    if (chance.below(3) == 0)
        filter.min_rating = 2100 + 100 * static_cast<unsigned>(chance.below(5));
    if (chance.below(3) == 0)
        filter.max_rating = 2300 + 100 * static_cast<unsigned>(chance.below(5));
    if (chance.below(3) == 0) filter.first_year = 1990 + static_cast<unsigned>(chance.below(9));
    if (chance.below(3) == 0) filter.last_year = 1990 + static_cast<unsigned>(chance.below(9));
    if (chance.below(3) == 0) filter.outcome = static_cast<pgn::Outcome>(chance.below(4));
    if (chance.below(3) == 0) filter.event = chance.of(std::array{"cup", "OPEN", "2"});
    if (chance.below(4) == 0)
        filter.opening = chance.of(std::array{"sicilian defense", "B5", "A0"});
    return filter;
}

void wait_for(const Collection& collection) {
    while (!collection.is_ready())
        std::this_thread::yield();
}

// Several files, whose games are in segments of a few games each.
struct Played {
    explicit Played(const std::vector<std::string>& texts) {
        std::vector<std::filesystem::path> files;
        files.reserve(texts.size());
        for (const std::string& text : texts)
            files.push_back(folder.write(std::to_string(files.size()) + ".pgn", text));
        collection = std::make_unique<Collection>("games", files, 200);
        wait_for(*collection);
    }
    test::Folder folder;
    std::unique_ptr<Collection> collection;
};

json::object ask(Result<json::object> (*question)(Collection&, const Place&, const json::object&),
                 Collection& collection, const std::string& text) {
    const json::object parsed = json::parse(text).as_object();
    const auto place = place_of(parsed);
    REQUIRE(place.has_value());
    const auto answer = question(collection, *place, parsed);
    if (!answer) return {{"error", answer.error().message}};
    return *answer;
}

} // namespace

TEST_CASE("what was played is what counting by hand finds, with any filter") {
    Chance chance(20'261'129);
    std::vector<std::string> texts(3);
    for (std::string& text : texts)
        for (int games = 0; games < 150; ++games)
            text += random_game(chance);
    const Played played(texts);
    Collection& collection = *played.collection;
    const auto plain = read_plainly(texts[0] + texts[1] + texts[2]);
    CHECK(collection.state().games == plain.size());
    CHECK(collection.state().report.games == 450);
    std::uint64_t plies = 0;
    for (const PlainGame& game : plain)
        plies += game.text.game.moves().size();
    CHECK(collection.state().plies == plies);
    for (int round = 0; round < 300; ++round) {
        const GameFilter filter = round % 3 == 0 ? GameFilter() : random_filter(chance);
        const Position position = chance.of(chance.of(plain).positions);
        INFO(chess::format_fen(position, chess::FenCastling::Standard));
        CHECK(joined(count(collection, position, collection.select(filter))) ==
              joined(count_plainly(plain, position, filter)));
        CHECK(collection.played(position, filter).games ==
              collection.played(position, collection.select(filter)).games);
    }
    const Position nowhere = *chess::parse_fen("8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    CHECK(collection.played(nowhere, GameSelection()).games == 0);
}

TEST_CASE("every game is read from its file again, as it was") {
    Chance chance(7);
    std::vector<std::string> texts(2);
    for (std::string& text : texts)
        for (int games = 0; games < 60; ++games)
            text += random_game(chance);
    const Played played(texts);
    Collection& collection = *played.collection;
    const auto plain = read_plainly(texts[0] + texts[1]);
    std::size_t read = 0;
    for (const char* const start : {"", starts[1].data(), starts[2].data()}) {
        const Position position = *start == '\0' ? Position::start() : *chess::parse_fen(start);
        // The order by date and place ends with the place in the files.
        const auto found =
            collection.games(position, std::nullopt, GameSelection(), GameOrder::Newest, 1'000);
        CHECK(found.count == found.games.size());
        for (const auto& [number, ply] : found.games) {
            const auto game = read_game_again(collection, number, never);
            REQUIRE(game.has_value());
            CHECK(std::any_of(plain.begin(), plain.end(), [&](const PlainGame& one) {
                return one.text.game.moves() == game->moves && one.text.tags == game->tags;
            }));
            CHECK(game->comments.size() == game->moves.size());
            CHECK(ply == 0);
            ++read;
        }
    }
    CHECK(read == plain.size());
}

TEST_CASE("a game behind other games of a large file is read again") {
    std::string text;
    for (int number = 0; number < 5; ++number)
        text += "[Event \"" + std::to_string(number) + "\"]\n\n1. e4 {" +
                std::string(150'000, 'x') + "} e5 *\n\n";
    const Played played({text}); // it is read in several pieces
    // Of games without a date, the first in the file comes first.
    const auto found = played.collection->games(Position::start(), std::nullopt, GameSelection(),
                                                GameOrder::Newest, 10);
    REQUIRE(found.games.size() == 5);
    int expected = 0;
    for (const auto& [number, ply] : found.games) {
        const auto game = read_game_again(*played.collection, number, never);
        REQUIRE(game.has_value());
        CHECK(game->tags.at(0).second == std::to_string(expected++));
    }
}

TEST_CASE("the best rated and the newest games first, of equal ones the first in the files") {
    const auto game = [](int white, int black, std::string_view date, std::string_view event) {
        return "[Event \"" + std::string(event) + "\"]\n[WhiteElo \"" + std::to_string(white) +
               "\"]\n[BlackElo \"" + std::to_string(black) + "\"]\n[Date \"" + std::string(date) +
               "\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:02] [%eval 0.31] best} c5 2. Nf3 "
               "{+0.50/9 2.5s} 1-0\n\n";
    };
    const Played played(
        {game(2500, 2500, "2020.01.??", "a") + game(2700, 2600, "1990.??.??", "b"),
         game(2500, 2500, "2020.01.02", "c") + game(2500, 2500, "2020.01.02", "d")});
    const auto events = [&](const std::string& order) {
        std::string text;
        const json::object listed =
            ask(games_in, *played.collection,
                R"({"line": ["e2e4"], "move": "c7c5", "order": ")" + order + "\"}");
        for (const json::value& one : listed.at("games").as_array())
            text += one.at("event").as_string();
        return text;
    };
    CHECK(events("best") == "bcda");
    CHECK(events("newest") == "cdab");
    const auto named = game_named(
        *played.collection,
        {{"game", ask(games_in, *played.collection, "{}").at("games").at(0).at("game")}});
    REQUIRE(named.has_value());
    const json::object opened = *describe_game(*played.collection, *named, never);
    CHECK(opened.at("event") == "b");
    CHECK(
        json::serialize(opened.at("moves").at(0)) ==
        R"({"uci":"e2e4","number":"1.","white":true,"san":"e4","value":"+0.31","left_ms":62000,"comment":"best"})");
    CHECK(
        json::serialize(opened.at("moves").at(2)) ==
        R"({"uci":"g1f3","number":"2.","white":true,"san":"Nf3","value":"+0.50","used_ms":2500,"comment":"+0.50/9 2.5s"})");
}

TEST_CASE("a wrapped comment is one line, and a long one is cut between letters") {
    std::string letters;
    for (int i = 0; i < 600; ++i)
        letters += "\u00e9";
    const Played played(
        {"[White \"\u0141\u00d3D\u017b\"]\n\n1. e4 {[%clk\r\n0:01:02] two\r\nlines} e5 {a" +
         letters + "} 1-0\n"});
    const json::object found =
        ask(games_in, *played.collection, R"({"filter": {"player": "łódż"}})");
    REQUIRE(found.at("count") == 1);
    const auto named =
        game_named(*played.collection, {{"game", found.at("games").at(0).at("game")}});
    const json::object opened = *describe_game(*played.collection, *named, never);
    CHECK(opened.at("moves").at(0).at("left_ms") == 62'000);
    CHECK(opened.at("moves").at(0).at("comment") == "two lines");
    const std::string cut(opened.at("moves").at(1).at("comment").as_string());
    CHECK(cut.size() == 999);
    CHECK(cut == "a" + letters.substr(0, 998));
}

TEST_CASE("a game that is no longer wanted is given up, and its file's problem is told") {
    const Played played({"1. e4 e5 1-0\n"});
    const std::atomic<bool> cancelled = true;
    const auto given_up = read_game_again(*played.collection, {0, 0}, cancelled);
    REQUIRE_FALSE(given_up.has_value());
    CHECK(given_up.error().message == "the game is no longer wanted");
    GameOpenings openings;
    CHECK(openings.ask(*played.collection, {0, 0})->contains("moves"));
}

TEST_CASE("what is no file of games is refused where the user names it, not within a folder") {
    const test::Folder folder;
    folder.write("a.pgn", "1. e4 e5 1-0\n");
    std::error_code no_links;
    std::filesystem::create_symlink("nowhere.pgn", folder / "b.pgn", no_links);
    const auto files = find_games({to_text(folder / "")});
    REQUIRE(files.has_value());
    CHECK(files->size() == (no_links ? 1 : 2));
    CHECK_FALSE(find_games({to_text(folder / "none.pgn")}).has_value());
}

TEST_CASE("a file that has changed says so") {
    const Played played({"[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 d5 0-1\n"});
    const auto games =
        played.collection
            ->games(Position::start(), std::nullopt, GameSelection(), GameOrder::BestRated, 9)
            .games;
    REQUIRE(games.size() == 2);
    REQUIRE(read_game_again(*played.collection, games[1].number, never).has_value());
    played.folder.write("0.pgn", "[Event \"a\"]\n\n1. e4 e5 1-0\n");
    const auto again = read_game_again(*played.collection, games[1].number, never);
    REQUIRE_FALSE(again.has_value());
    CHECK(again.error().message.find("0.pgn has changed since its games were counted") !=
          std::string::npos);
}

TEST_CASE("no games, and questions that are wrong") {
    const Played played({"no games at all\n"});
    CHECK(json::serialize(ask(played_in, *played.collection, "{}")) ==
          R"({"games":0,"ended":0,"moves":[]})");
    CHECK(describe(*played.collection).at("games") == 0);
    const auto error = [&](const std::string& question) {
        return std::string(ask(games_in, *played.collection, question).at("error").as_string());
    };
    CHECK(error(R"({"filter": 1})") == "filter: an object is expected");
    CHECK(error(R"({"filter": {"min_rating": -1}})") == "filter: min_rating is 0 to 99999");
    CHECK(error(R"({"filter": {"side": "both"}})") == "filter: side is white, black or either");
    CHECK(error(R"({"filter": {"result": "won"}})") == "filter: result is 1-0, 1/2-1/2, 0-1 or *");
    CHECK(error(R"({"move": "e2e5"})") == "move: it is not legal here");
    CHECK(error(R"({"order": "worst"})") == "order is best or newest");
    for (const char* const name : {"", "0", "0.0", "-1.0", "4294967296.0", "a.b"})
        CHECK_FALSE(game_named(*played.collection, {{"game", name}}).has_value());
}

} // namespace polyglot::tools
