#include "core/book/sniff/sniff.hpp"

#include "core/book/buffers.hpp"
#include "core/book/format.hpp"
#include "core/book/sniff/columns.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view start;
    std::string_view what;
};

// The texts are long enough that no key of a real book begins like this by chance (3 bytes: once in
// 16 million).
constexpr std::array magics{
    Magic{"\x1f\x8b\x08"sv, "a gzip archive; unpack it first"},
    Magic{"PK\x03\x04"sv, "a zip archive; unpack it first"},
    Magic{"PK\x05\x06"sv, "an empty zip archive"},
    Magic{"7z\xbc\xaf\x27\x1c"sv, "a 7z archive; unpack it first"},
    Magic{"Rar!\x1a\x07"sv, "a rar archive; unpack it first"},
    Magic{"BZh91AY&SY"sv, "a bzip2 archive; unpack it first"},
    Magic{"\xfd"
          "7zXZ\0"sv,
          "an xz archive; unpack it first"},
    Magic{"\x28\xb5\x2f\xfd"sv, "a zstd archive; unpack it first"},
    Magic{"SQLite format 3"sv, "an SQLite database"},
    Magic{"CBOK"sv, "a gochess book (CBOK), another format"},
    Magic{"\x7f"
          "ELF"sv,
          "a program"},
};

std::string with_advice(const FormatInfo& format) {
    return std::string(format.file_name) + "; polyglot convert-book makes a PolyGlot book of it";
}

// Recognises UTF-16 by its byte order mark, or by every other byte being zero.
bool is_utf16(std::string_view head) {
    const bool mark = head.substr(0, 2) == "\xff\xfe"sv || head.substr(0, 2) == "\xfe\xff"sv;
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i)
        zeros[i % 2] += head[i] == '\0' ? 1U : 0U;
    const std::size_t half = head.size() / 2;
    // The end marker of an otherwise empty book begins with ff ff as well, so zeros are required
    // after a mark, too.
    return half > 2 && (zeros[0] == 0 || zeros[1] == 0) &&
           zeros[0] + zeros[1] > half * (mark ? 1U : 3U) / 4;
}

// Describes a table whose first line has columns of a book but not all that a book needs: states
// the missing one.
std::optional<std::string> describe_table(std::string_view first_line) {
    const std::vector<std::string> columns = columns_of(first_line);
    const std::string missing = missing_columns(columns);
    if (columns.size() < 2 || missing.find(',') != std::string::npos) return std::nullopt;
    return "a table without a column " + missing;
}

std::string describe_text(std::string_view head) {
    if (head.substr(0, 3) == "\xef\xbb\xbf"sv) head.remove_prefix(3);
    head = text::trim_left(head);
    const std::string start = text::lower(head.substr(0, 64));
    const auto starts_with = [&start](std::string_view s) {
        return start.compare(0, s.size(), s) == 0;
    };
    if (starts_with("version https://git-lfs"))
        return "a git-lfs pointer; fetch the file itself with git lfs pull";
    if (starts_with("<!doctype html") || starts_with("<html") || starts_with("<head"))
        return "an HTML page; the download went to a web page instead of the file";
    if (starts_with("<")) return "an XML or HTML text";
    if (starts_with("[event ") || starts_with("[site ") || starts_with("[white "))
        return "a PGN file; polyglot make-book turns it into a book";
    if (auto table = describe_table(head.substr(0, head.find_first_of("\r\n"))))
        return *std::move(table);
    return "a text file";
}

// True for the small file "~$name" that Office programs put beside an open document: length byte,
// user name, the name in UTF-16.
bool is_office_lock(std::string_view head, std::uint64_t size) {
    if ((size != 162 && size != 165) || head.size() < 60) return false;
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(head[0]));
    return length > 0 && length < 54 && is_text(std::as_bytes(std::span(head.substr(1, length))));
}

