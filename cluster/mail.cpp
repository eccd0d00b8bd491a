#include "cluster/mail.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace polyglot::cluster {

struct Mail::Send {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
};

Mail::Mail(const boost::mpi::communicator& world, Handler handler)
    : world_(world), handler_(std::move(handler)), rank_(world.rank()), size_(world.size()) {}

Mail::~Mail() = default;

// Sends synchronously, which Boost.MPI cannot do. Such a send ends when the receiver has taken the
// message, so what MPI keeps for a slow receiver is not more than what its senders have under way.
void Mail::post(int to, Tag tag, std::string bytes) {
    under_way_ += bytes.size();
    if (to == rank_) {
        own_.emplace_back(tag, std::move(bytes));
        return;
    }
    auto& send = *sends_.emplace_back(std::make_unique<Send>());
    send.bytes = std::move(bytes);
    sent_ += send.bytes.size();
    MPI_Issend(send.bytes.data(), static_cast<int>(send.bytes.size()), MPI_CHAR, to,
               static_cast<int>(tag), static_cast<MPI_Comm>(world_), &send.request);
}

void Mail::post_all(Tag tag, const std::string& bytes) {
    for (int to = 0; to < size_; ++to)
        post(to, tag, bytes);
}

void Mail::forget_received() {
    const auto is_received = [this](const std::unique_ptr<Send>& send) {
        int done = 0;
        MPI_Test(&send->request, &done, MPI_STATUS_IGNORE);
        if (done != 0) under_way_ -= send->bytes.size();
        return done != 0;
    };
    sends_.erase(std::remove_if(sends_.begin(), sends_.end(), is_received), sends_.end());
}

bool Mail::receive() {
    if (!own_.empty()) {
        const auto [tag, bytes] = std::move(own_.front());
        own_.pop_front();
        under_way_ -= bytes.size();
        handler_(rank_, tag, bytes);
        return true;
    }
    const auto status = world_.iprobe();
    if (!status) return false;
    const int count = status->count<char>().value_or(0);
    buffer_.resize(static_cast<std::size_t>(count));
    world_.recv(status->source(), status->tag(), buffer_.data(), count);
    handler_(status->source(), static_cast<Tag>(status->tag()), buffer_);
    return true;
}

void Mail::poll() {
    bool any = false;
    while (receive())
        any = true;
    forget_received();
    if (any) idle_turns_ = 0;
}

void Mail::wait() {
    constexpr unsigned patience = 20, longest = 50;
    ++idle_turns_;
    poll();
    if (idle_turns_ > patience)
        std::this_thread::sleep_for(std::chrono::microseconds(20) *
                                    std::min(idle_turns_ - patience, longest));
}

} // namespace polyglot::cluster
