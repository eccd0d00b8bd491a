// An engine that has answered, made by hand.
#pragma once
#include "core/text/path_text.hpp"
#include "tools/setup/choices.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::test {

inline tools::ChosenEngine engine_of(std::vector<std::string> words,
                                     const std::vector<std::string>& options) {
    tools::ChosenEngine engine;
    engine.folder = to_path(words.front()).parent_path();
    engine.typed = words.front();
    engine.words = std::move(words);
    engine.answer.name = "An Engine; with [signs]";
    for (const std::string& option : options)
        engine.answer.options.push_back(*protocol::parse_option_declaration(option));
    return engine;
}

} // namespace polyglot::test
