#include "cluster/watch.hpp"
#include "core/text/path_text.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <unistd.h>

#include <boost/mpi/collectives.hpp>

namespace polyglot::cluster {

Watch::Watch(const boost::mpi::communicator& world, const std::vector<std::string>& hosts,
             Mail& mail)
    : hosts_(hosts), mail_(mail) {
    // Process numbers are comparable only within one container, so the namespace is part of the
    // place.
    std::error_code error;
    const std::string place = hosts[static_cast<std::size_t>(world.rank())] +
                              to_text(std::filesystem::read_symlink("/proc/self/ns/pid", error));
    std::vector<std::string> places;
    std::vector<int> processes;
    boost::mpi::all_gather(world, place, places);
    boost::mpi::all_gather(world, static_cast<int>(::getpid()), processes);
    for (int rank = 0; rank < world.size(); ++rank) {
        if (rank == world.rank()) continue;
        const std::string& its_place = places[static_cast<std::size_t>(rank)];
        int watcher = 0; // the first other rank in this place
        while (watcher < world.size() &&
               (watcher == rank || places[static_cast<std::size_t>(watcher)] != its_place))
            ++watcher;
        if (watcher == world.rank())
            neighbours_.emplace_back(rank, processes[static_cast<std::size_t>(rank)]);
        else if (watcher == world.size() && world.rank() == (rank == 0 ? 1 : 0))
            others_.push_back(rank);
    }
}

// A number without a process belongs to the dead rank: the launcher has waited for it already.
void Watch::on_signal() const {
    for (const auto& [rank, process] : neighbours_)
        if (::kill(process, 0) != 0 && errno == ESRCH) report(rank, "has died");
}

void Watch::turn(bool is_cancelled) {
    // Open MPI kills the ranks one second after its signal.
    constexpr auto patience = std::chrono::milliseconds(500);
    if (!is_cancelled) return;
    if (!asked_) {
        asked_ = Clock::now();
        for (const int rank : others_)
            mail_.post(rank, Tag::Ping);
    }
    if (others_.empty() || Clock::now() - *asked_ < patience) return;
    for (const int rank : std::exchange(others_, {}))
        report(rank, "does not answer: it has died, is stopped, or cannot be reached");
}

void Watch::on_answer(int from) {
    if (asked_) others_.erase(std::remove(others_.begin(), others_.end(), from), others_.end());
}

void Watch::report(int rank, const char* what) const {
    std::cerr << "polyglot-mpi: rank " + std::to_string(rank) + " on " +
                     hosts_[static_cast<std::size_t>(rank)] + ' ' + what + '\n'
              << std::flush;
}

} // namespace polyglot::cluster
