// A first byte n, n sizes, then a stream: cut at those sizes (over and over) it gives the lines
// that it gives whole, and that a slow reading of the rules gives.
#include "adapter/streams/line_buffer.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <string>
#include <vector>

using polyglot::fuzz::require;
using polyglot::io::LineBuffer;

namespace {

// A line ends with \n or a run of \r with at most one \n after it; of the run the first \r stays on
// the line.
std::vector<std::string> read_slowly(std::string_view stream) {
    std::vector<std::string> lines;
    std::string line;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (stream[i] == '\n') {
            lines.push_back(line);
            line.clear();
        } else if (stream[i] == '\r') {
            lines.push_back(line + '\r');
            line.clear();
            while (i + 1 < stream.size() && stream[i + 1] == '\r')
                ++i;
            if (i + 1 < stream.size() && stream[i + 1] == '\n') ++i;
        } else {
            line += stream[i];
        }
    }
    if (!line.empty()) lines.push_back(line);
    for (std::string& l : lines)
        l.resize(std::min(l.size(), LineBuffer::max_line));
    return lines;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    std::vector<std::size_t> sizes(input.byte() % 8 + 1);
    for (std::size_t& s : sizes)
        s = input.byte() + 1;
    // Every '#' becomes a long run, so that the limit of a line is reached too.
    std::string stream;
    const auto runs = std::count(input.rest().begin(), input.rest().end(), '#');
    for (const char c : input.rest())
        stream.append(c == '#' && runs <= 4 ? LineBuffer::max_line / 2 : 1, c);

    std::vector<std::string> whole;
    LineBuffer at_once;
    const auto to_whole = [&whole](std::string_view line) { whole.emplace_back(line); };
    at_once.feed(stream, to_whole);
    at_once.finish(to_whole);
    require(whole == read_slowly(stream), "lines are what the rules say");

    std::vector<std::string> pieces;
    LineBuffer cut;
    const auto to_pieces = [&pieces](std::string_view line) { pieces.emplace_back(line); };
    const std::size_t scale = stream.size() > (1U << 16U) ? 1000 : 1;
    for (std::size_t at = 0, i = 0; at < stream.size(); ++i) {
        const std::size_t n = std::min(sizes[i % sizes.size()] * scale, stream.size() - at);
        cut.feed(std::string_view(stream).substr(at, n), to_pieces);
        at += n;
    }
    cut.finish(to_pieces);
    require(whole == pieces, "any split of the stream gives the same lines");
    require(at_once.cut_lines() == cut.cut_lines(), "and cuts as many");
    return 0;
}
