// Outbox and ByteSource over descriptors: what is read when, and what is no pipe.
#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/outbox.hpp"
#include "adapter/streams/pipe_end_posix.hpp"

#include <array>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using io::ByteSource;
using io::Outbox;
namespace asio = boost::asio;
using Descriptor = io::LoopDescriptor;
using io::make_read_end;
using io::make_write_end;

namespace {

struct Pipe {
    Pipe() {
        std::array<int, 2> ends{};
        REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
        read_end = ends[0];
        write_end = ends[1];
    }
    int read_end;
    int write_end;
};

// The bytes number begin to end of a stream in which every position differs from those near it.
std::string numbered(std::size_t begin, std::size_t end) {
    std::string bytes(end - begin, '\0');
    for (std::size_t i = begin; i < end; ++i)
        bytes[i - begin] = static_cast<char>((i * 2654435761U) >> 13U);
    return bytes;
}

} // namespace

TEST_CASE("an outbox on a full disk fails, on a file it writes") {
    asio::io_context context{1};
    int errors = 0;
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    REQUIRE(full >= 0);
    Outbox outbox(
        make_write_end(Descriptor(context, full)), [] {}, [&errors] { ++errors; });
    outbox.send("x\n");
    CHECK(errors == 1);

    Pipe closed; // an invalid descriptor
    Outbox nothing(
        make_write_end(Descriptor(context)), [] {}, [&errors] { ++errors; });
    nothing.send("x\n");
    CHECK(errors == 2);
    ::close(closed.read_end);
    ::close(closed.write_end);
}

namespace {

struct Received {
    std::string bytes;
    int ends = 0;
};

std::unique_ptr<ByteSource> source(asio::io_context& context, int descriptor, Received& received) {
    Descriptor stream(context);
    boost::system::error_code ignored;
    stream.assign(descriptor, ignored);
    return std::make_unique<ByteSource>(
        make_read_end(std::move(stream)),
        [&received](std::string_view bytes) {
            received.bytes += bytes;
            return bytes.size();
        },
        [&received] { ++received.ends; });
}

} // namespace

TEST_CASE(
    "a byte source reads inputs that epoll refuses: a file, /dev/null, and no descriptor at all") {
    const std::string path = "/tmp/polyglot-byte-source-" + std::to_string(::getpid());
    const std::string content = numbered(0, 300'000);
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    REQUIRE(::write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    ::lseek(file, 0, SEEK_SET);
    ::unlink(path.c_str());
    for (const auto& row : {std::pair{file, content},
                            std::pair{::open("/dev/null", O_RDONLY | O_CLOEXEC), std::string()},
                            std::pair{-1, std::string()}}) {
        const int descriptor = row.first;
        const std::string& expected = row.second;
        CAPTURE(descriptor);
        asio::io_context context{1};
        Received received;
        const auto bytes = source(context, descriptor, received);
        bytes->start();
        context.run();
        CHECK(received.bytes == expected);
        CHECK(received.ends == 1);
    }
}

TEST_CASE("drain hands over the available bytes, in order and once") {
    Pipe pipe;
    asio::io_context context{1};
    Received received;
    const auto bytes = source(context, pipe.read_end, received);
    REQUIRE(::write(pipe.write_end, "first ", 6) == 6);
    bytes->start(); // the read is under way
    REQUIRE(::write(pipe.write_end, "second ", 7) == 7);
    bytes->drain();
    CHECK(received.bytes == "first second ");
    CHECK(received.ends == 0);
    REQUIRE(::write(pipe.write_end, "third", 5) == 5);
    context.run_one();
    context.poll();
    CHECK(received.bytes == "first second third");
    ::close(pipe.write_end);
    bytes->drain();
    CHECK(received.ends == 1);
    bytes->drain();
    context.run();
    CHECK(received.ends == 1);
    CHECK(received.bytes == "first second third");
}

TEST_CASE("bytes not consumed are passed again after the pause, without further input") {
    Pipe pipe;
    asio::io_context context{1};
    std::string received;
    int calls = 0;
    std::unique_ptr<ByteSource> bytes;
    Descriptor stream(context, pipe.read_end);
    bytes = std::make_unique<ByteSource>(
        make_read_end(std::move(stream)),
        [&](std::string_view got) {
            ++calls;
            received += got.substr(0, 2);
            bytes->pause(true);
            return std::min<std::size_t>(2, got.size());
        },
        [] {});
    bytes->start();
    REQUIRE(::write(pipe.write_end, "12345", 5) == 5);
    context.run_one();
    for (const char* expected : {"12", "1234", "12345"}) {
        // Handed over once, however often the pause began and ended meanwhile
        CHECK(context.poll() <= 1);
        CHECK(received == expected);
        bytes->drain(); // it is paused
        CHECK(received == expected);
        bytes->pause(false);
        bytes->pause(true);
        bytes->pause(false);
    }
    CHECK(calls == 3);
    bytes->pause(true);
    bytes.reset(); // whatever it was about to do
    context.poll();
    CHECK(calls == 3);
    ::close(pipe.write_end);
}

TEST_CASE("a paused source whose writer goes is read to its end, and can no more be paused") {
    Pipe pipe;
    asio::io_context context{1};
    Received received;
    const auto bytes = source(context, pipe.read_end, received);
    bytes->start();
    bytes->pause(true);
    REQUIRE(::write(pipe.write_end, "last words", 10) == 10);
    context.poll();
    CHECK(received.bytes.empty());
    CHECK_FALSE(bytes->hung_up());
    ::close(pipe.write_end);
    context.run_one();
    CHECK(bytes->hung_up());
    bytes->pause(true);
    CHECK_FALSE(bytes->paused());
    context.run();
    CHECK(received.bytes == "last words");
    CHECK(received.ends == 1);
}
