#include "tools/logs/processes.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

constexpr std::int64_t longest_move = 1'000'000'000'000; // ms

} // namespace

bool LogProcesses::take(std::string_view line, const LogPlace& place) {
    const auto stamp = parse_stamp(line);
    if (!stamp) return false;
    const std::string_view text = line.substr(stamp->size);
    auto found = open_.find(stamp->pid);
    if (found != open_.end() && found->second.beginning.is_of_another(text)) {
        end(stamp->pid);
        found = open_.end();
    }
    Open& open = found != open_.end() ? found->second : begin(stamp->pid, place);
    open.beginning.on_line(text);
    if (text.starts_with("? clock ")) // later times of day are moved by this
        open.moved += milliseconds(
            std::clamp<std::int64_t>(text::parse_int<std::int64_t>(text.substr(8)).value_or(0),
                                     -longest_move, longest_move));
    if (text == "? log off") remark(place.text(), "the log was switched off here");
    if (text == "? log lost lines")
        remark(place.text(), "lines are missing here: the disk was full");
    open.process.take(text, stamp->time - open.moved, place);
    return true;
}

LogProcesses::Open& LogProcesses::begin(long pid, const LogPlace& place) {
    ++stat_.processes;
    ProcessObserver* const observer = keeper_ != nullptr ? keeper_->on_process(pid) : nullptr;
    return open_.emplace(pid, Open{LoggedProcess(stat_, observer), place.text()}).first->second;
}

void LogProcesses::end(long pid) {
    const auto found = open_.find(pid);
    if (found == open_.end()) return;
    end(pid, found->second);
    open_.erase(found);
}

void LogProcesses::finish() {
    for (auto& [pid, open] : open_)
        end(pid, open);
    open_.clear();
}

void LogProcesses::end(long pid, Open& open) {
    open.process.finish();
    const std::string name = "process " + std::to_string(pid);
    if (!open.process.has_beginning())
        remark(open.first_place, name + " begins in the middle of the session");
    if (!open.process.has_exit())
        remark(open.first_place, name + " has no end: killed, still running, or cut off");
    if (keeper_ != nullptr) keeper_->on_process_end(pid);
}

void LogProcesses::remark(const std::string& place, const std::string& what) {
    constexpr std::size_t most = 1000;
    if (stat_.remarks.size() < most) stat_.remarks.push_back(place + ": " + what);
}

} // namespace polyglot::tools
