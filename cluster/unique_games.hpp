// Implements -unique: a game counts if the rank that owns its fingerprint has not seen it before.
// Until the reply comes, its samples wait here.
#pragma once
#include "cluster/key_ranges.hpp"
#include "cluster/mail.hpp"
#include "tools/make_book/game_samples.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

namespace polyglot::cluster {

class UniqueGames final : public tools::SampleSink {
  public:
    UniqueGames(Mail& mail, tools::SampleSink& to);
    // Sets the sampler whose games come here. To be called first.
    void watch(tools::Sampler& sampler) { sampler_ = &sampler; }
    // Belongs to the next game.
    void note(std::uint64_t fingerprint) { fingerprint_ = fingerprint; }
    Result<void> take(std::span<const book::Sample> game) override;
    // Asks about the games since the last call.
    void end_piece(std::uint64_t unit);
    // Passes on the games whose replies are complete, in their order.
    Result<void> on_answer(int from, std::string_view bytes);
    std::size_t pieces() const { return pieces_.size(); } // pieces that wait for replies
    // Returns the tally of the games that are decided.
    const tools::GameTally& tally() const { return tally_; }

    // The content of a question. The reply has one byte for each fingerprint, 1 if it is new.
    struct Question {
        std::uint64_t unit = 0, piece = 0;
        std::vector<std::uint64_t> fingerprints;
    };
    static Question parse_question(std::string_view bytes);
    static std::string format_answer(const Question& question, std::span<const char> is_new);

  private:
    struct Game {
        tools::GameTally tally;
        std::size_t samples = 0;
        bool is_new = false;
    };
    struct Piece {
        std::vector<Game> games;
        std::vector<book::Sample> samples;
        std::vector<std::vector<std::uint32_t>> asked; // for each owner, the games asked about
        std::size_t open = 0;                          // number of owners that have not replied
    };
    Result<void> hand_on(const Piece& piece);

    Mail& mail_;
    tools::SampleSink& to_;
    KeyRanges ranges_;
    tools::Sampler* sampler_ = nullptr;
    std::uint64_t fingerprint_ = 0;
    Piece piece_; // the piece that is being collected
    std::vector<std::uint64_t> fingerprints_;
    std::deque<Piece> pieces_;
    std::uint64_t first_ = 0; // number of the first of pieces_
    tools::GameTally tally_;
};

} // namespace polyglot::cluster
