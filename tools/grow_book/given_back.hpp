// Searches of a growing book that engines have not finished: who is to try them again.
#pragma once
#include "tools/grow_book/growing.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace polyglot::tools {

// A search, and how often each engine may still try it.
struct GrowWork {
    std::unique_ptr<GrowJob> job;
    std::vector<std::uint8_t> tries; // by engine
};

// Rules:
// 1. A search goes to the engines that it has not failed with, those that are away apart, before
// one gets it a second
//    time.
// 2. An engine that has crashed in it may try it once more: the crash may have been the
// connection's. One that has hung
//    or given no value may not.
// 3. When no engine of the run may try it, the position is left alone.
class GivenBack {
  public:
    explicit GivenBack(std::size_t engines) : places_(engines, Place::Here) {}

    GrowWork make_work(std::unique_ptr<GrowJob> job) const;
    // The engine has failed in the search. False: no engine may try it any more.
    bool note_failure(GrowWork& work, std::size_t engine, bool crashed) const;
    void put(GrowWork work) { waiting_.push_back(std::move(work)); }
    // The one that has waited longest; without a job: there is none for this engine.
    GrowWork take(std::size_t engine);
    void set_away(std::size_t engine, bool is_away) {
        places_[engine] = is_away ? Place::Away : Place::Here;
    }
    // The engine is no longer in the run. Returns the searches that no engine may try now.
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
