// What the fuzz targets share. A broken promise aborts, in every kind of build: assert vanishes in
// a release.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

// What libFuzzer and replay_main.cpp call. Each target defines it.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace polyglot::fuzz {

inline void require(bool holds, std::string_view promise, std::string_view seen = {}) {
    if (holds) return;
    for (const std::string_view text : {std::string_view("broken promise: "), promise,
                                        std::string_view("\n"), seen, std::string_view("\n")})
        if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stderr);
    std::abort();
}

// The input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return size == 0 ? std::string_view()
                     : std::string_view(reinterpret_cast<const char*>(data), size);
}

// Takes the input apart. What has run out reads as zero and as the empty text.
class Bytes {
  public:
    explicit Bytes(std::string_view text) : rest_(text) {}
    bool empty() const { return rest_.empty(); }
    unsigned byte() {
        if (rest_.empty()) return 0;
        const auto value = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }
    // Up to the next '\n', which is taken too.
    std::string_view line() {
        const std::size_t end = rest_.find('\n');
        const std::string_view result = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        return result;
    }
    std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_;
};

} // namespace polyglot::fuzz
