// The files of logs, in order, as the processes that wrote them.
#pragma once
#include "core/result.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/logs/log_stat.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {

// A log, and the file with its beginning before it: "a.log.1", "a.log".
using LogParts = std::vector<std::filesystem::path>;

// What is named: a folder is all files in it whose names end in .log or .log.1. FILE.1 belongs
// before FILE if both are there, named or not. The error names a file or folder that cannot be
// read, or a folder without logs.
Result<std::vector<LogParts>> find_logs(const std::vector<std::string>& names);

// Reads as far as it can; what is odd is a remark. The error: a file cannot be opened.
Result<void> read_log_parts(const LogParts& parts, LogStat& stat, const CancelFlag& is_cancelled);

} // namespace polyglot::tools
