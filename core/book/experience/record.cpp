#include "core/book/experience/record.hpp"

#include "core/book/little_endian.hpp"
#include "core/book/stockfish_value.hpp"

#include <algorithm>
#include <cstdlib>

namespace polyglot::book {
namespace {

constexpr std::string_view sugar1 = "SugaR";
constexpr std::string_view sugar2 = "SugaR Experience version 2";
constexpr std::uint16_t null_move = 65; // b1 to b1
constexpr int most_depth = 246;

bool begins_with(std::span<const std::byte> head, std::string_view text) {
    return head.size() >= text.size() &&
           std::equal(text.begin(), text.end(), head.begin(),
                      [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

// True for every real record, and for one of 2^40 records of other data.
bool looks_like_record(std::span<const std::byte, experience_record_size> bytes) {
    const auto record = decode_experience_record(ExperienceLayout::BrainLearn, bytes);
    // Only promotions have a piece.
    const bool plain = (record.move >> 12U & 3U) == 0 || record.move >> 14U == 1;
    return record.in_range() && (record.is_searched() || record.depth == 0) && plain &&
           bytes[18] == std::byte{0} && bytes[19] == std::byte{0} && record.performance >= 0 &&
           record.performance <= 100 && (record.move & 63U) != (record.move >> 6U & 63U);
}

} // namespace

std::string_view name_of(ExperienceLayout layout) {
    switch (layout) {
    case ExperienceLayout::BrainLearn: return "BrainLearn";
    case ExperienceLayout::Sugar1: return "SugaR, version 1";
    case ExperienceLayout::Sugar2: return "SugaR, version 2";
    }
    return {};
}

std::string_view signature_of(ExperienceLayout layout) {
    switch (layout) {
    case ExperienceLayout::BrainLearn: break;
    case ExperienceLayout::Sugar1: return sugar1;
    case ExperienceLayout::Sugar2: return sugar2;
    }
    return {};
}

bool ExperienceRecord::is_searched() const {
    return move != 0 && move != null_move && depth > 0 &&
           std::abs(std::int64_t{score}) <= stockfish_mate_in_0;
}

bool ExperienceRecord::in_range() const {
    return depth >= 0 && depth <= most_depth &&
           (std::abs(std::int64_t{score}) <= stockfish_mate_in_0 || score == experience_no_value);
}

ExperienceRecord
decode_experience_record(ExperienceLayout layout,
                         std::span<const std::byte, experience_record_size> bytes) {
    ExperienceRecord record;
    record.key = load_little_endian<std::uint64_t>(bytes, 0);
    if (layout == ExperienceLayout::BrainLearn) {
        record.depth = load_little_endian<std::int32_t>(bytes, 8);
        record.score = load_little_endian<std::int32_t>(bytes, 12);
        record.move = load_little_endian<std::uint16_t>(bytes, 16);
        record.performance = load_little_endian<std::int32_t>(bytes, 20);
        return record;
    }
    record.move = load_little_endian<std::uint16_t>(bytes, 8);
    record.score = load_little_endian<std::int32_t>(bytes, 12);
    record.depth = load_little_endian<std::int32_t>(bytes, 16);
    if (layout == ExperienceLayout::Sugar2)
        record.count = std::max<std::uint16_t>(load_little_endian<std::uint16_t>(bytes, 20), 1);
    return record;
}

void encode_experience_record(ExperienceLayout layout, const ExperienceRecord& record,
                              std::span<std::byte, experience_record_size> bytes) {
    std::ranges::fill(bytes, std::byte{0});
    store_little_endian(record.key, bytes, 0);
    if (layout == ExperienceLayout::BrainLearn) {
        store_little_endian(record.depth, bytes, 8);
        store_little_endian(record.score, bytes, 12);
        store_little_endian(record.move, bytes, 16);
        store_little_endian(record.performance, bytes, 20);
        return;
    }
    store_little_endian(record.move, bytes, 8);
    store_little_endian(record.score, bytes, 12);
    store_little_endian(record.depth, bytes, 16);
    if (layout == ExperienceLayout::Sugar2) {
        store_little_endian(record.count, bytes, 20);
    } else {
        bytes[21] = bytes[23] = std::byte{0xff};
    }
}

std::optional<ExperienceLayout> detect_experience(std::span<const std::byte> head,
                                                  std::uint64_t size) {
    if (begins_with(head, sugar2)) return ExperienceLayout::Sugar2;
    if (begins_with(head, sugar1)) return ExperienceLayout::Sugar1;
    if (size == 0 || size % experience_record_size != 0 || head.size() < experience_record_size)
        return std::nullopt;
    for (std::size_t at = 0; at + experience_record_size <= head.size();
         at += experience_record_size)
        if (!looks_like_record(head.subspan(at).first<experience_record_size>()))
            return std::nullopt;
    return ExperienceLayout::BrainLearn;
}

bool is_unknown_sugar(std::span<const std::byte> head) {
    return begins_with(head, "SugaR Experience") && !begins_with(head, sugar2);
}

} // namespace polyglot::book
