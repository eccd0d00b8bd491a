// One rank of a job. All ranks read games and own a range of the keys; rank 0 is the Coordinator as
// well.
//
//   1. Begin: each rank asks for units, reads them, and sends the moves to their owners, until no
//      units are left.
//   2. Meet: all ranks send what they have collected, then Flushed to all. A rank that has Flushed
//      from all has received all moves that it owns. It writes them to its disk (for a checkpoint),
//      sends its State, and waits for Continue. A checkpoint is therefore a state that all ranks
//      share.
//   3. After the last Continue, each rank makes its part of the book, and sends it after Turn. End
//      closes the job.
//
// No rank waits inside MPI: all waiting is in turn(), which handles whatever arrives. A rank that
// fails posts Failure and waits for Abort. After End or Abort, each rank posts Gone to all, and
// ends when it has Gone from all, so that no message is left.
#pragma once
#include "cluster/coordinator.hpp"
#include "cluster/mail.hpp"
#include "cluster/messages.hpp"
#include "cluster/owners.hpp"
#include "cluster/part.hpp"
#include "cluster/unique_games.hpp"
#include "cluster/unit_reader.hpp"
#include "cluster/watch.hpp"
#include "core/book/make/compat_counts.hpp"
#include "storage/games/seen_games.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/outputs.hpp"
#include "tools/make_book/sums.hpp"

#include <chrono>
#include <deque>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <boost/mpi/communicator.hpp>

namespace polyglot::cluster {

class Member {
  public:
    // hosts: the machine of each rank.
    Member(const tools::MakeBookOptions& options, const boost::mpi::communicator& world,
           std::vector<std::string> hosts, std::istream& in, std::ostream& out, std::ostream& err);
    int run(); // returns the exit status

  private:
    struct Aborted {}; // thrown by turn()

    Result<void> on(int from, Tag tag, std::string_view bytes);
    Result<void> handle(int from, Tag tag, std::string_view bytes); // for a rank that has begun
    Result<void> begin(const Begin& begin);
    void prepare_sampler();
    enum class Idle : std::uint8_t { No, Yes };
    void turn(Idle idle); // handles what has arrived; Idle::Yes: there is nothing else to do
    template <class T>
    void check(const Result<T>& result);
    void fail(const Error& error);
    void work();
    void read_games();
    void read_piece();
    void end_unit();
    void tell_status();
    void meet();
    void save_sums();
    Result<void> on_question(int from, std::string_view bytes);
    Result<void> on_ordered(std::string_view bytes);
    tools::GameTally tally() const;
    Made make_part(int reference_year);
    Made make_compat_part();
    void send_part(Made made);
    void post_bounded(Tag tag, std::string bytes);
    void send_moves(Made& made);
    void leave();

    const tools::MakeBookOptions& options_;
    const std::vector<std::string> hosts_;
    std::istream& in_;
    Mail mail_;
    const KeyRanges ranges_;
    tools::Runs runs_;
    Watch watch_;
    // Set by a signal. A launcher sends the first signal to all ranks, and all survive it, so that
    // rank 0 can end the job in order.
    const tools::CancelFlag is_cancelled_;
    std::optional<Coordinator> coordinator_;

    std::unique_ptr<io::SeenGames> seen_;
    std::optional<tools::Sums> sums_; // with sink_; empty under -compat
    std::optional<tools::SumsSink> sink_;
    book::CompatCounts compat_;
    std::vector<book::MoveStats> common_;
    InOrder ordered_, questions_;
    std::optional<Owners> owners_; // without -compat; otherwise ordered_owners_
    std::optional<OrderedOwners> ordered_owners_;
    std::optional<UniqueGames> unique_;
    std::unique_ptr<tools::Sampler> sampler_;

    std::optional<UnitReader> reader_;
    std::deque<Unit> assigned_;
    Status done_; // of the units before reader_'s
    std::chrono::steady_clock::time_point last_report_{};
    std::optional<Error> failure_;
    bool is_failure_reported_ = false;
    struct Early {
        int from;
        Tag tag;
        std::string bytes;
    };
    std::vector<Early> early_; // messages that arrived before Begin and are handled after it
    // Messages that have arrived.
    bool begun_ = false, aborted_ = false, leaving_ = false, my_turn_ = false, ended_ = false;
    std::optional<Meet> meet_;
    std::optional<Continue> continue_;
    int flushed_ = 0, gone_ = 0;
    Spool spool_;
};

} // namespace polyglot::cluster
