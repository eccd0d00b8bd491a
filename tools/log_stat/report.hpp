// Writes the report of `polyglot log-stat` as text or JSON.
#pragma once
#include "tools/logs/log_stat.hpp"

#include <iosfwd>
#include <string>

namespace polyglot::tools {

void write_text(std::ostream& out, const LogStat& stat);
std::string format_json(const LogStat& stat);

} // namespace polyglot::tools
