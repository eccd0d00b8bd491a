#include "core/pgn/reader.hpp"

#include "core/pgn/tag.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::pgn {
namespace {

class Collector : public GameVisitor {
  public:
    Collector(std::vector<GameText>& games, std::uint64_t lines_before)
        : games_(games), lines_before_(lines_before) {}

    std::size_t begin_game(const Tags& tags, const chess::Position& start,
                           std::uint64_t line) override {
        GameText& game = games_.emplace_back();
        game.line = lines_before_ + line;
        game.game = chess::Game(start);
        for (const Tags::Tag& tag : tags.all())
            game.tags.emplace_back(tag.name,
                                   unescape_tag_value(tag.value).substr(0, max_tag_value));
        return all_plies;
    }
    void on_move(const chess::Position&, chess::Move move, std::size_t, std::size_t) override {
        games_.back().game.push(move);
    }
    void end_game(Outcome outcome, std::size_t, const Problem& problem) override {
        GameText& game = games_.back();
        game.outcome = outcome;
        if (!problem) return;
        game.problem = problem.message;
        game.problem_line = lines_before_ + problem.line;
    }

  private:
    std::vector<GameText>& games_;
    std::uint64_t lines_before_;
};

} // namespace

std::string_view GameText::tag(std::string_view name) const {
    const auto found = std::ranges::find_if(
        tags, [&](const auto& tag) { return text::equal_ignoring_case(tag.first, name); });
    return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<GameText> Reader::next() {
    while (given_ == games_.size()) {
        games_.clear();
        given_ = 0;
        if (!chunks_.next(chunk_)) return std::nullopt;
        Collector collector(games_, lines_before_);
        const ScanOptions options{.cut_short = chunk_.cut_short};
        lines_before_ += scan_games(chunk_.view(), options, collector).lines + chunk_.skipped_lines;
    }
    return std::move(games_[given_++]);
}

} // namespace polyglot::pgn
