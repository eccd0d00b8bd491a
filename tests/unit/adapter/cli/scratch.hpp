// A folder of its own with files, for tests of the command line.
#pragma once
#include "adapter/cli/command_line.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/new_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::cli {

// The folder is removed at the end.
class Scratch {
  public:
    Scratch() { path_ = test::new_folder("polyglot-cli-"); }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    Result<Invocation> parse(const std::vector<std::string_view>& args) const {
        return parse_command_line(args, path_);
    }
    const std::filesystem::path& path() const { return path_; }
    std::string file(const std::string& name) const { return to_text(path_ / to_path(name)); }

  private:
    std::filesystem::path path_;
};

inline config::Settings settings_of(const Result<Invocation>& invocation) {
    REQUIRE(invocation.has_value());
    return invocation->configuration.settings;
}

inline std::string messages(const Result<Invocation>& invocation) {
    REQUIRE(invocation.has_value());
    std::string out;
    for (const config::Diagnostic& diagnostic : invocation->configuration.diagnostics)
        out += config::render(diagnostic) + '\n';
    return out;
}

} // namespace polyglot::cli
