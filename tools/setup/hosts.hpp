// What to enter in each GUI: docs/gui-setup.md with the user's paths. Test: hosts_test.cpp.
#pragma once
#include "core/text/shell_words.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct HostPaths {
    std::filesystem::path polyglot{}, ini{}; // absolute
    std::filesystem::path script{};          // empty: there is none
    std::string name{};                      // of the engine, for the GUI's list
};

// What is to be copied into one field of a GUI.
struct HostField {
    std::string_view label; // "Command"
    std::string text;
};

struct HostEntry {
    std::string_view name;  // "XBoard"
    std::string_view steps; // where the fields are; a sentence
    std::vector<HostField> fields;
};

// `quoting` is that of the system for command lines.
std::vector<HostEntry> describe_hosts(const HostPaths& paths, text::Quoting quoting);

} // namespace polyglot::tools
