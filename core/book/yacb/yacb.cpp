#include "core/book/yacb/yacb.hpp"

#include "core/book/buffers.hpp"
#include "core/book/key_search.hpp"
#include "core/book/little_endian.hpp"
#include "core/book/walk/key_set.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/zobrist_keys.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace polyglot::book {
namespace {

namespace zobrist = chess::zobrist;

constexpr std::string_view magic = "YACB";
constexpr std::size_t header_size = 32;
constexpr std::size_t numbers_size = sizeof(YacbNumbers);
// The key type is the first reserved byte.
constexpr std::size_t version_byte = 4, key_type_byte = 5;
constexpr unsigned own_numbers = 1; // a key type

constexpr unsigned last_type = static_cast<unsigned>(Evaluation::Type::PerCent);
constexpr int most_per_cent = 40'000;

// Entries in memory, whose keys are little-endian.
class Window : public EntryWindow {
  public:
    using EntryWindow::EntryWindow;
    std::uint64_t key(std::uint64_t number) const {
        return load_little_endian<std::uint64_t>(bytes_of(number), 0);
    }
    std::optional<YacbEntry> operator[](std::uint64_t number) const {
        return decode_yacb_entry(bytes_of(number));
    }
};

// Returns the key of Position::key(), but made with other numbers.
std::uint64_t polyglot_key(const chess::Position& position, const YacbNumbers& numbers) {
    using chess::CastlingSide;
    using chess::Color;
    std::uint64_t key = position.side_to_move() == Color::White ? numbers[zobrist::turn_offset] : 0;
    for (chess::Bitboard rest = position.occupied(); rest;) {
        const chess::Square square = chess::pop_square(rest);
        const chess::Piece piece = position.piece_at(square);
        const std::size_t kind =
            2 * static_cast<std::size_t>(piece.type) + (piece.color == Color::White ? 1U : 0U);
        key ^= numbers[zobrist::piece_offset + 64 * kind + square];
    }
    std::size_t right = zobrist::castling_offset;
    for (const Color color : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
            if (const std::size_t number = right++;
                position.castling_rook(color, side) != chess::NoSquare)
                key ^= numbers[number];
    if (en_passant_is_attacked(position))
        key ^= numbers[zobrist::en_passant_offset +
                       static_cast<std::size_t>(chess::file_of(position.en_passant()))];
    return key;
}

std::string encode_header(unsigned key_type) {
    std::string header(header_size, '\0');
    header.replace(0, magic.size(), magic);
    header[key_type_byte] = static_cast<char>(key_type);
    return header;
}

// Counts faults in the entries that were read.
struct Damage {
    std::uint64_t entries = 0;
    std::uint64_t descents = 0;   // keys smaller than the one before
    std::uint64_t duplicates = 0; // keys equal to the one before
    std::uint64_t reserved = 0;   // entries with reserved values
    std::optional<std::uint64_t> last_key{};
};

// Reads all of a small file; of a large one some pages, evenly spread from the first to the last.
Damage sample(const EntryTable& table) {
    constexpr std::uint64_t all_of = (1U << 20U) / yacb_entry_size;
    constexpr std::uint64_t max_pages = 64;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    PageBuffer buffer;
    Window window(table, buffer);
    const std::uint64_t page = window.capacity();
    const std::uint64_t pages = (table.size() + page - 1) / page;
    const std::uint64_t looked_at = table.size() <= all_of ? pages : max_pages;
    Damage damage;
    for (std::uint64_t n = 0; n < looked_at; ++n) {
        const std::uint64_t begin = page * (looked_at > 1 ? (pages - 1) * n / (looked_at - 1) : 0);
        const std::uint64_t end = std::min(begin + page, table.size());
        if (!window.load(begin, end)) break;
        damage.entries += end - begin;
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t key = window.key(i);
            if (damage.last_key && key < *damage.last_key) ++damage.descents;
            if (damage.last_key == key) ++damage.duplicates;
            if (!window[i]) ++damage.reserved;
            damage.last_key = key;
        }
    }
    return damage;
}

std::string of_looked_at(std::uint64_t count, const Damage& damage) {
    return std::to_string(count) + " of the " + std::to_string(damage.entries) +
           " entries looked at ";
}

} // namespace

