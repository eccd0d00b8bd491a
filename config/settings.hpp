// All settings, as plain data with their defaults. schema.hpp has names, ranges and help.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::config {

// A section [Book NAME], which is a further book; it is asked after the books before it.
struct BookSettings {
    std::string name;            // NAME
    std::string file;            // as written by the user; resolved like BookFile
    std::string color = "both";  // the side that plays from the book: white, black or both
    std::string variant = "any"; // standard, chess960, any, or a name of a variant
    int depth_moves = 256;       // like BookDepth
    // The book is not asked before this many plies since the start position.
    int min_ply = 0;
    int max_ply = 100'000;     // nor after more than this
    bool random = true;        // like BookRandom
    int threshold_per_mil = 5; // like BookTreshold
    int top_n = 0;             // only the N moves with the highest weights; 0 for all
    int variety = 50;          // 0 the best move only, 50 as stored, 100 all alike
    int min_elo = 0;           // YACB: only values of at least this Elo
    // Experience files: only moves that were searched to this depth.
    int min_depth = 0;
    std::string ctg_moves = "green"; // ChessBase: green or all
    bool stop = false;               // no later book is asked if this one knows the position
    std::string opponent;            // names with * and ?, separated by commas; empty for any
    // bullet, blitz, rapid, classical, unknown, separated by blanks or commas; empty for any.
    std::string time_control;
    friend bool operator==(const BookSettings&, const BookSettings&) = default;
};

// Durations and counts have their unit in the name of the field. Paths are texts as the user wrote
// them; they are resolved where they are used (book and log against the start directory, the engine
// against engine_dir).
struct Settings {
    // the engine
    std::string engine_name; // empty for the engine's id
    std::string engine_dir = ".";
    std::string engine_command;
    // Words after "--" on the command line; they override engine_command.
    std::vector<std::string> engine_argv;
    std::string engine_protocol = "auto"; // uci, xboard or auto
    int protocol_probe_ms = 2'000;        // until a silent engine is asked in another way
    // Names of engine options that the GUI neither sees nor sets.
    std::string block_options;
    std::string block_commands; // engine commands that no line of the GUI may contain
    // SIGINT before a command to a busy xboard engine: auto, on or off.
    std::string engine_interrupt = "auto";
    // Lines for an xboard engine before every game, separated by "\n".
    std::string init_string;
    int start_timeout_ms = 10'000;            // until uciok
    int quit_timeout_ms = 700;                // from quit to SIGTERM
    std::string on_engine_failure = "report"; // report, resign or restart
    int restart_limit = 3;                    // restarts in one game
    // From isready to readyok; 0 for no limit, as in the next two.
    int ready_timeout_ms = 60'000;
    int stop_timeout_ms = 10'000; // from stop to bestmove
    int move_overrun_ms = 5'000;  // beyond the time that a search was given
    bool use_nice = false;
    int nice_value = 5;
    std::string affinity; // processor mask, decimal or 0x…; may be empty

    // the book
    bool book = false;
    std::string book_file = "book.bin";
    // book_file if neither BookFile nor a [Book NAME] is given.
    std::string default_book_file = "book.bin";
    bool book_random = true;
    int book_depth_moves = 256;
    int book_threshold_per_mil = 5;
    int book_top_n = 0;
    int book_variety = 50;
    int book_min_elo = 0;
    int book_min_depth = 0;
    std::string book_ctg_moves = "green";
    std::string book_variant = "any"; // like BookSettings::variant
    int book_timeout_ms = 500;        // for the answer of a book that is a program
    // The engine ponders after a book move although the book continues: off, hard or always.
    std::string book_ponder = "off";
    // No book is asked after this many unknown positions in a row; 0 for no limit.
    int book_misses = 0;
    // Leaves out a move that repeats or meets the fifty-move rule, even the only one.
    bool book_avoid_draws = true;
    std::vector<BookSettings> books; // the books after the first one, whose settings are Book*
    bool book_learn = false;
    std::string book_learn_file;                // empty for the learn fields of the book
    std::string book_learn_per = "engine";      // whose games count: engine, opponent or all
    std::string book_learn_policy = "polyglot"; // polyglot, thompson, ucb or record-only
    // No learn fields are written; set for a book that a GUI has named.
    bool book_read_only = false;
    bool book_learn_force = false; // write to a book whose learn fields mean something else
    // The number of games that the book's weights count for.
    int book_learn_prior_games = 8;
    // The total share that results leave to the playable moves.
    int book_learn_explore_per_mil = 20;
    int book_learn_min_games = 2;        // a move with fewer games counts as unknown
    int book_learn_half_life_days = 365; // results of this age count half; 0 for no ageing
    int book_learn_min_ply = 16;         // UCI: shorter games never count
    // UCI: a game is won or lost if the engine's score is this high or low …
    int book_learn_score_cp = 600;
    int book_learn_moves = 3; // … for this many of its moves in a row
    // UCI: a game is drawn if the engine's score is within this distance of 0 …
    int book_learn_draw_score_cp = 20;
    int book_learn_draw_moves = 8; // … for this many of our moves in a row
    std::string book_seed;         // if empty, a random one is drawn and logged

    // the log
    bool log = false;
    std::string log_file = "polyglot.log";
    int log_max_size_mb = 100; // 0 for no limit

    // GUI side
    bool uci = false;
    int info_rate = 0; // lines that the GUI gets in a second for each multipv number; 0 for all
    std::string settings_dir;
    std::string settings_file = "polyglot.ini";
    // Of options shown to an xboard GUI; "compact": without blanks.
    std::string option_name_style = "normal";
    bool only_wb_options = true;
    bool resign = false;
    int resign_moves = 3;
    int resign_score_cp = 600;
    bool queen_never_resigns = true;
    bool handle_draws = false;
    int contempt_score_cp = 30;
    int mate_score = 0;
    bool kibitz_move = false;
    bool kibitz_pv = false;
    std::string kibitz_command = "tellall";
    int kibitz_delay_s = 5;
    int kibitz_interval_s = 0;
    bool show_ponder = true;
    bool score_white = false;
    bool show_tb_hits = false;
    std::string engine_lag = "0"; // in ms, or "auto"
    int st_fudge_ms = 20;
    int uci_version = 2;
    bool can_ponder = false;
    bool sync_stop = false;
    bool promote_work_around = false; // no effect
    bool wb_work_arounds = true;      // no effect, and so the next two
    bool wb_work_arounds_2 = false;
    bool wb_work_arounds_3 = false;
    bool repeat_pv = true;
    bool chess960 = false;

    // [Engine]; sent as setoption after uciok, in this order.
    std::vector<std::pair<std::string, std::string>> engine_options;
    // The names of those that the command line gives, where a GUI may have written them (XBoard
    // does, for every engine).
    std::vector<std::string> engine_options_of_command_line;
};

} // namespace polyglot::config
