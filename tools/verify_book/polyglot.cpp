// Checks the bytes of a PolyGlot book (docs/formats/polyglot-bin.md).
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/text/figures.hpp"
#include "tools/books/text.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace polyglot::tools {
namespace {

using book::RawEntry;

std::string at(std::uint64_t number) {
    return format_place(number, 0);
}

// Reads each entry once, in file order. The entries of a position are checked when the next
// position begins.
class Scan {
  public:
    Scan(const book::EntryTable& table, bool learnt, Verification& result)
        : table_(table), learnt_(learnt), result_(result), findings_(result.findings) {}

    void run() {
        sorted_ = is_sorted();
        std::vector<std::byte> buffer(64U << 10U);
        book::EntryWindow window(table_, buffer);
        for (std::uint64_t i = 0; i < table_.size(); ++i) {
            if (!window.reach(i)) {
                findings_.add(Severity::Error, "unreadable", "the file can't be read to its end",
                              [&] { return at(i); });
                break;
            }
            look_at(i, window[i]);
        }
        end_position();
        if (!sorted_) find_repeated_anywhere();
    }

  private:
    struct Numbered {
        std::uint64_t key;
        std::uint16_t move;
        std::uint64_t number;
    };

    bool is_sorted() const;
    void look_at(std::uint64_t number, const RawEntry& entry);
    void look_at_special(std::uint64_t number, const RawEntry& entry);
    void look_at_fields(std::uint64_t number, const RawEntry& entry);
    void begin_position(std::uint64_t number);
    void end_position();
    void find_repeated_anywhere();
    void add_repeated(std::uint64_t number, std::uint16_t move);

    const book::EntryTable& table_;
    bool learnt_;
    Verification& result_;
    Findings& findings_;
    bool sorted_ = true;
    bool in_header_ = true;
    std::uint64_t last_key_ = 0; // key of the last entry of any kind
    std::uint64_t last_marker_ = std::numeric_limits<std::uint64_t>::max();
    std::vector<RawEntry> position_; // the entries of the position being read
    std::uint64_t begin_ = 0;        // number of its first entry
    std::vector<Numbered> all_;      // all entries if the book is not sorted
};

// Reads all entries, because PolyglotBook checks only samples of a large file.
bool Scan::is_sorted() const {
    std::vector<std::byte> buffer(64U << 10U);
    book::EntryWindow window(table_, buffer);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table_.size() && window.reach(i); ++i)
        if (window.key(i) < std::exchange(last, window.key(i))) return false;
    return true;
}

void Scan::look_at(std::uint64_t number, const RawEntry& entry) {
    if (entry.key < last_key_)
        findings_.add(Severity::Error, "order",
                      "key smaller than the one before: who searches by halves misses entries",
                      [&] {
                          return at(number) + ": " + text::hexadecimal(entry.key) + " after " +
                                 text::hexadecimal(last_key_);
                      });
    last_key_ = entry.key;
    if (book::is_special(entry)) {
        look_at_special(number, entry);
        return;
    }
    in_header_ = false;
    if (last_marker_ != std::numeric_limits<std::uint64_t>::max())
        findings_.add(Severity::Error, "behind_end",
                      "entries after an end marker, where readers may stop",
                      [&] { return at(number); });
    if (position_.empty() || position_.front().key != entry.key) begin_position(number);
    position_.push_back(entry);
    ++result_.entries;
    look_at_fields(number, entry);
    if (!sorted_) all_.push_back({entry.key, entry.move, number});
}

void Scan::look_at_special(std::uint64_t number, const RawEntry& entry) {
    if (entry.key != book::header_key) {
        last_marker_ = number;
        findings_.add(Severity::Remark, "end_marker", "end marker (key of ones, no move)",
                      [&] { return at(number); });
    } else if (!in_header_) {
        findings_.add(Severity::Error, "stray_header",
                      "key 0, which belongs to a header, after the first position",
                      [&] { return at(number); });
    }
}

void Scan::look_at_fields(std::uint64_t number, const RawEntry& entry) {
    const auto place = [&] {
        return at(number) + ": key " + text::hexadecimal(entry.key) + ", " +
               format_raw_move(entry.move);
    };
    if (!is_possible_move(entry.move, result_.rules)) {
        findings_.add(Severity::Error, "impossible", "move as no piece moves: damage", place);
        ++result_.deletable;
    }
    if ((entry.move & 0x8000U) != 0 && !is_drop(entry.move, result_.rules))
        findings_.add(Severity::Error, "bit_15",
                      "bit 15 of the move is set; the format leaves it 0, so readers find no move",
                      place);
    if (entry.weight == 0)
        findings_.add(Severity::Remark, "zero_weight",
                      "weight 0: never played, and older programs may fail", place);
    if (learnt_ && entry.learn_sum > 2 * std::uint32_t{entry.learn_count})
        findings_.add(Severity::Remark, "learn_fields",
                      "more half-points learnt than the games can give", place);
}

