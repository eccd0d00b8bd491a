#include "adapter/session/xboard_engine/interrupts.hpp"

#include "core/text/text.hpp"

#include <utility>

namespace polyglot::session {

Interrupts::Interrupts(std::string_view mode)
    : mode_(text::equal_ignoring_case(mode, "on")    ? Mode::On
            : text::equal_ignoring_case(mode, "off") ? Mode::Off
                                                     : Mode::Auto) {}

bool Interrupts::on_command(std::optional<bool> announced, Answer answer, TimePoint now) {
    if (mode_ != Mode::Auto) return mode_ == Mode::On;
    if (announced) return *announced;
    if (need_ == Need::Needed || need_ == Need::NotNeeded) return need_ == Need::Needed;
    const bool is_awaited = answer == Answer::AtOnce || answer == Answer::IfIdle;
    if (is_awaited && !signal_at_) { // or all signals for the last command were in vain
        awaits_answer_ = true;
        may_be_idle_ = answer == Answer::IfIdle;
        signals_ = 0;
        sent_at_ = now;
        signal_at_ = now + (need_ == Need::Unknown ? patience : long_patience);
    }
    if (answer != Answer::None) return false;
    forget_command();
    signalled_at_ = now;
    return true;
}

void Interrupts::forget_command() {
    signal_at_.reset();
    awaits_answer_ = false;
}

void Interrupts::on_answer() {
    end_wait(Need::NotNeeded);
}

void Interrupts::on_work_ended(TimePoint now) {
    end_wait(now <= sent_at_ + prompt ? Need::Doubtful : need_);
}

void Interrupts::end_wait(Need finding) {
    if (!std::exchange(awaits_answer_, false)) return;
    signal_at_.reset();
    if (signals_ > 0)
        need_ = Need::Needed;
    else if (!may_be_idle_ && !(signalled_at_ && sent_at_ < *signalled_at_ + patience))
        need_ = finding;
}

bool Interrupts::take_due(TimePoint now) {
    if (!signal_at_ || now < *signal_at_) return false;
    signal_at_.reset();
    signalled_at_ = now;
    if (++signals_ < most_signals) signal_at_ = now + patience * (1 << signals_);
    return true;
}

void Interrupts::on_died() {
    need_ = Need::NotNeeded;
}

void Interrupts::on_new_process() {
    forget_command();
    signalled_at_.reset();
}

} // namespace polyglot::session
