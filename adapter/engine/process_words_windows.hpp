// The command line of a Windows process, and the meaning of its exit code.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::io {

// For CreateProcess.
struct ProcessCommand {
    std::wstring program;
    std::wstring line; // as CommandLineToArgvW and the C libraries split it again
};
// Batch files are run by cmd.exe. An error means that a batch file cannot be given these arguments.
Result<ProcessCommand> make_process_command(const std::filesystem::path& program,
                                            const std::vector<std::string>& arguments);

// Returns words for the exit code of a process that Windows has ended, an NTSTATUS; empty if the
// process has chosen its exit code.
std::string name_of_crash(std::uint32_t exit_code);

} // namespace polyglot::io
