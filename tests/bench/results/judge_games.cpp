// How often ResultJudge is right, on recorded games whose results are known. Prints its verdicts as
// tables.
//
//   judge_games [-wrong] [-score CP] [-moves N] [-draw-score CP] [-draw-moves N] FILE...
//
// A file has one game a line, fields separated by tabs, as play_games.py writes them: white, black,
// the result
// ("1-0", "0-1", "1/2-1/2"), how it came about, and the moves "e2e4:35 e7e5:-31 …", each with the
// score of the search that chose it (a mate as ±(100000 - moves)) or without, if nothing was
// searched. All games were played until the rules ended them. Here they are ended in the ways hosts
// end them, and judged from both sides by what the adapter would know.
#include "adapter/session/uci_gui/result_judge.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace polyglot;
using chess::Color;
using session::GameResult;
using session::OwnScore;

namespace {

struct Ply {
    chess::Move move;
    OwnScore score; // of the side that moved
};

struct RecordedGame {
    std::string name; // for -wrong
    std::vector<Ply> plies;
    GameResult white_result = GameResult::Unknown;
};

// A game as a host ended it.
struct EndedGame {
    std::size_t plies = 0;                         // that were played
    GameResult white_result = GameResult::Unknown; // what the host said, or would have come of it
    bool last_told = false;                        // the side to move has been sent the last move
};

GameResult mirrored(GameResult result) {
    if (result == GameResult::Win) return GameResult::Loss;
    return result == GameResult::Loss ? GameResult::Win : result;
}

EndedGame played_out(const RecordedGame& game) {
    return {game.plies.size(), game.white_result, false};
}

// Consecutive own moves for which something holds, per side; a move without a score resets them.
class Rows {
  public:
    int count(std::size_t ply, bool holds) { return row_[ply % 2] = holds ? row_[ply % 2] + 1 : 0; }
    int of_other(std::size_t ply) const { return row_[1 - ply % 2]; }

  private:
    std::array<int, 2> row_{};
};

// cutechess-cli -resign movecount=4 score=700 [twosided=true] -draw movenumber=34 movecount=8
// score=10, the usual settings of engine matches: decided by the engines' own scores.
EndedGame adjudicated(const RecordedGame& game, bool two_sided) {
    constexpr int resign_cp = 700;
    constexpr int resign_moves = 4;
    constexpr int draw_cp = 10;
    constexpr int draw_moves = 8;
    constexpr std::size_t draw_from_ply = 67;
    Rows losing;
    Rows winning;
    Rows drawish;
    for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
        const OwnScore score = game.plies[ply].score;
        const int lost = losing.count(ply, score && *score <= -resign_cp);
        winning.count(ply, score && *score >= resign_cp);
        const int drawn = drawish.count(ply, score && std::abs(*score) <= draw_cp);
        if (lost >= resign_moves && (!two_sided || winning.of_other(ply) >= resign_moves))
            return {ply + 1, ply % 2 == 0 ? GameResult::Loss : GameResult::Win, false};
        if (ply >= draw_from_ply && drawn >= draw_moves && drawish.of_other(ply) >= draw_moves)
            return {ply + 1, GameResult::Draw, false};
    }
    return played_out(game);
}

// Somebody stops the match in the middle of a game. What would have come of it is what it was
// played to.
EndedGame cut_anywhere(const RecordedGame& game, std::mt19937& random) {
    std::uniform_int_distribution<std::size_t> ply(std::min<std::size_t>(16, game.plies.size()),
                                                   game.plies.size());
    return {ply(random), game.white_result, random() % 2 == 0};
}

session::Verdict judged(const RecordedGame& game, const EndedGame& ended, Color ours,
                        const config::Settings& settings) {
    const std::size_t first = ours == Color::White ? 0 : 1;
    const bool ends_with_ours = ended.plies % 2 != first;
    const bool sees_last = ends_with_ours || ended.last_told;
    const std::size_t known = ended.plies - (sees_last || ended.plies == 0 ? 0 : 1);
    session::ResultJudge judge;
    chess::Game board;
    for (std::size_t ply = 0; ply < known; ++ply) {
        if (ply % 2 == first) judge.on_own_move(board.position(), game.plies[ply].score);
        board.push(game.plies[ply].move);
    }
    return judge.judge(board, ours, settings);
}

