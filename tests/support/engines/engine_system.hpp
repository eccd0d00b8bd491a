// What the engines of the tests need of the system: plain reads and writes, without threads, so
// that what a benchmark measures is the adapter; and the ways to misbehave.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::test {

enum class Stream : std::uint8_t { Out = 1, Error = 2 };

// First thing in main: binary streams; a wanted crash leaves no core file and opens no window.
void begin(int argc, char** argv);

std::uint64_t process_id();

bool write_all(Stream stream, std::string_view bytes); // false: the stream is no longer read
// Blocks until there is input. The number of bytes; 0: the end of input.
std::size_t read_input(std::span<char> into);
// True: there is input, or its end. nullopt: without limit.
bool wait_for_input(std::optional<std::chrono::milliseconds> limit);
// Adds to the file; false, and a message on standard error, if it cannot.
bool append_to_file(const std::string& path, std::string_view bytes);

[[noreturn]] void hang();
[[noreturn]] void crash(); // an access violation, not seen by a sanitizer's handler
void ignore_terminate();
void ignore_broken_pipes(); // writing to a closed pipe is only an error
void close_output();
// A child that only sleeps, for this time, so that a failing test does not leave it running.
// Returns its id.
enum class Streams : std::uint8_t { Kept, Closed };
std::uint64_t leave_child(std::chrono::seconds lifetime, Streams streams);

} // namespace polyglot::test
