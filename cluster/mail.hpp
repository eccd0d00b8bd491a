// Messages between the ranks of one job: bytes with a tag. Sending never waits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/mpi/communicator.hpp>

namespace polyglot::cluster {

// The messages, in the order of a job; who sends which of them: member.hpp.
enum class Tag : std::uint8_t {
    Begin,    // 0 to all
    Ask,      // to 0: for a unit
    Assign,   // 0: a unit
    UnitDone, // to 0
    Status,   // to 0, for the progress line
    Samples,  // to their owner
    Common,   // to their owner: sums of moves that many games have
    Ordered,  // to their owner: samples of a unit (-compat)
    UnitEnd,  // to all: no more Ordered or Question of this unit comes
    Question, // to the owner of fingerprints (-unique)
    Answer,   // back
    Meet,     // 0 to all: send all that waits, then Flushed
    Flushed,  // to all
    State,    // to 0
    Continue, // 0 to all
    Made,     // to 0: the part of the book is ready
    Turn,     // 0: send it
    Part,     // to 0: some bytes of it
    Moves,    // to 0: some statistics
    PartEnd,  // to 0
    End,      // 0 to all: the book is written
    Failure,  // to 0
    Ping,     // is the rank there?
    Pong,     // back
    Abort,    // 0 to all
    Gone,     // to all: the last message
};

class Mail {
  public:
    // Called for each message, in the order in which its sender has posted it.
    using Handler = std::function<void(int from, Tag tag, std::string_view bytes)>;

    Mail(const boost::mpi::communicator& world, Handler handler);
    Mail(const Mail&) = delete;
    Mail& operator=(const Mail&) = delete;
    ~Mail();

    int rank() const { return rank_; }
    int size() const { return size_; }
    // A message to this rank is handled by the next poll(). The bytes are kept until they have been
    // received: a sender with many bytes under way calls poll() until there are fewer.
    void post(int to, Tag tag, std::string bytes = {});
    void post_all(Tag tag, const std::string& bytes = {}); // this rank too
    std::size_t bytes_under_way() const { return under_way_; }
    bool idle() const { return sends_.empty() && own_.empty(); }
    std::uint64_t bytes_sent() const { return sent_; } // to other ranks
    // Handles what has arrived. The handler may post, but not poll.
    void poll();
    // The same, and sleeps for a moment when nothing has arrived several times: MPI itself would
    // use a whole processor to wait.
    void wait();

  private:
    struct Send;
    bool receive();
    void forget_received();

    boost::mpi::communicator world_;
    Handler handler_;
    int rank_, size_;
    std::deque<std::unique_ptr<Send>> sends_;
    std::deque<std::pair<Tag, std::string>> own_;
    std::string buffer_;
    std::size_t under_way_ = 0;
    std::uint64_t sent_ = 0;
    unsigned idle_turns_ = 0;
};

} // namespace polyglot::cluster