constexpr std::array<GameResult, 4> columns = {GameResult::Win, GameResult::Draw, GameResult::Loss,
                                               GameResult::Unknown};
constexpr std::array<std::string_view, 4> column_names = {"won", "drawn", "lost", "not judged"};

std::size_t index_of(GameResult result) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), result) -
                                    columns.begin());
}

std::string per_cent(int part, int whole) {
    if (whole == 0) return "-";
    // Rounded down: 100.00 means all
    const int hundredths = static_cast<int>(10'000LL * part / whole);
    return std::to_string(hundredths / 100) + '.' +
           std::to_string(hundredths % 100 + 100).substr(1) + " %";
}

// Truth against verdict, both in the order of columns.
class Confusion {
  public:
    void add(GameResult truth, GameResult verdict) {
        ++counts_[index_of(truth)][index_of(verdict)];
    }
    Confusion& operator+=(const Confusion& other) {
        for (std::size_t truth = 0; truth < 3; ++truth)
            for (std::size_t verdict = 0; verdict < 4; ++verdict)
                counts_[truth][verdict] += other.counts_[truth][verdict];
        return *this;
    }

    // A line for each result: the verdicts on games that ended so, how often the verdict is right
    // and how often it is given.
    void print_results(std::string_view way) const {
        for (std::size_t truth = 0; truth < 3; ++truth) {
            const int right = counts_[truth][truth];
            std::cout << "| " << (truth == 0 ? way : "") << " | " << column_names[truth] << " | "
                      << games(truth);
            for (const int count : counts_[truth])
                std::cout << " | " << count;
            std::cout << " | " << per_cent(right, verdicts(truth)) << " | "
                      << per_cent(right, games(truth)) << " |\n";
        }
    }
    void print_all(std::string_view name) const {
        std::cout << "| | " << name << " | " << all_games();
        for (std::size_t verdict = 0; verdict < 4; ++verdict)
            std::cout << " | " << verdicts(verdict);
        std::cout << " | " << per_cent(right(), judged()) << " | " << per_cent(right(), all_games())
                  << " |\n";
    }
    bool is_precise() const { return 1'000LL * right() >= 995LL * judged(); }

  private:
    int games(std::size_t truth) const {
        return std::accumulate(counts_[truth].begin(), counts_[truth].end(), 0);
    }
    int verdicts(std::size_t verdict) const {
        return counts_[0][verdict] + counts_[1][verdict] + counts_[2][verdict];
    }
    int all_games() const { return games(0) + games(1) + games(2); }
    int judged() const { return all_games() - verdicts(3); }
    int right() const { return counts_[0][0] + counts_[1][1] + counts_[2][2]; }

    std::array<std::array<int, 4>, 3> counts_{}; // [truth][verdict]
};

std::optional<RecordedGame> parse_game(std::string_view line) {
    std::array<std::string_view, 5> fields;
    for (std::string_view& field : fields) {
        const std::size_t tab = std::min(line.find('\t'), line.size());
        field = line.substr(0, tab);
        line.remove_prefix(std::min(tab + 1, line.size()));
    }
    RecordedGame game;
    game.name = std::string(fields[0]) + " - " + std::string(fields[1]) + ' ' +
                std::string(fields[2]) + ' ' + std::string(fields[3]);
    if (fields[2] == "1-0")
        game.white_result = GameResult::Win;
    else if (fields[2] == "0-1")
        game.white_result = GameResult::Loss;
    else if (fields[2] == "1/2-1/2")
        game.white_result = GameResult::Draw;
    else
        return std::nullopt;
    chess::Position position = chess::Position::start();
    std::string_view moves = fields[4];
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        const std::size_t colon = std::min(word.find(':'), word.size());
        const auto move = chess::parse_uci_move(position, word.substr(0, colon));
        if (!move) return std::nullopt;
        const auto score =
            colon < word.size() ? text::parse_int<int>(word.substr(colon + 1)) : std::nullopt;
        game.plies.push_back({*move, score});
        position.make(*move);
    }
    return game;
}

struct Arguments {
    config::Settings settings;
    std::vector<std::string> files;
    bool show_wrong = false;
};

std::optional<Arguments> parse_arguments(int argc, char** argv) {
    Arguments arguments;
    const std::array<std::pair<std::string_view, int*>, 4> numbers = {{
        {"-score", &arguments.settings.book_learn_score_cp},
        {"-moves", &arguments.settings.book_learn_moves},
        {"-draw-score", &arguments.settings.book_learn_draw_score_cp},
        {"-draw-moves", &arguments.settings.book_learn_draw_moves},
    }};
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const auto number =
            std::find_if(numbers.begin(), numbers.end(), [&](auto& n) { return n.first == word; });
        if (number != numbers.end()) {
            const auto value = i + 1 < argc ? text::parse_int<int>(argv[++i]) : std::nullopt;
            if (!value) return std::nullopt;
            *number->second = *value;
        } else if (word == "-wrong") {
            arguments.show_wrong = true;
        } else {
            arguments.files.emplace_back(word);
        }
    }
    if (arguments.files.empty()) return std::nullopt;
    return arguments;
}

