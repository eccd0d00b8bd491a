#include "cluster/mail.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace polyglot::cluster {

struct Mail::Send {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
};

struct Mail::Receive {
    int from = 0;
    Tag tag = Tag::Begin;
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
};

Mail::Mail(const boost::mpi::communicator& world, Handler handler)
    : world_(world), handler_(std::move(handler)), rank_(world.rank()), size_(world.size()) {}

// After a failed job the bytes under way stay where they are, since MPI may still use them.
Mail::~Mail() {
    for (std::unique_ptr<Send>& send : sends_)
        static_cast<void>(send.release());
    for (std::unique_ptr<Receive>& receive : receives_)
        static_cast<void>(receive.release());
}

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

bool Mail::receive_own() {
    if (own_.empty()) return false;
    const auto [tag, bytes] = std::move(own_.front());
    own_.pop_front();
    under_way_ -= bytes.size();
    handler_(rank_, tag, bytes);
    return true;
}

// Does not wait for the bytes: the sender of a long message may be stopped in the middle of it, and
// this rank has to go on. A message is taken from MPI's queue as soon as it is seen, so that those
// of other senders are seen after it.
bool Mail::begin_receive() {
    int found = 0;
    int count = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, static_cast<MPI_Comm>(world_), &found, &message,
                &status);
    if (found == 0) return false;
    MPI_Get_count(&status, MPI_CHAR, &count);
    auto& receive = *receives_.emplace_back(std::make_unique<Receive>());
    receive.from = status.MPI_SOURCE;
    receive.tag = static_cast<Tag>(status.MPI_TAG);
    receive.bytes.resize(static_cast<std::size_t>(count));
    MPI_Imrecv(receive.bytes.data(), count, MPI_CHAR, &message, &receive.request);
    return true;
}

// Handles the first message that is complete and has no earlier one of its sender before it.
bool Mail::end_receive() {
    if (receives_.empty()) return false;
    std::vector<bool> waits(static_cast<std::size_t>(size_), false);
    for (auto at = receives_.begin(); at != receives_.end(); ++at) {
        const auto from = static_cast<std::size_t>((*at)->from);
        if (waits[from]) continue;
        int done = 0;
        MPI_Test(&(*at)->request, &done, MPI_STATUS_IGNORE);
        if (done == 0) {
            waits[from] = true;
            continue;
        }
        const std::unique_ptr<Receive> receive = std::move(*at);
        receives_.erase(at);
        handler_(receive->from, receive->tag, receive->bytes);
        return true;
    }
    return false;
}

void Mail::poll() {
    bool any = false;
    while (receive_own() || end_receive() || begin_receive())
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
