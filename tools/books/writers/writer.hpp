// Books being written by `polyglot convert-book`, position by position as a walk finds them.
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

// What WalkVisitor is given.
struct Visit {
    const chess::Position& root;
    std::span<const chess::Move> line; // empty where the positions of a table are taken one by one
    const chess::Position& position;
    const std::vector<book::Entry>& entries;
    std::size_t ply = 0;                     // of the line
    const TableBook::Place* place = nullptr; // where the source is a table
};

struct WrittenCounts {
    std::uint64_t entries = 0;   // of the new file: entries, rows, moves
    std::uint64_t positions = 0; // that they are of
    std::uint64_t scaled = 0;    // of these: weights divided to fit into 16 bits
    std::uint64_t keyless = 0;   // left out: the format has no key for them
    std::uint64_t same_key = 0;  // left out: another one has their key
    std::uint64_t valueless = 0; // written with a value that says nothing
    // CSV, JSON: entries of positions that are known by their key alone
    std::uint64_t by_key = 0;
    std::uint64_t bridges = 0; // .abk: entries of moves that the source does not have
};

class BookWriter {
  public:
    using Write = std::function<void(std::string_view)>;
    virtual ~BookWriter() = default;
    virtual void take(const Visit& visit) = 0;
    virtual void finish() = 0; // after the last one
    const WrittenCounts& counts() const { return counts_; }

  protected:
    explicit BookWriter(Write write) : write_(std::move(write)) {}
    void write(std::string_view bytes) { write_(bytes); }
    WrittenCounts counts_;

  private:
    Write write_;
};

std::unique_ptr<BookWriter> make_writer(const ConvertOptions& options, const ConvertSource& source,
                                        BookWriter::Write write);
std::unique_ptr<BookWriter> make_polyglot_writer(const ConvertOptions& options,
                                                 const ConvertSource& source,
                                                 BookWriter::Write write);
std::unique_ptr<BookWriter> make_arena_writer(const ConvertOptions& options,
                                              const ConvertSource& source, BookWriter::Write write);
std::unique_ptr<BookWriter> make_yacb_writer(const ConvertSource& source, BookWriter::Write write);
std::unique_ptr<BookWriter> make_experience_writer(const ConvertOptions& options,
                                                   const ConvertSource& source,
                                                   BookWriter::Write write);
std::unique_ptr<BookWriter> make_csv_writer(const ConvertOptions& options,
                                            const ConvertSource& source, BookWriter::Write write);
std::unique_ptr<BookWriter> make_json_writer(const ConvertOptions& options,
                                             const ConvertSource& source, BookWriter::Write write);
std::unique_ptr<BookWriter> make_pgn_writer(const ConvertOptions& options, BookWriter::Write write);

// The @PG@ header of the new book, as entries: the old one's with its variants, or one that says
// where the book is from. -comment and -author stand in it.
std::string polyglot_header(const ConvertOptions& options, const ConvertSource& source);

// The header of the new .abk: an Arena book's own, with -comment and -author; its texts may be too
// long for the file.
book::AbkHeader arena_header(const ConvertOptions& options, const ConvertSource& source);

} // namespace polyglot::tools
