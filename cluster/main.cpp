// polyglot-mpi: make-book on many machines at once (docs/scale.md). mpirun or srun starts one
// process for each rank.
#include "adapter/cli/arguments.hpp"
#include "adapter/shell/standard_streams.hpp"
#include "cluster/member.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/flush_output.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/starter.hpp"
#include "tools/make_book/stats_variant.hpp"
#include "version.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/environment.hpp>

namespace polyglot::cluster {
namespace {

constexpr std::string_view usage =
    "usage: mpirun -n RANKS polyglot-mpi make-book GAMES... [-bin BOOK] [OPTION]...\n"
    "       polyglot-mpi make-book -help\n";

// Each rank reads with one thread. More threads would take processors from other ranks; the number
// of ranks is the setting.
bool asks_for_threads(const std::vector<std::string_view>& args) {
    const auto is_threads = [](std::string_view word) {
        return word == "-threads" || word == "--threads";
    };
    const auto at = std::find_if(args.begin(), args.end(), is_threads);
    return at != args.end() && at + 1 != args.end() && at[1] != "1";
}

// The job joins the statistics alone. The error names the file.
Result<void> leave_out_kept_games(tools::MakeBookOptions& options, std::ostream& err) {
    options.kept_games = 0;
    if (!options.stats) return {};
    for (const std::filesystem::path& file : options.from_stats) {
        const auto reader = io::StatsReader::open(file);
        if (!reader) return reader.error();
        if ((*reader)->info().kept.most > 0)
            err << to_text(file)
                << ": the games that it keeps are left out; polyglot make-book keeps them\n";
    }
    return {};
}

int make_book(const std::vector<std::string_view>& args, const boost::mpi::communicator& world,
              std::ostream& out, std::ostream& err) {
    auto read = tools::read_make_book_options(args, out, err);
    if (const int* status = std::get_if<int>(&read)) return *status;
    auto& options = std::get<tools::MakeBookOptions>(read);
    if (asks_for_threads(args)) {
        err << "-threads: each rank reads with one thread; start more ranks (mpirun -n)\n";
        return tools::exit_bad_usage;
    }
    if (options.by_variant) {
        err << "-by-variant: one job makes one book; -variant names its variant\n";
        return tools::exit_bad_usage;
    }
    if (options.kept_games) {
        err << "-games: polyglot make-book keeps games, polyglot-mpi does not\n";
        return tools::exit_bad_usage;
    }
    if (const auto settled = tools::settle_variant_of_stats(options); !settled) {
        err << "polyglot-mpi: " << settled.error().message << '\n';
        return tools::exit_bad_input;
    }
    if (const auto left_out = leave_out_kept_games(options, err); !left_out) {
        err << "polyglot-mpi: " << left_out.error().message << '\n';
        return tools::exit_bad_input;
    }
    if (options.starter)
        return world.rank() == 0 ? tools::write_starter(*options.book, out, err) : 0;
    std::vector<std::string> hosts;
    boost::mpi::all_gather(world, boost::mpi::environment::processor_name(), hosts);
    return Member(options, world, std::move(hosts), std::cin, out, err).run();
}

// Open MPI searches for fast network hardware for 0.2 s, which ranks on one machine do not need. A
// choice of the user is kept.
void skip_networks_on_one_machine() {
    const auto all = io::environment_variable("OMPI_COMM_WORLD_SIZE");
    if (all && all == io::environment_variable("OMPI_COMM_WORLD_LOCAL_SIZE"))
        ::setenv("OMPI_MCA_pml", "ob1", 0);
}

int run(const std::vector<std::string_view>& args, const boost::mpi::communicator& world,
        std::ostream& out, std::ostream& err) {
    if (!args.empty() && args.front() == "make-book")
        return make_book({args.begin() + 1, args.end()}, world, out, err);
    const bool asked = !args.empty() && (args.front() == "-help" || args.front() == "--help" ||
                                         args.front() == "help");
    if (!args.empty() && (args.front() == "-version" || args.front() == "--version")) {
        out << "polyglot-mpi " POLYGLOT_VERSION "\n";
        return tools::exit_done;
    }
    (asked ? out : err) << usage;
    return asked ? tools::exit_done : tools::exit_bad_usage;
}

} // namespace
} // namespace polyglot::cluster

// Only rank 0 writes messages, and its exit status is the job's.
int main(int argc, char** argv) {
    try {
        polyglot::io::prepare_standard_streams();
        std::ios::sync_with_stdio(false);
        polyglot::cluster::skip_networks_on_one_machine();
        const boost::mpi::environment environment(argc, argv);
        const boost::mpi::communicator world;
        const std::vector<std::string> args = polyglot::cli::command_line_arguments(argc, argv);
        std::ostringstream unheard;
        const bool speaks = world.rank() == 0;
        const int status =
            polyglot::cluster::run({args.begin(), args.end()}, world, speaks ? std::cout : unheard,
                                   speaks ? std::cerr : unheard);
        return speaks ? polyglot::tools::flush_output(std::cout, std::cerr, status) : 0;
    } catch (const std::exception& error) {
        std::cerr << "polyglot-mpi: " << error.what() << "\n";
    }
    return polyglot::tools::exit_bad_input;
}
