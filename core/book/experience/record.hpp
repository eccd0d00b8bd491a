// Records of experience files (docs/formats/experience.md): 24 bytes of the engine's memory, in
// three layouts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace polyglot::book {

enum class ExperienceLayout : std::uint8_t {
    BrainLearn, // BrainLearn, ShashChess: no header
    Sugar1,     // SugaR, HypnoS, Eman: signatures
    Sugar2,
};
std::string_view name_of(ExperienceLayout layout);      // "BrainLearn" …
std::string_view signature_of(ExperienceLayout layout); // first bytes of the file; may be empty

constexpr std::size_t experience_record_size = 24; // bytes
// Least depth of a record in each layout: the engines do not write searches of less depth.
constexpr int least_depth(ExperienceLayout layout) {
    return layout == ExperienceLayout::BrainLearn ? 5 : 4;
}
constexpr int experience_no_value = 32'002;
// The value that BrainLearn of 2020 to 2024 writes.
constexpr std::int32_t brainlearn_performance = 100;

struct ExperienceRecord {
    std::uint64_t key = 0;
    std::int32_t depth = 0;       // plies
    std::int32_t score = 0;       // for the side to move, Stockfish's units
    std::uint16_t move = 0;       // Stockfish's 16 bits
    std::uint16_t count = 1;      // Sugar2: how often it was learnt
    std::int32_t performance = 0; // BrainLearn
    friend bool operator==(const ExperienceRecord&, const ExperienceRecord&) = default;

    // True if the record has a move and the result of a search.
    bool is_searched() const;
    bool in_range() const; // depth and score are possible results of a search
};
ExperienceRecord decode_experience_record(ExperienceLayout layout,
                                          std::span<const std::byte, experience_record_size> bytes);
void encode_experience_record(ExperienceLayout layout, const ExperienceRecord& record,
                              std::span<std::byte, experience_record_size> bytes);

// Detects the layout from the first bytes (4096 are enough) and the size; nullopt: another format.
// A BrainLearn file has no signature: its first records must all look like records.
std::optional<ExperienceLayout> detect_experience(std::span<const std::byte> head,
                                                  std::uint64_t size);

// True if the file has SugaR's signature with a version that is not supported.
bool is_unknown_sugar(std::span<const std::byte> head);

} // namespace polyglot::book
