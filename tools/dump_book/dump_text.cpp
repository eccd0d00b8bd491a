#include "tools/dump_book/dump_text.hpp"

#include <cmath>

namespace polyglot::tools {

// As in PolyGlot: divide first, then multiply, and round halves to even. The order matters: 23 of
// 40 gives 57, but 100.0 * 23 / 40 would give 58.
long per_cent_of(const std::vector<std::uint32_t>& weights, std::size_t number) {
    std::uint64_t sum = 0;
    for (const std::uint32_t weight : weights)
        sum += weight;
    return std::lrint(static_cast<double>(weights[number]) / static_cast<double>(sum) * 100.0);
}

bool DumpText::enter(std::uint64_t identity) {
    const auto [known, is_new] =
        seen_.try_emplace(identity, Place{result_.lines + 1, path_.size()});
    if (is_new) {
        path_.push_back(identity);
        return true;
    }
    const Place& place = known->second;
    const std::string ply = "ply=" + std::to_string(place.ply) + '}';
    const bool is_cycle = place.ply < path_.size() && path_[place.ply] == identity;
    print_line(is_cycle ? "{cycle: " + ply
                        : "{trans: line=" + std::to_string(place.line) + ", " + ply);
    return false;
}

void DumpText::add_move(chess::Color mover, std::size_t number, std::string_view san,
                        std::optional<long> per_cent) {
    const bool white = mover == chess::Color::White;
    if (white || text_.empty()) text_ += std::to_string(number) + (white ? ". " : "... ");
    text_ += san;
    if (per_cent) text_ += '{' + std::to_string(*per_cent) + "%}";
    text_ += ' ';
}

void DumpText::print_line(std::string_view end) {
    if (!running_) return;
    ++result_.lines;
    std::string line = std::to_string(result_.lines) + ": " + text_;
    line.append(end) += '\n';
    if (!write_(line)) running_ = false;
}

} // namespace polyglot::tools
