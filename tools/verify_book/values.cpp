// Checks the bytes of YACB books and SFTT tables (docs/formats/yacb.md, docs/formats/sftt.md).
#include "core/book/sftt/sftt.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools {
namespace {

constexpr std::size_t entry_bytes = 16; // in both formats

using EntryBytes = std::span<const std::byte, entry_bytes>;

unsigned byte_at(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<unsigned>(bytes[at]);
}

std::uint64_t load_little(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8U | byte_at(bytes, i);
    return value;
}

void verify_reserved(std::span<const std::byte> reserved, std::size_t first, Findings& findings) {
    for (std::size_t i = 0; i < reserved.size(); ++i)
        if (reserved[i] != std::byte{0})
            findings.add(Severity::Error, "header", "reserved bytes of the header are not 0", [&] {
                return "byte " + std::to_string(first + i) + ": " +
                       std::to_string(byte_at(reserved, i));
            });
}

// Calls look for all whole entries after the header, and reports remaining bytes.
template <class Look>
void for_each_entry(const book::ByteReader& bytes, std::uint64_t begin, Findings& findings,
                    const Look& look) {
    const std::uint64_t size = bytes.size() - std::min(begin, bytes.size());
    std::vector<std::byte> buffer(64U << 10U);
    for (std::uint64_t at = 0; at + entry_bytes <= size;) {
        const std::uint64_t wanted =
            std::min<std::uint64_t>(buffer.size(), (size - at) / entry_bytes * entry_bytes);
        const auto chunk = std::span(buffer).first(static_cast<std::size_t>(wanted));
        if (bytes.read_at(begin + at, chunk) < wanted) {
            findings.add(Severity::Error, "unreadable", "the file can't be read to its end",
                         [&] { return "byte " + std::to_string(begin + at); });
            return;
        }
        for (std::size_t i = 0; i < chunk.size(); i += entry_bytes)
            look((at + i) / entry_bytes, EntryBytes(chunk.data() + i, entry_bytes));
        at += wanted;
    }
    if (const std::uint64_t rest = size % entry_bytes; rest != 0)
        findings.add(Severity::Error, "odd_size", "bytes after the last whole entry", [&] {
            return "byte " + std::to_string(begin + size - rest) + ": " + std::to_string(rest) +
                   " bytes";
        });
}

// In Stockfish's 16 bits, two equal squares also mean that there is no move.
bool has_squares(std::uint16_t move) {
    return (move & 63U) != (move >> 6U & 63U);
}

class YacbScan {
  public:
    YacbScan(std::uint64_t begin, Findings& findings) : begin_(begin), findings_(findings) {}

    void look_at(std::uint64_t number, EntryBytes bytes) {
        const std::uint64_t key = load_little(bytes.first<8>());
        const auto at = [&] {
            return format_place(number, begin_) + ": key " + text::hexadecimal(key);
        };
        if (number > 0 && key == last_key_) {
            findings_.add(Severity::Error, "repeated", "key that the entry before has already", at);
        } else if (number > 0 && key < last_key_) {
            findings_.add(Severity::Error, "order",
                          "key smaller than the one before: who searches by halves misses entries",
                          at);
        }
        last_key_ = key;
        look_at_value(bytes, at);
        const auto move = static_cast<std::uint16_t>(load_little(bytes.subspan<14, 2>()));
        if (move == 0) {
            findings_.add(Severity::Remark, "no_move", "entry without a best move", at);
        } else if (!has_squares(move)) {
            findings_.add(Severity::Error, "impossible", "best move from a square to itself", at);
        }
    }

  private:
    template <class Place>
    void look_at_value(EntryBytes bytes, const Place& at) {
        const unsigned meta = byte_at(bytes, 10);
        const unsigned type = meta >> 5U;
        const auto value = static_cast<unsigned>(load_little(bytes.subspan<12, 2>()));
        constexpr unsigned per_cent = 4, most_per_cent = 40'000, proven = 3;
        const auto with = [&](std::string_view what, unsigned figure) {
            return [&at, what, figure] {
                return at() + ", " + std::string(what) + " " + std::to_string(figure);
            };
        };
        if (type > per_cent)
            findings_.add(Severity::Error, "type", "reserved type of value: the entry is skipped",
                          with("type", type));
        if ((meta & 1U) != 0 || byte_at(bytes, 11) != 0)
            findings_.add(Severity::Error, "reserved",
                          "reserved bits that are not 0: the entry is skipped", at);
        if (type == per_cent && value > most_per_cent)
            findings_.add(Severity::Error, "range",
                          "expected score over 40000 (100 %): the entry is skipped",
                          with("score", value));
        const bool is_distance = type == 2 || type == 3;
        if ((meta >> 3U & 3U) == proven && !is_distance)
            findings_.add(Severity::Remark, "proven",
                          "proven value that is not a distance to zeroing or mate", at);
    }

