#include "storage/stores/server_link.hpp"

#include "storage/stores/send_waiting.hpp"

#include <array>
#include <string_view>

namespace polyglot::io {
namespace {

constexpr std::size_t games_of_a_step = 16;
constexpr std::chrono::seconds longest_silence{1}; // for which a move or the end waits
constexpr std::chrono::seconds longest_idle{60};
// A question or the next game may follow.
constexpr LearnServerLimits in_play{.call = std::chrono::seconds(15),
                                    .step = std::chrono::seconds(60),
                                    .lock = std::chrono::milliseconds(500)};

// libpq has no codes for the errors of connections. A text that is not known here, e.g. in another
// language, passes for an error that may end by itself.
bool lasts(std::string_view why) {
    why.remove_prefix(std::min(why.find(": "), why.size())); // the address may have such words, too
    constexpr std::array<std::string_view, 10> texts{
        "authentication failed", "no password supplied",
        "certificate",           "does not support SSL",
        "does not exist",        "no pg_hba.conf entry",
        "permission denied",     "no tables for results",
        "the tables are",        "invalid"};
    return std::ranges::any_of(
        texts, [why](std::string_view text) { return why.find(text) != std::string_view::npos; });
}

} // namespace

std::optional<std::vector<MoveSums>> ServerLink::find(const Question& question) {
    const Lock lock(mutex_);
    if (const auto known = answers_.find(question); known != answers_.end()) return known->second;
    // In a pause nothing is asked, so that no move waits.
    if (!pause_.is_over() || asked_.size() >= most_answers) return std::vector<MoveSums>{};
    if (asked_.empty() && !is_connected_ && !calls_since_) connects_since_ = Clock::now();
    if (asked_.insert(question).second) questions_.push_back(question);
    changed_.notify_all();
    return std::nullopt;
}

bool ServerLink::is_asking(const Question& question) {
    const Lock lock(mutex_);
    // A host that answers nothing keeps no move.
    const bool may_answer = is_connected_ || Clock::now() - connects_since_ < longest_silence;
    return may_answer && asked_.contains(question);
}

void ServerLink::forget_answers() {
    const Lock lock(mutex_);
    answers_.clear();
}

void ServerLink::on_game_kept() {
    const Lock lock(mutex_);
    has_games_ = true;
    changed_.notify_all();
}

Result<book::TakenIn> ServerLink::take_in(Milliseconds patience) {
    Lock lock(mutex_);
    if (patience.count() > 0 && has_more_games()) {
        // The last chance: the pause is over.
        pause_.until = game_pause_.until = {};
        trouble_ = game_trouble_ = {};
        changed_.notify_all();
        auto until = Clock::now() + patience;
        if (calls_since_) until = std::min(until, *calls_since_ + longest_silence);
        changed_.wait_until(lock, until,
                            [this] { return !has_more_games() || !why_not_sent().why.empty(); });
    }
    sent_.has_more = has_more_games();
    const bool is_news = sent_.games > 0 || !sent_.has_more;
    const std::string& why = why_not_sent().why;
    // An adapter that ends hears why the rest stays.
    if (is_news && (why.empty() || patience.count() == 0))
        return std::exchange(sent_, book::TakenIn{});
    return make_error(why.empty() ? address_ + ": the server has not answered yet" : why);
}

std::optional<Result<book::Forgotten>> ServerLink::forget(const book::LearnScope& scope,
                                                          bool begins) {
    const Lock lock(mutex_);
    if (begins) {
        reset_done_.reset();
        if (!trouble_.why.empty()) return Result<book::Forgotten>(make_error(trouble_.why));
        reset_ = scope;
        answers_.clear();
        changed_.notify_all();
    }
    return std::exchange(reset_done_, std::nullopt);
}

ServerLink::Trouble ServerLink::trouble() {
    const Lock lock(mutex_);
    return why_not_sent();
}

void ServerLink::stop() {
    const Lock lock(mutex_);
    stops_ = true;
    changed_.notify_all();
}

bool ServerLink::has_work() const {
    if (reset_ || !questions_.empty()) return true;
    return pause_.is_over() && (must_connect_ || (has_games_ && game_pause_.is_over()));
}

void ServerLink::wait(Lock& lock) {
    if (must_connect_ || has_games_)
        changed_.wait_until(lock, must_connect_ ? pause_.until
                                                : std::max(pause_.until, game_pause_.until));
    else if (!server_)
        changed_.wait(lock);
    else if (changed_.wait_for(lock, longest_idle) == std::cv_status::timeout && !has_work())
        disconnect(lock);
}

// So that a server with a hundred connections serves more adapters, of which few are in the book.
void ServerLink::disconnect(Lock& lock) {
    is_connected_ = false;
    auto closed = std::exchange(server_, nullptr);
    lock.unlock();
    closed.reset(); // may wait for the network
    lock.lock();
}

void ServerLink::run() {
    Lock lock(mutex_);
    while (!stops_) {
        if (!has_work())
            wait(lock);
        else if (!connect(lock))
            continue;
        else if (!questions_.empty())
            answer_one(lock);
        else if (reset_)
            reset(lock);
        else if (has_games_ && game_pause_.is_over())
            send_games(lock);
    }
}

// What was asked stays unknown, and is asked again after the pause.
void ServerLink::fail(std::string why) {
    const bool is_lasting = lasts(why);
    trouble_ = {.why = std::move(why), .lasts = is_lasting};
    is_connected_ = false;
    pause_.begin();
    must_connect_ = true;
    questions_.clear();
    asked_.clear();
    if (std::exchange(reset_, std::nullopt)) reset_done_ = make_error(trouble_.why);
    changed_.notify_all();
}

template <class Call>
auto ServerLink::call(Lock& lock, Call call) {
    calls_since_ = Clock::now();
    lock.unlock();
    auto answer = call();
    lock.lock();
    calls_since_.reset();
    return answer;
}

bool ServerLink::connect(Lock& lock) {
    if (server_ && server_->is_connected()) {
        must_connect_ = false;
        is_connected_ = true;
        return true;
    }
    if (!pause_.is_over()) {
        fail(trouble_.why);
        return false;
    }
    is_connected_ = false; // it may have been lost between two games, without a failure
    connects_since_ = Clock::now();
    auto opened =
        call(lock, [this] { return LearnServer::open(address_, time_by_system_clock, in_play); });
    if (!opened) {
        server_.reset();
        fail(opened.error().message);
        return false;
    }
    server_ = *std::move(opened);
    must_connect_ = false;
    is_connected_ = true;
    pause_ = game_pause_ = {};
    trouble_ = {};
    return true;
}

void ServerLink::answer_one(Lock& lock) {
    const Question question = std::move(questions_.front());
    questions_.pop_front();
    auto results = call(
        lock, [&] { return server_->results_at(question.variant, question.key, question.scope); });
    if (!results) return fail(results.error().message);
    trouble_ = {};
    pause_ = {};
    asked_.erase(question);
    if (answers_.size() >= most_answers) answers_.clear();
    answers_[question] = *std::move(results);
    changed_.notify_all();
}

void ServerLink::reset(Lock& lock) {
    const book::LearnScope scope = *std::exchange(reset_, std::nullopt);
    auto done = call(lock, [&] { return server_->forget(scope, 0); });
    answers_.clear();
    const bool is_lost = !server_->is_connected();
    if (!done && is_lost) fail(done.error().message);
    reset_done_ = std::move(done);
    changed_.notify_all();
}

void ServerLink::send_games(Lock& lock) {
    has_games_ = false; // games that are added from now on are noticed
    sends_ = true;
    const auto goes_on = [this] { // before each game
        const Lock held(mutex_);
        calls_since_ = Clock::now();
        return !stops_ && questions_.empty() && !reset_;
    };
    const auto done =
        call(lock, [&] { return send_waiting(file_, *server_, games_of_a_step, goes_on); });
    sends_ = false;
    has_games_ = has_games_ || !done || done->has_more;
    if (done) {
        sent_.games += done->games;
        sent_.moves += done->moves;
        if (!done->problem.empty()) sent_.problem = done->problem;
        game_pause_ = {};
        trouble_ = game_trouble_ = {};
    } else if (server_->is_connected()) {
        const std::string& why = done.error().message;
        game_trouble_ = {.why = why, .lasts = lasts(why)};
        game_pause_.begin();
    } else {
        fail(done.error().message);
    }
    changed_.notify_all();
}

} // namespace polyglot::io
