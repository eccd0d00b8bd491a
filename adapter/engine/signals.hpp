// Signals that we ignore: for us alone, not for the engine. POSIX only.
#pragma once

namespace polyglot::io {

// Ignores a signal until the end of the process.
void ignore_signal(int signal);
// ignore_signal() has changed what the signal does. May be called between fork and exec.
bool is_ignored_by_us(int signal);

} // namespace polyglot::io
