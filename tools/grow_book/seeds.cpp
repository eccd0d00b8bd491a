#include "tools/grow_book/seeds.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/walk/walk.hpp"
#include "tools/convert_book/source.hpp"

#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::size_t rows_at_once = 2000; // in one transaction

io::GrowRow unsearched(std::uint64_t key, chess::Color side) {
    io::GrowRow row;
    row.key = key;
    row.black = side == chess::Color::Black;
    return row;
}

} // namespace

Result<Seeded> seed_store(io::GrowDb& store, const std::string& book, const std::vector<chess::Position>& roots,
                          const std::function<bool()>& keep_on) {
    ConvertOptions options;
    options.from = book;
    options.roots = roots;
    const auto source = open_source(options);
    if (!source) return source.error();
    Seeded seeded{source->roots, 0};
    io::GrowStep step;
    Result<void> stored;
    const auto flush = [&] {
        if (stored) stored = store.record(std::exchange(step, {}));
        return stored.has_value();
    };
    book::walk(*source->weighted, source->roots, {.keep_on = keep_on},
               [&](const chess::Position&, std::span<const chess::Move>, const chess::Position& position,
                   const std::vector<book::Entry>& entries) {
                   if (!position.castles_with_outer_rooks()) return true;
                   const chess::Color side = position.side_to_move();
                   step.rows.push_back(unsearched(position.key(), side));
                   ++seeded.positions;
                   for (const book::Entry& entry : entries) {
                       if (!entry.move || entry.weight == 0) continue;
                       const std::uint64_t key = position.key_after(entry.move);
                       step.rows.push_back(unsearched(key, ~side));
                       step.links.push_back({position.key(), book::encode_move(entry.move), key});
                   }
                   return step.rows.size() < rows_at_once || (flush() && keep_on());
               });
    flush();
    if (!stored) return stored.error();
    if (source->bytes->failed()) return make_error(book + ": cannot be read to its end");
    if (seeded.positions == 0 && keep_on()) return make_error(book + ": none of its positions can be reached");
    return seeded;
}

} // namespace polyglot::tools
