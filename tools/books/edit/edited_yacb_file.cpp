// Writes the bytes of an edited YACB book and the record for its undo file.
#include "core/book/byte_reader.hpp"
#include "core/book/key_search.hpp"
#include "core/book/little_endian.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/edit/edited_yacb.hpp"

#include <algorithm>
#include <span>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
class Window : public book::EntryWindow {
  public:
    using EntryWindow::EntryWindow;
    std::uint64_t key(std::uint64_t number) const {
        return book::load_little_endian<std::uint64_t>(bytes_of(number), 0);
    }
};

} // namespace

Result<std::unique_ptr<EditedBook>> EditedYacb::open(std::shared_ptr<const book::ByteReader> bytes,
                                                     KeepOn keep_on) {
    auto book = book::YacbBook::open(bytes);
    if (!book) return book.error();
    std::unique_ptr<EditedYacb> edited(
        new EditedYacb(*std::move(book), std::move(bytes), std::move(keep_on)));
    if (!edited->sorted())
        return make_error("is not sorted; polyglot convert-book -to x.yacb makes a sorted copy");
    return std::unique_ptr<EditedBook>(std::move(edited));
}

bool EditedYacb::sorted() const {
    std::vector<std::byte> buffer(64U << 10U);
    Window window(table_, buffer);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table_.size(); ++i) {
        if (!window.reach(i)) return true; // writing reports it
        if (window.key(i) < last) return false;
        last = window.key(i);
    }
    return true;
}

std::vector<YacbBytes> EditedYacb::read(std::uint64_t key) const {
    std::vector<YacbBytes> entries;
    std::array<std::byte, 2048> buffer{};
    Window window(table_, buffer);
    auto number = book::find_lower_bound(window, 0, table_.size(), key);
    for (; number && *number < table_.size() && window.reach(*number) && window.key(*number) == key;
         ++*number)
        std::copy_n(window.bytes_of(*number).begin(), book::yacb_entry_size,
                    entries.emplace_back().begin());
    return entries;
}

Result<EditedPlace> EditedYacb::place_of(std::string_view fen) const {
    const auto position = chess::parse_fen(fen);
    if (!position) return position.error();
    return place_of(*position);
}

json::array EditedYacb::to_json(const YacbBytes& entry) const {
    json::array numbers;
    for (const std::byte byte : entry)
        numbers.push_back(std::to_integer<unsigned>(byte));
    return numbers;
}

YacbBytes EditedYacb::entry_of(const json::array& numbers, std::uint64_t /*key*/) const {
    YacbBytes entry{};
    for (std::size_t i = 0; i < entry.size(); ++i)
        entry[i] = static_cast<std::byte>(numbers.at(i).to_number<std::uint8_t>());
    return entry;
}

std::optional<std::uint64_t>
EditedYacb::write(const std::function<void(std::string_view)>& write) const {
    std::string header(book_.header().size(), '\0');
    if (bytes()->read_at(0, std::as_writable_bytes(std::span(header))) != header.size())
        return std::nullopt;
    write(header);
    const std::vector<const Change*> changes = changed();
    auto next = changes.begin();
    std::uint64_t written = 0;
    const auto key_of_next = [&] { return (*next)->place.key; };
    const auto put = [&](std::span<const std::byte> entry) {
        write(book::as_text(entry));
        ++written;
    };
    const auto put_next = [&] {
        for (const YacbBytes& raw : (*next)->after)
            put(raw);
        ++next;
    };
    std::vector<std::byte> buffer(64U << 10U);
    Window window(table_, buffer);
    for (std::uint64_t i = 0; i < table_.size(); ++i) {
        if (!window.reach(i)) return std::nullopt;
        const std::uint64_t key = window.key(i);
        while (next != changes.end() && key_of_next() < key)
            put_next();
        const bool replaced = next != changes.end() && key_of_next() == key;
        if (!replaced) put(window.bytes_of(i));
        const bool last_of_key =
            i + 1 == table_.size() || !window.reach(i + 1) || window.key(i + 1) != key;
        if (replaced && last_of_key) put_next();
    }
    while (next != changes.end())
        put_next();
    const std::uint64_t end = header.size() + table_.size() * book::yacb_entry_size;
    const auto rest = std::span(buffer).first(static_cast<std::size_t>(bytes()->size() - end));
    if (bytes()->read_at(end, rest) != rest.size()) return std::nullopt;
    write(book::as_text(rest));
    return written;
}

} // namespace polyglot::tools
