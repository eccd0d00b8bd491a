// The tasks of rank 0 besides reading games: it hands out the units, keeps the checkpoint, reports,
// and writes the book.
#pragma once
#include "cluster/mail.hpp"
#include "cluster/messages.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/progress.hpp"
#include "tools/make_book/checkpoint.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/outputs.hpp"
#include "tools/make_book/sums.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::cluster {

struct SavedJob; // the checkpoint

class Coordinator {
  public:
    // runs: those of rank 0, whose folder has the checkpoint. hosts: the machine of each rank. All
    // must outlive this object.
    Coordinator(const tools::MakeBookOptions& options, Mail& mail, tools::Runs& runs,
                std::vector<std::string> hosts, const tools::CancelFlag& is_cancelled,
                std::ostream& out, std::ostream& err);
    void begin(); // posts Begin to all ranks, or Abort
    Result<void> on(int from, Tag tag, std::string_view bytes); // handles the messages to rank 0
    // Checks for Ctrl-C, due checkpoints and progress. To be called often.
    void turn();
    int status() const { return status_; }

  private:
    using Clock = std::chrono::steady_clock;

    Result<void> start();
    Result<std::optional<SavedJob>> load();
    Result<void> take_up(std::optional<SavedJob> saved);
    void hand_out();
    Result<void> on_done(DoneUnit done);
    void meet(bool save, bool last);
    Result<void> on_state(int from, State state);
    Result<void> met();
    Result<void> save();
    void make();
    void on_made(const Made& made);
    Result<void> on_part_end(const Made& made);
    Result<void> finish();
    void write_traffic();
    void abort(int status);
    void show();
    std::ostream& tell();

    const tools::MakeBookOptions& options_;
    Mail& mail_;
    tools::Runs& runs_;
    const std::vector<std::string> hosts_;
    std::ostream& out_;
    std::ostream& err_;
    const Clock::time_point began_;
    tools::Progress progress_;
    tools::Outputs outputs_;
    const tools::CancelFlag& is_cancelled_;
    int status_ = 0;

    std::uint64_t bytes_total_ = 0, unit_bytes_ = 0;
    std::vector<tools::Checkpoint::Input> inputs_;

    std::vector<Unit> units_;                     // indexed by their numbers
    std::deque<std::uint64_t> todo_;              // numbers of units that no rank has yet
    std::deque<int> asking_;                      // ranks that wait for a unit
    std::uint64_t delivered_ = 0;                 // units before this number are in reports_
    std::map<std::uint64_t, UnitReport> arrived_; // reports of later units
    UnitReports reports_;
    tools::GameTally tally_before_; // the tally of earlier jobs
    std::vector<Status> at_;        // status of each rank

    bool meeting_ = false, stopping_ = false, aborted_ = false;
    Meet meet_;
    std::vector<State> states_;
    std::size_t states_here_ = 0;
    Clock::time_point saved_ = began_;
    std::string doing_ = "reading";

    int made_ = 0, turn_of_ = 0;
};

} // namespace polyglot::cluster
