#include "adapter/session/shared/engine_end.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

namespace polyglot::session {

namespace {

// Returns "C0000005".
std::string hexadecimal(int value) {
    std::string digits;
    for (int shift = 28; shift >= 0; shift -= 4)
        digits += "0123456789ABCDEF"[static_cast<std::uint32_t>(value) >> shift & 15U];
    return digits;
}

int parse_hexadecimal(std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, value, 16);
    return result.ec == std::errc() && result.ptr == end ? static_cast<int>(value) : -1;
}

// SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV by their numbers on Linux, which are those in
// logs.
constexpr auto crash_signals = std::to_array<int>({4, 5, 6, 7, 8, 11});

// Cuts "(name) " off text and returns the name; empty if text does not begin with it.
std::string cut_name(std::string_view& text) {
    const std::size_t close = text.find(')');
    if (!text.starts_with('(') || close == std::string_view::npos) return {};
    std::string name(text.substr(1, close - 1));
    text.remove_prefix(close + 1);
    text::cut_prefix(text, " ");
    return name;
}

} // namespace

bool EngineEnd::has_ended_itself() const {
    return !was_signal ||
           std::find(crash_signals.begin(), crash_signals.end(), value) != crash_signals.end();
}

std::string describe_end(const EngineEnd& end) {
    if (!end.crash.empty())
        return "was ended by Windows: " + end.crash + " (" + hexadecimal(end.value) + ")";
    const std::string number = std::to_string(end.value);
    if (!end.was_signal) return "exited with code " + number;
    return "was killed by signal " + number + " (" +
           (end.signal_name.empty() ? "SIG?" : end.signal_name) + ")";
}

std::string format_end(const EngineEnd& end) {
    std::string text;
    if (!end.crash.empty())
        text = "crashed " + hexadecimal(end.value) + " (" + end.crash + ")";
    else if (end.was_signal)
        text = "killed " + std::to_string(end.value) +
               (end.signal_name.empty() ? "" : " (" + end.signal_name + ")");
    else
        text = "exited " + std::to_string(end.value);
    return end.last_stderr.empty() ? text : text + " " + end.last_stderr;
}

bool parse_end(std::string_view text, EngineEnd& end) {
    end = {};
    const bool has_crashed = text::cut_prefix(text, "crashed ");
    end.was_signal = !has_crashed && text::cut_prefix(text, "killed ");
    if (!has_crashed && !end.was_signal && !text::cut_prefix(text, "exited ")) return false;
    const std::string_view number = text::next_word(text);
    end.value = has_crashed ? parse_hexadecimal(number) : text::parse_int<int>(number).value_or(-1);
    text::cut_prefix(text, " ");
    if (end.was_signal) end.signal_name = cut_name(text);
    if (has_crashed) {
        end.crash = cut_name(text);
        if (end.crash.empty()) end.crash = "error";
    }
    end.last_stderr = text;
    return true;
}

} // namespace polyglot::session
