#include "tools/explore/statistics.hpp"

#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/find/statistics.hpp"
#include "tools/books/sources/variant_stats.hpp"
#include "tools/common/json.hpp"

#include <utility>

namespace polyglot::tools {

Result<Statistics> Statistics::open(const std::string& file,
                                    const std::vector<std::string>& folders) {
    // The stamp is taken before opening, so that a change in between is noticed the next time.
    const auto seen = io::book_stamp(to_path(file));
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return bytes.error();
    auto search = book::StatsSearch::open(*std::move(bytes));
    if (!search) return make_error(file + ": " + search.error().message);
    Statistics opened(file, *std::move(search));
    opened.seen_ = seen;
    opened.game_folders_.stats = to_path(file);
    for (const std::string& folder : folders)
        opened.game_folders_.folders.push_back(to_path(folder));
    return opened;
}

void Statistics::reopen_changed() {
    const auto now = io::book_stamp(to_path(name_));
    if (!now || now == seen_) return;
    auto opened = open(name_);
    if (opened && opened->variant() == variant()) {
        opened->game_folders_ = std::move(game_folders_);
        *this = *std::move(opened);
    } else {
        seen_ = now; // avoids trying the same file again
        trouble_ = opened ? name_ + ": the statistics are now of " +
                                describe_variant(opened->search_.info().of)
                          : opened.error().message;
    }
}

boost::json::object Statistics::about() const {
    boost::json::object about{{"name", json_of(name_)},
                              {"games", search_.info().games},
                              {"entries", search_.entries()},
                              {"description", json_of(search_.info().description)}};
    if (keeps_games()) about["kept"] = search_.info().kept.most;
    return about;
}

template <class Place>
boost::json::object Statistics::answer(const Place& place) const {
    const auto found = find_statistics(search_, place.position, place.spelling);
    boost::json::object answer =
        found ? json_of(*found) : boost::json::object{{"moves", boost::json::array()}};
    if (!trouble_.empty()) {
        answer["trouble"] = json_of(trouble_);
    } else if (!found) {
        answer["trouble"] = json_of(found.error().message);
    }
    return answer;
}

template boost::json::object Statistics::answer(const Root& place) const;
template boost::json::object Statistics::answer(const VariantRoot& place) const;

} // namespace polyglot::tools
