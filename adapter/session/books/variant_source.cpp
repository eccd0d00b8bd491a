#include "adapter/session/books/variant_source.hpp"

#include "adapter/session/books/book_game.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace polyglot::session {
namespace {

bool is_chess(const std::string& name) {
    const std::string_view word = text::trim(name);
    return chess::is_normal_variant(word) || chess::is_chess960_variant(word);
}

class BookFile final : public VariantSource {
  public:
    explicit BookFile(std::shared_ptr<const book::Book> book) : book_(std::move(book)) {}

    std::string stated() const override {
        const book::PolyglotBook* const file = book_->polyglot();
        if (file == nullptr) return {};
        // Unknown names ("My Book") say nothing.
        std::string known;
        if (const auto& header = file->header()) {
            if (std::ranges::any_of(header->variants, is_chess)) return {};
            for (const std::string& name : header->variants)
                if (chess::find_variant(name) != nullptr)
                    known += (known.empty() ? "" : ", ") + std::string(text::trim(name));
        }
        if (!known.empty()) return known;
        const auto named = book::find_named_variant(*file);
        return named ? std::string(named->variant->uci) : std::string();
    }

    std::string why_not(const chess::Variant& variant) const override {
        if (book_->polyglot() == nullptr) return "a book of this format is of chess";
        const auto& opened = open(variant);
        return opened ? std::string() : opened.error().message;
    }

    std::vector<book::Entry> find(const chess::VariantPosition& position) const override {
        std::vector<book::Entry> entries;
        if (book_->polyglot() == nullptr) return entries;
        const auto& opened = open(position.variant());
        if (!opened) return entries;
        for (const book::VariantEntry& found : opened->find(position)) {
            const book::RawEntry& raw = found.numbered.entry;
            if (!found.move && position.variant().has_pockets && book::is_drop(raw.move)) continue;
            book::Entry& entry = entries.emplace_back();
            if (found.move) entry.move = stand_in_for(*found.move);
            entry.weight = raw.weight;
            entry.learn_count = raw.learn_count;
            entry.learn_sum = raw.learn_sum;
        }
        return entries;
    }

  private:
    // Kept, because the keys of the file are found by some twenty reads.
    const Result<book::VariantBook>& open(const chess::Variant& variant) const {
        const auto known = opened_.find(&variant);
        if (known != opened_.end()) return known->second;
        return opened_.emplace(&variant, book::VariantBook::open(*book_->polyglot(), &variant))
            .first->second;
    }

    std::shared_ptr<const book::Book> book_;
    mutable std::map<const chess::Variant*, Result<book::VariantBook>> opened_;
};

} // namespace

std::shared_ptr<const VariantSource> variants_of(std::shared_ptr<const book::Book> book) {
    return std::make_shared<BookFile>(std::move(book));
}

} // namespace polyglot::session
