#include "tools/books/edit/edited_entries.hpp"

#include <algorithm>

#include <boost/json.hpp>

namespace polyglot::tools {

namespace json = boost::json;

template <class Raw>
const std::vector<Raw>* EditedEntries<Raw>::find_set(std::uint64_t key) const {
    const auto found = set_.find(key);
    return found == set_.end() ? nullptr : &found->second.after;
}

template <class Raw>
std::vector<Raw> EditedEntries<Raw>::entries(std::uint64_t key) const {
    const std::vector<Raw>* const found = find_set(key);
    return found != nullptr ? *found : read(key);
}

template <class Raw>
void EditedEntries<Raw>::set(const EditedPlace& place, std::vector<Raw> entries) {
    auto found = set_.find(place.key);
    if (found == set_.end())
        found = set_.emplace(place.key, Change{place, read(place.key), {}}).first;
    found->second.after = std::move(entries);
}

template <class Raw>
auto EditedEntries<Raw>::changed() const -> std::vector<const Change*> {
    std::vector<const Change*> real;
    for (const auto& [key, change] : set_)
        if (change.before != change.after) real.push_back(&change);
    return real;
}

template <class Raw>
std::vector<ShownChange> EditedEntries<Raw>::changes() const {
    std::vector<ShownChange> all;
    for (const Change* const change : changed())
        all.push_back(shown(*change));
    return all;
}

template <class Raw>
json::object EditedEntries<Raw>::record() const {
    const auto list = [this](const std::vector<Raw>& entries) {
        json::array all;
        for (const Raw& entry : entries)
            all.emplace_back(to_json(entry));
        return all;
    };
    json::array positions;
    for (const Change* const change : changed())
        positions.push_back({{"fen", change->place.fen},
                             {"before", list(change->before)},
                             {"after", list(change->after)}});
    return {{"positions", std::move(positions)}};
}

template <class Raw>
Result<bool> EditedEntries<Raw>::take_back(const json::object& record) {
    std::vector<Change> run;
    for (const json::value& element : record.at("positions").as_array()) {
        const json::object& position = element.as_object();
        const auto place = place_of(std::string_view(position.at("fen").as_string()));
        if (!place) return place.error();
        Change change{*place, {}, {}};
        for (const json::value& entry : position.at("before").as_array())
            change.before.push_back(entry_of(entry.as_array(), place->key));
        for (const json::value& entry : position.at("after").as_array())
            change.after.push_back(entry_of(entry.as_array(), place->key));
        run.push_back(std::move(change));
    }
    const bool was_written = !std::ranges::all_of(run, [this](const Change& change) {
        return same(entries(change.place.key), change.before);
    });
    for (Change& change : run) {
        const std::vector<Raw> now = entries(change.place.key);
        if (was_written && !same(now, change.after))
            return make_error(change.place.fen +
                              " has been changed since by another program; nothing is taken back");
        keep(change, now);
        set(change.place, std::move(change.before));
    }
    return was_written;
}

template class EditedEntries<book::RawEntry>;
template class EditedEntries<YacbBytes>;

} // namespace polyglot::tools
