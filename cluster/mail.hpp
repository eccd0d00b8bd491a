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

// The messages, in the order of a job. member.hpp describes the job; "0" is rank 0, "to 0" a
// message of any rank.
enum class Tag : std::uint8_t {
    Begin,    // 0 to all: start of the job
    Ask,      // to 0: request for a unit
    Assign,   // from 0: a unit
    UnitDone, // to 0: report of a unit
    Status,   // to 0, for the progress line
    Samples,  // to the owner of their positions
    Common,   // to their owner: sums of moves with which many games begin
    Ordered,  // to their owner: samples of a unit (-compat)
    UnitEnd,  // to all: no Ordered or Question of this unit follows
    Question, // to the owner of fingerprints (-unique)
    Answer,   // reply to Question
    Meet,     // 0 to all: send all that waits, then Flushed
    Flushed,  // to all
    State,    // to 0
    Continue, // 0 to all
    Made,     // to 0: the rank's part of the book is ready
    Turn,     // from 0: send the part
    Part,     // to 0: a piece of the part
    Moves,    // to 0: a piece of the statistics
    PartEnd,  // to 0: the part is complete
    End,      // 0 to all: the book is written
    Failure,  // to 0: the rank cannot continue
    Ping,     // asks whether the rank is alive
    Pong,     // reply to Ping
    Abort,    // 0 to all: the job ends without a book
    Gone,     // to all: the last message of a rank
};

class Mail {
  public:
    // Called for each message. Messages of one sender come in the order in which it has posted
    // them.
    using Handler = std::function<void(int from, Tag tag, std::string_view bytes)>;

    Mail(const boost::mpi::communicator& world, Handler handler);
    Mail(const Mail&) = delete;
    Mail& operator=(const Mail&) = delete;
    ~Mail();

    int rank() const { return rank_; }
    int size() const { return size_; }
    // Posts a message; one to this rank is handled by the next poll(). The bytes are kept until
    // they have been received, so a sender with many bytes under way calls poll() until there are
    // fewer.
    void post(int to, Tag tag, std::string bytes = {});
    void post_all(Tag tag, const std::string& bytes = {}); // including this rank
    std::size_t bytes_under_way() const { return under_way_; }
    bool idle() const { return sends_.empty() && own_.empty(); }
    std::uint64_t bytes_sent() const { return sent_; } // to other ranks
    // Handles the messages that have arrived. The handler may call post(), but not poll().
    void poll();
    // Does the same, and sleeps for a moment if nothing has arrived several times, because MPI
    // would use a whole processor to wait.
    void wait();

  private:
    struct Send;
    struct Receive;
    bool receive_own();
    bool begin_receive();
    bool end_receive();
    void forget_received();

    boost::mpi::communicator world_;
    Handler handler_;
    int rank_, size_;
    std::deque<std::unique_ptr<Send>> sends_;
    std::deque<std::unique_ptr<Receive>> receives_; // begun and not handled, in order
    std::deque<std::pair<Tag, std::string>> own_;
    std::size_t under_way_ = 0;
    std::uint64_t sent_ = 0;
    unsigned idle_turns_ = 0;
};

} // namespace polyglot::cluster
