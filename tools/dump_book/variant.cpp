#include "tools/dump_book/variant.hpp"

#include "core/book/variants/walk.hpp"
#include "core/book/walk/key_set.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/dump_book/dump_text.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::VariantMove;
using chess::VariantPosition;

// The playable moves of a position: legal, with a weight above 0.
struct PlayableMoves {
    std::vector<VariantMove> moves;
    std::vector<std::uint32_t> weights;
    std::uint64_t illegal = 0;
};

class VariantDumper {
  public:
    VariantDumper(const book::VariantBook& book, const DumpOptions& options,
                  const std::function<bool(std::string_view)>& write)
        : book_(book),
          options_(options),
          text_(options, write, result_),
          filter_(book.file().make_key_filter()),
          max_ply_(std::min(options.max_ply, chess::longest_game_plies)) {}

    Dump run(const VariantPosition& start) {
        text_.begin();
        found_ = look_up(start);
        if (is_ours(start) && (found_.moves.empty() || max_ply_ == 0)) return result_;
        enter(start);
        while (!levels_.empty()) {
            if (const auto after = next())
                enter(*after);
            else
                leave();
        }
        return result_;
    }

  private:
    struct Level { // a position on the line, and the moves to follow from it
        VariantPosition position;
        PlayableMoves book{}; // of our side; otherwise `moves` are the replies
        bool ours = false;
        bool is_end = false; // no reply tried so far has an answer in the book
        std::size_t text_size = 0;
        std::size_t next = 0;
    };

    bool is_ours(const VariantPosition& position) const {
        return position.side_to_move() == options_.color;
    }

    PlayableMoves look_up(const VariantPosition& position) const {
        PlayableMoves found;
        if (filter_ && !filter_->may_contain(book_.key_of(position))) return found;
        for (const auto& [move, numbered] : book_.find(position)) {
            if (!move) {
                ++found.illegal;
            } else if (numbered.entry.weight > 0) {
                found.moves.push_back(*move);
                found.weights.push_back(numbered.entry.weight);
            }
        }
        return found;
    }

    // Adds a level, or prints the line with a mark if the position has occurred before.
    void enter(const VariantPosition& position) {
        if (!text_.enter(book::identity_of(position))) return;
        Level level{.position = position};
        level.ours = is_ours(position);
        level.is_end = !level.ours;
        level.text_size = text_.size();
        if (level.ours) {
            level.book = std::move(found_);
            ++result_.positions;
            result_.illegal += level.book.illegal;
        } else {
            level.book.moves = replies(position);
        }
        levels_.push_back(std::move(level));
    }

    // Returns all legal moves; none if max_ply_ leaves no room for a book move after the reply.
    std::vector<VariantMove> replies(const VariantPosition& position) {
        if (levels_.size() + 2 > max_ply_) {
            result_.too_long += max_ply_ < options_.max_ply ? 1 : 0;
            return {};
        }
        std::vector<VariantMove> moves = position.legal_moves();
        std::ranges::sort(moves, {}, [](const VariantMove& move) {
            return std::tuple(move.from, move.to, move.piece);
        });
        return moves;
    }

    // Returns the position after the next move to follow: a book move if our side moves, otherwise
    // a reply to which the book has an answer.
    std::optional<VariantPosition> next() {
        Level& level = levels_.back();
        text_.cut(level.text_size);
        while (text_.is_running() && level.next < level.book.moves.size()) {
            const std::size_t number = level.next++;
            VariantPosition after = level.position;
            after.make(level.book.moves[number]);
            if (!level.ours) {
                found_ = look_up(after);
                if (found_.moves.empty()) continue;
            }
            level.is_end = false;
            const VariantPosition& before = level.position;
            text_.add_move(
                before.side_to_move(), static_cast<std::size_t>(before.board().full_move_number),
                chess::format_variant_san(before, level.book.moves[number]),
                level.ours ? std::optional(per_cent_of(level.book.weights, number)) : std::nullopt);
            return after;
        }
        return std::nullopt;
    }

    void leave() {
        if (levels_.back().is_end && levels_.size() > 1) text_.print_line("");
        levels_.pop_back();
        text_.leave();
    }

    const book::VariantBook& book_;
    const DumpOptions& options_;
    Dump result_;
    DumpText text_;
    std::shared_ptr<const book::KeyFilter> filter_; // may be null
    std::size_t max_ply_;
    PlayableMoves found_;       // of the position that is entered next, if our side moves there
    std::vector<Level> levels_; // one for each ply
};

} // namespace

Dump dump_variant_book(const book::VariantBook& book, const VariantPosition& start,
                       const DumpOptions& options,
                       const std::function<bool(std::string_view)>& write) {
    return VariantDumper(book, options, write).run(start);
}

} // namespace polyglot::tools
