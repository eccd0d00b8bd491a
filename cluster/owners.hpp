// Sends the moves of a rank's games to the ranks that own their positions.
#pragma once
#include "cluster/key_ranges.hpp"
#include "cluster/mail.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/make/stats_table.hpp"
#include "tools/make_book/game_samples.hpp"
#include "tools/make_book/sums.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::cluster {

// Copies structs as they are in memory: all ranks run the same program on the same kind of machine.
template <class T>
void append_raw(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
std::string bytes_of(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}
// Returns a view without a copy. The bytes must begin a message, which is aligned for every type.
template <class T>
std::span<const T> view_raw(std::string_view bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::vector<T> read_raw(std::string_view bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::copy_n(bytes.data(), values.size() * sizeof(T), reinterpret_cast<char*>(values.data()));
    return values;
}

// Sums of the moves with which many games begin. Without them the owner of the start position would
// get a sample of each game of all ranks, and most messages would have the same content.
class CommonMoves {
  public:
    CommonMoves() : slots_(std::size_t{1} << slot_bits) {}
    // Adds the first moves of the game: those that are in the table already, and the next one if
    // its slot is free. A slot keeps its move until take(), so that most slots go to common moves.
    // Returns the number of moves added.
    std::size_t add(std::span<const book::Sample> game);
    // Returns the sums for each owner, with local keys, and removes them.
    std::vector<std::vector<book::MoveStats>> take(const KeyRanges& ranges, int owners);

  private:
    static constexpr unsigned slot_bits = 14;
    struct alignas(64) Slot {
        std::uint64_t key = 0;
        std::uint16_t move = 0;
        chess::Color mover = chess::Color::White;
        bool is_taken = false;
        std::uint16_t last_year = 0;
        std::array<std::uint64_t, 3> games{}; // by half-points of the mover
        std::uint64_t rated_games = 0, elo_sum = 0;
    };
    std::vector<Slot> slots_;
};

// Sends samples to their owners. Keys that a rank keeps and sends are local (KeyRanges).
class Owners final : public tools::SampleSink {
  public:
    Owners(Mail& mail, tools::SumsSink& sums);
    Result<void> take(std::span<const book::Sample> game) override;
    // Delivers all that has been collected; what this rank owns goes to its sums.
    Result<void> flush();
    std::uint64_t samples() const { return samples_; }

  private:
    Result<void> send(int owner);

    Mail& mail_;
    tools::SumsSink& sums_;
    KeyRanges ranges_;
    CommonMoves common_;
    // The samples for an owner that wait to be sent, or to be added to this rank's sums.
    struct Waiting {
        std::vector<book::Sample> samples; // as large as the samples sent at once
        std::size_t count = 0;
    };
    std::vector<Waiting> waiting_;
    std::uint64_t samples_ = 0;
};

// For -compat: the sums depend on the order of the games, so each owner gets the samples of a unit
// with the unit's number.
class OrderedOwners final : public tools::SampleSink {
  public:
    explicit OrderedOwners(Mail& mail);
    void begin_unit(std::uint64_t number) { unit_ = number; }
    Result<void> take(std::span<const book::Sample> game) override;
    void flush();

  private:
    Mail& mail_;
    KeyRanges ranges_;
    std::uint64_t unit_ = 0;
    std::vector<std::string> waiting_;
};

// Delivers messages in the order of their units' numbers.
class InOrder {
  public:
    using Deliver = std::function<Result<void>(int from, std::string_view bytes)>;
    Result<void> take(std::uint64_t unit, int from, std::string_view bytes, const Deliver& deliver);
    // Declares that no more messages of this unit come.
    Result<void> end(std::uint64_t unit, const Deliver& deliver);

  private:
    struct Held {
        std::vector<std::pair<int, std::string>> messages;
        bool ended = false;
    };
    std::uint64_t next_ = 0;
    std::map<std::uint64_t, Held> held_; // messages of units from next_ on
};

} // namespace polyglot::cluster
