// Outbox and ByteSource over real pipes, with peers that take their time.
#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/outbox.hpp"
#include "adapter/streams/pipe_end_posix.hpp"
#include "core/random.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using io::ByteSource;
using io::Outbox;
namespace asio = boost::asio;
using Descriptor = asio::posix::stream_descriptor;
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

constexpr std::size_t megabyte = 1 << 20;

} // namespace

TEST_CASE("20 MB through an outbox to a random reader: nothing lost, the queue bounded, every reader served") {
    std::signal(SIGPIPE, SIG_IGN);
    constexpr std::size_t total = 20 * megabyte;
    Pipe pipe;
    bool right = true;
    std::size_t received = 0;
    std::thread reader([&] {
        Random random(5);
        std::string buffer(200'000, '\0');
        for (;;) {
            const ssize_t n = ::read(pipe.read_end, buffer.data(), 1 + random.below(buffer.size() - 1));
            if (n <= 0) break;
            const auto size = static_cast<std::size_t>(n);
            right = right && std::string_view(buffer).substr(0, size) == numbered(received, received + size);
            received += size;
            if (random.below(20) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ::close(pipe.read_end);
    });

    asio::io_context context{1};
    std::size_t sent = 0;
    std::size_t most = 0;
    int drained = 0;
    std::unique_ptr<Outbox> outbox;
    const auto fill = [&] {
        while (sent < total && outbox->pending() <= megabyte) {
            const std::size_t end = std::min(total, sent + 10'007);
            outbox->send(numbered(sent, end));
            sent = end;
            most = std::max(most, outbox->pending());
        }
        if (sent == total && outbox->pending() == 0) outbox->close();
    };
    outbox = std::make_unique<Outbox>(
        make_write_end(Descriptor(context, pipe.write_end)),
        [&] {
            ++drained;
            fill();
        },
        [] { FAIL("the reader reads on"); });
    fill();
    context.run(); // ends when nothing is waited for any more: on_drained must have come every time
    outbox.reset();
    reader.join();
    CHECK(sent == total);
    CHECK(received == total);
    CHECK(right);
    CHECK(drained > 0);
    CHECK(most <= megabyte + 10'007);
}

TEST_CASE("an outbox whose reader is gone reports it once and accepts no more") {
    std::signal(SIGPIPE, SIG_IGN);
    for (const bool at_once : {true, false}) {
        CAPTURE(at_once);
        Pipe pipe;
        asio::io_context context{1};
        int errors = 0;
        Outbox outbox(
            make_write_end(Descriptor(context, pipe.write_end)), [] {}, [&errors] { ++errors; });
        if (!at_once) {
            outbox.send(std::string(megabyte, 'x')); // more than a pipe holds
            CHECK(outbox.pending() > 0);
        }
        ::close(pipe.read_end);
        if (at_once) outbox.send("x");
        context.run();
        CHECK(errors == 1);
        CHECK(outbox.failed());
        CHECK(outbox.pending() == 0);
        outbox.send("more");
        CHECK(outbox.pending() == 0);
        CHECK(errors == 1);
    }
}

TEST_CASE("a closed outbox drops its waiting bytes, and reports nothing more") {
    Pipe pipe;
    asio::io_context context{1};
    int calls = 0;
    Outbox outbox(
        make_write_end(Descriptor(context, pipe.write_end)), [&calls] { ++calls; }, [&calls] { ++calls; });
    outbox.send(std::string(megabyte, 'x'));
    CHECK(outbox.pending() > 0);
    outbox.close();
    CHECK(outbox.pending() == 0);
    outbox.send("more");
    CHECK(outbox.pending() == 0);
    context.run();
    CHECK(calls == 0);
    ::close(pipe.read_end);
}

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

TEST_CASE("a byte source reads a writer that stutters to its end, paused and resumed at random, taken in parts") {
    constexpr std::size_t total = 20 * megabyte;
    Pipe pipe;
    std::thread writer([&] {
        Random random(6);
        for (std::size_t at = 0; at < total;) {
            const std::size_t end = std::min<std::size_t>(total, at + 1 + random.below(200'000));
            const std::string bytes = numbered(at, end);
            for (std::size_t done = 0; done < bytes.size();) {
                const ssize_t n = ::write(pipe.write_end, bytes.data() + done, bytes.size() - done);
                if (n <= 0) return;
                done += static_cast<std::size_t>(n);
            }
            at = end;
        }
        ::close(pipe.write_end);
    });
    asio::io_context context{1};
    asio::steady_timer timer(context);
    Received received;
    Random random(7);
    std::unique_ptr<ByteSource> bytes;
    Descriptor stream(context, pipe.read_end);
    int while_paused = 0;
    bytes = std::make_unique<ByteSource>(
        make_read_end(std::move(stream)),
        [&](std::string_view got) {
            if (bytes->paused()) ++while_paused;
            if (random.below(3) == 0) got = got.substr(0, 1 + random.below(got.size()));
            received.bytes += got;
            if (random.below(4) != 0) return got.size();
            bytes->pause(true);
            if (random.below(2) == 0) {
                bytes->pause(false); // at once
                return got.size();
            }
            timer.expires_after(std::chrono::microseconds(random.below(300)));
            timer.async_wait([&](boost::system::error_code) { bytes->pause(false); });
            return got.size();
        },
        [&] { ++received.ends; });
    bytes->start();
    context.run();
    writer.join();
    CHECK(received.ends == 1);
    CHECK(while_paused == 0);
    CHECK(received.bytes.size() == total);
    CHECK(received.bytes == numbered(0, total));
}

TEST_CASE("a byte source reads inputs that epoll refuses: a file, /dev/null, and no descriptor at all") {
    const std::string path = "/tmp/polyglot-byte-source-" + std::to_string(::getpid());
    const std::string content = numbered(0, 300'000);
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    REQUIRE(::write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    ::lseek(file, 0, SEEK_SET);
    ::unlink(path.c_str());
    for (const auto& row :
         {std::pair{file, content}, std::pair{::open("/dev/null", O_RDONLY | O_CLOEXEC), std::string()},
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
        CHECK(context.poll() <= 1); // handed over once, however often the pause began and ended meanwhile
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

TEST_CASE("a source that is closed or destroyed calls no callback") {
    Pipe pipe;
    asio::io_context context{1};
    Received received;
    auto bytes = source(context, pipe.read_end, received);
    bytes->start();
    bytes->close();
    REQUIRE(::fcntl(pipe.write_end, F_SETFL, O_NONBLOCK) == 0);
    context.run();
    bytes.reset();
    CHECK(received.ends == 0);
    ::close(pipe.write_end);
}
