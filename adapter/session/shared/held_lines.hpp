// Lines that wait, in order, in bounded memory. A Tag is the owner's data about a line; it is
// stored with the text, so that no line is parsed twice.
//
// There are two ways to bound the memory:
// 1. add() always keeps the line. The owner stops reading its peer while is_full(), because
//    commands must not be lost.
// 2. add_if_room() refuses the first line that does not fit and every later one, so that the kept
//    lines have no gap. It is for output that may be lost.
#pragma once
#include <cassert>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace polyglot::session {

template <class Tag = std::monostate>
class HeldLines {
  public:
    // Approximate cost of a held line in addition to its text.
    static constexpr std::size_t line_cost = 64;

    struct Line {
        std::string text;
        Tag tag;
        std::size_t cost = 0; // bytes
    };
    using Iterator = typename std::deque<Line>::const_iterator;

    explicit HeldLines(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    // tag_bytes is the memory that the tag has allocated.
    void add(std::string_view text, Tag tag = {}, std::size_t tag_bytes = 0) {
        lines_.push_back({std::string(text), std::move(tag), cost(text) + tag_bytes});
        bytes_ += lines_.back().cost;
    }
    // Returns false if the line is not kept.
    bool add_if_room(std::string_view text, Tag tag = {}) {
        if (is_full() || cost(text) > limit_bytes_ - bytes_) {
            closed_ = true;
            return false;
        }
        add(text, std::move(tag));
        return true;
    }

    bool empty() const { return lines_.empty(); }
    std::size_t size() const { return lines_.size(); }
    bool is_full() const { return closed_ || bytes_ >= limit_bytes_; }
    Iterator begin() const { return lines_.begin(); }
    Iterator end() const { return lines_.end(); }
    const Line& front() const { return lines_.front(); }

    Line take_front() { return take(begin()); }
    Line take(Iterator position) {
        assert(position != end());
        const auto taken = lines_.begin() + (position - begin());
        Line line = std::move(*taken);
        lines_.erase(taken);
        bytes_ -= line.cost;
        return line;
    }
    // Makes a line the first again that was taken and could not be acted on yet.
    void put_back(Line line) {
        bytes_ += line.cost;
        lines_.push_front(std::move(line));
    }
    template <class Predicate>
    void remove_if(Predicate predicate) {
        for (auto line = lines_.begin(); line != lines_.end();) {
            if (!predicate(std::as_const(*line))) {
                ++line;
                continue;
            }
            bytes_ -= line->cost;
            line = lines_.erase(line);
        }
    }
    void clear() {
        lines_.clear();
        bytes_ = 0;
        closed_ = false;
    }

  private:
    static std::size_t cost(std::string_view text) { return text.size() + line_cost; }

    std::size_t limit_bytes_;
    std::deque<Line> lines_;
    std::size_t bytes_ = 0; // of lines_
    bool closed_ = false;   // add_if_room() has refused a line
};

} // namespace polyglot::session
