#include "core/book/chessbase/store.hpp"

#include "core/book/chessbase/signature.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::book {
namespace {

constexpr std::size_t header_size = 32;
constexpr std::uint32_t known_version = 0x0001'0001;
constexpr std::size_t table_header_size = 16;
constexpr std::uint64_t most_slots = std::uint64_t{1} << 26U; // enough for books of 100 GB

} // namespace

Result<CtgTable> CtgTable::open(const ByteReader& bytes) {
    std::array<std::byte, table_header_size> header{};
    if (bytes.read_at(0, header) < header.size() ||
        load_ctg_number(header, 0, 2) != table_header_size)
        return make_error("it is not such a table");
    if (const auto version = load_ctg_number(header, 2, 2); version != 1)
        return make_error("it has version " + std::to_string(version) +
                          ", which no known file has");
    const std::uint64_t slots = load_ctg_number(header, 4, 4);
    if (slots == 0 || bytes.size() != table_header_size + 4 * slots)
        return make_error("it has " + std::to_string(bytes.size()) +
                          " bytes, which are not those of " + std::to_string(slots) + " slots");
    if (slots > most_slots) return make_error("it is too large");
    std::vector<std::byte> raw(static_cast<std::size_t>(4 * slots));
    if (bytes.read_at(table_header_size, raw) < raw.size()) return make_error("it cannot be read");
    CtgTable table;
    table.slots_.resize(static_cast<std::size_t>(slots));
    for (std::size_t i = 0; i < table.slots_.size(); ++i)
        table.slots_[i] = static_cast<std::int32_t>(load_ctg_number(raw, 4 * i, 4));
    return table;
}

std::optional<std::uint32_t> CtgTable::page_of(std::uint32_t hash) const {
    for (std::uint64_t mask = 0;; mask = 2 * mask + 1) {
        const std::uint64_t slot = (hash & mask) + mask;
        if (slot >= slots_.size()) return std::nullopt;
        if (slots_[slot] >= 0) return static_cast<std::uint32_t>(slots_[slot]);
    }
}

std::string CtgTable::check_pages(std::uint64_t pages) const {
    std::vector<bool> named(static_cast<std::size_t>(pages));
    std::uint64_t count = 0;
    struct Branch {
        std::uint64_t mask, bits;
    };
    std::vector<Branch> branches{{0, 0}};
    while (!branches.empty()) {
        const auto [mask, bits] = branches.back();
        branches.pop_back();
        const std::uint64_t slot = bits + mask;
        if (slot >= slots_.size()) return "a branch of it ends without a page";
        const std::int32_t page = slots_[static_cast<std::size_t>(slot)];
        if (page < 0) {
            branches.push_back({2 * mask + 1, bits});
            branches.push_back({2 * mask + 1, bits + mask + 1});
            continue;
        }
        const auto number = static_cast<std::uint64_t>(page);
        if (number >= pages)
            return "it names page " + std::to_string(number) + " of a book of " +
                   text::counted(pages, "page");
        if (named[static_cast<std::size_t>(number)])
            return "it names page " + std::to_string(number) + " twice";
        named[static_cast<std::size_t>(number)] = true;
        ++count;
    }
    if (count < pages)
        return "it names " + std::to_string(count) + " of " + text::counted(pages, "page");
    return {};
}

bool CtgStore::is_ctg(std::span<const std::byte> head) {
    return head.size() >= 4 && load_ctg_number(head, 0, 4) == (0x0020U << 16U | ctg_page_size);
}

