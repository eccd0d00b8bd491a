#include "adapter/session/shared/events.hpp"

namespace polyglot::session {

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
