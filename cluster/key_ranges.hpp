// Maps a key to the rank that owns it: the keys from 0 to 2^64 - 1 are divided into one range for
// each rank, all of the same size.
#pragma once
#include <bit>
#include <cstdint>

namespace polyglot::cluster {

// key * ranks has 128 bits: the upper half is the owner, the lower half is the key within the
// range. Keys within a range keep their order and again use all 64 bits, so that tables that divide
// keys by their upper bits stay balanced.
class KeyRanges {
  public:
    explicit KeyRanges(unsigned ranks)
        : ranks_(ranks), twos_(static_cast<unsigned>(std::countr_zero(ranks))) {
        const std::uint64_t odd = ranks_ >> twos_;
        // The inverse is right in its three lower bits; each round of Newton's iteration doubles
        // their number.
        inverse_ = odd;
        for (int round = 0; round < 5; ++round)
            inverse_ *= 2 - odd * inverse_;
    }
    int owner(std::uint64_t key) const {
        return static_cast<int>(static_cast<std::uint64_t>(wide(key) >> 64U));
    }
    std::uint64_t local(std::uint64_t key) const { return key * ranks_; }
    // Reverses local(). The division has no remainder, so it is a multiplication by the inverse
    // modulo 2^64.
    std::uint64_t global(int owner, std::uint64_t local) const {
        const Wide value = static_cast<Wide>(static_cast<std::uint64_t>(owner)) << 64U | local;
        return static_cast<std::uint64_t>(value >> twos_) * inverse_;
    }

  private:
    __extension__ using Wide = unsigned __int128;
    Wide wide(std::uint64_t key) const { return static_cast<Wide>(key) * ranks_; }

    std::uint64_t ranks_;
    unsigned twos_; // number of factors 2 in ranks_
    std::uint64_t inverse_;
};

} // namespace polyglot::cluster
