// Which rank owns a key: the keys from 0 to 2^64 - 1 are divided into as many ranges of one size as
// there are ranks.
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
        // Right in its three lower bits; each round of Newton's iteration doubles them
        inverse_ = odd;
        for (int round = 0; round < 5; ++round)
            inverse_ *= 2 - odd * inverse_;
    }
    int owner(std::uint64_t key) const {
        return static_cast<int>(static_cast<std::uint64_t>(wide(key) >> 64U));
    }
    std::uint64_t local(std::uint64_t key) const { return key * ranks_; }
    // The reverse of local(): a division without remainder, so that a multiplication by the inverse
    // modulo 2^64 is it.
    std::uint64_t global(int owner, std::uint64_t local) const {
        const Wide value = static_cast<Wide>(static_cast<std::uint64_t>(owner)) << 64U | local;
        return static_cast<std::uint64_t>(value >> twos_) * inverse_;
    }

  private:
    __extension__ using Wide = unsigned __int128;
    Wide wide(std::uint64_t key) const { return static_cast<Wide>(key) * ranks_; }

    std::uint64_t ranks_;
    unsigned twos_; // factors of 2 in ranks_
    std::uint64_t inverse_;
};

} // namespace polyglot::cluster
