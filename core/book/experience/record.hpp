// Records of experience files (docs/formats/experience.md), the same 24 bytes of memory in three
// layouts.
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
std::string_view signature_of(ExperienceLayout layout); // what the file begins with, may be empty

constexpr std::size_t experience_record_size = 24; // bytes
// What each layout keeps at least: the engines write nothing less deep.
constexpr int least_depth(ExperienceLayout layout) {
    return layout == ExperienceLayout::BrainLearn ? 5 : 4;
}
constexpr int experience_no_value = 32'002;
constexpr std::int32_t brainlearn_performance = 100; // what BrainLearn of 2020 to 2024 writes

struct ExperienceRecord {
    std::uint64_t key = 0;
    std::int32_t depth = 0;       // plies
    std::int32_t score = 0;       // for the side to move, Stockfish's units
    std::uint16_t move = 0;       // Stockfish's 16 bits
    std::uint16_t count = 1;      // Sugar2: how often it was learnt
    std::int32_t performance = 0; // BrainLearn
    friend bool operator==(const ExperienceRecord&, const ExperienceRecord&) = default;

    // It names a move, and what a search found of it.
    bool is_searched() const;
    bool in_range() const; // depth and score are of a search
};
ExperienceRecord decode_experience_record(ExperienceLayout layout,
                                          std::span<const std::byte, experience_record_size> bytes);
void encode_experience_record(ExperienceLayout layout, const ExperienceRecord& record,
                              std::span<std::byte, experience_record_size> bytes);

// By the first bytes (26 are enough) and the size; nullopt: another format. A BrainLearn file has
// no mark: its first records (4096 bytes are enough) must all look like records.
std::optional<ExperienceLayout> detect_experience(std::span<const std::byte> head,
                                                  std::uint64_t size);

// SugaR's signature with another version than those.
bool is_unknown_sugar(std::span<const std::byte> head);

} // namespace polyglot::book
