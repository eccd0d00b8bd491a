// Signals that the adapter ignores, but the engine does not. POSIX only.
#pragma once

namespace polyglot::io {

// Ignores a signal until the end of the process.
void ignore_signal(int signal);
// Returns true if ignore_signal() has changed the effect of the signal. May be called between fork
// and exec.
bool is_ignored_by_us(int signal);

} // namespace polyglot::io
