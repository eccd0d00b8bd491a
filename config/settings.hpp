// Everything that can be set, as plain data with the defaults in force. schema.hpp knows names, ranges and help.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::config {

// A section [Book NAME]: a further book, asked after those before it.
struct BookSettings {
    std::string name;                // of the section
    std::string file;                // as written; resolved like BookFile
    std::string color = "both";      // white, black or both: of the side that is to play from it
    std::string variant = "any";     // standard, chess960 or any
    int depth_moves = 256;           // as BookDepth
    int min_ply = 0;                 // plies made since the game's start position: fewer, and it is not asked …
    int max_ply = 100'000;           // … nor with more
    bool random = true;              // as BookRandom
    int threshold_per_mil = 5;       // as BookTreshold
    int top_n = 0;                   // only the N heaviest moves; 0: all
    int variety = 50;                // 0 the best move only, 50 as stored, 100 all alike
    int min_elo = 0;                 // YACB: only values of at least this elo
    int min_depth = 0;               // experience files: only moves searched so deep
    std::string ctg_moves = "green"; // ChessBase: green or all
    bool stop = false;               // if it knows the position, no later book is consulted
    std::string opponent;            // names with * and ?, separated by commas; empty: any
    std::string time_control; // bullet, blitz, rapid, classical, unknown, several with blanks or commas; empty: any
    friend bool operator==(const BookSettings&, const BookSettings&) = default;
};

// Durations and counts carry their unit in the name of the field. Paths stay text as the user wrote them: they are
// resolved where they are used (book and log against the start directory, the engine against engine_dir).
struct Settings {
    // the engine
    std::string engine_name; // empty: the engine's own id
    std::string engine_dir = ".";
    std::string engine_command;
    std::vector<std::string> engine_argv;     // words given on the command line after "--": beat engine_command
    std::string engine_protocol = "auto";     // uci, xboard or auto
    int protocol_probe_ms = 2'000;            // until a silent engine is asked something else
    std::string block_options;                // of the engine: names that the GUI neither sees nor sets
    std::string block_commands;               // of the engine: words that no line of the GUI may hold
    std::string engine_interrupt = "auto";    // xboard engines: SIGINT before a command to a busy one: auto, on or off
    std::string init_string;                  // xboard engines: lines, with "\n" between them, sent before every game
    int start_timeout_ms = 10'000;            // until uciok
    int quit_timeout_ms = 700;                // from quit to SIGTERM
    std::string on_engine_failure = "report"; // report, resign or restart
    int restart_limit = 3;                    // restarts in one game
    int ready_timeout_ms = 60'000;            // from isready to readyok; 0: no limit, as in the next two
    int stop_timeout_ms = 10'000;             // from stop to bestmove
    int move_overrun_ms = 5'000;              // beyond the time that a search was given
    bool use_nice = false;
    int nice_value = 5;
    std::string affinity; // processor mask, decimal or 0x…; empty: none

    // the book
    bool book = false;
    std::string book_file = "book.bin";
    std::string default_book_file = "book.bin"; // book_file where neither BookFile nor a [Book NAME] is given
    bool book_random = true;
    int book_depth_moves = 256;
    int book_threshold_per_mil = 5;
    int book_top_n = 0;
    int book_variety = 50;
    int book_min_elo = 0;
    int book_min_depth = 0;
    std::string book_ctg_moves = "green";
    int book_misses = 0; // after this many unknown positions in a row, no book is consulted; 0: no limit
    bool book_avoid_draws =
        true; // leave a move out that repeats or runs into the fifty-move rule even if it is the only one
    std::vector<BookSettings> books; // after the first, which is that of Book*
    bool book_learn = false;
    std::string book_learn_file;                // empty: the learn fields of the book itself
    std::string book_learn_per = "engine";      // whose games count: engine, opponent or all
    std::string book_learn_policy = "polyglot"; // polyglot, thompson, ucb or record-only
    bool book_read_only = false;                // no learn fields are written: so for a book that a GUI has named
    bool book_learn_force = false;              // write to a book whose learn fields mean something else
    int book_learn_prior_games = 8;             // pseudo-games that stand for the book's weights
    int book_learn_explore_per_mil = 20;        // share that results cannot take from the playable moves together
    int book_learn_min_games = 2;               // fewer games of a move say nothing yet
    int book_learn_half_life_days = 365;        // results this old count half; 0: they never age
    int book_learn_min_ply = 16;                // UCI: shorter games never count
    int book_learn_score_cp = 600;              // UCI: a game is won or lost when our score is so high or low …
    int book_learn_moves = 3;                   // … for this many of our moves in a row
    int book_learn_draw_score_cp = 20;          // UCI: a game is drawn when our score is within this distance of 0 …
    int book_learn_draw_moves = 8;              // … for this many of our moves in a row
    std::string book_seed;                      // empty: random and logged

    // the log
    bool log = false;
    std::string log_file = "polyglot.log";
    int log_max_size_mb = 100; // 0: no limit

    // GUI side
    bool uci = false;
    int info_rate = 0; // lines a second and multipv number that the GUI gets; 0: all
    std::string settings_dir;
    std::string settings_file = "polyglot.ini";
    std::string option_name_style = "normal"; // of options shown to an xboard GUI; "compact": without blanks
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

    // [Engine]: sent as setoption after uciok, in this order
    std::vector<std::pair<std::string, std::string>> engine_options;
    // Those of them that the command line gives: a GUI may have written them there (XBoard does, for every engine).
    std::vector<std::string> engine_options_of_command_line;
};

} // namespace polyglot::config
