// Keeps what was found for the last few questions: every page asks its own again each two seconds.
// Test: recent_test.cpp.
#pragma once
#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>

namespace polyglot::tools {

template <class Question, class Found>
class Recent {
  public:
    explicit Recent(std::size_t most) : most_(most) {}

    // Returns what is known, or else what find() returns. It is valid until the next call.
    template <class Find>
    const Found& of(const Question& question, const Find& find) {
        const auto known = std::ranges::find_if(
            all_, [&question](const auto& one) { return one.first == question; });
        if (known != all_.end()) {
            all_.splice(all_.begin(), all_, known);
        } else {
            all_.emplace_front(question, find());
            if (all_.size() > most_) all_.pop_back();
        }
        return all_.front().second;
    }

  private:
    std::size_t most_;
    std::list<std::pair<Question, Found>> all_; // the last asked first
};

} // namespace polyglot::tools