std::optional<std::vector<RecordedGame>> read_games(const std::vector<std::string>& paths) {
    std::vector<RecordedGame> games;
    for (const std::string& path : paths) {
        std::ifstream file(path);
        std::size_t number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            const auto game = parse_game(line);
            if (!game) {
                std::cerr << path << ':' << number << ": not a game with a result\n";
                return std::nullopt;
            }
            games.push_back(*game);
        }
        if (!file.eof() || number == 0) {
            std::cerr << path << ": cannot be read, or is empty\n";
            return std::nullopt;
        }
    }
    return games;
}

void print_wrong(std::string_view way, const RecordedGame& game, const EndedGame& ended, Color ours,
                 GameResult truth, const session::Verdict& verdict) {
    std::cout << way << ": " << game.name << ", stopped at ply " << ended.plies << ", "
              << (ours == Color::White ? "White: " : "Black: ") << column_names[index_of(truth)]
              << ", but " << column_names[index_of(verdict.result)] << " (" << verdict.reason
              << ")\n";
}

// Ends every game this many times in one way. False: less than 99.5 % of the verdicts are right.
template <class End>
bool report(std::string_view way, const std::vector<RecordedGame>& games,
            const Arguments& arguments, int times, End end) {
    std::array<Confusion, 2> sides; // by Color
    for (const RecordedGame& game : games)
        for (int time = 0; time < times; ++time) {
            const EndedGame ended = end(game);
            for (const Color ours : {Color::White, Color::Black}) {
                const GameResult truth =
                    ours == Color::White ? ended.white_result : mirrored(ended.white_result);
                const session::Verdict verdict = judged(game, ended, ours, arguments.settings);
                sides[static_cast<std::size_t>(ours)].add(truth, verdict.result);
                if (arguments.show_wrong && verdict.result != truth)
                    print_wrong(way, game, ended, ours, truth, verdict);
            }
        }
    Confusion both = sides[0];
    both += sides[1];
    both.print_results(way);
    both.print_all("all");
    sides[static_cast<std::size_t>(Color::White)].print_all("as White");
    sides[static_cast<std::size_t>(Color::Black)].print_all("as Black");
    return both.is_precise();
}

} // namespace

int main(int argc, char** argv) {
    const auto arguments = parse_arguments(argc, argv);
    if (!arguments) {
        std::cerr << "usage: judge_games [-wrong] [-score CP] [-moves N] [-draw-score CP] "
                     "[-draw-moves N] FILE...\n";
        return 2;
    }
    const auto games = read_games(arguments->files);
    if (!games) return 2;
    std::cout << "| ended by | we have | games | judged won | drawn | lost | not judged | "
                 "precision | recall |\n"
                 "|---|---|---|---|---|---|---|---|---|\n";
    const auto agreed = [](const RecordedGame& game) { return adjudicated(game, true); };
    const auto resigned = [](const RecordedGame& game) { return adjudicated(game, false); };
    bool is_precise = report("the rules", *games, *arguments, 1, played_out);
    is_precise &= report("both scores, or the rules", *games, *arguments, 1, agreed);
    is_precise &= report("the loser's scores, or the rules", *games, *arguments, 1, resigned);
    // Nobody can know what would have come of these: they are shown, and no target is set.
    std::mt19937 random(1);
    report("somebody, anywhere", *games, *arguments, 20,
           [&](const RecordedGame& game) { return cut_anywhere(game, random); });
    if (!is_precise) std::cerr << "less than 99.5 % of the verdicts are right\n";
    return is_precise ? 0 : 1;
}