    std::uint64_t begin_;
    Findings& findings_;
    std::uint64_t last_key_ = 0;
};

void look_at_sftt_entry(const book::SfttEntry& entry, const book::SfttHeader& header,
                        std::uint64_t number, Findings& findings) {
    const auto at = [&] {
        return format_place(number, book::sftt_header_size) + ": key " +
               text::hexadecimal(entry.key);
    };
    // These are Stockfish's mate in 0 and its "none".
    constexpr int highest_value = 32'000, no_value = 32'002;
    const auto out_of_range = [](int value) {
        return value != no_value && (value > highest_value || value < -highest_value);
    };
    if (entry == book::SfttEntry{}) {
        findings.add(Severity::Remark, "unused", "slot that was never used", at);
        return;
    }
    if (out_of_range(entry.value) || out_of_range(entry.eval))
        findings.add(Severity::Error, "range", "value beyond mate: read as none", at);
    if (entry.depth() < int{header.min_entry_depth})
        findings.add(Severity::Remark, "depth", "entry less deep than the header says", at);
    if (entry.move == 0) {
        findings.add(Severity::Remark, "no_move", "entry without a move", at);
    } else if (!has_squares(entry.move)) {
        findings.add(Severity::Error, "impossible", "move from a square to itself", at);
    }
}

void check_yacb(const book::ByteReader& bytes, const book::Book& /*book*/, Verification& result) {
    constexpr std::size_t header_bytes = 32, numbers_bytes = 781 * sizeof(std::uint64_t),
                          first_reserved = 6;
    std::array<std::byte, header_bytes> header{};
    bytes.read_at(0, header);
    verify_reserved(std::span(header).subspan(first_reserved), first_reserved, result.findings);
    const std::uint64_t begin = header_bytes + (byte_at(header, 5) == 1 ? numbers_bytes : 0);
    YacbScan scan(begin, result.findings);
    for_each_entry(bytes, begin, result.findings, [&](std::uint64_t number, EntryBytes entry) {
        ++result.entries;
        scan.look_at(number, entry);
    });
}

void check_sftt(const book::ByteReader& bytes, const book::Book& book, Verification& result) {
    const book::SfttHeader& header = static_cast<const book::SfttTable&>(book).header();
    constexpr std::size_t first_reserved = 106;
    std::array<std::byte, book::sftt_header_size> head{};
    bytes.read_at(0, head);
    verify_reserved(std::span(head).subspan(first_reserved), first_reserved, result.findings);
    if (!header.root_fen.empty())
        if (const auto root = chess::parse_fen(header.root_fen); !root)
            result.findings.add(Severity::Error, "root", "the header's position can't be read",
                                [&] { return header.root_fen + ": " + root.error().message; });
    std::vector<std::uint64_t> keys;
    for_each_entry(bytes, book::sftt_header_size, result.findings,
                   [&](std::uint64_t number, EntryBytes entry) {
                       ++result.entries;
                       const book::SfttEntry decoded = book::decode_sftt_entry(entry);
                       keys.push_back(decoded.key);
                       look_at_sftt_entry(decoded, header, number, result.findings);
                   });
    std::ranges::sort(keys);
    const auto different =
        static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    if (different < keys.size())
        result.findings.add(Severity::Remark, "repeated",
                            "entries of a key that another entry has: the deepest counts",
                            keys.size() - different);
}

constexpr std::array<Cure, 3> yacb_cures{{{" order repeated odd_size ", rewrite_cure},
                                          {" not_reached ", roots_cure},
                                          {" unreadable ", copy_cure}}};

} // namespace

constexpr FormatCheck yacb_check{
    .format = book::yacb_format, .check = check_yacb, .cures = yacb_cures};
// An entry has 16 bits of its key and may contain the move of another position, which is no error.
constexpr FormatCheck sftt_check{
    .format = book::sftt_format, .check = check_sftt, .illegal = Severity::Remark};

} // namespace polyglot::tools
