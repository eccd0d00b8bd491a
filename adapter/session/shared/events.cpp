#include "adapter/session/shared/events.hpp"

namespace polyglot::session {

void Actions::add_signal(Signal signal) {
    if (!has_signal(signal)) add(SendSignal{signal});
}

bool Actions::has_signal(Signal signal) const {
    return std::any_of(steps.begin(), steps.end(), [signal](const Step& step) {
        const auto* sent = std::get_if<SendSignal>(&step);
        return sent != nullptr && sent->signal == signal;
    });
}

bool Actions::withdraw_restart() {
    return std::erase_if(steps, [](const Step& step) {
               return std::holds_alternative<RestartEngine>(step);
           }) > 0;
}

std::optional<ExitCode> Actions::exit() const {
    for (const Step& step : steps)
        if (const auto* exit = std::get_if<Exit>(&step)) return exit->code;
    return std::nullopt;
}

Actions::Step Actions::take_step() {
    Step step = std::move(steps.front());
    steps.erase(steps.begin());
    return step;
}

std::string_view prefix_of(Channel channel) {
    switch (channel) {
    case Channel::FromGui: return "gui> ";
    case Channel::ToGui: return "gui< ";
    case Channel::FromEngine: return "engine> ";
    case Channel::ToEngine: return "engine< ";
    case Channel::Event: return "! ";
    case Channel::Outcome: return "= ";
    case Channel::Answer: return "? ";
    case Channel::EngineStderr: return "engine! ";
    case Channel::Note: return "# ";
    }
    return "";
}

} // namespace polyglot::session
