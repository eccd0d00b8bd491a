// Cuts a byte stream into lines, in whatever pieces it arrives. Test: line_buffer_test.cpp.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace polyglot::io {

// A line ends with \n, \r\n, or a lone \r (some engines send nothing else). A \r stays on the line
// it ends, so that the line is passed on as it came. The same bytes give the same lines however
// they are split.
class LineBuffer {
  public:
    static constexpr std::size_t max_line = 1 << 20; // in bytes; the rest is skipped

    // Calls on_line(std::string_view) for each line that data completes. The view is valid during
    // the call. An on_line that returns false wants no more lines now. Returns how many bytes were
    // taken: all, unless on_line has returned false.
    template <class OnLine>
    std::size_t feed(std::string_view data, OnLine&& on_line) {
        const std::size_t given = data.size();
        // Most engines send no '\r', so one search for it covers many lines.
        const char* no_cr_until = data.data();
        while (!data.empty()) {
            if (after_cr_) {
                if (data.front() != '\r') after_cr_ = false;
                if (data.front() == '\r' || data.front() == '\n') data.remove_prefix(1);
                continue;
            }
            const std::size_t end = find_end(data, no_cr_until);
            if (end == std::string_view::npos) {
                append(data);
                return given;
            }
            after_cr_ = data[end] == '\r';
            const bool goes_on = emit(data.substr(0, after_cr_ ? end + 1 : end), on_line);
            data.remove_prefix(end + 1);
            if (!goes_on) break;
        }
        return given - data.size();
    }

    // At the end of file a last line without line end counts as a line.
    template <class OnLine>
    void finish(OnLine&& on_line) {
        if (!pending_.empty()) emit({}, on_line);
    }

    bool is_at_line_start() const { return pending_.empty() && !after_cr_; }
    // Each is counted once, at its first byte beyond the limit.
    std::size_t cut_lines() const { return cut_lines_; }

  private:
    // Up to no_cr_until data has no \r; the position moves on with the search.
    static std::size_t find_end(std::string_view data, const char*& no_cr_until) {
        constexpr std::ptrdiff_t look_ahead = 4096;
        const char* const begin = data.data();
        const char* const end = begin + data.size();
        const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', data.size()));
        const char* const until = newline == nullptr ? end : newline;
        if (no_cr_until < until) {
            const char* const from = std::max(begin, no_cr_until);
            const char* const to = end - until > look_ahead ? until + look_ahead : end;
            const auto* cr = static_cast<const char*>(
                std::memchr(from, '\r', static_cast<std::size_t>(to - from)));
            no_cr_until = cr == nullptr ? to : cr;
            if (no_cr_until < until) return static_cast<std::size_t>(no_cr_until - begin);
        }
        return newline == nullptr ? std::string_view::npos
                                  : static_cast<std::size_t>(newline - begin);
    }

    void append(std::string_view data) {
        const std::size_t room = max_line - pending_.size();
        pending_.append(data.substr(0, room));
        if (data.size() <= room) return;
        if (!is_cut_) ++cut_lines_;
        is_cut_ = true;
    }

    // Returns false if on_line wants no more lines.
    template <class OnLine>
    static bool hand_over(std::string_view line, OnLine& on_line) {
        if constexpr (std::is_void_v<decltype(on_line(line))>) {
            on_line(line);
            return true;
        } else {
            return on_line(line);
        }
    }

    template <class OnLine>
    bool emit(std::string_view end_of_line, OnLine& on_line) {
        // Most lines arrive whole and are not copied.
        if (pending_.empty() && end_of_line.size() <= max_line)
            return hand_over(end_of_line, on_line);
        append(end_of_line);
        const bool goes_on = hand_over(pending_, on_line);
        pending_.clear();
        is_cut_ = false;
        if (pending_.capacity() > max_kept) pending_.shrink_to_fit();
        return goes_on;
    }

    // So that one huge line does not keep its memory forever.
    static constexpr std::size_t max_kept = 1 << 16;

    std::string pending_;
    std::size_t cut_lines_ = 0;
    bool is_cut_ = false; // the pending line
    bool after_cr_ = false;
};

} // namespace polyglot::io
