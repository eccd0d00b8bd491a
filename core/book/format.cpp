#include "core/book/format.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::book {

extern const FormatInfo arena_format, yacb_format, sftt_format, chessbase_format, grown_format,
    statistics_format, experience_format, lines_format, csv_format, json_format, pgn_format;

namespace {

// Formats with fixed first bytes precede those that are recognised by their structure.
constexpr std::array all_formats{&polyglot_format,   &arena_format,      &yacb_format,
                                 &sftt_format,       &chessbase_format,  &grown_format,
                                 &statistics_format, &experience_format, &lines_format,
                                 &csv_format,        &json_format,       &pgn_format};

} // namespace

std::span<const FormatInfo* const> formats() {
    return all_formats;
}

const FormatInfo* detect_format(std::span<const std::byte> head, std::uint64_t size) {
    const auto* const found = std::ranges::find_if(all_formats, [&](const FormatInfo* format) {
        return format->recognises != nullptr && format->recognises(head, size);
    });
    return found == all_formats.end() ? nullptr : *found;
}

const FormatInfo* format_of_ending(std::string_view ending) {
    const std::string wanted = ' ' + text::lower(ending) + ' ';
    const auto* const found = std::ranges::find_if(all_formats, [&](const FormatInfo* format) {
        return wanted.size() > 2 && format->endings.find(wanted) != std::string_view::npos;
    });
    return found == all_formats.end() ? nullptr : *found;
}

} // namespace polyglot::book
