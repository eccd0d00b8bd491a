#include "tools/books/sources/source.hpp"

#include "core/book/grow/grown_book.hpp"
#include "core/book/value_weights.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/positions.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/sources/variant_stats.hpp"
#include "tools/books/sources/variant_table.hpp"
#include "tools/books/variant.hpp"
#include "tools/books/variant_books.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <span>
#include <streambuf>
#include <utility>

namespace polyglot::tools {
namespace {

// Reads the bytes of an opened file again from the beginning.
class BytesBuffer final : public std::streambuf {
  public:
    explicit BytesBuffer(const book::ByteReader& bytes) : bytes_(bytes) {}

  protected:
    int_type underflow() override {
        const std::size_t count =
            bytes_.read_at(place_, std::as_writable_bytes(std::span(buffer_)));
        place_ += count;
        setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_.front());
    }

  private:
    const book::ByteReader& bytes_;
    std::uint64_t place_ = 0;
    std::array<char, 1U << 16U> buffer_{};
};

Result<void> open_text(ConvertSource& source, const std::string& name, TextFormat format) {
    if (format != TextFormat::Pgn) {
        BytesBuffer buffer(*source.bytes);
        std::istream in(&buffer);
        auto of_variant = read_variant_table(in, name, source.warnings);
        if (!of_variant) return of_variant.error();
        if (*of_variant) {
            source.opened = *std::move(of_variant);
            return {};
        }
    }
    BytesBuffer buffer(*source.bytes);
    std::istream in(&buffer);
    auto table = TableBook::read(in, name, format);
    if (!table) return table.error();
    if (source.bytes->failed()) return make_error(name + ": cannot be read to its end");
    source.warnings = (*table)->warnings();
    source.table = table->get();
    source.opened = *std::move(table);
    return {};
}

// The file is closed before SQLite opens it, because closing our handle later would release
// SQLite's locks.
std::shared_ptr<const WatchedReader> no_bytes() {
    return std::make_shared<const WatchedReader>(
        std::make_shared<const book::SpanReader>(std::span<const std::byte>()));
}

Result<void> open_grown(ConvertSource& source, const ConvertOptions& options) {
    source.bytes = no_bytes();
    const auto file = GrownFile::open(options.from);
    if (!file) return file.error();
    book::GrownRules rules;
    if (options.temperature) rules.temperature = *options.temperature;
    auto grown = (*file)->with(rules, options.target.has_values_of_moves()
                                          ? book::GrownBook::Values::OfMoves
                                          : book::GrownBook::Values::OfPositions);
    source.grown = grown.get();
    source.opened = std::move(grown);
    return {};
}

Result<void> open_variant_stats(ConvertSource& source, const ConvertOptions& options,
                                const book::NamedVariant& of) {
    const auto named = [&options](const Error& error) {
        return make_error(options.from + ": " + error.message);
    };
    if (const auto fits = check_variant(of, options.variant); !fits) return named(fits.error());
    auto book = load_variant_stats(source.bytes);
    if (!book) return named(book.error());
    source.opened = *std::move(book);
    source.format = book::statistics_format.name;
    auto games = book::StatsSearch::open(source.bytes);
    if (!games) return named(games.error());
    source.variant_games = std::make_shared<const book::StatsSearch>(*std::move(games));
    return {};
}

Result<void> open_by_content(ConvertSource& source, const ConvertOptions& options) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(source.bytes->read_at(0, buffer));
    if (book::is_stats(head)) {
        const auto of = variant_of_stats(source.bytes);
        if (!of) return make_error(options.from + ": " + of.error().message);
        if (of->variant) return open_variant_stats(source, options, *of);
        auto stats =
            options.for_walking ? StatsBook::load(source.bytes) : StatsBook::search(source.bytes);
        if (!stats) return make_error(options.from + ": " + stats.error().message);
        auto shared = std::make_shared<const StatsBook>(*std::move(stats));
        source.stats = shared.get();
        source.opened = std::move(shared);
        return {};
    }
    if (book::grown_format.recognises(head, source.bytes->size()))
        return open_grown(source, options);
    if (const auto format = book::detect_text_format(head))
        return open_text(source, options.from, *format);
    auto opened = io::open_book(source.bytes, options.from, io::BookUse::Study);
    if (!opened) return opened.error();
    source.opened = std::move(opened->book);
    source.warnings = std::move(opened->warnings);
    return {};
}

std::vector<std::string> variants_of(const ConvertSource& source) {
    std::vector<std::string> by_roots = variants_by_roots(*source.opened, source.roots);
    auto named = source.opened->header_texts().variants;
    if (!named) return by_roots;
    const std::string& last = by_roots.back();
    if (last == "fischerandom" && std::find(named->begin(), named->end(), last) == named->end())
        named->push_back(last);
    return *std::move(named);
}

Result<std::vector<chess::Position>> roots_of(ConvertSource& source,
                                              const ConvertOptions& options) {
    if (!options.roots.empty()) return options.roots;
    std::vector start{chess::Position::start()};
    auto named = source.opened->roots();
    if (options.target == arena_target) {
        const auto warn = [&source](const std::string& what) {
            source.warnings.push_back(
                what + "; an Arena book begins with the start position, and so does the walk");
        };
        if (!named) {
            warn(named.error().message);
            return start;
        }
        std::erase(*named, start.front());
        if (named->size() == 1)
            warn("its root position is " + chess::format_fen(named->front()));
        else if (!named->empty())
            warn("it has " + text::counted(named->size(), "other root position"));
        return start;
    }
    if (!named)
        return make_error(options.from + ": " + named.error().message +
                          "; -fen says where to begin");
    return named->empty() ? start : *std::move(named);
}

