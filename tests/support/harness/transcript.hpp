// Records, plays and sweeps transcripts and logs of the real adapter. docs/log.md has the grammar.
#pragma once
#include <string>

namespace polyglot::support {

// Returns the transcript that the inputs of this one produce now. Use it to write new transcripts,
// and read the result with care before committing it.
std::string record(const std::string& path);
// Plays the whole transcript. Returns an empty text if every line matches, otherwise the first
// difference with its place.
std::string play(const std::string& path);
// Plays the transcript cut off after every step, followed by each kind of misfortune. Returns an
// empty text or the first broken invariant.
std::string sweep(const std::string& path);

} // namespace polyglot::support
