// Names a rank that has died. A launcher that has lost a rank sends SIGTERM to all others before it
// kills them. In this moment they find out which one it is: a rank that shares the machine looks
// for its process; for a rank that is alone on its machine, rank 0 (for itself, rank 1) asks
// whether it is there.
#pragma once
#include "cluster/mail.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/mpi/communicator.hpp>

namespace polyglot::cluster {

class Watch {
  public:
    // Called by all ranks at once. hosts: of the ranks. All must outlive this.
    Watch(const boost::mpi::communicator& world, const std::vector<std::string>& hosts, Mail& mail);
    // After a signal, by any thread: MPI may hang in what it wants from the dead rank.
    void on_signal() const;
    void turn(bool is_cancelled); // often, by the thread that handles messages
    void on_answer(int from);

  private:
    using Clock = std::chrono::steady_clock;
    void tell(int rank, const char* what) const;

    const std::vector<std::string>& hosts_;
    Mail& mail_;
    std::vector<std::pair<int, int>> neighbours_; // rank and process
    std::vector<int> others_;                     // of which no answer is here
    std::optional<Clock::time_point> asked_;
};

} // namespace polyglot::cluster
