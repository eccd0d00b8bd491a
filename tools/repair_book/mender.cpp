#include "tools/repair_book/mender.hpp"

#include "core/book/sniff/sniff.hpp"
#include "core/book/walk/walk.hpp"

#include <algorithm>
#include <memory>

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

std::optional<RawEntry> Mender::mend_move(RawEntry entry) {
    const auto known = respellings_.find(entry.key);
    const Respelling* respelling = nullptr;
    if (known != respellings_.end())
        for (const Respelling& r : known->second)
            if (r.from == entry.move) respelling = &r;
    const bool has_bit_15 = entry.move > move_bits;
    const bool legal = !respelling || respelling->to;
    const bool possible = book::is_possible_move(entry.move);
    if (variant_) {
        if (!legal || !possible) ++left_.illegal;
        if (legal && respelling && !has_bit_15) ++left_.castling;
        return entry;
    }
    if (!legal || !possible) {
        ++(legal ? repairs_.impossible : repairs_.illegal);
        return std::nullopt;
    }
    if (respelling && !has_bit_15) ++repairs_.castling;
    if (has_bit_15) ++repairs_.bit_15;
    entry.move = respelling ? *respelling->to : static_cast<std::uint16_t>(entry.move & move_bits);
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
