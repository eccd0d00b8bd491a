// The writers of `polyglot convert-book` write a book position by position in the order of a walk.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/books/sources/source.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// Holds the arguments of a call of WalkVisitor.
struct Visit {
    const chess::Position& root;
    std::span<const chess::Move> line; // empty if the positions of a table are taken one by one
    const chess::Position& position;
    const std::vector<book::Entry>& entries;
    std::size_t ply = 0;                     // of the line
    const TableBook::Place* place = nullptr; // null if the source is not a table
};

struct WrittenCounts {
    std::uint64_t entries = 0;   // entries, rows or moves of the new file
    std::uint64_t positions = 0; // positions of these entries
    std::uint64_t scaled = 0;    // positions whose weights were scaled to fit into 16 bits
    std::uint64_t keyless = 0;   // left out because the format has no key for them
    std::uint64_t same_key = 0;  // left out because another position has the same key
    std::uint64_t valueless = 0; // written with a value that means unknown
    // The entries in CSV and JSON of positions that are known only by their key.
    std::uint64_t by_key = 0;
    std::uint64_t bridges = 0; // .abk: entries of moves that the source does not contain
};

class BookWriter {
  public:
    using Write = std::function<void(std::string_view)>;
    virtual ~BookWriter() = default;
    virtual void take(const Visit& visit) = 0;
    virtual void finish() = 0; // called after the last visit
    const WrittenCounts& counts() const { return counts_; }

  protected:
    explicit BookWriter(Write write) : write_(std::move(write)) {}
    void write(std::string_view bytes) { write_(bytes); }
    WrittenCounts counts_;

  private:
    Write write_;
};

// Returns the @PG@ header of the new book as entries, with -comment and -author. It is the source's
// header with its variants, or one that names the source.
std::string polyglot_header(const ConvertOptions& options, const ConvertSource& source);

// Returns the header of the new .abk with -comment and -author, based on an Arena source's own. Its
// texts may be too long for the file.
book::AbkHeader arena_header(const ConvertOptions& options, const ConvertSource& source);

} // namespace polyglot::tools
