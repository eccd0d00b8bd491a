// Selects the `info` lines for a UCI GUI if their number is limited (InfoRate), or if the GUI reads
// too slowly: the newest line of each kind, when it is due. Test: info_thinner_test.cpp.
#pragma once
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/shared/events.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

class InfoThinner {
  public:
    using Say = std::function<void(std::string_view line)>;

    // The info replaces the waiting one of its kind: a line of play with the same multipv number, a
    // score without a line of play, a currmove, anything else. `info string` has no kind and
    // replaces no other.
    void keep(const EngineInfo& info);

    // Calls say for each line that is due, in order of arrival. per_second limits the lines of each
    // kind in a second; 0 lets all lines pass.
    void say_due(int per_second, TimePoint now, const Say& say);
    void say_all(const Say& say) { say_due(0, {}, say); }
    // Returns when the next line is due.
    std::optional<TimePoint> next_due() const;

    bool is_empty() const { return waiting_.empty(); }
    // The number of lines since the last call.
    std::uint64_t take_left_out() { return std::exchange(left_out_, 0); }

  private:
    enum class What : std::uint8_t { Pv, Score, CurrentMove, Other, String };
    using Kind = std::pair<What, std::int32_t>; // with its multipv number
    struct Waiting {
        Kind kind;
        std::string line;
    };
    static Kind kind_of(const protocol::UciInfo& info);
    TimePoint due_of(const Kind& kind) const;
    void drop(const std::deque<Waiting>::iterator& which);

    std::deque<Waiting> waiting_;    // in order
    std::size_t bytes_ = 0;          // of waiting_
    std::map<Kind, TimePoint> next_; // when the next line of a kind is due
    std::uint64_t left_out_ = 0;
};

} // namespace polyglot::session
