#include "adapter/streams/outbox.hpp"

#include <boost/asio/error.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

Outbox::Outbox(WriteEnd end, std::function<void()> on_progress, std::function<void()> on_error)
    : pipe_(std::move(end)), on_progress_(std::move(on_progress)), on_error_(std::move(on_error)) {}

void Outbox::send(std::string_view bytes) {
    if (failed_) return;
    std::size_t done = 0;
    if (pending() == 0) done = write_now(bytes.data(), bytes.size());
    if (failed_) return;
    queue(bytes.substr(done));
    if (pending() > 0) wait();
}

void Outbox::queue(std::string_view bytes) {
    pending_ += bytes.size();
    while (!bytes.empty()) {
        if (queue_.empty() || queue_.back().size() == piece_bytes) add_piece();
        const std::string_view part = bytes.substr(0, piece_bytes - queue_.back().size());
        queue_.back() += part;
        bytes.remove_prefix(part.size());
    }
}

void Outbox::add_piece() {
    if (spare_.empty()) {
        queue_.emplace_back().reserve(piece_bytes);
    } else {
        queue_.push_back(std::move(spare_.back()));
        spare_.pop_back();
    }
}

void Outbox::drop_piece() {
    if (spare_.size() < most_spare) {
        queue_.front().clear();
        spare_.push_back(std::move(queue_.front()));
    }
    queue_.pop_front();
}

void Outbox::write_queue() {
    while (!queue_.empty()) {
        const std::string& piece = queue_.front();
        const std::size_t done = write_now(piece.data() + written_, piece.size() - written_);
        if (failed_) return;
        pending_ -= done;
        written_ += done;
        if (written_ < piece.size()) return;
        drop_piece();
        written_ = 0;
    }
}

void Outbox::drop_queue() {
    queue_.clear();
    spare_.clear();
    written_ = pending_ = 0;
}

void Outbox::close() {
    failed_ = true;
    drop_queue();
    pipe_.close();
}

// Returns how many bytes the peer has taken. Calls fail() on an error.
std::size_t Outbox::write_now(const char* data, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        error_code error;
        const std::size_t n = pipe_.write_some({data + done, size - done}, error);
        if (error == asio::error::would_block) break;
        if (error) {
            fail();
            break;
        }
        const bool full = n < size - done;
        done += n;
        if (full) break;
    }
    return done;
}

void Outbox::wait() {
    if (waiting_) return;
    waiting_ = true;
    pipe_.async_wait([this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be destroyed
        waiting_ = false;
        if (failed_) return;
        if (error) {
            fail();
            return;
        }
        write_queue();
        if (failed_) return;
        if (pending() > 0) wait();
        on_progress_();
    });
}

void Outbox::fail() {
    failed_ = true;
    drop_queue();
    on_error_();
}

} // namespace polyglot::io
