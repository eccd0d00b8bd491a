// Writes a ChessBase book, OUT.ctg and OUT.cto, of lines from the start position, for tests of book
// readers:
//   make_ctg OUT.ctg LINE...
// CtgBuilder::line() describes a LINE: "e4!+g e5+g Nf3".
#include "core/text/path_text.hpp"
#include "tests/support/harness/ctg_builder.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>

namespace {

bool write(const std::filesystem::path& file, const polyglot::test::CtgBuilder::Bytes& bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(out.flush());
}

} // namespace

int main(int argc, char** argv) {
    const std::span words(argv, static_cast<std::size_t>(argc));
    if (words.size() < 3) {
        std::fputs("usage: make_ctg OUT.ctg LINE...\n", stderr);
        return 2;
    }
    polyglot::test::CtgBuilder builder;
    for (const char* const line : words.subspan(2))
        builder.line(line);
    const auto files = builder.build();
    std::filesystem::path file = polyglot::to_path(words[1]);
    const bool written =
        write(file, files.ctg) && write(file.replace_extension(u8".cto"), files.cto);
    if (!written) std::fprintf(stderr, "make_ctg: %s cannot be written\n", words[1]);
    return written ? 0 : 1;
}
