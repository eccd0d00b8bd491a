// Options of commands that ask an engine about positions: their values one by one, and what the engine is.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"
#include "tools/engines/search.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

namespace polyglot::tools {

// The first problem is kept.
class OptionReader {
  public:
    explicit OptionReader(const boost::program_options::variables_map& values) : values_(values) {}

    bool has(const char* name) const { return values_.count(name) > 0; }
    std::string text(const char* name) const { return has(name) ? values_[name].as<std::string>() : std::string(); }
    std::vector<std::string> texts(const char* name) const {
        return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>();
    }
    template <class Target>
    void number(const char* name, Target& target, std::int64_t lowest, std::int64_t highest) {
        if (!has(name)) return;
        const auto value = values_[name].as<std::int64_t>();
        if (value < lowest || value > highest)
            refuse('-' + std::string(name) + " is " + std::to_string(lowest) + " to " + std::to_string(highest));
        target = static_cast<Target>(value);
    }
    template <class Value>
    void number(const char* name, std::optional<Value>& target, std::int64_t lowest, std::int64_t highest) {
        if (has(name)) number(name, target.emplace(), lowest, highest);
    }
    std::optional<double> real(const char* name, double lowest, double highest) {
        if (!has(name)) return std::nullopt;
        const double value = values_[name].as<double>();
        if (!(value >= lowest && value <= highest)) {
            std::ostringstream range;
            range << '-' << name << " is " << lowest << " to " << highest;
            refuse(range.str());
        }
        return value;
    }
    std::optional<double> seconds(const char* name) { return real(name, 0.001, 86'400); }
    void refuse(const std::string& message) {
        if (problem_.empty()) problem_ = message;
    }
    const std::string& problem() const { return problem_; }

  private:
    const boost::program_options::variables_map& values_;
    std::string problem_;
};

// -depth, -nodes, -movetime, and how long an engine may be silent with them.
void read_fixed_limits(OptionReader& reader, SearchLimits& limits);

// -ec, -ed, -uci, -pg, as the adapter reads them; what is odd about them is reported on err.
Result<config::Settings> engine_settings(const OptionReader& reader, std::ostream& err);

} // namespace polyglot::tools
