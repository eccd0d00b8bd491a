#include "tools/books/edit/history.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"

#include <array>
#include <chrono>
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
std::optional<EditRun> from_line(const std::string& line) {
    try {
        EditRun run;
        run.record = json::parse(line).as_object();
        run.time = std::string(run.record.at("time").as_string());
        run.edits = std::string(run.record.at("edits").as_string());
        run.positions = run.record.at("positions").as_array().size();
        for (const json::value& position : run.record.at("positions").as_array())
            position.as_object().at("fen").as_string();
        return run;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// Returns nullopt if there is no such file.
Result<std::optional<std::string>> read_if_present(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::optional<std::string>();
    const auto file = io::open_shared_file(path);
    if (!file) return file.error();
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    if (const auto read = (*file)->read(0, std::as_writable_bytes(std::span(text))); !read)
        return read.error();
    return std::optional(std::move(text));
}

std::string now_in_utc() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", std::gmtime(&now));
    return text.data();
}

} // namespace

std::filesystem::path EditHistory::file_of(const std::filesystem::path& book) {
    return std::filesystem::path(book) += u8".undo";
}

EditHistory::EditHistory(const std::filesystem::path& book) : book_(book), file_(file_of(book)) {}

Result<EditHistory> EditHistory::begin(const std::filesystem::path& book) {
    EditHistory history(book);
    auto text = read_if_present(history.file_);
    if (!text) return text.error();
    history.older_ = *std::move(text);
    return history;
}

Result<EditHistory> EditHistory::load(const std::filesystem::path& book) {
    EditHistory history(book);
    const auto text = read_if_present(history.file_);
    if (!text) return text.error();
    std::istringstream in(text->value_or(""));
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        auto run = from_line(line);
        if (!run)
            return make_error(to_text(history.file_) + ':' + std::to_string(number) +
                              ": is not a line of an undo file");
        history.runs_.push_back(*std::move(run));
    }
    return history;
}

Result<void> EditHistory::add(const std::string& edits, const json::object& record) {
    EditRun run{.time = now_in_utc(),
                .edits = edits,
                .positions = record.at("positions").as_array().size()};
    run.record = {{"time", run.time}, {"edits", run.edits}};
    for (const auto& [name, value] : record)
        run.record.emplace(name, value);
    runs_.push_back(std::move(run));
    return save();
}

Result<void> EditHistory::remove_last() {
    runs_.pop_back();
    if (!runs_.empty()) return save();
    if (older_) return write(*older_);
    std::error_code error;
    std::filesystem::remove(file_, error);
    if (error) return make_error(to_text(file_) + ": " + system_message(error));
    return {};
}

Result<void> EditHistory::save() const {
    std::string text;
    for (const EditRun& run : runs_)
        text += json::serialize(run.record) + '\n';
    return write(text);
}

Result<void> EditHistory::write(const std::string& text) const {
    // If the book cannot be replaced, the same command writes this file again, without this run.
    io::forget_output(file_);
    return io::replace_file(file_, text, book_);
}

} // namespace polyglot::tools
