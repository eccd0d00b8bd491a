#include "tools/explore/watch/process.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/common/json.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t shown_moves = 24;
constexpr std::size_t longest_text = 300; // bytes of a failure
constexpr std::size_t longest_move = 12;  // bytes of a supposed move

std::string time_text(milliseconds time) {
    namespace chrono = std::chrono;
    const auto seconds =
        chrono::floor<chrono::seconds>(time - chrono::floor<chrono::days>(time)).count();
    const auto two = [](long long number) { return std::to_string(number + 100).substr(1); };
    return two(seconds / 3600) + ':' + two(seconds / 60 % 60) + ':' + two(seconds % 60);
}

std::string_view word_for(Maker maker) {
    switch (maker) {
    case Maker::Gui: return "gui";
    case Maker::Engine: return "engine";
    case Maker::Book: break;
    }
    return "book";
}

// Returns "1-0" and so on from our half-points.
std::string_view result_text(std::optional<int> half_points, std::optional<bool> white) {
    if (!half_points || !white) return "*";
    if (*half_points == 1) return "1/2-1/2";
    return (*half_points == 2) == *white ? "1-0" : "0-1";
}

std::string_view outcome_word(std::optional<int> half_points) {
    if (!half_points) return "unknown";
    return *half_points == 2 ? "won" : *half_points == 1 ? "drawn" : "lost";
}

std::uint64_t& count_of(Results& results, std::optional<int> half_points) {
    if (!half_points) return results.unknown;
    return *half_points == 2 ? results.won : *half_points == 1 ? results.drawn : results.lost;
}

// Returns whether no move can follow or the result has been reported. A draw that may be claimed
// does not count.
bool is_over(const LoggedGame& game) {
    if (game.has_result()) return true;
    const chess::GameEnd end = game.game() ? game.game()->end() : chess::GameEnd::None;
    return end != chess::GameEnd::None && end != chess::GameEnd::ThreefoldRepetition &&
           end != chess::GameEnd::FiftyMoves;
}

// Returns "4." or "4..." for the ply after this many plies, depending on whether White began.
std::string number_text(std::size_t plies, bool white_began) {
    const std::size_t half_moves = plies + (white_began ? 0 : 1);
    return std::to_string(half_moves / 2 + 1) + (half_moves % 2 == 0 ? "." : "...");
}

// Derives from the game whether White moves after an even number of plies.
bool white_began(const LoggedGame& game) {
    return game.white_to_move() == (game.moves().size() % 2 == 0);
}

// Returns the last moves: as SAN if the rules are known, otherwise as the GUI has sent them.
json::array last_moves(const LoggedGame& game) {
    const std::vector<std::string>& all = game.moves();
    const std::size_t first = all.size() - std::min(all.size(), shown_moves);
    const bool knows_rules = game.game() && game.game()->moves().size() == all.size();
    chess::Position position = chess::Position::start();
    if (knows_rules) {
        chess::Game before = *game.game();
        for (std::size_t i = all.size(); i > first; --i)
            before.pop();
        position = before.position();
    }
    json::array moves;
    for (std::size_t i = first; i < all.size(); ++i) {
        json::object move{{"by", word_for(game.makers()[i])},
                          {"number", number_text(i, white_began(game))}};
        std::string san;
        if (knows_rules) chess::make_and_append_san(position, game.game()->moves()[i], san);
        move["san"] = knows_rules ? json::string(san)
                                  : json_of(std::string_view(all[i]).substr(0, longest_move));
        moves.push_back(std::move(move));
    }
    return moves;
}

void add_limited(std::deque<json::object>& list, json::object one) {
    list.push_front(std::move(one));
    if (list.size() > News::most_kept) list.pop_back();
}

} // namespace

News::Number News::add_result(json::object result) {
    ++changes_;
    add_limited(results_, std::move(result));
    return ++result_count_;
}

void News::correct_result(Number number, json::object result) {
    const std::uint64_t back = result_count_ - number;
    if (back >= results_.size()) return;
    ++changes_;
    results_[static_cast<std::size_t>(back)] = std::move(result);
}

void News::add_failure(json::object failure) {
    ++changes_;
    ++failure_count_;
    add_limited(failures_, std::move(failure));
}

void News::describe(json::object& answer) const {
    answer["results"] = json::array(results_.begin(), results_.end());
    answer["failures"] = json::array(failures_.begin(), failures_.end());
    answer["result_count"] = result_count_;
    answer["failure_count"] = failure_count_;
}

void WatchedProcess::on_line(const LoggedProcess& process, std::string_view, milliseconds time) {
    if (process_ == nullptr) first_ = time;
    process_ = &process;
    last_ = time;
    has_ended_ = process.has_exit();
    is_changed_ = true;
    if (awaits_result_ && process.ended() && process.ended()->has_result())
        know_result(process.ended()->result());
}

