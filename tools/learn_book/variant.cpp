// Names the positions of results of a variant.
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/path_text.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/learn_book/learn_book.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::VariantMove;
using chess::VariantPosition;

constexpr std::size_t most_positions = 100'000; // examined to find the results' positions

std::optional<std::string> name_in(const VariantPosition& position, std::uint16_t raw) {
    const auto move = book::decode_variant_move(raw, position, position.legal_moves());
    return move ? std::optional(chess::format_variant_san(position, *move)) : std::nullopt;
}

LearntPosition learnt_at(const VariantPosition& position, std::string line, std::size_t plies) {
    const auto name = [position](std::uint16_t raw) {
        return name_in(position, raw).value_or(format_raw_move(raw));
    };
    return {chess::format_variant_fen(position), name, std::move(line), plies};
}

// Lets the other position name the moves that are not legal in the first one.
void add_position(LearntPosition& known, const VariantPosition& other,
                  const std::vector<std::uint16_t>& moves) {
    const bool all_legal = std::ranges::all_of(
        moves, [&](std::uint16_t raw) { return known.name(raw) != format_raw_move(raw); });
    if (all_legal) return;
    known.name = [first = known.name, other](std::uint16_t raw) {
        std::string name = first(raw);
        return name == format_raw_move(raw) ? name_in(other, raw).value_or(name) : name;
    };
}

// Searches from the start position, breadth first.
class PositionSearch {
  public:
    PositionSearch(const std::vector<io::LearnRow>& rows, const book::NamedVariant& of,
                   const book::VariantBook* book)
        : of_(of), book_(book) {
        for (const io::LearnRow& row : rows)
            wanted_[row.key].push_back(row.move);
        visit(VariantPosition::start(*of.variant), 0, {});
        for (std::size_t at = 0; at < nodes_.size(); ++at)
            follow(at);
    }

    std::unordered_map<std::uint64_t, LearntPosition> take_found() { return std::move(found_); }

  private:
    struct Node {
        VariantPosition position;
        std::size_t before;
        VariantMove move;
    };

    void visit(const VariantPosition& position, std::size_t before, const VariantMove& move) {
        if (nodes_.size() == most_positions || !seen_.insert(book::identity_of(position)).second)
            return;
        nodes_.push_back({position, before, move});
        const std::uint64_t key = chess::variant_key(position, of_.keys);
        const auto row = wanted_.find(key);
        if (row == wanted_.end()) return;
        const auto known = found_.find(key);
        if (known != found_.end()) return add_position(known->second, position, row->second);
        const std::vector<VariantMove> line = line_to(nodes_.size() - 1);
        found_.emplace(key,
                       learnt_at(position, format_line(VariantPosition::start(*of_.variant), line),
                                 line.size()));
    }

    // Follows the moves that have results, those of the book, and those into a position with
    // results.
    void follow(std::size_t at) {
        const VariantPosition here = nodes_[at].position;
        const chess::VariantMoves legal = here.legal_moves();
        std::vector<VariantMove> known;
        if (const auto row = wanted_.find(chess::variant_key(here, of_.keys)); row != wanted_.end())
            for (const std::uint16_t raw : row->second)
                if (const auto move = book::decode_variant_move(raw, here, legal))
                    known.push_back(*move);
        if (book_ != nullptr)
            for (const book::VariantEntry& entry : book_->find(here))
                if (entry.move) known.push_back(*entry.move);
        for (const VariantMove& move : legal) {
            VariantPosition next = here;
            next.make(move);
            if (std::ranges::find(known, move) != known.end() ||
                wanted_.contains(chess::variant_key(next, of_.keys)))
                visit(next, at, move);
        }
    }

    std::vector<VariantMove> line_to(std::size_t node) const {
        std::vector<VariantMove> line;
        for (; node != 0; node = nodes_[node].before)
            line.push_back(nodes_[node].move);
        std::ranges::reverse(line);
        return line;
    }

    const book::NamedVariant& of_;
    const book::VariantBook* book_;
    std::unordered_map<std::uint64_t, std::vector<std::uint16_t>> wanted_;
    std::unordered_map<std::uint64_t, LearntPosition> found_;
    std::unordered_set<std::uint64_t> seen_; // identities
    std::vector<Node> nodes_;
};

} // namespace

std::unordered_map<std::uint64_t, LearntPosition>
find_variant_positions(const std::vector<io::LearnRow>& rows, const book::NamedVariant& of,
                       const book::VariantBook* book) {
    return PositionSearch(rows, of, book).take_found();
}

Result<std::pair<std::uint64_t, LearntPosition>> learnt_at_fen(const std::string& fen,
                                                               const book::NamedVariant& of) {
    const auto position = chess::parse_variant_fen(*of.variant, fen);
    if (!position) return make_error("-fen: " + position.error().message);
    return std::pair(chess::variant_key(*position, of.keys),
                     learnt_at(*position, chess::format_variant_fen(*position), 0));
}

Result<std::optional<book::VariantBook>> variant_of_book(const book::Book& book,
                                                         const std::filesystem::path& file,
                                                         const LearnBookOptions& options) {
    auto variant = book::open_variant(book, options.variant);
    if (!variant) return make_error(to_text(file) + ": " + variant.error().message);
    return variant;
}

io::LearnFilter filter_for(const LearnBookOptions& options, std::string_view variant) {
    io::LearnFilter filter = options.filter;
    filter.variant = std::string(variant);
    return filter;
}

io::LearnFilter filter_for_all(const LearnBookOptions& options) {
    io::LearnFilter filter = options.filter;
    filter.variant.reset();
    if (options.names_variant)
        filter.variant = options.variant == nullptr ? "" : std::string(options.variant->uci);
    return filter;
}

} // namespace polyglot::tools