Result<CtgStore> CtgStore::open(std::shared_ptr<const ByteReader> bytes, const ByteReader* table,
                                std::uint64_t most_scanned) {
    std::array<std::byte, header_size> header{};
    const std::size_t read = bytes->read_at(0, header);
    if (!is_ctg(std::span(header).first(read))) return make_error("not a ChessBase book");
    const std::uint64_t size = bytes->size();
    if (size < 2 * ctg_page_size)
        return make_error("a ChessBase book cut off in its first pages: " + std::to_string(size) +
                          " of at least " + std::to_string(2 * ctg_page_size) + " bytes");
    if (size / ctg_page_size > most_slots) return make_error("too large for a ChessBase book");
    CtgStore store;
    store.bytes_ = std::move(bytes);
    store.pages_ = size / ctg_page_size - 1;
    store.entries_ = load_ctg_number(header, 24, 4);
    store.games_ = load_ctg_number(header, 28, 4);
    if (load_ctg_number(header, 4, 4) != known_version)
        return make_error(
            "a ChessBase book of a version (bytes 4 to 7 of its header) that no known file has");
    if (const std::uint64_t rest = size % ctg_page_size; rest != 0)
        store.warnings_.push_back("the last " + std::to_string(rest) +
                                  " bytes are not a whole page: the file is cut off");
    if (const auto said = load_ctg_number(header, 16, 4); said != store.pages_)
        store.warnings_.push_back("its header says that it has " + text::counted(said, "page") +
                                  ", but it has " + std::to_string(store.pages_));
    if (table != nullptr) {
        auto opened = CtgTable::open(*table);
        const std::string wrong = opened ? store.why_not(*opened) : opened.error().message;
        if (wrong.empty()) {
            store.table_ = std::make_shared<const CtgTable>(*std::move(opened));
            return store;
        }
        if (size > most_scanned)
            return make_error("too large to be used without its .cto, which does not fit: " +
                              wrong);
        store.warnings_.push_back("its .cto is not used, all pages were read instead: " + wrong);
    } else if (size > most_scanned) {
        return make_error(
            "too large to be used without its .cto, the file of the same name, which is not there");
    }
    if (auto scanned = store.scan(); !scanned) return scanned.error();
    return store;
}

// Returns why a table does not fit the book. The table of another book leads nearly all positions
// to other pages.
std::string CtgStore::why_not(const CtgTable& table) const {
    if (std::string wrong = table.check_pages(pages_); !wrong.empty()) return wrong;
    constexpr std::uint64_t most_looked_at = 64;
    const std::uint64_t count = std::min(pages_, most_looked_at);
    std::array<std::byte, ctg_page_size> page{};
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t number = count > 1 ? (pages_ - 1) * n / (count - 1) : 0;
        if (!read_page(number, page)) continue;
        CtgEntries entries(page);
        while (const auto entry = entries.next())
            if (table.page_of(ctg_hash(entry->signature)) != number)
                return "it does not lead to a position on page " + std::to_string(number);
    }
    return {};
}

Result<void> CtgStore::scan() {
    std::vector<Place> places;
    const bool readable = for_each([&places](std::uint64_t page, const CtgEntry& entry) {
        places.push_back({ctg_key(entry.signature), static_cast<std::uint32_t>(page)});
    });
    if (!readable) return make_error("a ChessBase book that cannot be read to its end");
    std::ranges::stable_sort(places, {}, &Place::key);
    places.shrink_to_fit();
    places_ = std::make_shared<const std::vector<Place>>(std::move(places));
    return {};
}

bool CtgStore::read_page(std::uint64_t number, std::span<std::byte, ctg_page_size> into) const {
    return number < pages_ && bytes_->read_at(ctg_page_size * (number + 1), into) == into.size();
}

bool CtgStore::for_each(const std::function<void(std::uint64_t, const CtgEntry&)>& visit) const {
    std::array<std::byte, ctg_page_size> page{};
    for (std::uint64_t number = 0; number < pages_; ++number) {
        if (!read_page(number, page)) return false;
        CtgEntries entries(page);
        while (const auto entry = entries.next())
            visit(number, *entry);
    }
    return true;
}

// Returns the page of a position. Without a table, only the first of several positions with the
// same 64-bit key is found.
std::optional<std::uint64_t> CtgStore::page_of(std::span<const std::byte> signature) const {
    if (table_ != nullptr) return table_->page_of(ctg_hash(signature));
    const std::uint64_t key = ctg_key(signature);
    const auto found = std::ranges::lower_bound(*places_, key, {}, &Place::key);
    if (found == places_->end() || found->key != key) return std::nullopt;
    return found->page;
}

std::optional<CtgStatistics> CtgStore::find(std::span<const std::byte> signature,
                                            std::vector<std::byte>* moves) const {
    const auto number = page_of(signature);
    if (!number) return std::nullopt;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    std::array<std::byte, ctg_page_size> page;
    if (!read_page(*number, page)) return std::nullopt;
    CtgEntries entries(page);
    while (const auto entry = entries.next()) {
        if (!std::ranges::equal(entry->signature, signature)) continue;
        if (moves != nullptr) moves->assign(entry->moves.begin(), entry->moves.end());
        return entry->statistics;
    }
    return std::nullopt;
}

} // namespace polyglot::book
