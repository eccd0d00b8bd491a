#include "core/book/variants/walk.hpp"

#include "core/book/walk/key_set.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

namespace polyglot::book {
namespace {

using chess::VariantMove;
using chess::VariantPosition;

class VariantWalker {
  public:
    explicit VariantWalker(std::span<const VariantBook* const> books) {
        for (const VariantBook* const book : books)
            books_.push_back({book, book->file().make_key_filter()});
    }

    // Calls visit(position, entries), which ends the walk by returning false.
    template <class Visit>
    bool run(std::span<const VariantPosition> roots, std::uint64_t most_positions,
             const Visit& visit) {
        for (const VariantPosition& root : roots)
            reach(root, {});
        for (; !waiting_.empty(); waiting_.pop_front(), ++at_) {
            const std::vector<VariantEntry> entries = find(waiting_.front());
            if (!entries.empty() && (most_positions-- == 0 || !visit(waiting_.front(), entries)))
                return false;
            follow(waiting_.front(), entries);
        }
        return true;
    }

    // Returns the line from the root to the position that is visited.
    std::vector<VariantMove> line() const {
        std::vector<VariantMove> moves;
        for (const Step* step = &steps_[at_]; step->before; step = &steps_[*step->before])
            moves.push_back(step->move);
        std::ranges::reverse(moves);
        return moves;
    }

  private:
    struct FilteredBook {
        const VariantBook* book;
        std::shared_ptr<const KeyFilter> filter;
    };
    struct Step {
        std::optional<std::uint32_t> before; // nullopt: a root
        VariantMove move;
    };

    void reach(const VariantPosition& position, const Step& step) {
        if (!seen_.insert(identity_of(position))) return;
        waiting_.push_back(position);
        steps_.push_back(step);
    }
    std::vector<VariantEntry> find(const VariantPosition& position) const {
        std::vector<VariantEntry> all;
        for (const auto& [book, filter] : books_) {
            if (filter && !filter->may_contain(book->key_of(position))) continue;
            const std::vector<VariantEntry> found = book->find(position);
            all.insert(all.end(), found.begin(), found.end());
        }
        return all;
    }
    void follow(const VariantPosition& position, const std::vector<VariantEntry>& entries) {
        for (const VariantMove& move : position.legal_moves()) {
            VariantPosition after = position;
            after.make(move);
            const bool is_book_move = std::ranges::any_of(
                entries, [&](const VariantEntry& entry) { return entry.move == move; });
            if (is_book_move || !find(after).empty()) reach(after, {at_, move});
        }
    }

    std::vector<FilteredBook> books_;
    KeySet seen_;
    std::deque<VariantPosition> waiting_; // the first is visited
    std::vector<Step> steps_;             // to the positions in the order in which they are found
    std::uint32_t at_ = 0;                // the step to the first one that waits
};

} // namespace

// XBoard's key distinguishes pockets and promoted pieces; the checks are added. A KeySet takes no
// 0.
std::uint64_t identity_of(const VariantPosition& position) {
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    const auto& checks = position.board().checks_left;
    const std::uint64_t key =
        variant_key(position, chess::VariantKeys::XBoard) + spread * (4U * checks[0] + checks[1]);
    return std::max<std::uint64_t>(key, 1);
}

bool walk_variant(const VariantBook& book, std::span<const VariantPosition> roots,
                  std::uint64_t most_positions, const VariantVisitor& visit) {
    const VariantBook* const only = &book;
    return VariantWalker(std::span(&only, 1)).run(roots, most_positions, visit);
}

bool walk_variant_lines(std::span<const VariantBook* const> books,
                        std::span<const VariantPosition> roots, std::uint64_t most_positions,
                        const VariantLineVisitor& visit) {
    VariantWalker walker(books);
    return walker.run(roots, most_positions, [&](const VariantPosition& position, const auto&) {
        return visit(position, walker.line());
    });
}

} // namespace polyglot::book
