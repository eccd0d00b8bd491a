// Extracts the input of make-book from games: one sample for each move of each game that counts.
// tests/unit/tools/make_book/game_samples_test.cpp shows it.
#pragma once
#include "core/pgn/scanner.hpp"
#include "core/pgn/variant_scanner.hpp"
#include "tools/make_book/sample_collector.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace polyglot::tools {

// Reads games for one thread.
class Sampler : public GameWorker {
  public:
    using IsNew = SampleCollector::IsNew;
    Sampler(const GameRules& rules, IsNew is_new, SampleSink& sink)
        : collector_(rules, std::move(is_new), sink) {}
    const GameTally& tally() const { return collector_.tally(); }
    const WorstMistakes& worst_mistakes() const { return collector_.worst_mistakes(); }
    void track(PlayedGames& played) { collector_.track(played); } // for -games
    GameTally take_tally() { return collector_.take_tally(); }    // resets the tally

  protected:
    SampleCollector collector_;
};

// Of chess. The visitor is the first base, so that its calls need no thunk.
class GameSampler final : private pgn::GameVisitor, public Sampler {
  public:
    using Sampler::Sampler;
    Result<void> scan(std::string_view text, const GamePlace& begin, PieceReport& report) override;

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t line) override;
    void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                 std::size_t variation) override;
    void on_mistake() override { collector_.on_mistake(); }
    void on_comment(std::string_view comment, std::size_t ply) override {
        collector_.on_comment(comment, ply);
    }
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override {
        collector_.end_game(outcome, plies, problem);
    }
    void name_opening(const chess::Position& before, chess::Move move);
};

// Of the variant of the rules; other games are counted and left out. A move counts once in a game
// for each key, however the positions differ otherwise, since a book cannot distinguish them.
class VariantSampler final : private pgn::VariantVisitor, public Sampler {
  public:
    using Sampler::Sampler;
    Result<void> scan(std::string_view text, const GamePlace& begin, PieceReport& report) override;

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::VariantPosition& start,
                           std::uint64_t line) override;
    void on_move(const chess::VariantPosition& before, chess::VariantMove move, std::size_t ply,
                 std::size_t variation) override;
    void on_mistake() override { collector_.on_mistake(); }
    void on_comment(std::string_view comment, std::size_t ply) override {
        collector_.on_comment(comment, ply);
    }
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override {
        collector_.end_game(outcome, plies, problem);
    }
    book::Sample sample_of(const chess::VariantPosition& before,
                           const chess::VariantMove& move) const;
};

// By the rules of the variant, or of chess. The arguments are those of SampleCollector.
std::unique_ptr<Sampler> make_sampler(const GameRules& rules, Sampler::IsNew is_new,
                                      SampleSink& sink);

} // namespace polyglot::tools
