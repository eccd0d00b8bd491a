// Finds out which rank has died. A launcher that has lost a rank sends SIGTERM to all others before
// it kills them, which leaves a moment to find it. A rank on the same machine checks the process.
// For a rank that is alone on its machine, rank 0 (for itself, rank 1) asks whether it is alive.
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
    // All ranks must call this at the same time. hosts: the machine of each rank. All must outlive
    // this object.
    Watch(const boost::mpi::communicator& world, const std::vector<std::string>& hosts, Mail& mail);
    // Call this after a signal, from any thread, since the MPI thread may hang in a call that
    // waits for the dead rank.
    void on_signal() const;
    void turn(bool is_cancelled); // to be called often, by the thread that handles messages
    void on_answer(int from);

  private:
    using Clock = std::chrono::steady_clock;
    void report(int rank, const char* what) const;

    const std::vector<std::string>& hosts_;
    Mail& mail_;
    std::vector<std::pair<int, int>> neighbours_; // rank and process
    std::vector<int> others_;                     // ranks that have not answered yet
    std::optional<Clock::time_point> asked_;
};

} // namespace polyglot::cluster
