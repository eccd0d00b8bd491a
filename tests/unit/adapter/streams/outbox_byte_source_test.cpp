// Outbox and ByteSource over the real pipes of each system, with peers that take their time. (What
// depends on descriptors: outbox_byte_source_posix_test.cpp.)
#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/outbox.hpp"
#include "core/random.hpp"
#include "tests/unit/adapter/streams/plain_ends.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using io::ByteSource;
using io::Outbox;
namespace asio = boost::asio;

namespace {

// The bytes number begin to end of a stream in which every position differs from those near it.
std::string numbered(std::size_t begin, std::size_t end) {
    std::string bytes(end - begin, '\0');
    for (std::size_t i = begin; i < end; ++i)
        bytes[i - begin] = static_cast<char>((i * 2654435761U) >> 13U);
    return bytes;
}

constexpr std::size_t megabyte = 1 << 20;

template <class Test>
void for_each_kind(Test test) {
    for (int kind = 0; kind < test::kinds_of_ends; ++kind) {
        CAPTURE(kind);
        test(kind);
    }
}

struct Received {
    std::string bytes;
    int ends = 0;
};

std::unique_ptr<ByteSource> source(io::ReadEnd end, Received& received) {
    return std::make_unique<ByteSource>(
        std::move(end),
        [&received](std::string_view bytes) {
            received.bytes += bytes;
            return bytes.size();
        },
        [&received] { ++received.ends; });
}

} // namespace

TEST_CASE(
    "outbox: 20 MB to a random reader: nothing lost, the queue bounded, every reader served") {
    for_each_kind([](int kind) {
        constexpr std::size_t total = 20 * megabyte;
        asio::io_context context{1};
        test::WritePair pair = test::make_write_pair(context, kind);
        bool right = true;
        std::size_t received = 0;
        std::thread reader([&] {
            Random random(5);
            std::string buffer(200'000, '\0');
            while (const std::size_t size =
                       pair.peer->read(buffer.data(), 1 + random.below(buffer.size() - 1))) {
                right = right && std::string_view(buffer).substr(0, size) ==
                                     numbered(received, received + size);
                received += size;
                if (random.below(20) == 0)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            pair.peer->close_read_end();
        });
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
            std::move(pair.ours),
            [&] {
                ++drained;
                fill();
            },
            [] { FAIL("the reader reads on"); });
        fill();
        // Ends when nothing is waited for any more: on_progress must have come every time
        context.run();
        outbox.reset();
        reader.join();
        CHECK(sent == total);
        CHECK(received == total);
        CHECK(right);
        CHECK(drained > 0);
        CHECK(most <= megabyte + 10'007);
    });
}

TEST_CASE("outbox: a reader that is gone is reported once, and no more is accepted") {
    for_each_kind([](int kind) {
        for (const bool at_once : {true, false}) {
            CAPTURE(at_once);
            asio::io_context context{1};
            test::WritePair pair = test::make_write_pair(context, kind);
            int errors = 0;
            Outbox outbox(
                std::move(pair.ours), [] {}, [&errors] { ++errors; });
            if (!at_once) {
                outbox.send(std::string(megabyte, 'x')); // more than a pipe holds
                CHECK(outbox.pending() > 0);
            }
            pair.peer->close_read_end();
            if (at_once) outbox.send("x");
            context.run();
            CHECK(errors == 1);
            CHECK(outbox.failed());
            CHECK(outbox.pending() == 0);
            outbox.send("more");
            CHECK(outbox.pending() == 0);
            CHECK(errors == 1);
        }
    });
}

TEST_CASE("outbox: closed, it drops its waiting bytes and reports nothing more; so it does when it "
          "is destroyed") {
    for_each_kind([](int kind) {
        asio::io_context context{1};
        test::WritePair pair = test::make_write_pair(context, kind);
        int calls = 0;
        auto outbox = std::make_unique<Outbox>(
            std::move(pair.ours), [&calls] { ++calls; }, [&calls] { ++calls; });
        outbox->send(std::string(megabyte, 'x'));
        CHECK(outbox->pending() > 0);
        outbox->close();
        CHECK(outbox->pending() == 0);
        outbox->send("more");
        CHECK(outbox->pending() == 0);
        outbox.reset();
        context.run();
        CHECK(calls == 0);
    });
}

TEST_CASE("byte source: a writer that stutters is read to its end, paused and resumed at random, "
          "taken in parts") {
    for_each_kind([](int kind) {
        constexpr std::size_t total = 20 * megabyte;
        asio::io_context context{1};
        test::ReadPair pair = test::make_read_pair(context, kind);
        std::thread writer([&] {
            Random random(6);
            for (std::size_t at = 0; at < total;) {
                const std::size_t end =
                    std::min<std::size_t>(total, at + 1 + random.below(200'000));
                if (!pair.peer->write(numbered(at, end))) return;
                at = end;
            }
            pair.peer->close_write_end();
        });
        asio::steady_timer timer(context);
        Received received;
        Random random(7);
        std::unique_ptr<ByteSource> bytes;
        int while_paused = 0;
        bytes = std::make_unique<ByteSource>(
            std::move(pair.ours),
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
    });
}

TEST_CASE("byte source: paused, with more than fits waiting, it sees that its writer goes, and "
          "reads all of it") {
    for_each_kind([](int kind) {
        for (const std::size_t size : {std::size_t{10}, std::size_t{50'000}}) {
            asio::io_context context{1};
            test::ReadPair pair = test::make_read_pair(context, kind);
            Received received;
            const auto bytes = source(std::move(pair.ours), received);
            bytes->start();
            bytes->pause(true);
            REQUIRE(pair.peer->write(numbered(0, size)));
            context.poll();
            CHECK_FALSE(bytes->hung_up());
            pair.peer->close_write_end();
            if (!test::shows_hang_up(kind)) {
                context.poll();
                bytes->on_peer_gone();
            }
            context.restart();
            context.run();
            CHECK(bytes->hung_up());
            bytes->pause(true);
            CHECK_FALSE(bytes->paused());
            CHECK(received.bytes == numbered(0, size));
            CHECK(received.ends == 1);
        }
    });
}

TEST_CASE("byte source: closed or destroyed, it calls no callback, and holds up no loop") {
    for_each_kind([](int kind) {
        for (const bool has_bytes : {false, true}) {
            asio::io_context context{1};
            test::ReadPair pair = test::make_read_pair(context, kind);
            Received received;
            auto bytes = source(std::move(pair.ours), received);
            bytes->start();
            if (has_bytes) REQUIRE(pair.peer->write("bytes"));
            bytes->close();
            bytes.reset();
            context.run();
            CHECK(received.ends == 0);
            CHECK(received.bytes.empty());
        }
    });
}
