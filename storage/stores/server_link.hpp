// What a ServerStore and its thread share: questions, answers, and news of games that were sent.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/waiting_file.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace polyglot::io {

class ServerLink {
  public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;
    struct Question {
        std::string variant{}; // empty for chess
        std::uint64_t key = 0;
        book::LearnScope scope{};
        auto place() const {
            return std::tie(variant, key, scope.per, scope.engine, scope.opponent);
        }
        friend bool operator<(const Question& a, const Question& b) {
            return a.place() < b.place();
        }
    };

    ServerLink(std::string address, const std::filesystem::path& place)
        : address_(std::move(address)), file_(place), has_games_(file_.exists()) {}

    // For the store. No call waits, but for take_in() with patience.
    //
    // Returns what is known, perhaps nothing yet; nullopt if the server has been asked.
    std::optional<std::vector<MoveSums>> find(const Question& question);
    bool is_asking(const Question& question);
    void forget_answers(); // at a new game
    void on_game_kept();
    // What has been sent since the last call; the error says why nothing is sent now. Waits until
    // no games are left, the server fails, or the patience is over; if the server is being called
    // already, at most until it has been silent for a second.
    Result<book::TakenIn> take_in(Milliseconds patience);
    // Begins to forget results, and later returns what has become of it: nullopt while the server
    // works.
    std::optional<Result<book::Forgotten>> forget(const book::LearnScope& scope, bool begins);
    // Why the server takes no games; empty if it does.
    struct Trouble {
        std::string why;
        // Only the user can end it: a wrong password, missing tables …
        bool lasts = false;
    };
    Trouble trouble();
    void stop();

    void run(); // the thread

  private:
    static constexpr Milliseconds first_pause{1000};
    static constexpr Milliseconds longest_pause{60'000};
    static constexpr std::size_t most_answers = 20'000;

    using Lock = std::unique_lock<std::mutex>;
    struct Pause { // after a failure
        Clock::time_point until{};
        Milliseconds length = first_pause;
        void begin() {
            until = Clock::now() + length;
            length = std::min(2 * length, longest_pause);
        }
        bool is_over() const { return Clock::now() >= until; }
    };
    // Calls the server without the lock.
    template <class Call>
    auto call(Lock& lock, Call call);
    bool connect(Lock& lock);
    void answer_one(Lock& lock);
    void reset(Lock& lock);
    void send_games(Lock& lock);
    void disconnect(Lock& lock);
    void fail(std::string why);
    const Trouble& why_not_sent() const { return trouble_.why.empty() ? game_trouble_ : trouble_; }
    bool has_work() const;
    bool has_more_games() const { return has_games_ || sends_; }
    void wait(Lock& lock);

    const std::string address_;
    WaitingFile file_;                    // of the thread
    std::shared_ptr<LearnServer> server_; // of the thread
    std::mutex mutex_;                    // for all that follows
    std::condition_variable changed_;     // for both sides
    std::deque<Question> questions_;
    std::set<Question> asked_; // without an answer
    std::map<Question, std::vector<MoveSums>> answers_;
    bool has_games_;
    bool sends_ = false;
    book::TakenIn sent_; // since the last take_in()
    std::optional<book::LearnScope> reset_;
    std::optional<Result<book::Forgotten>> reset_done_;
    bool must_connect_ = true; // at first, before there is a question
    Trouble trouble_;          // of the connection, or of the last question
    Trouble game_trouble_;     // of the last game
    Pause pause_;              // until the next connection
    Pause game_pause_;         // until the next game
    bool is_connected_ = false;
    std::optional<Clock::time_point> calls_since_; // if the thread waits for the server
    // When the connection was begun, or a question for which it will be.
    Clock::time_point connects_since_ = Clock::now();
    bool stops_ = false;
};

} // namespace polyglot::io
