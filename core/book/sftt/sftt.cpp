#include "core/book/sftt/sftt.hpp"

#include "core/book/buffers.hpp"
#include "core/book/little_endian.hpp"
#include "core/book/stockfish_value.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace polyglot::book {
namespace {

constexpr std::string_view magic = "SFTT";
constexpr std::size_t fen_size = 91;
// Offsets of fields.
constexpr std::size_t version_byte = 4, fen_byte = 5, nodes_byte = 96, root_depth_byte = 104,
                      min_depth_byte = 105, reserved_byte = 106;

enum class TableBound : std::uint8_t { None, Upper, Lower, Exact };
TableBound bound_of(const SfttEntry& entry) {
    return static_cast<TableBound>(entry.generation_and_bound & 3U);
}

bool means_something(int value) {
    return std::abs(value) <= stockfish_mate_in_0;
}

Evaluation::Bound bound_for_white(TableBound bound, bool white_to_move) {
    switch (bound) {
    case TableBound::Upper:
        return white_to_move ? Evaluation::Bound::Upper : Evaluation::Bound::Lower;
    case TableBound::Lower:
        return white_to_move ? Evaluation::Bound::Lower : Evaluation::Bound::Upper;
    case TableBound::None:
    case TableBound::Exact: break;
    }
    return Evaluation::Bound::Exact;
}

SfttHeader decode_header(std::span<const std::byte, sftt_header_size> bytes) {
    SfttHeader header;
    for (std::size_t i = fen_byte; i < fen_byte + fen_size && bytes[i] != std::byte{0}; ++i)
        header.root_fen += static_cast<char>(bytes[i]);
    header.nodes = load_little_endian<std::uint64_t>(bytes, nodes_byte);
    header.root_depth = std::to_integer<std::uint8_t>(bytes[root_depth_byte]);
    header.min_entry_depth = std::to_integer<std::uint8_t>(bytes[min_depth_byte]);
    return header;
}

bool any_set(std::span<const std::byte> bytes) {
    return std::ranges::any_of(bytes, [](std::byte b) { return b != std::byte{0}; });
}

} // namespace

bool SfttEntry::has_value() const {
    return bound_of(*this) != TableBound::None && means_something(value);
}

bool SfttEntry::has_eval() const {
    return means_something(eval);
}

std::string encode_sftt_header(const SfttHeader& header) {
    std::array<std::byte, sftt_header_size> bytes{};
    std::string_view fen = header.root_fen;
    while (fen.size() > fen_size)
        fen = fen.substr(0, std::min(fen.find_last_of(' '), fen.size() - 1));
    const auto put = [&bytes](std::string_view text, std::size_t at) {
        std::ranges::transform(text, bytes.begin() + static_cast<std::ptrdiff_t>(at),
                               [](char c) { return static_cast<std::byte>(c); });
    };
    put(magic, 0);
    put(fen, fen_byte);
    store_little_endian(header.nodes, bytes, nodes_byte);
    bytes[root_depth_byte] = std::byte{header.root_depth};
    bytes[min_depth_byte] = std::byte{header.min_entry_depth};
    std::string text;
    for (const std::byte byte : bytes)
        text += static_cast<char>(byte);
    return text;
}

SfttEntry decode_sftt_entry(std::span<const std::byte, sftt_entry_size> bytes) {
    SfttEntry entry;
    entry.key = load_little_endian<std::uint64_t>(bytes, 0);
    entry.depth8 = std::to_integer<std::uint8_t>(bytes[8]);
    entry.generation_and_bound = std::to_integer<std::uint8_t>(bytes[9]);
    entry.move = load_little_endian<std::uint16_t>(bytes, 10);
    entry.value = load_little_endian<std::int16_t>(bytes, 12);
    entry.eval = load_little_endian<std::int16_t>(bytes, 14);
    return entry;
}

