// Reads the values of moves from a store of grow-book or rate-book, for learn-book -show -values.
#pragma once
#include "core/book/grow/graph.hpp"
#include "core/book/grow/results.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace polyglot::tools {

class MoveValues {
  public:
    // The error names the file.
    static Result<MoveValues> load(const std::filesystem::path& file);
    // Returns the value in centipawns for the side that plays the move; nullopt if the store has
    // none. key and move are those of a learn store.
    std::optional<int> find(std::uint64_t key, std::uint16_t move) const;

  private:
    std::unique_ptr<book::GrowGraph> graph_ = std::make_unique<book::GrowGraph>();
};

} // namespace polyglot::tools
