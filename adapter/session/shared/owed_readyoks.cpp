#include "adapter/session/shared/owed_readyoks.hpp"

#include <algorithm>

namespace polyglot::session {

void OwedReadyoks::on_asked(Asker asker, TimePoint now) {
    open_.push_back({.asker = asker, .asked = now});
    last_asked_ = now;
    pause_ = first_pause;
}

bool OwedReadyoks::has(Asker asker) const {
    return std::any_of(open_.begin(), open_.end(),
                       [asker](const Question& open) { return open.asker == asker; });
}

void OwedReadyoks::answer_front(bool is_certain) {
    const Question front = open_.front();
    open_.pop_front();
    if (overtaken_ > 0) --overtaken_;
    answered_.push_back({.asker = front.asker, .is_certain = is_certain && front.repetitions == 0});
    late_ += front.repetitions;
    pause_ = first_pause;
    is_overdue_ = false;
}

void OwedReadyoks::answer_all_without_readyok() {
    while (!open_.empty()) {
        answer_front(false);
        ++late_;
    }
    unclear_ = 0;
}

bool OwedReadyoks::on_readyok(TimePoint now) {
    if (late_ > 0) {
        --late_;
        late_before_search_ = std::max(0, late_before_search_ - 1);
        if (open_.empty()) return true;
        ++unclear_;
        answer_at_ = now + patience_after_move;
        return true;
    }
    if (open_.empty()) return false;
    answer_front(true);
    if (open_.empty()) unclear_ = 0;
    return true;
}

void OwedReadyoks::settle_by_line(TimePoint now, bool searches) {
    const bool is_due = searches && now >= open_.front().asked + patience;
    if (is_due || is_overdue_) answer_all_without_readyok();
}

void OwedReadyoks::on_go() {
    late_before_search_ = late_;
}

void OwedReadyoks::on_bestmove(TimePoint now) {
    late_ -= std::exchange(late_before_search_, 0);
    overtaken_ = open_.size();
    if (overtaken_ > 0) answer_at_ = now + patience_after_move;
}

void OwedReadyoks::on_replaced(TimePoint now) {
    late_ = late_before_search_ = unclear_ = 0;
    overtaken_ = 0;
    for (Question& open : open_)
        open.repetitions = 0;
    last_asked_ = now;
    pause_ = first_pause;
    is_overdue_ = false;
}

std::optional<TimePoint> OwedReadyoks::deadline(bool may_ask) const {
    std::optional<TimePoint> due;
    if (unclear_ > 0 || overtaken_ > 0) due = answer_at_;
    if (may_ask && may_repeat() && (!due || last_asked_ + pause_ < *due))
        due = last_asked_ + pause_;
    return due;
}

bool OwedReadyoks::on_timeout(TimePoint now, bool may_ask) {
    if (now >= answer_at_) {
        if (unclear_ > 0) late_ = 0;
        for (std::size_t count =
                 std::max<std::size_t>(static_cast<std::size_t>(unclear_), overtaken_);
             count > 0 && !open_.empty(); --count) {
            answer_front(false);
            ++late_; // its answer may still come
        }
        unclear_ = 0;
    }
    if (!may_ask || !may_repeat() || now < last_asked_ + pause_) return false;
    ++open_.back().repetitions;
    last_asked_ = now;
    pause_ *= 2;
    return true;
}

} // namespace polyglot::session
