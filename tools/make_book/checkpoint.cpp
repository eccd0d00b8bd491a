#include "tools/make_book/checkpoint.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/whole_path.hpp"

#include <span>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int version = 6;
constexpr const char* file_name = "checkpoint";

// Calls visit(name, member) for each number. One list serves both saving and loading.
template <class Numbers, class Visit>
void for_each_of(const std::string& name, Numbers& numbers, Visit visit) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
        visit(name + '_' + std::to_string(i), numbers[i]);
}
template <class Tally, class Visit>
void for_each_number(Tally& tally, Visit visit) {
    visit("counted", tally.counted);
    visit("filtered", tally.filtered);
    visit("duplicates", tally.duplicates);
    visit("unknown", tally.unknown);
    visit("unjudged", tally.unjudged);
    visit("empty", tally.empty);
    visit("other_variants", tally.other_variants);
    visit("samples", tally.samples);
    visit("chess960", tally.chess960);
    visit("inner_rooks", tally.inner_rooks);
    visit("king_promotions", tally.king_promotions);
    visit("tags_seen", tally.tags_seen);
    visit("last_year", tally.last_year);
    visit("values", tally.values.read);
    visit("absurd_values", tally.values.absurd);
    visit("decided", tally.values.decided);
    for_each_of("mistakes", tally.values.mistakes, visit);
    for_each_of("for_winner", tally.values.for_winner, visit);
    for_each_of("for_loser", tally.values.for_loser, visit);
}
template <class Report, class Place, class Visit>
void for_each_number(Report& report, Place& place, Visit visit) {
    visit("file", place.file);
    visit("text", place.text);
    visit("offset", place.offset);
    visit("lines", place.lines);
    visit("files", report.files);
    visit("texts", report.texts);
    visit("games", report.games);
    visit("text_bytes", report.text_bytes);
    visit("damaged_files", report.damaged_files);
}

std::string text_of(const json::value& value) {
    return std::string(value.as_string());
}
json::object to_json(const Checkpoint& checkpoint) {
    json::object object;
    object["version"] = version;
    object["sums"] = checkpoint.sums;
    json::array inputs;
    for (const Checkpoint::Input& input : checkpoint.inputs)
        inputs.push_back({input.file, input.bytes, input.changed});
    object["inputs"] = std::move(inputs);
    const auto put = [&object](std::string_view name, const auto& number) {
        object[name] = number;
    };
    for_each_number(checkpoint.tally, put);
    for_each_number(checkpoint.report, checkpoint.place, put);
    json::array problems;
    for (const std::uint64_t count : checkpoint.report.problems)
        problems.emplace_back(count);
    object["problems"] = std::move(problems);
    object["first_problems"] = json::value_from(checkpoint.report.first_problems);
    object["file_problems"] = json::value_from(checkpoint.report.file_problems);
    object["letters"] = json::value_from(checkpoint.report.letters);
    object["runs"] = json::value_from(checkpoint.runs);
    object["game_runs"] = json::value_from(checkpoint.game_runs);
    object["game_names"] = json::value_from(checkpoint.game_names);
    object["seen"] = checkpoint.seen;
    return object;
}

// Throws the exceptions of Boost.JSON if a member is missing or has the wrong type,
// std::runtime_error if the version differs.
Checkpoint from_json(const json::object& object) {
    Checkpoint checkpoint;
    if (object.at("version").to_number<int>() != version)
        throw std::runtime_error("it is of another version");
    checkpoint.sums = text_of(object.at("sums"));
    for (const json::value& input : object.at("inputs").as_array()) {
        const json::array& parts = input.as_array();
        checkpoint.inputs.push_back({text_of(parts.at(0)), parts.at(1).to_number<std::uint64_t>(),
                                     parts.at(2).to_number<std::int64_t>()});
    }
    const auto get = [&object](std::string_view name, auto& number) {
        number = object.at(name).to_number<std::remove_reference_t<decltype(number)>>();
    };
    for_each_number(checkpoint.tally, get);
    for_each_number(checkpoint.report, checkpoint.place, get);
    const json::array& problems = object.at("problems").as_array();
    for (std::size_t kind = 0; kind < checkpoint.report.problems.size(); ++kind)
        checkpoint.report.problems.at(kind) = problems.at(kind).to_number<std::uint64_t>();
    checkpoint.report.first_problems =
        json::value_to<std::vector<std::string>>(object.at("first_problems"));
    checkpoint.report.file_problems =
        json::value_to<std::vector<std::string>>(object.at("file_problems"));
    checkpoint.report.letters = json::value_to<std::vector<std::string>>(object.at("letters"));
    checkpoint.runs = json::value_to<std::vector<std::string>>(object.at("runs"));
    checkpoint.game_runs = json::value_to<std::vector<std::string>>(object.at("game_runs"));
    checkpoint.game_names = json::value_to<std::vector<std::string>>(object.at("game_names"));
    checkpoint.seen = text_of(object.at("seen"));
    return checkpoint;
}

} // namespace

Result<std::vector<Checkpoint::Input>> inputs_of(const std::vector<fs::path>& files) {
    std::vector<Checkpoint::Input> inputs;
    for (const fs::path& file : files) {
        if (file == u8"-")
            return make_error(
                "standard input cannot be read again from a checkpoint: leave -tmp out");
        // A failed query is not an error here (size and time become 0): a file that cannot be read
        // is reported when the games are read.
        std::error_code error;
        const auto size = fs::file_size(file, error);
        const std::uint64_t bytes = error ? 0 : size;
        const auto time = fs::last_write_time(file, error);
        const fs::file_time_type changed = error ? fs::file_time_type() : time;
        inputs.push_back({to_text(error ? file : io::resolved_path(file)), bytes,
                          changed.time_since_epoch().count()});
    }
    return inputs;
}

Result<void> save_checkpoint(const io::Folder::Pointer& folder, const Checkpoint& checkpoint) {
    return io::replace_file(io::FileAt(folder, file_name), json::serialize(to_json(checkpoint)));
}

Result<std::optional<Checkpoint>> load_checkpoint(const io::Folder::Pointer& folder) {
    if (!folder->has(file_name)) return std::optional<Checkpoint>();
    const io::FileAt at(folder, file_name);
    const auto file = io::open_random_access_file(at);
    if (!file) return file.error();
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    text.resize((*file)->read_at(0, std::as_writable_bytes(std::span(text))));
    json::parse_options options;
    options.allow_invalid_utf8 = true; // file names may contain any bytes
    try {
        return std::optional(from_json(json::parse(text, {}, options).as_object()));
    } catch (const std::exception& error) {
        return make_error(to_text(at.path()) + ": no checkpoint of make-book: " + error.what());
    }
}

} // namespace polyglot::tools
