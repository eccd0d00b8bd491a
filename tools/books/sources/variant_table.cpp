#include "tools/books/sources/variant_table.hpp"

#include "core/book/make/merge_position.hpp"
#include "core/book/sniff/columns.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/variants/key.hpp"
#include "core/text/text.hpp"
#include "tools/books/items.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/sources/owned_bytes.hpp"

#include <istream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

class VariantTableReader {
  public:
    // Also returns an error if the table is of chess (is_of_chess()): the rest need not be read.
    Result<void> take(const Item& item);
    bool is_of_chess() const { return is_of_chess_; }
    const chess::Variant* variant() const { return variant_; }
    std::string bytes() const;

  private:
    Result<void> add(const Item& item);
    Result<void> add_fact(std::string_view name, const std::string& value);
    Result<void> add_move(const Item& item, const chess::VariantPosition& position);

    const chess::Variant* variant_ = nullptr;
    bool is_of_chess_ = false;
    chess::VariantKeys keys_ = chess::VariantKeys::Plain;
    std::string comment_;
    std::optional<VariantItemPosition> position_;
    std::optional<chess::VariantPosition> last_position_;
    std::map<std::uint64_t, std::vector<book::BookEntry>> by_key_;
};

Result<std::uint16_t> number(const Item& item, const char* name) {
    const std::string* const text = item.find(name);
    if (!text) return std::uint16_t{0};
    const auto value = text::parse_int<std::uint16_t>(*text);
    if (!value)
        return make_error(std::string(name) + ' ' + text::quote(*text) +
                          " is not a whole number from 0 to 65535");
    return *value;
}

Result<void> VariantTableReader::add_fact(std::string_view name, const std::string& value) {
    if (name == "comment") comment_ = value;
    if (name != "keys") return {};
    if (value != "xboard" && value != "plain")
        return make_error("keys " + text::quote(value) + " are not plain or xboard");
    if (value == "xboard" && variant_->xboard_number == 0)
        return make_error("XBoard has no keys of " + std::string(variant_->uci));
    keys_ = value == "xboard" ? chess::VariantKeys::XBoard : chess::VariantKeys::Plain;
    return {};
}

Result<void> VariantTableReader::add_move(const Item& item,
                                          const chess::VariantPosition& position) {
    const std::string* move = item.find("move");
    if (!move) move = item.find("san");
    if (!move) return make_error("no move");
    if (!item.find("weight")) return make_error("no weight");
    const auto parsed = parse_any_move(position, *move);
    if (!parsed) return parsed.error();
    const auto raw = book::encode_variant_move(*parsed, keys_);
    if (!raw) return make_error("XBoard's books cannot have " + *move);
    const auto weight = number(item, "weight");
    const auto learn_count = number(item, "learn_count");
    const auto learn_sum = number(item, "learn_sum");
    for (const auto* const read : {&weight, &learn_count, &learn_sum})
        if (!*read) return read->error();
    const std::uint64_t key = chess::variant_key(position, keys_);
    std::vector<book::BookEntry>& known = by_key_[key];
    // One key may stand for several positions, whose entries are those of several books.
    const bool is_same = last_position_ == position;
    const std::size_t book = known.empty() ? 0 : known.back().book + (is_same ? 0 : 1);
    known.push_back({book, {key, *raw, *weight, *learn_count, *learn_sum}});
    last_position_ = position;
    return {};
}

Result<void> VariantTableReader::add(const Item& item) {
    const std::string* const key = item.find("key");
    const std::string* const raw = item.find("raw");
    if (!variant_) {
        const std::string* const named = item.find("book")          ? item.find("variant")
                                         : key && *key == "variant" ? raw
                                                                    : nullptr;
        variant_ = named ? chess::find_variant(*named) : nullptr;
        is_of_chess_ = !variant_;
        if (is_of_chess_) return make_error("a table of chess");
        position_.emplace(*variant_);
    }
    if (item.find("book")) {
        for (const auto& [name, value] : item.values)
            if (auto added = add_fact(name, value); !added) return added;
        return {};
    }
    const auto position = position_->find(item);
    if (!position) return position.error();
    if (*position) return add_move(item, **position);
    if (key) return add_fact(*key, raw ? *raw : "");
    if (item.values.empty()) return {}; // a spreadsheet's empty row
    return make_error("neither a fen nor a line");
}

Result<void> VariantTableReader::take(const Item& item) {
    if (const auto added = add(item); !added)
        return make_error(item.place + ": " + added.error().message);
    return {};
}

std::string VariantTableReader::bytes() const {
    std::string bytes = book::encode_header({"1.0", {std::string(variant_->uci)}, comment_});
    book::PositionMerger merger({.by = book::MergeBy::Max});
    for (const auto& [key, entries] : by_key_)
        book::append_entries(bytes, merger.merge(entries));
    return bytes;
}

Result<void> read(std::istream& in, const std::string& name, VariantTableReader& reader,
                  std::vector<std::string>& warnings) {
    const auto problem_of = [](const std::vector<std::string>& columns) {
        const std::string missing = book::missing_columns(columns);
        return missing.empty() ? std::string() : "these columns are missing: " + missing;
    };
    return read_items(in, name,
                      {.take = [&reader](const Item& item) { return reader.take(item); },
                       .problem_of = problem_of,
                       .warn = [&](std::string text) { warnings.push_back(std::move(text)); }});
}

} // namespace

Result<std::shared_ptr<const book::PolyglotBook>>
read_variant_table(std::istream& in, const std::string& name, std::vector<std::string>& warnings) {
    VariantTableReader reader;
    const auto done = read(in, name, reader, warnings);
    if (!reader.variant()) return std::shared_ptr<const book::PolyglotBook>();
    if (!done) return done.error();
    auto book = book::PolyglotBook::open(std::make_shared<const OwnedBytes>(reader.bytes()));
    if (!book) return make_error(name + ": has no move of a book");
    return std::make_shared<const book::PolyglotBook>(*std::move(book));
}

const chess::Variant* variant_of_table(std::istream& in, const std::string& name) {
    VariantTableReader reader;
    std::vector<std::string> ignored;
    static_cast<void>(read(in, name, reader, ignored));
    return reader.variant();
}

} // namespace polyglot::tools
