#include "adapter/session/xboard_gui/san_line.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

void SanLine::set_root(const chess::Position& root) {
    root_ = root;
    text_.clear(); // no line begins as the last one
}

// Returns the number of remembered moves at the beginning of this line.
std::size_t SanLine::known_plies(std::string_view moves) const {
    const std::size_t length = std::min(text_.size(), moves.size());
    const auto difference = std::mismatch(
        text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(length), moves.begin());
    const auto same = static_cast<std::size_t>(difference.second - moves.begin());
    std::size_t known = plies_.size();
    while (known > 0 && plies_[known - 1].text_end > same)
        --known;
    // The last move may be only the beginning of a word: e7e8 of e7e8q.
    if (known > 0 && plies_[known - 1].text_end == same && same < moves.size() &&
        !text::is_blank(moves[same]))
        --known;
    return known;
}

bool SanLine::append_san(std::string_view moves, std::string& out) {
    const std::size_t known = known_plies(moves);
    const std::size_t known_text = known > 0 ? plies_[known - 1].text_end : 0;
    const std::size_t known_san = known > 0 ? plies_[known - 1].san_end : 0;
    const std::size_t begin = out.size();
    out.append(san_, 0, known_san);
    std::string_view rest = moves.substr(known_text);
    std::string_view word = text::next_word(rest);
    // Later moves stay remembered, since the next line often has them again.
    if (word.empty()) return true;

    chess::Position position = known > 0 ? plies_[known - 1].after : *root_;
    plies_.resize(known, {*root_, 0, 0});
    bool all_legal = true;
    for (; !word.empty(); word = text::next_word(rest)) {
        const std::optional<chess::Move> move = chess::parse_uci_move(position, word);
        if (!move) {
            all_legal = false;
            break;
        }
        if (out.size() > begin) out += ' ';
        chess::make_and_append_san(position, *move, out);
        if (plies_.size() < max_plies)
            plies_.push_back({position, moves.size() - rest.size(), out.size() - begin});
    }
    const std::size_t text_end = plies_.empty() ? 0 : plies_.back().text_end;
    const std::size_t san_end = plies_.empty() ? 0 : plies_.back().san_end;
    text_.replace(known_text, std::string::npos, moves.substr(known_text, text_end - known_text));
    san_.replace(known_san, std::string::npos, out, begin + known_san, san_end - known_san);
    return all_legal;
}

} // namespace polyglot::session
