// Reads the lines of a log that grows, is renamed to FILE.1 when it is large, is emptied, or does
// not exist yet. tests/unit/tools/explore/watch/tail_test.cpp shows it.
#pragma once
#include "storage/files/file_id.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

// Keeps no file open between two reads, because on Windows an adapter cannot rename its log over an
// open FILE.1.
class LogTail {
  public:
    explicit LogTail(std::filesystem::path file);

    // Receives a whole line without its end, and its number in its file.
    using TakeLine = std::function<void(std::string_view line, std::uint64_t number)>;
    // Reads new lines, at most about this many bytes. Begins with FILE.1 if it exists; after FILE
    // has been renamed to it, reads the rest of FILE.1 and what other processes still write to it.
    // Returns true if there is more.
    bool read(std::size_t most, const TakeLine& take);

    // Returns the approximate number of bytes that are not read yet.
    std::uint64_t left() const;
    // Returns why the log cannot be read now; empty if it can.
    const std::string& trouble() const { return trouble_; }
    // Returns how often lines were lost because the log was emptied, or renamed twice between two
    // reads.
    std::uint64_t gaps() const { return gaps_; }

  private:
    struct Part {
        io::FileId id;
        std::uint64_t offset = 0, number = 0;
        std::string partial{}; // the beginning of a line
        std::string last{};    // the bytes before offset; different bytes mean another file
    };

    void find_parts();
    void replace_current(const std::optional<io::FileId>& before);
    bool read_part(Part& part, const std::filesystem::path& file, std::size_t& most,
                   const TakeLine& take);
    static void take_bytes(Part& part, std::string_view bytes, const TakeLine& take);

    std::filesystem::path file_, rotated_;
    std::optional<Part> current_, old_; // for FILE and FILE.1
    // FILE.1 when it was last looked for; and that, if it was not seen as FILE.
    std::optional<io::FileId> rotated_id_, unseen_;
    bool begun_ = false;
    std::string trouble_;
    std::uint64_t gaps_ = 0;
};

} // namespace polyglot::tools
