// Encodes and decodes the bytes of .abk files.
#include "core/book/arena/abk.hpp"
#include "core/book/little_endian.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <tuple>

namespace polyglot::book {
namespace {

constexpr std::size_t record_size = AbkRecord::size;
constexpr std::size_t records_begin = record_size * AbkRecord::first; // 25200: header and filler
constexpr std::size_t header_size = 254;
// A byte with the length of the text precedes each of these texts.
constexpr std::size_t comment_at = 12, comment_size = abk_comment_size;
constexpr std::size_t author_at = 133, author_size = abk_author_size;
constexpr std::size_t numbers_at = abk_depth_byte;
constexpr char filler = 'x';

// Returns the ten numbers of the header, in the order of the file.
template <class Header>
auto numbers_of(Header& h) {
    return std::tie(h.depth, h.moves, h.min_games, h.min_wins, h.min_white_per_cent,
                    h.min_black_per_cent, h.importance_of_priority, h.importance_of_games,
                    h.importance_of_score, h.max_ply);
}

std::uint32_t get_number(std::span<const std::byte> bytes, std::size_t at) {
    return load_little_endian<std::uint32_t>(bytes, at);
}

std::uint8_t get_byte(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<std::uint8_t>(bytes[at]);
}

void put_number(std::string& out, std::uint32_t number) {
    out.resize(out.size() + sizeof number);
    store_little_endian(number, std::as_writable_bytes(std::span(out)), out.size() - sizeof number);
}

void put_text(std::string& out, std::string_view text, std::size_t size) {
    text = text.substr(0, size);
    out += static_cast<char>(text.size());
    out += text;
    out.append(size - text.size(), '\0');
}

std::string get_text(std::span<const std::byte> header, std::size_t at, std::size_t size,
                     std::string_view name, std::vector<std::string>& warnings) {
    std::size_t length = get_byte(header, at);
    if (length > size) {
        warnings.push_back("the " + std::string(name) + " is said to be " + std::to_string(length) +
                           " bytes long, of " + std::to_string(size) + " at most");
        length = size;
    }
    std::string text;
    for (std::size_t i = 0; i < length; ++i)
        text += std::to_integer<char>(header[at + 1 + i]);
    return text;
}

AbkRecord decode_record(std::span<const std::byte> bytes) {
    AbkRecord record;
    record.from = get_byte(bytes, 0);
    record.to = get_byte(bytes, 1);
    record.promotion = std::to_integer<std::int8_t>(bytes[2]);
    record.priority = get_byte(bytes, 3);
    record.games = get_number(bytes, 4);
    record.white_wins = get_number(bytes, 8);
    record.white_losses = get_number(bytes, 12);
    record.ply = get_number(bytes, 16);
    record.next_move = get_number(bytes, 20);
    record.next_sibling = get_number(bytes, 24);
    return record;
}

// Reads records. False if the file has become shorter since it was opened.
bool read_records(const ByteReader& bytes, std::size_t count, std::vector<AbkRecord>& records) {
    constexpr std::size_t at_a_time = 2048;
    std::vector<std::byte> buffer(std::min(count, at_a_time) * record_size);
    std::uint64_t offset = records_begin;
    while (records.size() < count) {
        const std::span<std::byte> part =
            std::span(buffer).first(std::min(count - records.size(), at_a_time) * record_size);
        const std::size_t got = bytes.read_at(offset, part) / record_size;
        for (std::size_t i = 0; i < got; ++i)
            records.push_back(decode_record(part.subspan(i * record_size, record_size)));
        offset += got * record_size;
        if (got * record_size < part.size()) return false;
    }
    return true;
}

} // namespace

bool AbkBook::is_abk(std::span<const std::byte> head) {
    return head.size() >= comment_at && get_byte(head, 0) == 3 && get_byte(head, 1) == 'A' &&
           get_byte(head, 2) == 'B' && get_number(head, 4) == records_begin &&
           get_number(head, 8) == record_size;
}

Result<AbkTree> decode_abk(const ByteReader& bytes, std::vector<std::string>& warnings) {
    std::array<std::byte, header_size> buffer{};
    const std::span<const std::byte> header = std::span(buffer).first(bytes.read_at(0, buffer));
    if (!AbkBook::is_abk(header)) return make_error("not an Arena book");
    const std::uint64_t size = bytes.size();
    if (header.size() < header_size || size < records_begin)
        return make_error("an Arena book cut off within its header: " + std::to_string(size) +
                          " of " + std::to_string(records_begin) + " bytes");
    if (size > max_abk_size) return make_error("too large for an Arena book: over 2 GiB");

    AbkTree tree;
    tree.header.comment = get_text(header, comment_at, comment_size, "comment", warnings);
    tree.header.author = get_text(header, author_at, author_size, "author", warnings);
    std::size_t at = numbers_at;
    const auto get = [&](std::uint32_t& number) {
        number = get_number(header, at);
        at += 4;
    };
    std::apply([&get](auto&... number) { (get(number), ...); }, numbers_of(tree.header));

    const std::uint64_t count = (size - records_begin) / record_size;
    if (const std::uint64_t rest = (size - records_begin) % record_size; rest > 0)
        warnings.push_back("the last " + std::to_string(rest) + " of " + std::to_string(size) +
                           " bytes are not a whole record and are left out");
    tree.records.reserve(static_cast<std::size_t>(count));
    if (!read_records(bytes, static_cast<std::size_t>(count), tree.records))
        warnings.push_back("only " + std::to_string(tree.records.size()) + " of " +
                           std::to_string(count) + " records could be read");
    return tree;
}

void append_abk_record(std::string& bytes, const AbkRecord& record) {
    bytes += static_cast<char>(record.from);
    bytes += static_cast<char>(record.to);
    bytes += static_cast<char>(record.promotion);
    bytes += static_cast<char>(record.priority);
    for (const std::uint32_t number : {record.games, record.white_wins, record.white_losses,
                                       record.ply, record.next_move, record.next_sibling})
        put_number(bytes, number);
}

std::string encode_abk(const AbkTree& tree) {
    std::string out = "\x03"
                      "ABK";
    out.reserve(records_begin + tree.records.size() * record_size);
    put_number(out, records_begin);
    put_number(out, record_size);
    put_text(out, tree.header.comment, comment_size);
    put_text(out, tree.header.author, author_size);
    std::apply([&out](auto... number) { (put_number(out, number), ...); }, numbers_of(tree.header));
    assert(out.size() == header_size);
    out.resize(records_begin, filler);
    for (const AbkRecord& record : tree.records)
        append_abk_record(out, record);
    return out;
}

} // namespace polyglot::book
