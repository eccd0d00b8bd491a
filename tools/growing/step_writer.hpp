// Stores the positions and moves of a book, some thousand in a transaction.
#pragma once
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "tools/growing/grow_position.hpp"

#include <cstddef>
#include <cstdint>

namespace polyglot::tools {

class StepWriter {
  public:
    explicit StepWriter(io::GrowDb& store) : store_(store) {}

    void add(std::uint64_t key, chess::Color side);
    void add(const GrowPosition& position);
    void add(const GrowPosition& position, const EpdMove& move); // and the position after it
    void add(const io::GrowLink& link) { step_.links.push_back(link); }
    bool is_full() const { return step_.rows.size() + step_.links.size() >= rows_at_once; }
    bool flush(); // false after an error
    const Result<void>& stored() const { return stored_; }

  private:
    static constexpr std::size_t rows_at_once = 2000;

    io::GrowDb& store_;
    io::GrowStep step_;
    Result<void> stored_;
};

} // namespace polyglot::tools
