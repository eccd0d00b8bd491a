#include "tools/edit_book/history.hpp"

#include "core/chess/fen.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <exception>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using book::RawEntry;

json::array to_json(const std::vector<RawEntry>& entries) {
    json::array list;
    for (const RawEntry& entry : entries)
        list.push_back({entry.move, entry.weight, entry.learn_count, entry.learn_sum});
    return list;
}

std::string to_line(const EditRun& run) {
    json::array positions;
    for (const PositionChange& change : run.positions)
        positions.push_back({{"fen", chess::format_fen(change.position)},
                             {"before", to_json(change.before)},
                             {"after", to_json(change.after)}});
    return json::serialize(json::object{{"time", run.time}, {"edits", run.edits}, {"positions", std::move(positions)}});
}

// Throws what Boost.JSON throws where the value is not of the form.
std::vector<RawEntry> entries_of(const json::value& list, std::uint64_t key) {
    std::vector<RawEntry> entries;
    for (const json::value& element : list.as_array()) {
        const json::array& numbers = element.as_array();
        entries.push_back({.key = key,
                           .move = numbers.at(0).to_number<std::uint16_t>(),
                           .weight = numbers.at(1).to_number<std::uint16_t>(),
                           .learn_count = numbers.at(2).to_number<std::uint16_t>(),
                           .learn_sum = numbers.at(3).to_number<std::uint16_t>()});
    }
    return entries;
}

Result<EditRun> from_line(const std::string& line) {
    try {
        const json::object object = json::parse(line).as_object();
        EditRun run{.time = std::string(object.at("time").as_string()),
                    .edits = std::string(object.at("edits").as_string()),
                    .positions = {}};
        for (const json::value& element : object.at("positions").as_array()) {
            const json::object& position = element.as_object();
            const auto parsed = chess::parse_fen(std::string_view(position.at("fen").as_string()));
            if (!parsed) return parsed.error();
            run.positions.push_back({*parsed, entries_of(position.at("before"), parsed->key()),
                                     entries_of(position.at("after"), parsed->key())});
        }
        return run;
    } catch (const std::exception&) {
        return make_error("is not a line of an undo file");
    }
}

std::string now_in_utc() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", std::gmtime(&now));
    return text.data();
}

} // namespace

Result<EditHistory> EditHistory::load(const std::filesystem::path& book) {
    EditHistory history;
    history.file_ = std::filesystem::path(book) += u8".undo";
    std::error_code error;
    if (!std::filesystem::exists(history.file_, error)) return history;
    const auto file = io::open_shared_file(history.file_);
    if (!file) return file.error();
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    if (const auto read = (*file)->read(0, std::as_writable_bytes(std::span(text))); !read) return read.error();
    std::istringstream in(text);
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        auto run = from_line(line);
        if (!run) return make_error(to_text(history.file_) + ':' + std::to_string(number) + ": " + run.error().message);
        history.runs_.push_back(*std::move(run));
    }
    return history;
}

Result<void> EditHistory::add(std::string edits, std::span<const PositionChange* const> changes) {
    EditRun run{.time = now_in_utc(), .edits = std::move(edits), .positions = {}};
    for (const PositionChange* const change : changes)
        run.positions.push_back(*change);
    runs_.push_back(std::move(run));
    return save();
}

Result<void> EditHistory::remove_last() {
    runs_.pop_back();
    if (!runs_.empty()) return save();
    std::error_code error;
    std::filesystem::remove(file_, error);
    if (error) return make_error(to_text(file_) + ": " + system_message(error));
    return {};
}

Result<void> EditHistory::save() const {
    std::string text;
    for (const EditRun& run : runs_)
        text += to_line(run) + '\n';
    return io::replace_file(file_, text);
}

} // namespace polyglot::tools
