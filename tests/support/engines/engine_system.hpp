// Wraps the system calls of the test engines: plain reads and writes without threads, so that
// benchmarks measure the adapter, and the ways to misbehave.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::test {

enum class Stream : std::uint8_t { Out = 1, Error = 2 };

// Must be called first in main(): makes streams binary, and lets an intended crash leave no core
// file and open no window.
void begin(int argc, char** argv);

std::uint64_t process_id();

// Returns false if no process reads the stream any more.
bool write_all(Stream stream, std::string_view bytes);
// Blocks until there is input. Returns the number of bytes, or 0 at the end of input.
std::size_t read_input(std::span<char> into);
// Returns whether there is input or its end. nullopt waits without limit.
bool wait_for_input(std::optional<std::chrono::milliseconds> limit);
// Appends to the file. Returns false and prints a message on standard error if that fails.
bool append_to_file(const std::string& path, std::string_view bytes);

[[noreturn]] void hang();
[[noreturn]] void crash(); // an access violation that a sanitizer's handler does not see
void ignore_terminate();
void ignore_broken_pipes(); // writing to a closed pipe becomes an ordinary error
void close_output();
// Starts a child that only sleeps and returns its id. The lifetime limits it, so that a failing
// test does not leave it running.
enum class Streams : std::uint8_t { Kept, Closed };
std::uint64_t leave_child(std::chrono::seconds lifetime, Streams streams);

} // namespace polyglot::test
