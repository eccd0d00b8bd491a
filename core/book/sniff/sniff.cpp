#include "core/book/sniff/sniff.hpp"

#include "core/book/experience/record.hpp"
#include "core/book/sniff/columns.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view start;
    std::string_view what;
};

// Long enough that no key of a real book starts like this by accident (3 bytes: once in 16 million).
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

// Of books, with what polyglot can do with them.
constexpr std::string_view arena_name = "an Arena book (.abk)", ctg_name = "a ChessBase book (.ctg)",
                           yacb_name = "a YACB book", sftt_name = "a transposition table (SFTT)",
                           stats_name = "statistics of polyglot make-book", experience_name = "an experience file",
                           grown_name = "a store of polyglot grow-book", csv_name = "a CSV table",
                           json_name = "a JSON text";

std::string with_advice(std::string_view name) {
    const bool same_kind = name == arena_name || name == ctg_name || name == yacb_name;
    return std::string(name) +
           (same_kind ? ", another format; polyglot convert-book makes one of it"
                      : "; polyglot convert-book makes a book of " + std::string(name == stats_name ? "them" : "it"));
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; // char may look at any object
}

// UTF-8 or Latin-1 without control characters. A book has zero bytes, if only in its weights, so it never passes.
bool is_text(std::string_view head) {
    const auto ascii =
        std::count_if(head.begin(), head.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (4 * static_cast<std::size_t>(ascii) < head.size()) return false;
    return std::all_of(head.begin(), head.end(), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u >= 0x20 ? u != 0x7f : c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\x1a';
    });
}

// UTF-16 by its byte order mark, or by every other byte being zero.
bool is_utf16(std::string_view head) {
    const bool mark = head.substr(0, 2) == "\xff\xfe"sv || head.substr(0, 2) == "\xfe\xff"sv;
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i)
        zeros[i % 2] += head[i] == '\0' ? 1U : 0U;
    const std::size_t half = head.size() / 2;
    // The end marker of an otherwise empty book is ff ff … too: ask for zeros also after a mark.
    return half > 2 && (zeros[0] == 0 || zeros[1] == 0) && zeros[0] + zeros[1] > half * (mark ? 1U : 3U) / 4;
}

// A table by its first line, with columns of a book, but not all that a book needs: which one is missing.
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
    const auto starts_with = [&start](std::string_view s) { return start.compare(0, s.size(), s) == 0; };
    if (starts_with("version https://git-lfs")) return "a git-lfs pointer; fetch the file itself with git lfs pull";
    if (starts_with("<!doctype html") || starts_with("<html") || starts_with("<head"))
        return "an HTML page; the download went to a web page instead of the file";
    if (starts_with("<")) return "an XML or HTML text";
    if (starts_with("[event ") || starts_with("[site ") || starts_with("[white "))
        return "a PGN file; polyglot make-book turns it into a book";
    if (auto table = describe_table(head.substr(0, head.find_first_of("\r\n")))) return *std::move(table);
    return "a text file";
}

// Office programs put a small file "~$name" beside an open document: length byte, user name, the name in UTF-16.
bool is_office_lock(std::string_view head, std::uint64_t size) {
    if ((size != 162 && size != 165) || head.size() < 60) return false;
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(head[0]));
    return length > 0 && length < 54 && is_text(head.substr(1, length));
}

// Crafty's books.bin starts with 32,768 little-endian file offsets, -1 where there is nothing.
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