void Scan::begin_position(std::uint64_t number) {
    end_position();
    begin_ = number;
    position_.clear();
    ++result_.positions;
}

void Scan::end_position() {
    if (position_.empty()) return;
    const auto is_zero = [](const RawEntry& entry) { return entry.weight == 0; };
    if (std::ranges::all_of(position_, is_zero))
        findings_.add(Severity::Remark, "unplayable", "position without a move of weight above 0",
                      [&] {
                          return at(begin_) + ": key " + text::hexadecimal(position_.front().key) +
                                 ", " + text::counted(position_.size(), "entry", "entries");
                      });
    if (!sorted_) return;
    for (std::size_t i = 1; i < position_.size(); ++i) {
        const auto end = position_.begin() + static_cast<std::ptrdiff_t>(i);
        const auto same = [&](const RawEntry& other) { return other.move == end->move; };
        if (std::any_of(position_.begin(), end, same)) add_repeated(begin_ + i, end->move);
    }
}

// Finds repeated moves in a book that is not sorted. This takes 24 bytes for each entry of the
// book.
void Scan::find_repeated_anywhere() {
    const auto order = [](const Numbered& a, const Numbered& b) {
        return std::tie(a.key, a.move, a.number) < std::tie(b.key, b.move, b.number);
    };
    std::ranges::sort(all_, order);
    std::vector<Numbered> repeated;
    result_.positions = all_.empty() ? 0 : 1;
    for (std::size_t i = 1; i < all_.size(); ++i) {
        if (all_[i].key != all_[i - 1].key) ++result_.positions;
        if (all_[i].key == all_[i - 1].key && all_[i].move == all_[i - 1].move)
            repeated.push_back(all_[i]);
    }
    const auto by_place = [](const Numbered& a, const Numbered& b) { return a.number < b.number; };
    std::ranges::sort(repeated, by_place);
    for (const Numbered& entry : repeated)
        add_repeated(entry.number, entry.move);
}

void Scan::add_repeated(std::uint64_t number, std::uint16_t move) {
    findings_.add(Severity::Remark, "repeated",
                  "move that its position has already: their weights add up",
                  [&] { return at(number) + ": " + format_raw_move(move); });
}

void verify_header(const book::PolyglotBook& book, Findings& findings) {
    if (!book.header() && book.entries().size() > 0 && book.entries().key(0) == book::header_key)
        findings.add(Severity::Error, "header",
                     "the file begins with entries of key 0 that are not a whole @PG@ header",
                     [] { return at(0); });
}

void check_bytes(const book::ByteReader& bytes, const book::Book& opened, Verification& result) {
    const auto& book = static_cast<const book::PolyglotBook&>(opened);
    const std::uint64_t size = bytes.size();
    const book::EntryTable& table = book.entries();
    Findings& findings = result.findings;
    if (const std::uint64_t rest = size % book::entry_size; rest != 0)
        findings.add(
            Severity::Error, "odd_size", "the file's size is not a multiple of 16 bytes", [&] {
                return "byte " + std::to_string(size - rest) + ": " + std::to_string(rest) +
                       " of " + std::to_string(size) + " bytes after the last whole entry";
            });
    if (const std::uint64_t whole = size / book::entry_size; whole > table.size())
        findings.add(Severity::Error, "zero_tail",
                     "the file ends in zeros, as after an unfinished download", [&] {
                         return at(table.size()) + ": " + std::to_string(whole - table.size()) +
                                " entries of zeros";
                     });
    verify_header(book, findings);

    const auto learn = book::judge_learn_fields(table, std::numeric_limits<std::uint64_t>::max());
    if (!book::is_polyglot(learn.dialect))
        findings.add(
            Severity::Remark, "learn_dialect",
            "learn fields other than games and half-points, so BookLearn does not write there: " +
                std::string(book::name_of(learn.dialect)) + "; " + learn.reason);
    Scan(table, learn.dialect == book::LearnDialect::PolyGlot, result).run();
    if (result.entries == 0) findings.add(Severity::Remark, "empty", "the book holds no moves");
}

constexpr std::array<Cure, 7> cures{{
    {" odd_size order impossible illegal castling castling_mixed bit_15 header stray_header "
     "behind_end zero_tail "
     "end_marker repeated ",
     repair_cure},
    {" zero_weight unplayable ", "polyglot edit-book changes weights and deletes moves"},
    {" learn_dialect ", "polyglot learn-book -bin BOOK -convert -out FILE writes a copy with "
                        "results, or zeros where there are none"},
    {" not_reached ", roots_cure},
    {" looks_like_chess960 ", "-chess960 checks it"},
    {" variant looks_like_variant looks_like_atomic looks_like_crazyhouse ",
     "-variant NAME checks its moves by the rules of a variant"},
    {" unreadable ", copy_cure},
}};

} // namespace

constexpr FormatCheck polyglot_check{
    .format = book::polyglot_format, .check = check_bytes, .cures = cures};

} // namespace polyglot::tools
