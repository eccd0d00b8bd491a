// Cuts a byte stream into lines, whatever pieces it arrives in.
#pragma once
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace polyglot::io {

// A line ends with \n, \r\n, or a lone \r (some engines send nothing else). A \r stays on the line it ends, so that the
// line is passed on as it came. The same bytes give the same lines however they are split.
class LineBuffer {
  public:
    static constexpr std::size_t max_line = 1 << 20; // bytes; what is beyond is skipped

    // Calls on_line(std::string_view) for each line that data completes. The view dies with the call. An on_line that
    // returns false wants no more lines now. Returns how many bytes were taken: all, unless it was stopped so.
    template <class OnLine>
    std::size_t feed(std::string_view data, OnLine&& on_line) {
        const std::size_t given = data.size();
        while (!data.empty()) {
            if (after_cr_) {
                if (data.front() != '\r') after_cr_ = false;
                if (data.front() == '\r' || data.front() == '\n') data.remove_prefix(1);
                continue;
            }
            const std::size_t end = find_end(data);
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

    // End of file: a last line without line end is a line too.
    template <class OnLine>
    void finish(OnLine&& on_line) {
        if (!pending_.empty()) emit({}, on_line);
    }

    std::size_t cut_lines() const { return cut_lines_; } // so far; each counts once, with its first byte too many

  private:
    static std::size_t find_end(std::string_view data) {
        const auto* newline = static_cast<const char*>(std::memchr(data.data(), '\n', data.size()));
        const std::size_t until = newline == nullptr ? data.size() : static_cast<std::size_t>(newline - data.data());
        const auto* cr = until == 0 ? nullptr : static_cast<const char*>(std::memchr(data.data(), '\r', until));
        if (cr != nullptr) return static_cast<std::size_t>(cr - data.data());
        return newline == nullptr ? std::string_view::npos : until;
    }

    void append(std::string_view data) {
        const std::size_t room = max_line - pending_.size();
        pending_.append(data.substr(0, room));
        if (data.size() <= room) return;
        if (!is_cut_) ++cut_lines_;
        is_cut_ = true;
    }

    // False: on_line wants no more.
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
        if (pending_.empty() && end_of_line.size() <= max_line) // most lines arrive whole: no copy
            return hand_over(end_of_line, on_line);
        append(end_of_line);
        const bool goes_on = hand_over(pending_, on_line);
        pending_.clear();
        is_cut_ = false;
        if (pending_.capacity() > max_kept) pending_.shrink_to_fit();
        return goes_on;
    }

    static constexpr std::size_t max_kept = 1 << 16; // one monstrous line must not cost memory for ever

    std::string pending_;
    std::size_t cut_lines_ = 0;
    bool is_cut_ = false; // the pending line
    bool after_cr_ = false;
};

} // namespace polyglot::io