// True for Crafty's books.bin, which starts with 32,768 little-endian file offsets, -1 for an
// unused one.
bool is_crafty(std::span<const std::byte> head, std::uint64_t size) {
    constexpr std::uint64_t index_bytes = std::uint64_t{32'768} * 4;
    if (size <= index_bytes || head.size() < 4096) return false;
    for (std::size_t i = 0; i + 4 <= head.size(); i += 4) {
        std::uint32_t offset = 0;
        for (std::size_t byte = 4; byte-- > 0;)
            offset = offset << 8U | std::to_integer<std::uint32_t>(head[i + byte]);
        if (offset != 0xffffffffU && (offset < index_bytes || offset >= size)) return false;
    }
    return true;
}

// Recognises the files beside a ChessBase book, whose size follows from a number in them
// (docs/formats/ctg.md).
std::optional<std::string> describe_ctg_side_file(std::span<const std::byte> head,
                                                  std::uint64_t size) {
    if (head.size() < 12) return std::nullopt;
    const auto number = [head](std::size_t at) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | std::to_integer<std::uint64_t>(head[at + i]);
        return value;
    };
    constexpr std::string_view rest =
        " of a ChessBase book; the book is the .ctg file of the same name";
    if (number(0) == 0x0010'0001 && size == 16 + 4 * number(4))
        return "the table of pages (.cto)" + std::string(rest);
    if (number(0) == 0x000c'0001 && size == 12 + number(8) / 8)
        return "a table (.ctb)" + std::string(rest);
    return std::nullopt;
}

void look_at(const RawEntry& entry, Evidence& evidence) {
    if (is_special(entry)) {
        if (!(entry == RawEntry{})) ++evidence.markers;
        return;
    }
    ++evidence.moves;
    const bool drops = is_drop(entry.move);
    if (drops) ++evidence.drops;
    if (drops || is_possible_move(entry.move) || is_king_promotion(entry.move)) ++evidence.possible;
}

std::vector<std::uint64_t> sampled_pages(std::uint64_t pages, std::uint64_t max_pages) {
    std::vector<std::uint64_t> numbers;
    const std::uint64_t count = std::min(pages, max_pages);
    for (std::uint64_t n = 0; n < count; ++n)
        numbers.push_back(count > 1 ? (pages - 1) * n / (count - 1) : 0);
    for (std::uint64_t back = 1; back < pages; back *= 2)
        numbers.push_back(pages - 1 - back);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace

bool is_possible_move(std::uint16_t raw) {
    const int from = raw >> 6 & 63;
    const int to = raw & 63;
    const int promotion = raw >> 12 & 7;
    const int files = std::abs((from & 7) - (to & 7));
    const int ranks = std::abs((from >> 3) - (to >> 3));
    const bool moves =
        from != to && (files == 0 || ranks == 0 || files == ranks || files * ranks == 2);
    if (promotion == 0) return moves;
    const int last = to >> 3;
    return moves && promotion <= 4 && ranks == 1 && files <= 1 && (last == 0 || last == 7);
}

bool is_drop(std::uint16_t raw) {
    const unsigned to = raw & 63U;
    const unsigned from = raw >> 6U & 63U;
    const unsigned piece = raw >> 12U;
    const bool outer_rank = to < 8 || to >= 56;
    constexpr unsigned xboard = 9;
    if (piece == xboard) { // letters from A = 1
        constexpr std::string_view letters = "PNBRQ";
        return from <= 26 &&
               letters.find(static_cast<char>('A' + from - 1)) != std::string_view::npos &&
               !(from == 'P' - 'A' + 1 && outer_rank);
    }
    return from == to && (piece == 0 ? !outer_rank : piece <= 4);
}

bool is_king_promotion(std::uint16_t raw) {
    const int from = raw >> 6 & 63;
    const int to = raw & 63;
    constexpr int king = 5;
    if (raw >> 12 != king || std::abs(from % 8 - to % 8) > 1) return false;
    return (from / 8 == 6 && to / 8 == 7) || (from / 8 == 1 && to / 8 == 0);
}

std::optional<std::string> recognise_other_format(std::span<const std::byte> head,
                                                  std::uint64_t size) {
    if (size == 0) return "an empty file (0 bytes)";
    const FormatInfo* const format = detect_format(head, size);
    if (format != nullptr) return with_advice(*format);
    const std::string_view start = as_text(head.first(std::min<std::size_t>(head.size(), 4096)));
    for (const Magic& magic : magics)
        if (start.substr(0, magic.start.size()) == magic.start) return std::string(magic.what);
    if (auto side_file = describe_ctg_side_file(head, size)) return side_file;
    if (is_text(std::as_bytes(std::span(start)))) return describe_text(start);
    if (is_utf16(start)) return "a UTF-16 text file";
    if (is_office_lock(start, size))
        return "an Office lock file (~$…), left beside an open document";
    if (size < entry_size)
        return "too short: " + std::to_string(size) + " bytes, one entry takes 16";
    if (is_crafty(head, size)) return "a Crafty book, another format";
    return std::nullopt;
}

Evidence sample(const EntryTable& table, std::uint64_t max_pages) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    PageBuffer buffer;
    EntryWindow window(table, buffer);
    const std::uint64_t page = window.capacity();
    Evidence evidence;
    std::optional<std::uint64_t> last_key;
    bool good = true;
    for (const std::uint64_t number : sampled_pages((table.size() + page - 1) / page, max_pages)) {
        const std::uint64_t begin = number * page;
        const std::uint64_t end = std::min(begin + page, table.size());
        const Evidence before = evidence;
        if (!window.load(begin, end)) break;
        for (std::uint64_t i = begin; i < end; ++i) {
            const RawEntry entry = window[i];
            look_at(entry, evidence);
            if (last_key) ++evidence.pairs;
            if (last_key && entry.key < *last_key) ++evidence.descents;
            last_key = entry.key;
        }
        good = good && 20 * (evidence.descents - before.descents) <= end - begin &&
               10 * (evidence.possible - before.possible) >= 9 * (evidence.moves - before.moves);
        if (good) evidence.good_bytes = end * entry_size;
    }
    return evidence;
}

std::optional<std::string> judge(const Evidence& e, std::uint64_t size) {
    if (e.moves == 0)
        return e.markers > 0 ? std::nullopt
                             : std::optional<std::string>(
                                   "nothing but zero bytes, as of an unfinished download");
    // Real books have only possible moves and at worst a few places out of order, but a shuffled
    // book is accepted as well. Other data that happens to contain square numbers (lists of moves)
    // has neither order nor only possible moves.
    const bool ordered = 20 * e.descents <= e.pairs;
    // No book has drops alone.
    const std::uint64_t possible = e.drops < e.possible ? e.possible : 0;
    const bool book = ordered ? 10 * possible >= 9 * e.moves : 100 * possible >= 98 * e.moves;
    if (book) return std::nullopt;
    if (e.good_bytes >= 4096)
        return "one that is damaged after byte " + std::to_string(e.good_bytes) +
               ": bytes were lost or added, as when a binary file is sent as text";
    return std::to_string(size) +
           " bytes of something else: " + text::per_cent(e.possible, e.moves) +
           " of the entries seen hold a possible move" +
           (ordered ? "" : ", and their keys are in no order");
}

std::optional<std::string> describe_format(const ByteReader& bytes) {
    PageBuffer buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes.read_at(0, buffer));
    if (const auto* const format = detect_format(head, bytes.size()))
        return std::string(format->file_name);
    // The advice after the description is cut off.
    if (const auto other = recognise_other_format(head, bytes.size()))
        return other->substr(0, other->find_first_of(",;"));
    constexpr std::uint64_t pages = 16;
    // The table borrows `bytes`, which the caller owns.
    const EntryTable table(
        std::shared_ptr<const ByteReader>(std::shared_ptr<const ByteReader>(), &bytes));
    if (judge(sample(table, pages), bytes.size())) return std::nullopt;
    return std::string(polyglot_format.file_name);
}

} // namespace polyglot::book
