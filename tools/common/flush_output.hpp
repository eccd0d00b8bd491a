// Completes the output of a command.
#pragma once
#include <iosfwd>

namespace polyglot::tools {

// Flushes standard output and returns the exit status. If some of the output could not be written,
// the failure is reported on err and the status is not 0. All commands rely on this call and do not
// check their output themselves.
int flush_output(std::ostream& out, std::ostream& err, int status);

} // namespace polyglot::tools
