// Keeps searches of a growing book that engines have not finished, and decides which engines may
// try them again. tests/unit/tools/growing/given_back_test.cpp shows the rules.
#pragma once
#include "tools/growing/searched_book.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace polyglot::tools {

// Holds a search with the number of tries that each engine has left.
struct GrowWork {
    std::unique_ptr<GrowJob> job;
    std::vector<std::uint8_t> tries; // by engine
};

// Rules:
// 1. A search is given to every engine that has not failed in it, except those that are away,
//    before an engine gets it a second time.
// 2. An engine that crashed in the search may try it once more, because its connection may have
//    caused the crash. An engine that hung or returned no value may not.
// 3. If no engine of the run may try it, the position is not searched any more.
class GivenBack {
  public:
    explicit GivenBack(std::size_t engines) : places_(engines, Place::Here) {}

    GrowWork make_work(std::unique_ptr<GrowJob> job) const;
    // Records that the engine has failed in the search. Returns false if no engine may try it any
    // more.
    bool note_failure(GrowWork& work, std::size_t engine, bool crashed) const;
    void put(GrowWork work) { waiting_.push_back(std::move(work)); }
    // Returns the search that has waited longest, or work without a job if there is none for this
    // engine.
    GrowWork take(std::size_t engine);
    void set_away(std::size_t engine, bool is_away) {
        places_[engine] = is_away ? Place::Away : Place::Here;
    }
    // Removes the engine from the run. Returns the searches that no engine may try any more.
    std::vector<GrowWork> give_up(std::size_t engine);
    bool empty() const { return waiting_.empty(); }

  private:
    enum class Place : std::uint8_t { Here, Away, Gone };
    bool may_try(const GrowWork& work, std::size_t engine) const;
    bool is_hopeless(const GrowWork& work) const;

    std::vector<Place> places_; // by engine
    std::vector<GrowWork> waiting_;
};

} // namespace polyglot::tools
