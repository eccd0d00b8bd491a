// Keeps the results of our games, and gives them to whoever asks the book.
#pragma once
#include "adapter/session/learn_store.hpp"

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

class Learner {
  public:
    explicit Learner(LearnStoreOpener open) : open_(std::move(open)) {}

    // Opens, changes or closes the store so that it is what the settings ask for. Texts for the log and for the GUI's
    // user; both empty when nothing changed.
    struct Change {
        std::string note;
        std::string warning;
    };
    Change apply(const config::Settings& settings);
    bool learns() const { return store_ != nullptr; }

    // Names as they are known now.
    void set_engine(std::string name) { scope_.engine = std::move(name); }
    void set_opponent(std::string name) { scope_.opponent = std::move(name); }

    // What is known of the entries of this position.
    void recall(const chess::Position& position, std::vector<book::Entry>& entries) const {
        if (store_) store_->recall(position, scope_, entries);
    }

    // One result for each of these moves of ours; learns() must hold. How many moves were written, of games that had to
    // wait before it too; waiting() tells whether others keep the store busy. After an error nothing is learnt any
    // more.
    Result<std::size_t> record(std::vector<LearntMove> moves, int half_points);
    Result<std::size_t> try_again(); // what waits
    std::size_t waiting() const { return waiting_.size(); }
    Result<std::size_t> reset();

  private:
    LearnStoreOpener open_;
    std::shared_ptr<LearnStore> store_;
    LearnScope scope_;
    std::string asked_;              // the settings that store_ was opened for
    std::deque<LearntGame> waiting_; // for a store that was busy
};

} // namespace polyglot::session
