// The lines of a log that grows, is renamed to FILE.1 when it is large, is emptied, or is not there
// yet.
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

// No file stays open between two reads: on Windows an adapter could not rename its log over a
// FILE.1 that is open.
class LogTail {
  public:
    explicit LogTail(std::filesystem::path file);

    // A whole line without its end, and its number in its file.
    using TakeLine = std::function<void(std::string_view line, std::uint64_t number)>;
    // Reads what is new, at most about this many bytes. Begins with FILE.1, if there is one; its
    // end is read when FILE has been renamed to it, and after that what other processes still write
    // to it. True: there is more.
    bool read(std::size_t most, const TakeLine& take);

    // Bytes that were there and have not been read, about
    std::uint64_t left() const;
    // Why nothing can be read now; empty if it can
    const std::string& trouble() const { return trouble_; }
    // How often lines were lost: emptied, or renamed twice at once
    std::uint64_t gaps() const { return gaps_; }

  private:
    struct Part {
        io::FileId id;
        std::uint64_t offset = 0, number = 0;
        std::string partial{}; // the beginning of a line
        std::string last{};    // the bytes before offset: other ones are another file's
    };

    void find_parts();
    void replace_current(const std::optional<io::FileId>& before);
    bool read_part(Part& part, const std::filesystem::path& file, std::size_t& most,
                   const TakeLine& take);
    static void take_bytes(Part& part, std::string_view bytes, const TakeLine& take);

    std::filesystem::path file_, rotated_;
    std::optional<Part> current_, old_; // of FILE and FILE.1
    bool begun_ = false;
    std::string trouble_;
    std::uint64_t gaps_ = 0;
};

} // namespace polyglot::tools