// The files beside a ChessBase book: their size follows from a number of theirs (docs/formats/ctg.md).
std::optional<std::string> describe_ctg_side_file(std::span<const std::byte> head, std::uint64_t size) {
    if (head.size() < 12) return std::nullopt;
    const auto number = [head](std::size_t at) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | std::to_integer<std::uint64_t>(head[at + i]);
        return value;
    };
    constexpr std::string_view rest = " of a ChessBase book; the book is the .ctg file of the same name";
    if (number(0) == 0x0010'0001 && size == 16 + 4 * number(4)) return "the table of pages (.cto)" + std::string(rest);
    if (number(0) == 0x000c'0001 && size == 12 + number(8) / 8) return "a table (.ctb)" + std::string(rest);
    return std::nullopt;
}

void look_at(const RawEntry& entry, Evidence& evidence) {
    if (is_special(entry)) {
        if (!(entry == RawEntry{})) ++evidence.markers;
        return;
    }
    ++evidence.moves;
    if (is_possible_move(entry.move)) ++evidence.possible;
}

std::vector<std::uint64_t> sampled_pages(std::uint64_t pages, std::uint64_t max_pages) {
    std::vector<std::uint64_t> numbers;
    const std::uint64_t count = std::min(pages, max_pages);
    for (std::uint64_t n = 0; n < count; ++n)
        numbers.push_back(count > 1 ? (pages - 1) * n / (count - 1) : 0);
    for (std::uint64_t back = 1; back < pages; back *= 2)
        numbers.push_back(pages - 1 - back);
    std::sort(numbers.begin(), numbers.end());
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
    const bool moves = from != to && (files == 0 || ranks == 0 || files == ranks || files * ranks == 2);
    if (promotion == 0) return moves;
    const int last = to >> 3;
    return moves && promotion <= 4 && ranks == 1 && files <= 1 && (last == 0 || last == 7);
}

std::string_view name_of(TextFormat format) {
    switch (format) {
    case TextFormat::Csv: return "CSV";
    case TextFormat::Json: return "JSON";
    case TextFormat::Pgn: return "PGN";
    }
    return {};
}

std::optional<TextFormat> detect_text_format(std::span<const std::byte> head) {
    std::string_view start = as_text(head);
    if (start.find('\0') != std::string_view::npos) return std::nullopt;
    if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
    start = text::trim_left(start);
    if (start.empty()) return std::nullopt;
    const std::string_view inner = text::trim_left(start.substr(1));
    if (start.front() == '{') return inner.starts_with('"') ? std::optional(TextFormat::Json) : std::nullopt;
    if (start.front() == '[') {
        if (inner.starts_with('{') || inner.starts_with(']')) return TextFormat::Json;
        const bool tag = !inner.empty() && text::to_lower(inner.front()) >= 'a' && text::to_lower(inner.front()) <= 'z';
        return tag ? std::optional(TextFormat::Pgn) : std::nullopt;
    }
    const auto columns = columns_of(start.substr(0, start.find_first_of("\r\n")));
    return missing_columns(columns).empty() ? std::optional(TextFormat::Csv) : std::nullopt;
}

// SQLite's header has an id of the program at byte 68 (docs/formats/grow-db.md).
bool is_grown_store(std::span<const std::byte> head) {
    constexpr std::size_t at = 68;
    const std::string_view start = as_text(head);
    return start.starts_with("SQLite format 3\0"sv) && start.size() >= at + 4 && start.substr(at, 4) == "PgGB";
}

std::optional<std::string_view> name_book_format(std::span<const std::byte> head, std::uint64_t size) {
    const std::string_view start = as_text(head.first(std::min<std::size_t>(head.size(), 4096)));
    // Bytes 5 to 12 of an Arena book are the two fixed lengths 25200 and 28, little-endian (docs/formats).
    if (start.size() >= 12 &&
        start.starts_with("\x03"
                          "AB"sv) &&
        start.substr(4).starts_with("\x70\x62\0\0\x1c\0\0\0"sv))
        return arena_name;
    if (start.starts_with("\x00\x20\x10\x00"sv)) return ctg_name;
    if (start.starts_with("YACB")) return yacb_name;
    if (start.starts_with("SFTT")) return sftt_name;
    if (start.starts_with("PGSTATS\n")) return stats_name;
    if (detect_experience(head, size)) return experience_name;
    if (is_grown_store(head)) return grown_name;
    const auto text = is_text(start) ? detect_text_format(head) : std::nullopt;
    if (text == TextFormat::Csv) return csv_name;
    return text == TextFormat::Json ? std::optional(json_name) : std::nullopt;
}

std::optional<std::string> recognise_other_format(std::span<const std::byte> head, std::uint64_t size) {
    if (size == 0) return "an empty file (0 bytes)";
    if (is_grown_store(head)) return with_advice(grown_name);
    const std::string_view start = as_text(head.first(std::min<std::size_t>(head.size(), 4096)));
    for (const Magic& magic : magics)
        if (start.substr(0, magic.start.size()) == magic.start) return std::string(magic.what);
    if (const auto name = name_book_format(head, size)) return with_advice(*name);
    if (auto side_file = describe_ctg_side_file(head, size)) return side_file;
    if (is_text(start)) return describe_text(start);
    if (is_utf16(start)) return "a UTF-16 text file";
    if (is_office_lock(start, size)) return "an Office lock file (~$…), left beside an open document";
    if (size < entry_size) return "too short: " + std::to_string(size) + " bytes, one entry takes 16";
    if (is_crafty(head, size)) return "a Crafty book, another format";
    return std::nullopt;
}

Evidence sample(const EntryTable& table, std::uint64_t max_pages) {
    std::array<std::byte, 4096> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by reading
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
                             : std::optional<std::string>("nothing but zero bytes, as of an unfinished download");
    // Real books have only possible moves, and at worst a few places out of order, but a shuffled one is still a book.
    // Other data that happens to hold square numbers (lists of moves) has neither order nor all moves possible.
    const bool ordered = 20 * e.descents <= e.pairs;
    const bool book = ordered ? 10 * e.possible >= 9 * e.moves : 100 * e.possible >= 98 * e.moves;
    if (book) return std::nullopt;
    if (e.good_bytes >= 4096)
        return "one that is damaged after byte " + std::to_string(e.good_bytes) +
               ": bytes were lost or added, as when a binary file is sent as text";
    return std::to_string(size) + " bytes of something else: " + text::per_cent(e.possible, e.moves) +
           " of the entries seen hold a possible move" + (ordered ? "" : ", and their keys are in no order");
}

std::optional<std::string> describe_format(const ByteReader& bytes) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes.read_at(0, buffer));
    if (const auto name = name_book_format(head, bytes.size())) return std::string(*name);
    if (const auto other = recognise_other_format(head, bytes.size())) // without what to do about it
        return other->substr(0, other->find_first_of(",;"));
    constexpr std::uint64_t pages = 16;
    const EntryTable table(std::shared_ptr<const ByteReader>(std::shared_ptr<const ByteReader>(), &bytes)); // borrowed
    if (judge(sample(table, pages), bytes.size())) return std::nullopt;
    return "a PolyGlot book";
}

} // namespace polyglot::book
