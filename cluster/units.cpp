#include "cluster/units.hpp"

#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/games/game_files_bytes.hpp"
#include "storage/games/game_files_content.hpp"

#include <algorithm>
#include <system_error>

namespace polyglot::cluster {

namespace fs = std::filesystem;

namespace {

// False for a file that is packed, is not a regular file, or cannot be read. The rank that opens
// such a file reports the reason.
bool can_be_divided(const fs::path& file) {
    std::error_code error;
    if (file == u8"-" || !fs::is_regular_file(file, error)) return false;
    auto raw = io::open_raw_bytes(file);
    if (!raw) return false;
    const io::Bytes bytes(*std::move(raw));
    return !io::is_packed(bytes.beginning()) && io::wrong_encoding(bytes.beginning()).empty();
}

} // namespace

std::vector<Unit> make_units(const std::vector<fs::path>& files, std::uint64_t unit_bytes) {
    std::vector<Unit> units;
    for (std::size_t file = 0; file < files.size(); ++file) {
        std::error_code error;
        const std::uint64_t size = files[file] == u8"-" ? 0 : fs::file_size(files[file], error);
        const bool divided = !error && size > unit_bytes && can_be_divided(files[file]);
        for (std::uint64_t begin = 0; begin == 0 || (divided && begin < size);
             begin += unit_bytes) {
            Unit& unit = units.emplace_back();
            unit.number = units.size() - 1;
            unit.file = file;
            unit.path = to_text(files[file]);
            unit.begin = begin;
            unit.end = divided ? begin + unit_bytes : 0;
        }
    }
    return units;
}

std::uint64_t choose_unit_bytes(std::uint64_t total, int ranks) {
    constexpr std::uint64_t least = std::uint64_t{1} << 20U, most = std::uint64_t{32} << 20U;
    return std::clamp(total / (32 * static_cast<std::uint64_t>(ranks)), least, most);
}

bool UnitReports::add(const Unit& unit, const UnitReport& report) {
    constexpr std::size_t most = tools::ReadingReport::most_problems;
    if (place_.file != unit.file) place_.lines = 0;
    place_.file = unit.file;
    report_.files += report.files;
    report_.texts += report.texts;
    report_.games += report.games;
    report_.text_bytes += report.text_bytes;
    for (std::size_t kind = 0; kind < report_.problems.size(); ++kind)
        report_.problems.at(kind) += report.problems.at(kind);
    for (const std::string& letters : report.letters)
        if (report_.letters.size() < most) report_.letters.push_back(text::shown_text(letters));
    const std::uint64_t lines_before = unit.end > 0 ? place_.lines : 0;
    for (const UnitReport::Problem& problem : report.first_problems) {
        if (report_.first_problems.size() >= most) break;
        const std::string line = std::to_string(lines_before + problem.line);
        report_.first_problems.push_back(
            text::shown_text(problem.text + ':' + line + ": " + problem.message));
        if (strict_) return true;
    }
    place_.lines += report.lines;
    if (report.file_problems.empty()) return false;
    if (place_.damaged != static_cast<std::int64_t>(unit.file)) ++report_.damaged_files;
    place_.damaged = static_cast<std::int64_t>(unit.file);
    for (const std::string& problem : report.file_problems)
        if (report_.file_problems.size() < most)
            report_.file_problems.push_back(text::shown_text(problem));
    return strict_;
}

} // namespace polyglot::cluster
