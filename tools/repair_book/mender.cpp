#include "tools/repair_book/mender.hpp"

#include "core/book/sniff/sniff.hpp"
#include "core/book/variants/walk.hpp"
#include "core/book/walk/walk.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using chess::Position;

constexpr std::uint16_t move_bits = 0x7fff;
constexpr std::uint16_t squares_bits = 0x0fff;
constexpr std::uint16_t to_queen = 0x4000; // the promotion piece in bits 12 to 14

bool is_repeated(const std::vector<RawEntry>& entries) {
    for (std::size_t i = 1; i < entries.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (entries[i].move == entries[j].move) return true;
    return false;
}

} // namespace

void Mender::walk(std::span<const Position> roots, const std::function<bool()>& keep_on) {
    const std::shared_ptr<const book::Book> unowned(&book_, [](const book::Book*) {});
    const book::Walked walked =
        book::explore(*book::with_key_filter(unowned), roots, {.keep_on = keep_on},
                      [&](const Position& position, const std::vector<book::Entry>& entries) {
                          look_at(position);
                          evidence_.look_at(position, entries);
                      });
    const std::uint64_t positions = book_.count_positions();
    left_.not_reached = positions > walked.positions ? positions - walked.positions : 0;
    variant_ = evidence_.judge(walked.positions, positions);
}

void Mender::look_at(const Position& position) {
    std::vector<Respelling> respellings;
    for (const RawEntry& entry : book_.find_raw(position.key())) {
        chess::Move move = book::decode_move(entry.move & move_bits, position);
        // Eguzki writes a promotion to a queen like this.
        if (!move && entry.move > move_bits)
            move = book::decode_move((entry.move & squares_bits) | to_queen, position);
        if (!move) {
            respellings.push_back({entry.move, std::nullopt});
        } else if (book::encode_move(move) != entry.move) {
            respellings.push_back({entry.move, book::encode_move(move)});
        }
    }
    if (!respellings.empty()) respellings_[position.key()] = std::move(respellings);
}

void Mender::walk(const book::VariantBook& book, std::span<const chess::VariantPosition> roots,
                  const std::function<bool()>& keep_on) {
    rules_ = &book.variant();
    std::unordered_set<std::uint64_t> keys;
    book::walk_variant(book, roots, book::most_variant_positions,
                       [&](const auto& position, const auto& entries) {
                           keys.insert(book.key_of(position));
                           look_at(book, position, entries);
                           return keep_on();
                       });
    left_.not_reached = book_.count_positions() - keys.size();
}

// Whether a move other than a drop is legal depends on what the key has, so all positions of the
// key agree.
void Mender::look_at(const book::VariantBook& book, const chess::VariantPosition& position,
                     const std::vector<book::VariantEntry>& entries) {
    if (has_ended_by_checks(position)) return;
    std::vector<Respelling>& known = respellings_[book.key_of(position)];
    for (const auto& [move, numbered] : entries) {
        const std::uint16_t from = numbered.entry.move;
        if (std::ranges::find(known, from, &Respelling::from) != known.end()) continue;
        const bool drops = is_drop(from, rules_);
        if (!move) {
            if (!drops) known.push_back({from, std::nullopt});
            continue;
        }
        // XBoard has no promotion to king, so it stays.
        const std::uint16_t to = book::encode_variant_move(*move, book.keys()).value_or(from);
        if (drops || to != from) known.push_back({from, to});
    }
}

std::optional<RawEntry> Mender::mend_move(RawEntry entry) {
    const auto known = respellings_.find(entry.key);
    const Respelling* respelling = nullptr;
    if (known != respellings_.end())
        for (const Respelling& r : known->second)
            if (r.from == entry.move) respelling = &r;
    const bool drops = is_drop(entry.move, rules_);
    const bool has_bit_15 = entry.move > move_bits && !drops;
    const bool legal = !respelling || respelling->to;
    const bool possible = is_possible_move(entry.move, rules_);
    if (variant_) {
        if (!legal || !possible) ++left_.illegal;
        if (legal && respelling && !has_bit_15) ++left_.castling;
        return entry;
    }
    if (!legal || !possible) {
        ++(legal ? repairs_.impossible : repairs_.illegal);
        return std::nullopt;
    }
    if (drops) {
        if (known != respellings_.end() && !respelling) ++left_.drops;
        if (respelling && respelling->to != entry.move) ++repairs_.drops;
    } else if (has_bit_15) {
        ++repairs_.bit_15;
    } else if (respelling) {
        ++repairs_.castling;
    }
    if (respelling)
        entry.move = *respelling->to;
    else if (has_bit_15)
        entry.move &= move_bits;
    return entry;
}

const std::vector<RawEntry>& Mender::mend(const std::vector<RawEntry>& entries) {
    mended_.clear();
    for (const RawEntry& entry : entries) {
        if (entry.weight == 0) ++left_.zero_weight;
        if (const auto mended = mend_move(entry)) mended_.push_back(*mended);
    }
    if (!is_repeated(mended_)) return mended_;
    std::vector<book::BookEntry> numbered;
    numbered.reserve(mended_.size());
    for (const RawEntry& entry : mended_)
        numbered.push_back({0, entry});
    const std::uint64_t scaled = merger_.scaled();
    const std::size_t before = mended_.size();
    mended_ = merger_.merge(numbered);
    repairs_.joined += before - mended_.size();
    repairs_.scaled += merger_.scaled() - scaled;
    return mended_;
}

} // namespace polyglot::tools
