// Declares the commands of `polyglot COMMAND …`, each of which has its own folder. args are the
// words after the command. The result is the exit status: 0 if the command succeeded, 1 if the
// input had errors (they are reported on err, and the rest was processed), 2 if the command line
// was wrong. The comments below name further statuses.
#pragma once
#include <iosfwd>
#include <span>
#include <string_view>

namespace polyglot::tools {

using Arguments = std::span<const std::string_view>;

int run_convert_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_intersect_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_subtract_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Returns the statuses of diff: 0 if the books are equal, 1 if they differ, 2 after an error.
int run_diff_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_dump_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_edit_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_explore(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_find_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_epd_test(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Also returns 3 if the engine could not be run.
int run_grow_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_make_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_log_stat(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_make_config(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_learn_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_merge_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Also returns 3 if the engine could not be run.
int run_openings_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_perft(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_pgn_stat(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Also returns 3 if the engine could not be run.
int run_rate_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_repair_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Returns 1 if the log differs, and 2 if the command line is wrong or the log cannot be played.
int run_replay(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_setup(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_show_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_info_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_verify_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// Returns 0 if all steps passed, 1 if one failed, and 3 if the engine could not be started.
int run_engine_test(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
