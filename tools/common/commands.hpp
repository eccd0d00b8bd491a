// The commands of `polyglot COMMAND …`, one folder each. args are the words after the command; the
// result is the exit status: 0 done, 1 something in the input was wrong (reported on err, the rest
// was done), 2 the command was used wrongly.
#pragma once
#include <iosfwd>
#include <span>
#include <string_view>

namespace polyglot::tools {

using Arguments = std::span<const std::string_view>;

int run_convert_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_intersect_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_subtract_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// As diff: 0, 1, 2
int run_diff_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_dump_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_edit_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_explore(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_find_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_epd_test(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// 3: no engine
int run_grow_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_make_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_log_stat(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_make_config(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_learn_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_merge_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// 3: no engine
int run_openings_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_perft(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_pgn_stat(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_repair_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// 1 the log differs, 2 wrong use, or the log cannot be played
int run_replay(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_show_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_info_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_verify_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);
// 0 all steps passed, 1 one failed, 3 the engine could not be started
int run_engine_test(Arguments args, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