std::optional<YacbEntry> decode_yacb_entry(std::span<const std::byte, yacb_entry_size> bytes) {
    const auto meta = std::to_integer<unsigned>(bytes[10]);
    const unsigned type = meta >> 5U;
    const auto value = load_little_endian<std::uint16_t>(bytes, 12);
    const bool per_cent = type == last_type;
    if ((meta & 1U) != 0 || bytes[11] != std::byte{0} || type > last_type ||
        (per_cent && value > most_per_cent))
        return std::nullopt;
    YacbEntry entry;
    entry.key = load_little_endian<std::uint64_t>(bytes, 0);
    entry.evaluation.value = per_cent ? value : static_cast<std::int16_t>(value);
    entry.evaluation.type = static_cast<Evaluation::Type>(type);
    entry.evaluation.bound = static_cast<Evaluation::Bound>(meta >> 3U & 3U);
    entry.evaluation.source = static_cast<Evaluation::Source>(meta >> 1U & 3U);
    entry.evaluation.elo = load_little_endian<std::uint16_t>(bytes, 8);
    entry.best_move = load_little_endian<std::uint16_t>(bytes, 14);
    return entry;
}

void encode_yacb_entry(const YacbEntry& entry, std::span<std::byte, yacb_entry_size> bytes) {
    using Limits = std::numeric_limits<std::int16_t>;
    const Evaluation& evaluation = entry.evaluation;
    const int value = evaluation.type == Evaluation::Type::PerCent
                          ? std::clamp(evaluation.value, 0, most_per_cent)
                          : std::clamp<int>(evaluation.value, Limits::min(), Limits::max());
    store_little_endian(entry.key, bytes, 0);
    store_little_endian(evaluation.elo, bytes, 8);
    bytes[10] = static_cast<std::byte>(static_cast<unsigned>(evaluation.type) << 5U |
                                       static_cast<unsigned>(evaluation.bound) << 3U |
                                       static_cast<unsigned>(evaluation.source) << 1U);
    bytes[11] = std::byte{0};
    store_little_endian(static_cast<std::uint16_t>(value), bytes, 12);
    store_little_endian(entry.best_move, bytes, 14);
}

std::string encode_yacb_header() {
    return encode_header(0);
}

std::string encode_yacb_header(const YacbNumbers& numbers) {
    std::string header = encode_header(own_numbers);
    std::array<std::byte, 8> bytes{};
    for (const std::uint64_t number : numbers) {
        store_little_endian(number, bytes, 0);
        for (const std::byte byte : bytes)
            header += static_cast<char>(byte);
    }
    return header;
}

bool YacbBook::is_yacb(std::span<const std::byte> head) {
    return head.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), head.begin(),
                      [](char c, std::byte byte) { return static_cast<std::byte>(c) == byte; });
}

Result<YacbBook> YacbBook::open(std::shared_ptr<const ByteReader> bytes) {
    std::array<std::byte, header_size + numbers_size> head{};
    const std::size_t count = bytes->read_at(0, head);
    if (count < std::min<std::uint64_t>(bytes->size(), head.size()))
        return make_error("cannot be read");
    if (!is_yacb(std::span(head).first(count)))
        return make_error("not a YACB book: it does not begin with YACB");
    if (count < header_size)
        return make_error("a YACB book cut off in its header, after " + std::to_string(count) +
                          " bytes");
    if (const auto version = std::to_integer<int>(head[version_byte]); version != 0)
        return make_error("a YACB book of version " + std::to_string(version) +
                          "; only version 0 is known");
    const auto key_type = std::to_integer<unsigned>(head[key_type_byte]);
    if (key_type > own_numbers)
        return make_error("a YACB book with keys of type " + std::to_string(key_type) +
                          "; only 0 and 1 are known");
    if (key_type == own_numbers && count < head.size())
        return make_error("a YACB book cut off in the numbers of its keys, after " +
                          std::to_string(count) + " bytes");

    const std::size_t first_entry = header_size + (key_type == own_numbers ? numbers_size : 0);
    const std::uint64_t rest = (bytes->size() - first_entry) % yacb_entry_size;
    YacbBook book(EntryTable(std::move(bytes), first_entry));
    if (key_type == own_numbers) {
        auto numbers = std::make_shared<YacbNumbers>();
        for (std::size_t i = 0; i < numbers->size(); ++i)
            (*numbers)[i] = load_little_endian<std::uint64_t>(head, header_size + 8 * i);
        book.numbers_ = std::move(numbers);
    }
    const auto reserved =
        std::span(head).subspan(key_type_byte + 1, header_size - key_type_byte - 1);
    if (std::ranges::any_of(reserved, [](std::byte b) { return b != std::byte{0}; }))
        book.warnings_.emplace_back("reserved bytes of the header are not 0");
    if (rest != 0)
        book.warnings_.push_back("the last " + std::to_string(rest) +
                                 " bytes are not a whole entry and are left out");
    book.inspect();
    return book;
}

