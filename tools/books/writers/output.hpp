// Helps to write books.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/entry_table.hpp"
#include "storage/files/output_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

// Opens a new book in PolyGlot's format, the only one that these commands write. Returns an error
// if the file name belongs to another format.
Result<io::OutputFile> open_polyglot_output(const std::filesystem::path& file);

inline void append_entry(std::string& bytes, const book::RawEntry& entry) {
    book::append_entries(bytes, {&entry, 1});
}

inline void write_entry(io::OutputFile& file, const book::RawEntry& entry) {
    std::array<std::byte, book::entry_size> bytes{};
    book::encode_entry(entry, bytes);
    file.write(book::as_text(bytes));
}

// Scales the weights of one position to 16 bits, in proportion, if the highest does not fit; a
// weight above 0 stays above 0. Returns whether they were scaled. Weights must be below 2^48.
template <class Weight>
bool fit_weights(std::vector<Weight>& weights) {
    constexpr std::uint64_t most = 65'535;
    const std::uint64_t highest =
        weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    if (highest <= most) return false;
    for (Weight& weight : weights)
        if (weight > 0)
            weight = static_cast<Weight>(
                std::max<std::uint64_t>((std::uint64_t{weight} * most + highest / 2) / highest, 1));
    return true;
}

} // namespace polyglot::tools