void encode_sftt_entry(const SfttEntry& entry, std::span<std::byte, sftt_entry_size> bytes) {
    store_little_endian(entry.key, bytes, 0);
    bytes[8] = std::byte{entry.depth8};
    bytes[9] = std::byte{entry.generation_and_bound};
    store_little_endian(entry.move, bytes, 10);
    store_little_endian(entry.value, bytes, 12);
    store_little_endian(entry.eval, bytes, 14);
}

bool SfttTable::is_sftt(std::span<const std::byte> head) {
    return head.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), head.begin(),
                      [](char c, std::byte byte) { return static_cast<std::byte>(c) == byte; });
}

Result<SfttTable> SfttTable::open(const ByteReader& bytes) {
    std::array<std::byte, sftt_header_size> head{};
    const std::size_t count = bytes.read_at(0, head);
    if (count < std::min<std::uint64_t>(bytes.size(), head.size()))
        return make_error("cannot be read");
    if (!is_sftt(std::span(head).first(count)))
        return make_error("not an SFTT table: it does not begin with SFTT");
    if (count < sftt_header_size)
        return make_error("an SFTT table cut off in its header, after " + std::to_string(count) +
                          " bytes");
    if (const auto version = std::to_integer<int>(head[version_byte]); version != 0)
        return make_error("an SFTT table of version " + std::to_string(version) +
                          "; only version 0 is known");

    SfttTable table;
    table.header_ = decode_header(head);
    if (any_set(std::span(head).subspan(reserved_byte)))
        table.warnings_.emplace_back("reserved bytes of the header are not 0");
    if (const std::string& fen = table.header_.root_fen; !fen.empty())
        if (const auto root = chess::parse_fen(fen); !root)
            table.warnings_.push_back("the root position cannot be read: " + root.error().message);

    std::uint64_t shallow = 0; // less deep than the header states
    std::uint64_t senseless = 0;
    const auto take = [&](const SfttEntry& entry) {
        if (entry == SfttEntry{}) return; // a slot that was never used
        if (entry.depth() < table.header_.min_entry_depth) ++shallow;
        for (const int value : {entry.value, entry.eval})
            if (!means_something(value) && value != sftt_no_value) ++senseless;
        table.entries_.push_back(entry);
    };
    std::vector<std::byte> buffer(bulk_buffer_size);
    const std::uint64_t rest = (bytes.size() - sftt_header_size) % sftt_entry_size;
    for (std::uint64_t at = sftt_header_size; at < bytes.size() - rest; at += buffer.size()) {
        const std::uint64_t left = bytes.size() - rest - at;
        const auto part = std::span(buffer).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size())));
        if (bytes.read_at(at, part) < part.size())
            return make_error("cannot be read from byte " + std::to_string(at) + " on");
        for (std::size_t i = 0; i < part.size(); i += sftt_entry_size)
            take(decode_sftt_entry(part.subspan(i).first<sftt_entry_size>()));
    }
    if (rest != 0)
        table.warnings_.push_back("the last " + std::to_string(rest) +
                                  " bytes are not a whole entry and are left out");
    if (shallow > 0)
        table.warnings_.push_back(std::to_string(shallow) +
                                  " entries are less deep than the header says");
    if (senseless > 0)
        table.warnings_.push_back(std::to_string(senseless) +
                                  " values are beyond mate and are read as none");
    table.keep_deepest();
    return table;
}

void SfttTable::keep_deepest() {
    std::ranges::stable_sort(entries_, [](const SfttEntry& a, const SfttEntry& b) {
        return a.key != b.key ? a.key < b.key : a.depth8 > b.depth8;
    });
    const auto end =
        std::unique(entries_.begin(), entries_.end(),
                    [](const SfttEntry& a, const SfttEntry& b) { return a.key == b.key; });
    if (const auto repeated = entries_.end() - end; repeated > 0)
        warnings_.push_back(std::to_string(repeated) +
                            " entries have the key of another one: the deepest counts");
    entries_.erase(end, entries_.end());
    entries_.shrink_to_fit();
}

