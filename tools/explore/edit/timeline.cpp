#include "tools/explore/edit/timeline.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

// Returns the number of equal steps at the beginning of both lists.
std::size_t common(const std::vector<Timeline::Step>& a, const std::vector<Timeline::Step>& b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                    a.begin());
}

} // namespace

void Timeline::add(Step step) {
    done_.push_back(std::move(step));
    undone_.clear();
}

bool Timeline::undo() {
    if (done_.empty()) return false;
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    return true;
}

bool Timeline::redo() {
    if (undone_.empty()) return false;
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    return true;
}

void Timeline::save(boost::json::object record) {
    saves_.push_back({std::exchange(saved_, done_),
                      std::make_shared<const boost::json::object>(std::move(record))});
}

bool Timeline::discard() {
    if (unsaved() == 0) return false;
    done_ = saved_;
    undone_.clear();
    return true;
}

std::size_t Timeline::unsaved() const {
    return done_.size() + saved_.size() - 2 * common(done_, saved_);
}

// Goes back to the last save before which the file contained only steps that are applied now.
// Before the first save the file contained none.
Timeline::StepsToReach Timeline::from_file() const {
    StepsToReach way;
    const Steps* file = &saved_;
    for (auto save = saves_.rbegin(); save != saves_.rend() && common(*file, done_) < file->size();
         ++save) {
        if (!save->record->empty()) way.back.push_back(save->record);
        file = &save->before;
    }
    way.steps.assign(done_.begin() + static_cast<std::ptrdiff_t>(file->size()), done_.end());
    return way;
}

} // namespace polyglot::tools
