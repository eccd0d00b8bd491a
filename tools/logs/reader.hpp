// Reads the files of logs in order.
#pragma once
#include "core/result.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/logs/log_stat.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {

// A log, with the file that contains its beginning in front: "a.log.1", "a.log".
using LogParts = std::vector<std::filesystem::path>;

// Finds the logs for these names. A folder stands for all files in it whose names end in .log or
// .log.1. If FILE and FILE.1 both exist, they form one log with FILE.1 first, whichever is named.
// The error names a file or folder that cannot be read, or a folder without logs.
Result<std::vector<LogParts>> find_logs(const std::vector<std::string>& names);

// Reads the files as far as possible; irregularities become remarks. Returns an error if a file
// cannot be opened.
Result<void> read_log_parts(const LogParts& parts, LogStat& stat, const CancelFlag& is_cancelled);

} // namespace polyglot::tools
