// What a process of Windows is started with, and what its exit code means.
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
// Batch files are run by cmd.exe. An error: such a file cannot be given these arguments.
Result<ProcessCommand> make_process_command(const std::filesystem::path& program,
                                            const std::vector<std::string>& arguments);

// Words for the exit code of a process that Windows has ended: an NTSTATUS. Empty: the process has chosen its exit
// code.
std::string name_of_crash(std::uint32_t exit_code);

} // namespace polyglot::io
