// What the tests do with transcripts, and with logs of the real adapter. The grammar is
// docs/log.md's.
#pragma once
#include <string>

namespace polyglot::support {

// The transcript that the inputs of this one give today: for writing new ones, to be read with care
// before it is kept.
std::string record(const std::string& path);
// Plays the whole transcript; returns an empty text if every line matches, else the first
// difference with its place.
std::string play(const std::string& path);
// The transcript cut off after every step by each kind of misfortune; empty, or the first broken
// invariant.
std::string sweep(const std::string& path);

} // namespace polyglot::support