// Processes the positions that users give: they determine the key scheme of an experience file, and
// those that the book contains become roots.
Result<void> read_as_asked(ConvertSource& source, const ConvertOptions& options) {
    std::vector<chess::Position> given = options.roots;
    for (const std::string& name : options.positions) {
        auto positions = read_positions(name);
        if (!positions) return positions.error();
        given.insert(given.end(), positions->begin(), positions->end());
    }
    const auto read = [&source](const book::Reading& reading) {
        auto book = source.opened->read_by(reading);
        const bool has_meaning = book != nullptr;
        if (has_meaning) source.opened = std::move(book);
        return has_meaning;
    };
    const auto refuse = [&](const std::string& whose) {
        return make_error(whose + ", and " + options.from + " is not one: " + source.format);
    };
    read({.known = given});
    if (options.ctg_moves && !read({.ctg_moves = options.ctg_moves}))
        return refuse("-ctg-moves is for ChessBase books");
    if (options.min_depth && !read({.min_depth = options.min_depth}))
        return refuse("-min-depth is for SFTT tables and experience files");
    if (options.temperature) read({.temperature = options.temperature});
    if (options.temperature && source.opened->format().values == book::BookValues::None)
        return make_error(
            "-temperature is for books of values (YACB, SFTT, experience, grow-book), and " +
            options.from + " has weights: " + source.format);
    for (std::size_t i = options.roots.size(); i < given.size(); ++i)
        if (source.opened->knows(given[i])) source.more_roots.push_back(given[i]);
    return {};
}

} // namespace

std::size_t WatchedReader::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    const std::size_t count = bytes_->read_at(offset, into);
    if (count < into.size() && offset + count < size()) failed_ = true;
    return count;
}

std::vector<std::string> variants_by_roots(const book::Book& book,
                                           std::span<const chess::Position> roots) {
    const auto is_of_chess = [&book](const chess::Position& root) {
        return !chess::is_of_chess960(root) && book.knows(root);
    };
    return variant_names(std::any_of(roots.begin(), roots.end(), is_of_chess),
                         std::any_of(roots.begin(), roots.end(), chess::is_of_chess960));
}

const chess::Variant* variant_of_any_book(const std::string& file, const chess::Variant* given) {
    if (const auto* const variant = variant_of_book(file, given)) return variant;
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return nullptr;
    std::array<std::byte, 4096> start{};
    const auto head = std::span<const std::byte>(start).first((*bytes)->read_at(0, start));
    if (book::is_stats(head)) {
        const auto of = variant_of_stats(*std::move(bytes));
        return of ? of->variant : nullptr;
    }
    const auto format = book::detect_text_format(head);
    if (!format || *format == TextFormat::Pgn) return nullptr;
    BytesBuffer buffer(**bytes);
    std::istream in(&buffer);
    return variant_of_table(in, file);
}

Result<io::OpenedBook> open_any_book(const std::string& file, io::BookUse use,
                                     bool takes_variants) {
    constexpr std::uint64_t most_text = 256U << 20U;
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return bytes.error();
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first((*bytes)->read_at(0, buffer));
    if (book::grown_format.recognises(head, (*bytes)->size())) {
        bytes->reset();
        const auto grown = GrownFile::open(file);
        if (!grown) return grown.error();
        return io::OpenedBook{.book = *grown,
                              .format = std::string(book::grown_format.name),
                              .entries = (*grown)->count_positions(),
                              .header = {},
                              .warnings = {}};
    }
    const auto format =
        (*bytes)->size() <= most_text ? book::detect_text_format(head) : std::nullopt;
    if (!format) {
        auto opened = io::open_book(*std::move(bytes), file, use);
        if (!opened || takes_variants) return opened;
        if (const auto fits = check_is_chess({file, opened->book.get()}); !fits)
            return fits.error();
        return opened;
    }
    ConvertSource source;
    source.bytes = std::make_shared<const WatchedReader>(*std::move(bytes));
    if (const auto opened = open_text(source, file, *format); !opened) return opened.error();
    if (!takes_variants)
        if (const auto fits = check_is_chess({file, source.opened.get()}); !fits)
            return fits.error();
    return io::OpenedBook{.book = source.opened,
                          .format = std::string(source.opened->format().name),
                          .entries = source.opened->count_positions(),
                          .header = {},
                          .warnings = std::move(source.warnings)};
}

Result<ConvertSource> open_source(const ConvertOptions& options) {
    auto bytes = io::open_book_bytes(to_path(options.from));
    if (!bytes) return bytes.error();
    ConvertSource source;
    source.bytes = std::make_shared<const WatchedReader>(*std::move(bytes));
    if (const auto opened = open_by_content(source, options); !opened) return opened.error();
    if (source.format.empty()) source.format = source.opened->format().name;
    if (const auto read = read_as_asked(source, options); !read) return read.error();
    auto roots = roots_of(source, options);
    if (!roots) return roots.error();
    source.roots = *std::move(roots);
    source.roots.insert(source.roots.end(), source.more_roots.begin(), source.more_roots.end());
    source.variants = variants_of(source);
    book::HeaderTexts texts = source.opened->header_texts();
    source.comment = std::move(texts.comment);
    source.author = std::move(texts.author);
    source.quick = options.for_walking ? book::with_key_filter(source.opened) : source.opened;
    source.weighted =
        book::weighed(source.quick, options.temperature.value_or(book::usual_temperature));
    return source;
}

} // namespace polyglot::tools