void YacbBook::inspect() {
    if (size() == 0) warnings_.emplace_back("the book holds no positions");
    const Damage damage = sample(table_);
    if (damage.descents > 0)
        warnings_.push_back(of_looked_at(damage.descents, damage) +
                            "have a smaller key than the one before: not every position is found");
    if (damage.duplicates > 0)
        warnings_.push_back(of_looked_at(damage.duplicates, damage) +
                            "have the key of the one before: only the first counts");
    if (damage.reserved > 0)
        warnings_.push_back(of_looked_at(damage.reserved, damage) +
                            "hold reserved values and are skipped");
}

std::uint64_t YacbBook::key_of(const chess::Position& position) const {
    return numbers_ ? polyglot_key(position, *numbers_) : chess::stockfish_key(position);
}

std::shared_ptr<const KeyFilter> YacbBook::make_key_filter() const {
    auto filter = std::make_shared<KeyFilter>(size());
    const bool whole = for_each([&filter](std::uint64_t, const YacbEntry& entry) {
        filter->add(entry.key);
        return true;
    });
    return whole ? filter : nullptr;
}

std::vector<std::uint16_t> YacbBook::stockfish_moves(const chess::Position& position) const {
    const auto known = evaluation(position);
    return known ? std::vector{known->best_move} : std::vector<std::uint16_t>();
}

std::string_view YacbBook::refuses(const chess::Position& position) const {
    if (!numbers_ || position.castles_with_outer_rooks()) return {};
    return "the right to castle with an inner rook has no key in PolyGlot's format, whose keys "
           "this YACB book has";
}

std::optional<YacbEntry> YacbBook::evaluation(const chess::Position& position) const {
    if (!refuses(position).empty()) return std::nullopt;
    // As for PolyGlot books, two or three reads find a key.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    std::array<std::byte, 2048> buffer;
    Window window(table_, buffer);
    const std::uint64_t key = key_of(position);
    const auto number = find_lower_bound(window, 0, size(), key);
    if (!number || *number == size() || !window.reach(*number) || window.key(*number) != key)
        return std::nullopt;
    return window[*number];
}

std::vector<Entry> YacbBook::find(const chess::Position& position) const {
    const auto known = evaluation(position);
    if (!known) return {};
    Entry entry{.move = decode_stockfish_move(known->best_move, position),
                .weight = known->best_move != 0 ? 1U : 0U};
    if (entry.move || known->best_move == 0) entry.evaluation = known->evaluation;
    return {entry};
}

std::optional<YacbEntry> YacbBook::operator[](std::uint64_t number) const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): read() fills it
    std::array<std::byte, yacb_entry_size> bytes;
    return table_.read(number, bytes) ? decode_yacb_entry(bytes) : std::nullopt;
}

bool YacbBook::for_each(const EntryVisitor& visit) const {
    std::vector<std::byte> buffer(bulk_buffer_size);
    Window window(table_, buffer);
    for (std::uint64_t i = 0; i < size(); ++i) {
        if (!window.reach(i)) return false;
        if (const auto entry = window[i]; entry && !visit(i, *entry)) break;
    }
    return true;
}

Book::Facts YacbBook::facts() const {
    const std::string keys = !numbers_ ? "Stockfish's"
                             : *numbers_ == zobrist::random_numbers
                                 ? "PolyGlot's, with its numbers in the file"
                                 : "PolyGlot's, with the file's own numbers";
    return {{"Version", "0"}, {"Keys", keys}, {"Entries", std::to_string(size())}};
}

} // namespace polyglot::book
