#include "core/book/variants/walk.hpp"

#include "core/book/walk/key_set.hpp"

#include <algorithm>
#include <deque>
#include <memory>

namespace polyglot::book {
namespace {

using chess::VariantMove;
using chess::VariantPosition;

class VariantWalker {
  public:
    VariantWalker(const VariantBook& book, const VariantVisitor& visit)
        : book_(book), visit_(visit), filter_(book.file().make_key_filter()) {}

    bool run(std::span<const VariantPosition> roots, std::uint64_t most_positions) {
        for (const VariantPosition& root : roots)
            reach(root);
        for (; !waiting_.empty(); waiting_.pop_front()) {
            const std::vector<VariantEntry> entries = find(waiting_.front());
            if (!entries.empty() && (most_positions-- == 0 || !visit_(waiting_.front(), entries)))
                return false;
            follow(waiting_.front(), entries);
        }
        return true;
    }

  private:
    void reach(const VariantPosition& position) {
        if (seen_.insert(identity_of(position))) waiting_.push_back(position);
    }
    std::vector<VariantEntry> find(const VariantPosition& position) const {
        if (filter_ && !filter_->may_contain(book_.key_of(position))) return {};
        return book_.find(position);
    }
    void follow(const VariantPosition& position, const std::vector<VariantEntry>& entries) {
        for (const VariantMove& move : position.legal_moves()) {
            VariantPosition after = position;
            after.make(move);
            const bool is_book_move = std::ranges::any_of(
                entries, [&](const VariantEntry& entry) { return entry.move == move; });
            if (is_book_move || !find(after).empty()) reach(after);
        }
    }

    const VariantBook& book_;
    const VariantVisitor& visit_;
    const std::shared_ptr<const KeyFilter> filter_;
    KeySet seen_;
    std::deque<VariantPosition> waiting_;
};

} // namespace

// XBoard's key has pockets and promoted pieces; checks are added.
std::uint64_t identity_of(const VariantPosition& position) {
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    const auto& checks = position.board().checks_left;
    const std::uint64_t key =
        variant_key(position, chess::VariantKeys::XBoard) + spread * (4U * checks[0] + checks[1]);
    return std::max<std::uint64_t>(key, 1);
}

bool walk_variant(const VariantBook& book, std::span<const VariantPosition> roots,
                  std::uint64_t most_positions, const VariantVisitor& visit) {
    return VariantWalker(book, visit).run(roots, most_positions);
}

} // namespace polyglot::book
