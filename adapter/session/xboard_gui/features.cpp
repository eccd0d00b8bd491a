#include "adapter/session/xboard_gui/features.hpp"

#include "adapter/protocol/xboard/xboard.hpp"

#include <utility>

namespace polyglot::session {

std::vector<std::string> format_features(const EngineOptions& engine,
                                         const config::Settings& settings,
                                         const OptionKinds& kinds) {
    using protocol::format_feature;
    const OptionFeatures options = find_option_features(engine);
    const std::string& own_name = settings.engine_name;
    std::vector<std::string> lines;
    const auto add = [&lines](std::string_view name, int value) {
        lines.push_back(format_feature(name, value));
    };
    const auto add_text = [&lines](std::string_view name, std::string_view value) {
        lines.push_back(format_feature(name, value));
    };
    add("analyze", 1);
    add("exclude", 1);
    add("setscore", engine.has("UCI_SetPositionValue") ? 1 : 0);
    add("colors", 0);
    add("draw", 1);
    add("ics", 1);
    add_text("myname", own_name.empty() ? engine.engine_name() : own_name);
    for (const std::string_view name : {"name", "pause", "ping", "playother", "reuse"})
        add(name, 1);
    add("san", 0);
    add("setboard", 1);
    add("sigint", 0);
    add("sigterm", 0);
    for (const std::string_view name : {"time", "usermove", "nps", "debug"})
        add(name, 1);
    add("memory", options.memory ? 1 : 0);
    add("smp", options.smp ? 1 : 0);
    add_text("egt", options.egt);
    add_text("variants", options.variants);
    for (std::string& line : format_option_features(engine, settings, kinds))
        lines.push_back(std::move(line));
    add("done", 1);
    return lines;
}

} // namespace polyglot::session
