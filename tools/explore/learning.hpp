// Reports the content of a store of results (BookLearnFile) for the page, over time and by line.
// See docs/explore.md. Test: learning_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_db.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <boost/json.hpp>

namespace polyglot::tools {

enum class LearningOrder : std::uint8_t { Games, Gain, Loss, Recent };

struct LearningQuestion {
    chess::Position here = chess::Position::start(); // lines begin here
    chess::CastlingStyle castling = chess::CastlingStyle::KingTwoSquares;
    std::optional<std::string> engine{}, opponent{}; // as in the answer; nullopt: all
    LearningOrder order = LearningOrder::Games;      // of the lines
    std::uint64_t min_games = 1;                     // of a line
};

class Learning {
  public:
    explicit Learning(std::string file) : file_(std::move(file)) {}

    const std::string& file() const { return file_; }
    // Opens the store for one question, because the file may be replaced between questions.
    Result<std::shared_ptr<io::LearnDb>> open() const;
    // Returns a report of bounded size. Reads the store once, up to two million rows, and examines
    // up to 300,000 positions to find lines.
    static Result<boost::json::object> report(const io::LearnDb& store,
                                              const LearningQuestion& question);

  private:
    std::string file_;
};

} // namespace polyglot::tools