void WatchedProcess::on_game_end(const LoggedGame& game) {
    last_game_ = game;
    last_half_points_ = game.result();
    awaits_result_ = !last_half_points_;
    last_game_end_ = last_;
    ++count_of(results_, last_half_points_);
    last_result_ = news_.add_result(described_result());
}

void WatchedProcess::on_result(const LoggedGame& game) {
    if (awaits_result_) know_result(game.result());
    awaits_result_ = false;
}

void WatchedProcess::know_result(std::optional<int> half_points) {
    if (!half_points) return;
    awaits_result_ = false;
    --count_of(results_, last_half_points_);
    last_half_points_ = half_points;
    ++count_of(results_, last_half_points_);
    news_.correct_result(last_result_, described_result());
}

void WatchedProcess::on_failure(std::string_view what, const LogPlace& place) {
    ++failures_;
    last_failure_ = std::string(what.substr(0, longest_text));
    news_.add_failure(
        {{"time", time_text(last_)},
         {"process", id_},
         {"engine", json_of(process_ != nullptr ? process_->engine() : std::string())},
         {"place", json_of(place.text())},
         {"what", json_of(last_failure_)}});
}

void WatchedProcess::on_end() {
    if (process_ != nullptr) engine_ = process_->engine();
    process_ = nullptr;
    has_ended_ = is_changed_ = true;
}

std::size_t WatchedProcess::bytes() const {
    constexpr std::size_t each = 200; // estimate for a move's record, position keys and strings
    std::size_t bytes = sizeof *this;
    const auto add = [&bytes](const LoggedGame& game) {
        for (const std::string& move : game.moves())
            bytes += each + move.size();
    };
    if (last_game_) add(*last_game_);
    if (process_ != nullptr) add(process_->game());
    if (process_ != nullptr && process_->ended()) add(*process_->ended());
    return bytes;
}

const LoggedGame* WatchedProcess::shown_game() const {
    if (process_ != nullptr && process_->game().begun()) return &process_->game();
    return last_game_ ? &*last_game_ : nullptr;
}

bool WatchedProcess::is_running() const {
    return !has_ended_ && process_ != nullptr && process_->game().begun() &&
           !is_over(process_->game());
}

json::object WatchedProcess::described_result() const {
    json::object result{{"time", time_text(last_game_end_)},
                        {"process", id_},
                        {"engine", json_of(engine())},
                        {"result", result_text(last_half_points_, last_game_->we_are_white())},
                        {"outcome", outcome_word(last_half_points_)},
                        {"white", last_game_->we_are_white().value_or(true)},
                        {"moves", (last_game_->moves().size() + 1) / 2},
                        {"opening", last_game_->opening()}};
    if (const auto left = last_game_->left_at())
        result["left_at"] = number_text(*left, white_began(*last_game_));
    return result;
}

json::object WatchedProcess::describe() const {
    const bool thinks = is_running() && process_->is_searching();
    json::object answer{{"id", id_},
                        {"log", json_of(log_)},
                        {"pid", pid_},
                        {"engine", json_of(engine())},
                        {"state", has_ended_     ? "ended"
                                  : thinks       ? "thinks"
                                  : is_running() ? "waits"
                                                 : "idle"},
                        {"won", results_.won},
                        {"drawn", results_.drawn},
                        {"lost", results_.lost},
                        {"unknown", results_.unknown},
                        {"failures", failures_},
                        {"last_failure", json_of(last_failure_)},
                        {"time", time_text(last_)},
                        {"running", is_running()}};
    if (const LoggedGame* const game = shown_game()) describe_game(*game, answer);
    return answer;
}

void WatchedProcess::describe_game(const LoggedGame& game, json::object& answer) const {
    if (game.game()) {
        answer["fen"] = chess::format_fen(game.game()->position());
        if (!game.game()->moves().empty()) {
            const chess::Move move = game.game()->moves().back();
            answer["from"] = chess::format_square(move.from());
            answer["to"] = chess::format_square(move.to());
        }
    }
    if (const auto white = game.we_are_white()) answer["white"] = *white;
    answer["opening"] = game.opening();
    answer["book_moves"] = game.book_moves();
    if (const auto left = game.left_at()) answer["left_at"] = number_text(*left, white_began(game));
    answer["moves"] = last_moves(game);
    if (last_game_ && &game == &*last_game_)
        answer["result"] = result_text(last_half_points_, game.we_are_white());
    else if (is_over(game))
        answer["result"] = result_text(game.result(), game.we_are_white());
}

} // namespace polyglot::tools
