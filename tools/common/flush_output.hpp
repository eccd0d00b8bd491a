// The end of what a command prints.
#pragma once
#include <iosfwd>

namespace polyglot::tools {

// Flushes standard output and returns the status to exit with: not 0 if some of what was printed
// could not be written, which is shown on err then. The one place for all commands, which need not
// look.
int flush_output(std::ostream& out, std::ostream& err, int status);

} // namespace polyglot::tools