const SfttEntry* SfttTable::find_key(std::uint64_t key) const {
    const auto it = std::ranges::lower_bound(entries_, key, {}, &SfttEntry::key);
    return it != entries_.end() && it->key == key ? &*it : nullptr;
}

const SfttEntry* SfttTable::entry(const chess::Position& position) const {
    const std::uint64_t key = chess::stockfish_key(position);
    const std::uint64_t of_clock = chess::stockfish_clock_part(position.half_move_clock());
    if (of_clock != 0)
        if (const SfttEntry* found = find_key(key ^ of_clock)) return found;
    return find_key(key);
}

Result<std::vector<chess::Position>> SfttTable::roots() const {
    if (header_.root_fen.empty()) return std::vector<chess::Position>();
    const auto root = chess::parse_fen(header_.root_fen);
    if (!root)
        return make_error("its root position, " + header_.root_fen +
                          ", cannot be read: " + root.error().message);
    return std::vector{*root};
}

std::uint64_t SfttTable::key_of(const chess::Position& position) const {
    return chess::stockfish_key(position);
}

std::vector<std::uint16_t> SfttTable::stockfish_moves(const chess::Position& position) const {
    const SfttEntry* const known = entry(position);
    return known != nullptr ? std::vector{known->move} : std::vector<std::uint16_t>();
}

std::shared_ptr<const Book> SfttTable::read_by(const Reading& reading) const {
    if (!reading.min_depth) return nullptr;
    SfttTable deep;
    deep.header_ = header_;
    deep.warnings_ = warnings_;
    std::ranges::copy_if(
        entries_, std::back_inserter(deep.entries_),
        [&reading](const SfttEntry& entry) { return entry.depth() >= *reading.min_depth; });
    return std::make_shared<SfttTable>(std::move(deep));
}

std::vector<Entry> SfttTable::find(const chess::Position& position) const {
    const SfttEntry* known = entry(position);
    if (known == nullptr) return {};
    Entry entry{.move = decode_stockfish_move(known->move, position),
                .weight = known->move != 0 ? 1U : 0U};
    const bool is_ours = entry.move || known->move == 0;
    if (is_ours && (known->has_value() || known->has_eval()))
        entry.evaluation = evaluation_of(*known, position.side_to_move());
    return {entry};
}

Evaluation SfttTable::evaluation_of(const SfttEntry& entry, chess::Color side_to_move) {
    const bool white = side_to_move == chess::Color::White;
    Evaluation result = decode_stockfish_value(entry.has_value()  ? entry.value
                                               : entry.has_eval() ? entry.eval
                                                                  : 0);
    if (!white) result.value = -result.value;
    if (entry.has_value()) result.bound = bound_for_white(bound_of(entry), white);
    result.source = Evaluation::Source::Table;
    result.depth = entry.depth();
    return result;
}

Book::Facts SfttTable::facts() const {
    Facts facts{{"Version", "0"}};
    const auto root = chess::parse_fen(header_.root_fen);
    facts.emplace_back("Root position", root                       ? header_.root_fen
                                        : header_.root_fen.empty() ? "not kept"
                                                                   : "unreadable");
    facts.emplace_back("Nodes", std::to_string(header_.nodes));
    facts.emplace_back("Root depth", std::to_string(header_.root_depth));
    facts.emplace_back("Minimum entry depth", std::to_string(header_.min_entry_depth));
    facts.emplace_back("Entries", std::to_string(entries_.size()));
    if (entries_.empty()) return facts;
    const auto [least, most] = std::ranges::minmax_element(
        entries_, [](const SfttEntry& a, const SfttEntry& b) { return a.depth8 < b.depth8; });
    facts.emplace_back("Depth", std::to_string(least->depth()) + " to " +
                                    std::to_string(most->depth()) + " plies");
    return facts;
}

} // namespace polyglot::book
