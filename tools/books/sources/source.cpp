#include "tools/books/sources/source.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/value_weights.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/positions.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <span>
#include <streambuf>
#include <utility>

namespace polyglot::tools {
namespace {

// Reads what a file was opened for, once more from its beginning.
class BytesBuffer final : public std::streambuf {
  public:
    explicit BytesBuffer(const book::ByteReader& bytes) : bytes_(bytes) {}

  protected:
    int_type underflow() override {
        const std::size_t count = bytes_.read_at(place_, std::as_writable_bytes(std::span(buffer_)));
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
    BytesBuffer buffer(*source.bytes);
    std::istream in(&buffer);
    auto table = TableBook::read(in, name, format);
    if (!table) return table.error();
    if (source.bytes->failed()) return make_error(name + ": cannot be read to its end");
    source.warnings = (*table)->warnings();
    source.opened = *std::move(table);
    source.format = book::name_of(format);
    return {};
}

// The file is closed before SQLite opens it, whose locks would end with our handle of it.
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
    source.opened = (*file)->with(rules, is_experience(options.target) ? book::GrownBook::Values::OfMoves
                                                                       : book::GrownBook::Values::OfPositions);
    source.format = book::name_of(source.opened->format());
    return {};
}

Result<void> open_by_content(ConvertSource& source, const ConvertOptions& options) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(source.bytes->read_at(0, buffer));
    if (book::is_stats(head)) {
        auto stats = options.for_walking ? StatsBook::load(source.bytes) : StatsBook::search(source.bytes);
        if (!stats) return make_error(options.from + ": " + stats.error().message);
        source.opened = std::make_shared<const StatsBook>(*std::move(stats));
        source.format = "statistics of make-book";
        return {};
    }
    if (book::is_grown_store(head)) return open_grown(source, options);
    if (const auto format = book::detect_text_format(head)) return open_text(source, options.from, *format);
    if (options.min_depth && book::SfttTable::is_sftt(head)) {
        auto table = book::SfttTable::open(*source.bytes, *options.min_depth);
        if (!table) return make_error(options.from + ": " + table.error().message);
        source.warnings = table->warnings();
        source.opened = std::make_shared<const book::SfttTable>(*std::move(table));
    } else {
        auto opened = io::open_book(source.bytes, options.from, io::BookUse::Study);
        if (!opened) return opened.error();
        source.opened = std::move(opened->book);
        source.warnings = std::move(opened->warnings);
    }
    source.format = book::name_of(source.opened->format());
    return {};
}

std::vector<std::string> named_variants(bool chess, bool chess960) {
    std::vector<std::string> variants;
    if (chess || !chess960) variants.emplace_back("normal");
    if (chess960) variants.emplace_back("fischerandom");
    return variants;
}

std::vector<std::string> variants_of(const ConvertSource& source) {
    std::vector<std::string> by_roots = variants_by_roots(*source.opened, source.roots);
    const auto* const polyglot = source.polyglot();
    if (polyglot == nullptr || !polyglot->header()) {
        if (const StatsBook* const stats = source.stats(); stats != nullptr && stats->info().chess960)
            return named_variants(stats->info().chess, true);
        const TableBook* const table = source.table();
        return table != nullptr && table->chess960() ? named_variants(table->chess(), true) : by_roots;
    }
    std::vector<std::string> named = polyglot->header()->variants;
    const std::string& last = by_roots.back();
    if (last == "fischerandom" && std::find(named.begin(), named.end(), last) == named.end()) named.push_back(last);
    return named;
}

void read_header(ConvertSource& source) {
    if (const auto* polyglot = source.polyglot(); polyglot && polyglot->header())
        source.comment = polyglot->header()->comment;
    if (const auto* arena = dynamic_cast<const book::AbkBook*>(source.opened.get())) {
        source.comment = arena->header().comment;
        source.author = arena->header().author;
    }
    if (const auto* table = source.table()) {
        source.comment = table->comment();
        source.author = table->author();
    }
}

Result<std::vector<chess::Position>> roots_of(ConvertSource& source, const ConvertOptions& options) {
    if (!options.roots.empty()) return options.roots;
    if (const GrownFile* const grown = source.grown())
        if (std::vector<chess::Position> roots = grown->roots(); !roots.empty()) return roots;
    std::vector start{chess::Position::start()};
    if (const TableBook* const rows = source.table(); rows != nullptr && rows->has_plies()) {
        for (const TableBook::Place& place : rows->places())
            if (place.ply == 0 && !(place.position == start.front())) start.push_back(place.position);
        return start;
    }
    const auto* table = source.sftt();
    if (table == nullptr || table->header().root_fen.empty()) return start;
    const auto root = chess::parse_fen(table->header().root_fen);
    if (options.target == BookTarget::Arena) {
        if (!root || !(*root == start.front()))
            source.warnings.push_back("its root position is " + table->header().root_fen +
                                      "; an Arena book begins with the start position, and so does the walk");
        return start;
    }
    if (!root)
        return make_error(options.from + ": its root position, " + table->header().root_fen +
                          ", cannot be read: " + root.error().message + "; -fen says where to begin");
    return std::vector{*root};
}

// Positions that users give: they show by which keys the file knows positions, and those it knows are begun from.
Result<void> prepare_experience(ConvertSource& source, const ConvertOptions& options) {
    const auto* const file = source.experience();
    std::vector<chess::Position> given = options.roots;
    for (const std::string& name : options.positions) {
        auto positions = read_positions(name);
        if (!positions) return positions.error();
        given.insert(given.end(), positions->begin(), positions->end());
    }
    if (file != nullptr) {
        book::ExperienceBook book = file->decided_by(given).with_temperature(options.temperature.value_or(20));
        if (options.min_depth) book = book.of_depth(*options.min_depth);
        source.opened = std::make_shared<const book::ExperienceBook>(std::move(book));
    }
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

std::vector<std::string> variants_by_roots(const book::Book& book, std::span<const chess::Position> roots) {
    const auto is_of_chess = [&book](const chess::Position& root) {
        return !chess::is_of_chess960(root) && book.knows(root);
    };
    return named_variants(std::any_of(roots.begin(), roots.end(), is_of_chess),
                          std::any_of(roots.begin(), roots.end(), chess::is_of_chess960));
}

Result<io::OpenedBook> open_any_book(const std::string& file, io::BookUse use) {
    constexpr std::uint64_t most_text = 256U << 20U;
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return bytes.error();
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first((*bytes)->read_at(0, buffer));
    if (book::is_grown_store(head)) {
        bytes->reset();
        const auto grown = GrownFile::open(file);
        if (!grown) return grown.error();
        return io::OpenedBook{.book = *grown,
                              .format = std::string(book::name_of(book::Format::Grown)),
                              .entries = (*grown)->count_positions(),
                              .header = {},
                              .warnings = {}};
    }
    const auto format = (*bytes)->size() <= most_text ? book::detect_text_format(head) : std::nullopt;
    if (!format) return io::open_book(*std::move(bytes), file, use);
    ConvertSource source;
    source.bytes = std::make_shared<const WatchedReader>(*std::move(bytes));
    if (const auto opened = open_text(source, file, *format); !opened) return opened.error();
    return io::OpenedBook{.book = source.opened,
                          .format = source.format,
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
    if (const auto prepared = prepare_experience(source, options); !prepared) return prepared.error();
    if (options.ctg_moves) {
        const auto* const ctg = dynamic_cast<const book::CtgBook*>(source.opened.get());
        if (ctg == nullptr)
            return make_error("-ctg-moves is for ChessBase books, and " + options.from +
                              " is not one: " + source.format);
        source.opened = std::make_shared<const book::CtgBook>(ctg->with_moves(*options.ctg_moves));
    }
    if (options.min_depth && source.sftt() == nullptr && source.experience() == nullptr)
        return make_error("-min-depth is for SFTT tables and experience files, and " + options.from +
                          " is not one: " + source.format);
    if (options.temperature && !source.has_values() && source.grown() == nullptr)
        return make_error("-temperature is for books of values (YACB, SFTT, experience, grow-book), and " +
                          options.from + " has weights: " + source.format);
    auto roots = roots_of(source, options);
    if (!roots) return roots.error();
    source.roots = *std::move(roots);
    source.roots.insert(source.roots.end(), source.more_roots.begin(), source.more_roots.end());
    source.variants = variants_of(source);
    read_header(source);
    source.quick = options.for_walking ? book::with_key_filter(source.opened) : source.opened;
    source.weighted = source.quick;
    if (source.has_values() && source.experience() == nullptr)
        source.weighted =
            std::make_shared<const book::ValueBook>(source.quick, options.temperature.value_or(usual_temperature));
    return source;
}

} // namespace polyglot::tools
