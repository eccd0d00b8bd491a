#include "tools/engines/check_engine.hpp"

#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/engines/ask_engines.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace polyglot::tools {
namespace {

using protocol::OptionDeclaration;
using Finding = cli::EngineDescription::Finding;

void check(const EngineAnswer& engine, const std::string& name, const std::string& value,
           std::vector<Finding>& findings) {
    const auto option =
        std::ranges::find_if(engine.options, [&name](const OptionDeclaration& declared) {
            return text::equal_ignoring_case(declared.name, name);
        });
    const std::string what = "[Engine] " + name;
    if (option == engine.options.end()) {
        std::vector<std::string_view> known;
        known.reserve(engine.options.size());
        for (const OptionDeclaration& declared : engine.options)
            known.push_back(declared.name);
        const std::string_view nearest = text::find_nearest(name, known);
        findings.push_back({name, what + ": the engine has no such option",
                            nearest.empty() ? "" : "did you mean " + std::string(nearest) + '?'});
    } else if (option->type == OptionDeclaration::Type::Button) {
        return;
    } else if (const std::string wrong = protocol::check_option_value(*option, value);
               !wrong.empty()) {
        findings.push_back({name, what + " = " + value + ": " + wrong, ""});
    }
}

} // namespace

Result<cli::EngineDescription> check_engine(const config::Settings& settings) {
    config::Settings asked = settings;
    // The options are not set, because a hash table of gigabytes would take seconds.
    asked.engine_options.clear();
    const auto answers = ask_engines({asked});
    if (!answers) return make_error("interrupted before the engine answered");
    const Result<EngineAnswer>& engine = answers->front();
    if (engine.has_error()) return engine.error();
    cli::EngineDescription description;
    description.text = (engine->name.empty() ? "(no name)" : engine->name) + ", " +
                       (engine->speaks_xboard ? "xboard" : "UCI") + ", " +
                       text::counted(engine->options.size(), "option");
    description.name = engine->name;
    description.find_faults = [answer = *engine](const config::Settings& in_force) {
        std::vector<Finding> findings;
        for (const auto& [name, value] : in_force.engine_options)
            check(answer, name, value, findings);
        return findings;
    };
    return description;
}

} // namespace polyglot::tools
