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
using Raw = std::array<std::byte, book::yacb_entry_size>;

class Window : public book::EntryWindow {
  public:
    using EntryWindow::EntryWindow;
    std::uint64_t key(std::uint64_t number) const {
        return book::load_little_endian<std::uint64_t>(bytes_of(number), 0);
    }
};

// Writes each entry as 16 numbers.
json::array to_json(const std::vector<Raw>& entries) {
    json::array list;
    for (const Raw& raw : entries) {
        json::array& bytes = list.emplace_back(json::array{}).as_array();
        for (const std::byte byte : raw)
            bytes.push_back(std::to_integer<unsigned>(byte));
    }
    return list;
}

// Throws the exceptions of Boost.JSON if the value has another form.
std::vector<Raw> entries_of(const json::value& list) {
    std::vector<Raw> entries;
    for (const json::value& element : list.as_array()) {
        Raw raw{};
        for (std::size_t i = 0; i < raw.size(); ++i)
            raw[i] = static_cast<std::byte>(element.as_array().at(i).to_number<std::uint8_t>());
        entries.push_back(raw);
    }
    return entries;
}

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

std::vector<EditedYacb::Raw> EditedYacb::raw_entries(std::uint64_t key) const {
    std::vector<Raw> entries;
    std::array<std::byte, 2048> buffer{};
    Window window(table_, buffer);
    auto number = book::find_lower_bound(window, 0, table_.size(), key);
    for (; number && *number < table_.size() && window.reach(*number) && window.key(*number) == key;
         ++*number)
        std::copy_n(window.bytes_of(*number).begin(), book::yacb_entry_size,
                    entries.emplace_back().begin());
    return entries;
}

json::object EditedYacb::record() const {
    json::array positions;
    for (const Change* const change : changed())
        positions.push_back({{"fen", chess::format_fen(change->position)},
                             {"before", to_json(change->before)},
                             {"after", to_json(change->after)}});
    return {{"positions", std::move(positions)}};
}

Result<bool> EditedYacb::take_back(const json::object& record) {
    std::vector<Change> run;
    for (const json::value& element : record.at("positions").as_array()) {
        const json::object& position = element.as_object();
        const auto parsed = chess::parse_fen(std::string_view(position.at("fen").as_string()));
        if (!parsed) return parsed.error();
        run.push_back(
            {*parsed, entries_of(position.at("before")), entries_of(position.at("after"))});
    }
    const auto now = [this](const Change& change) {
        const std::uint64_t key = book_.key_of(change.position);
        const auto changed = changes_.find(key);
        return changed == changes_.end() ? raw_entries(key) : changed->second.after;
    };
    if (std::all_of(run.begin(), run.end(),
                    [&now](const Change& change) { return now(change) == change.before; }))
        return false;
    for (Change& change : run) {
        if (now(change) != change.after)
            return make_error(chess::format_fen(change.position) +
                              " has been changed since by another program; nothing is taken back");
        set(change.position, std::move(change.before));
    }
    return true;
}

std::optional<std::uint64_t>
EditedYacb::write(const std::function<void(std::string_view)>& write) const {
    std::string header(book_.header().size(), '\0');
    if (bytes_->read_at(0, std::as_writable_bytes(std::span(header))) != header.size())
        return std::nullopt;
    write(header);
    const std::vector<const Change*> changes = changed();
    auto next = changes.begin();
    std::uint64_t written = 0;
    const auto key_of_next = [&] { return book_.key_of((*next)->position); };
    const auto put = [&](std::span<const std::byte> entry) {
        write(book::as_text(entry));
        ++written;
    };
    const auto put_next = [&] {
        for (const Raw& raw : (*next)->after)
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
    const auto rest = std::span(buffer).first(static_cast<std::size_t>(bytes_->size() - end));
    if (bytes_->read_at(end, rest) != rest.size()) return std::nullopt;
    write(book::as_text(rest));
    return written;
}

} // namespace polyglot::tools
