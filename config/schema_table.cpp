// The table itself: names, defaults and ranges of PolyGlot 2.0.4 as its `uci` and `protover 2` answers list them.
#include "config/blocked_commands.hpp"
#include "config/book_conditions.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <array>

namespace polyglot::config {
namespace {

using S = Settings;
using B = BookSettings;
using enum OptionType;
using enum XboardExport;

constexpr std::string_view engine_group = "The engine";
constexpr std::string_view failure_group = "When the engine fails";
constexpr std::string_view log_group = "The log";
constexpr std::string_view book_group = "The opening book";
constexpr std::string_view learn_group = "Learning from results (BookLearn = true)";
constexpr std::string_view gui_group = "Settings and what the GUI is shown";
constexpr std::string_view draw_group = "Resigning and draws (xboard only)";
constexpr std::string_view show_group = "Thinking output (xboard only)";
constexpr std::string_view work_around_group = "Work-arounds (use one only when an engine needs it)";

bool is_number(std::string_view text) {
    return text.empty() || text::parse_int<std::uint64_t>(text).has_value();
}

// A processor mask: decimal, 0x… or PolyGlot's default -1, which stands for "all processors".
bool is_mask(std::string_view text) {
    if (text == "-1" || is_number(text)) return true;
    if (text.size() < 3 || text.size() > 18 || text[0] != '0' || text::to_lower(text[1]) != 'x') return false;
    for (const char c : text.substr(2))
        if (!text::is_digit(c) && (text::to_lower(c) < 'a' || text::to_lower(c) > 'f')) return false;
    return true;
}

constexpr std::array<std::string_view, 3> colors{"white", "black", "both"};
constexpr std::array<std::string_view, 3> variants{"standard", "chess960", "any"};
constexpr std::array<std::string_view, 2> name_styles{"normal", "compact"};
constexpr std::array<std::string_view, 3> protocols{"uci", "xboard", "auto"};
constexpr std::array<std::string_view, 3> failure_policies{"report", "resign", "restart"};
constexpr std::array<std::string_view, 3> learn_scopes{"engine", "opponent", "all"};
constexpr std::array<std::string_view, 4> learn_policies{"polyglot", "thompson", "ucb", "record-only"};

// clang-format off
const std::array options{
    Option{.name = "EngineName", .member = &S::engine_name, .group = engine_group,
           .help = "Name shown to the GUI instead of the engine's own"},
    Option{.name = "EngineDir", .type = Path, .member = &S::engine_dir, .group = engine_group,
           .help = "Directory of the engine, relative to where polyglot is started. The engine runs there"},
    Option{.name = "EngineCommand", .member = &S::engine_command, .group = engine_group,
           .help = "The engine and its arguments (required, here or on the command line). A name with a slash is relative "
                   "to EngineDir; a bare name is looked for in EngineDir, then in PATH. Quotes and \\ group words as in a "
                   "shell, nothing is expanded"},
    Option{.name = "EngineProtocol", .type = Combo, .member = &S::engine_protocol, .group = engine_group,
           .help = "What the engine speaks: uci, xboard, or auto to find out (the log says what was found)",
           .choices = protocols},
    Option{.name = "ProtocolProbe", .type = Spin, .member = &S::protocol_probe_ms, .min = 100, .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "With EngineProtocol = auto, how long the engine may be silent after uci before it is asked in xboard; and "
                   "how long an xboard engine may take to announce its features before it counts as one of version 1"},
    Option{.name = "BlockOptions", .member = &S::block_options, .group = engine_group,
           .help = "Options of the engine that the GUI is not shown and may not set, with commas between them: Debug Log File, "
                   "Syzygy*. [Engine] of this file may set them all the same"},
    Option{.name = "BlockCommands", .member = &S::block_commands, .group = engine_group,
           .help = "Commands of a UCI engine, beside UCI's own, that the GUI may not send, with commas between them: "
                   "export_net, bench*. A * alone: only UCI's commands pass",
           .accepts = BlockedCommands::is_valid_list,
           .accepts_what = "a list of single words that are no commands of UCI"},
    Option{.name = "InitString", .member = &S::init_string, .group = engine_group,
           .help = "Lines sent to an xboard engine behind every \"new\", with \\n between them: random\\nbook off"},
    Option{.name = "SettingsDir", .type = Path, .member = &S::settings_dir, .group = gui_group,
           .help = "Where an xboard GUI's Save button writes when no config file is in use; empty: $HOME/.polyglot "
                   "(Windows: .\\_PG)"},
    Option{.name = "SettingsFile", .type = Path, .member = &S::settings_file, .to_xboard = Always,
           .is_written = true, .group = gui_group,
           .help = "The file that an xboard GUI's Save button writes. A GUI cannot name another one"},
    Option{.name = "OnlyWbOptions", .type = Check, .member = &S::only_wb_options, .to_xboard = WhenAll, .group = gui_group,
           .help = "Show an xboard GUI only the options that it can use"},
    Option{.name = "OptionNameStyle", .type = Combo, .member = &S::option_name_style, .group = gui_group,
           .help = "How options are named to an xboard GUI: normal, or compact, without blanks, for programs that split "
                   "at them", .choices = name_styles},
    Option{.name = "Log", .type = Check, .member = &S::log, .to_uci = true, .to_xboard = Always, .group = log_group,
           .help = "Write everything that is said between GUI, polyglot and engine to LogFile"},
    Option{.name = "LogFile", .type = Path, .member = &S::log_file, .to_uci = true, .to_xboard = Always,
           .is_written = true, .group = log_group,
           .help = "The log, relative to where polyglot is started. It is appended to. A GUI cannot name another one"},
    Option{.name = "UCI", .type = Check, .member = &S::uci, .group = gui_group,
           .help = "The GUI speaks UCI only. If false, its first line tells which protocol it speaks"},
    Option{.name = "UseNice", .type = Check, .member = &S::use_nice, .to_uci = true, .to_xboard = WhenAll,
           .group = engine_group, .help = "Run the engine at the lower priority NiceValue"},
    Option{.name = "NiceValue", .type = Spin, .member = &S::nice_value, .min = 0, .max = 20, .to_uci = true,
           .to_xboard = WhenAll, .group = engine_group, .help = "Priority of the engine with UseNice; 20 is the lowest"},
    Option{.name = "Resign", .type = Check, .member = &S::resign, .to_xboard = Always, .group = draw_group,
           .help = "Resign for the engine after ResignMoves moves at or below -ResignScore"},
    Option{.name = "ResignMoves", .type = Spin, .member = &S::resign_moves, .min = 0, .max = 10000, .to_xboard = Always,
           .group = draw_group, .unit = "moves",
           .help = "Own moves in a row with a losing score before resigning. Forced moves do not count"},
    Option{.name = "QueenNeverResigns", .type = Check, .member = &S::queen_never_resigns, .to_xboard = Always,
           .group = draw_group, .help = "Do not resign while the engine has a queen"},
    Option{.name = "ResignScore", .type = Spin, .member = &S::resign_score_cp, .min = 0, .max = 10000, .to_xboard = Always,
           .group = draw_group, .unit = "cp", .help = "How much worse the engine must think it stands to resign"},
    Option{.name = "HandleDraws", .type = Check, .member = &S::handle_draws, .to_xboard = Always, .group = draw_group,
           .help = "Accept draw offers for the engine when its score is at or below -ContemptScore"},
    Option{.name = "ContemptScore", .type = Spin, .member = &S::contempt_score_cp, .min = 0, .max = 10000,
           .to_xboard = Always, .group = draw_group, .unit = "cp",
           .help = "How much worse the engine must think it stands to accept a draw"},
    Option{.name = "MateScore", .type = Spin, .member = &S::mate_score, .min = 0, .max = 100000, .to_xboard = WhenAll,
           .group = show_group, .unit = "cp",
           .help = "Score shown for a mate, counted down by ply; 0: 100000 + moves to mate"},
    Option{.name = "Book", .type = Check, .member = &S::book, .to_uci = true, .to_xboard = Always, .group = book_group,
           .help = "Play moves from BookFile and every [Book NAME]. Where there is a [Book NAME] the default is true. The "
                   "engine's own book is its own affair (OwnBook in [Engine])"},
    Option{.name = "BookFile", .type = Path, .member = &S::book_file, .to_uci = true, .to_xboard = Always,
           .group = book_group,
           .help = "The first book, relative to where polyglot is started: PolyGlot (.bin), Arena (.abk) or YACB. Where "
                   "there is a [Book NAME] the default is none"},
    Option{.name = "BookRandom", .type = Check, .member = &S::book_random, .to_uci = true, .to_xboard = Always,
           .group = book_group,
           .help = "Draw book moves in proportion to their weights. If false, the move with the highest weight is played"},
    Option{.name = "BookDepth", .type = Spin, .member = &S::book_depth_moves, .min = 0, .max = 256, .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "full moves", .help = "Use the book up to this move of a game"},
    Option{.name = "BookTreshold", .alias = "BookThreshold", .type = Spin, .member = &S::book_threshold_per_mil, .min = 0,
           .max = 1000, .to_uci = true, .to_xboard = WhenAll, .group = book_group, .unit = "per mil",
           .help = "Never play a book move whose share of its position's weights is not above this"},
    Option{.name = "BookTopN", .type = Spin, .member = &S::book_top_n, .min = 0, .max = 256, .to_uci = true,
           .to_xboard = WhenAll, .group = book_group, .unit = "moves",
           .help = "Play only the so many moves of most weight in a position; 0: all"},
    Option{.name = "BookVariety", .type = Spin, .member = &S::book_variety, .min = 0, .max = 100, .to_uci = true,
           .to_xboard = WhenAll, .group = book_group,
           .help = "How much the book's moves vary: 0 only the best one, 50 as often as their weights say, 100 all alike; "
                   "weights become w^((100 - v) / v)"},
    Option{.name = "BookMinElo", .type = Spin, .member = &S::book_min_elo, .min = 0, .max = 65535, .to_uci = true,
           .to_xboard = WhenAll, .group = book_group, .unit = "Elo",
           .help = "Of a YACB book, play no move whose value is of an engine below this"},
    Option{.name = "BookMisses", .type = Spin, .member = &S::book_misses, .min = 0, .max = 1000, .to_uci = true,
           .to_xboard = WhenAll, .group = book_group, .unit = "positions",
           .help = "After so many positions in a row that no book knows, none is asked any more in this game; 0: never"},
    Option{.name = "BookAvoidDraws", .type = Check, .member = &S::book_avoid_draws, .to_uci = true, .to_xboard = WhenAll,
           .group = book_group,
           .help = "Play no book move that repeats the position for the third time or runs into the fifty-move rule. If "
                   "false, it is played when there is no other"},
    Option{.name = "BookLearn", .type = Check, .member = &S::book_learn, .to_uci = true, .to_xboard = WhenAll,
           .group = book_group, .help = "Record the results of our games and let them shift the book's weights"},
    Option{.name = "BookLearnFile", .type = Path, .member = &S::book_learn_file, .to_uci = true, .to_xboard = WhenAll,
           .is_written = true, .group = learn_group,
           .help = "An SQLite file (made when missing) that holds results per engine, opponent, position and move, and "
                   "leaves the book as it is. Empty: the learn fields of the book itself, as PolyGlot. A GUI cannot name "
                   "another one"},
    Option{.name = "BookLearnPer", .type = Combo, .member = &S::book_learn_per, .to_uci = true, .to_xboard = WhenAll,
           .group = learn_group,
           .help = "Of the results in BookLearnFile, those of this engine count (engine), those of this engine against "
                   "this opponent (opponent), or all",
           .choices = learn_scopes},
    Option{.name = "BookLearnPolicy", .type = Combo, .member = &S::book_learn_policy, .to_uci = true, .to_xboard = WhenAll,
           .group = learn_group,
           .help = "How results change the choice: PolyGlot's formula (polyglot), each move as often as it is likely to "
                   "be the best one (thompson), the most promising one (ucb), or not at all (record-only)",
           .choices = learn_policies},
    Option{.name = "BookLearnPrior", .type = Spin, .member = &S::book_learn_prior_games, .min = 1, .max = 1000,
           .to_uci = true, .to_xboard = WhenAll, .group = learn_group, .unit = "games",
           .help = "thompson, ucb: so many games, scored as is usual in the position, count for each move before it was ever played"},
    Option{.name = "BookLearnExplore", .type = Spin, .member = &S::book_learn_explore_per_mil, .min = 0, .max = 1000,
           .to_uci = true, .to_xboard = WhenAll, .group = learn_group, .unit = "per mil",
           .help = "thompson, ucb: this share is divided among all playable moves whatever their results, so that none "
                   "is given up for ever"},
    Option{.name = "BookLearnMinGames", .type = Spin, .member = &S::book_learn_min_games, .min = 0, .max = 1000,
           .to_uci = true, .to_xboard = WhenAll, .group = learn_group, .unit = "games",
           .help = "thompson, ucb: the results of a move count from so many games on"},
    Option{.name = "BookLearnHalfLife", .type = Spin, .member = &S::book_learn_half_life_days, .min = 0, .max = 36500,
           .to_uci = true, .to_xboard = WhenAll, .group = learn_group, .unit = "days",
           .help = "thompson, ucb with BookLearnFile: results of a move count half when it was last played so long ago; "
                   "0: they never age"},
    Option{.name = "BookReadOnly", .type = Check, .member = &S::book_read_only, .group = learn_group,
           .help = "Write no results into the book itself, only to BookLearnFile. A GUI that names another book turns it on"},
    Option{.name = "BookLearnForce", .type = Check, .member = &S::book_learn_force, .group = learn_group,
           .help = "Write results also to a book whose learn fields hold something else, as other programs' do. That "
                   "is then lost"},
    Option{.name = "BookLearnMinPly", .type = Spin, .member = &S::book_learn_min_ply, .min = 0, .max = 1000,
           .to_uci = true, .group = learn_group, .unit = "plies", .help = "UCI: shorter games do not count"},
    Option{.name = "BookLearnScore", .type = Spin, .member = &S::book_learn_score_cp, .min = 1, .max = 100000,
           .to_uci = true, .group = learn_group, .unit = "cp",
           .help = "UCI, where nobody tells the result: a game that ends is taken for won or lost when the engine's "
                   "score was at least so high, or low, for BookLearnMoves moves in a row"},
    Option{.name = "BookLearnMoves", .type = Spin, .member = &S::book_learn_moves, .min = 1, .max = 1000,
           .to_uci = true, .group = learn_group, .unit = "moves", .help = "See BookLearnScore"},
    Option{.name = "BookLearnDrawScore", .type = Spin, .member = &S::book_learn_draw_score_cp, .min = 0, .max = 1000,
           .to_uci = true, .group = learn_group, .unit = "cp",
           .help = "UCI: a game that ends is taken for drawn when the score was no further from 0 than this for "
                   "BookLearnDrawMoves moves in a row"},
    Option{.name = "BookLearnDrawMoves", .type = Spin, .member = &S::book_learn_draw_moves, .min = 1, .max = 1000,
           .to_uci = true, .group = learn_group, .unit = "moves", .help = "See BookLearnDrawScore"},
    Option{.name = "BookLearnReset", .type = Button, .to_uci = true, .to_xboard = WhenAll, .group = learn_group,
           .help = "Forget the results: those that BookLearnPer names in BookLearnFile, or the book's learn fields"},
    Option{.name = "BookSeed", .member = &S::book_seed, .group = book_group,
           .help = "Seed of the draw among book moves, to repeat a game; empty: a new one each time, told in the log",
           .accepts = is_number, .accepts_what = "a number from 0 to 18446744073709551615"},
    Option{.name = "ShowTbHits", .type = Check, .member = &S::show_tb_hits, .to_xboard = Always, .group = show_group,
           .help = "Show selective depth, speed and tablebase hits in front of the line"},
    Option{.name = "KibitzMove", .type = Check, .member = &S::kibitz_move, .to_xboard = WhenAll, .group = show_group,
           .help = "Kibitz when playing a move"},
    Option{.name = "KibitzPV", .type = Check, .member = &S::kibitz_pv, .to_xboard = WhenAll, .group = show_group,
           .help = "Kibitz when the expected line changes"},
    Option{.name = "KibitzCommand", .member = &S::kibitz_command, .to_xboard = WhenAll, .group = show_group,
           .help = "xboard command to kibitz with, tellall or tellothers"},
    Option{.name = "KibitzDelay", .type = Spin, .member = &S::kibitz_delay_s, .min = 0, .max = 1000, .to_xboard = WhenAll,
           .group = show_group, .unit = "s", .help = "Time of thinking before KibitzPV starts"},
    Option{.name = "KibitzInterval", .type = Spin, .member = &S::kibitz_interval_s, .min = 0, .max = 1000,
           .to_xboard = WhenAll, .group = show_group, .unit = "s", .help = "Shortest time between two kibitzes"},
    Option{.name = "ShowPonder", .type = Check, .member = &S::show_ponder, .to_xboard = WhenAll, .group = show_group,
           .help = "Show thinking while pondering"},
    Option{.name = "ScoreWhite", .type = Check, .member = &S::score_white, .to_xboard = WhenAll, .group = show_group,
           .help = "Scores from White's point of view"},
    Option{.name = "STFudge", .type = Spin, .member = &S::st_fudge_ms, .min = 0, .max = 1000, .to_xboard = Always,
           .group = work_around_group, .unit = "ms", .help = "Taken off when \"st\" becomes \"go movetime\""},
    Option{.name = "UCIVersion", .type = Spin, .member = &S::uci_version, .min = 1, .max = 2, .to_xboard = WhenAll,
           .group = work_around_group, .help = "1: do not tell the engine ucinewgame, UCI_Opponent and UCI_AnalyseMode"},
    Option{.name = "CanPonder", .type = Check, .member = &S::can_ponder, .to_xboard = WhenAll, .group = work_around_group,
           .help = "The engine can ponder although it has no Ponder option"},
    Option{.name = "SyncStop", .type = Check, .member = &S::sync_stop, .to_xboard = Always, .group = work_around_group,
           .help = "Known from PolyGlot. A stopped search's move is always awaited before the next search starts"},
    Option{.name = "Affinity", .member = &S::affinity, .to_xboard = WhenAll, .group = engine_group,
           .help = "Processors the engine may run on, as a bit mask (decimal or 0x...); empty: all", .accepts = is_mask,
           .accepts_what = "a bit mask, decimal or 0x..."},
    Option{.name = "RepeatPV", .type = Check, .member = &S::repeat_pv, .to_xboard = WhenAll, .group = work_around_group,
           .help = "Repeat the last line of thinking before the move"},
    Option{.name = "PromoteWorkAround", .type = Check, .member = &S::promote_work_around, .to_xboard = WhenAll,
           .group = work_around_group, .help = "Read the engine's e7e8 as e7e8q"},
    Option{.name = "Save", .type = Button, .to_xboard = Always, .group = gui_group, .help = "Write SettingsFile"},
    Option{.name = "Chess960", .type = Check, .member = &S::chess960, .group = gui_group,
           .help = "Start with Chess960 rules for castling"},
    Option{.name = "StartTimeout", .type = Spin, .member = &S::start_timeout_ms, .min = 100, .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "How long the engine may take until it says uciok"},
    Option{.name = "QuitTimeout", .type = Spin, .member = &S::quit_timeout_ms, .min = 0, .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "How long the engine may take to leave after quit before it is ended. xboard ends polyglot itself after 1 s"},
    Option{.name = "OnEngineFailure", .type = Combo, .member = &S::on_engine_failure, .group = failure_group,
           .help = "What happens when the engine exits, is killed, floods us or keeps a deadline below no longer. The GUI is "
                   "told in any case. report: nothing more; without an engine polyglot leaves. resign: a search for a move "
                   "is given up, and a new process is there for what comes next. restart: a new process gets options and "
                   "position and goes on with the search in the time that is left", .choices = failure_policies},
    Option{.name = "RestartLimit", .type = Spin, .member = &S::restart_limit, .min = 0, .max = 1000, .group = failure_group,
           .help = "resign, restart: so many new processes in one game; after that as with report"},
    Option{.name = "ReadyTimeout", .type = Spin, .member = &S::ready_timeout_ms, .min = 0, .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "How long the engine may take until it says readyok; 0: for ever"},
    Option{.name = "StopTimeout", .type = Spin, .member = &S::stop_timeout_ms, .min = 0, .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "How long the engine may take until it moves when it is told to stop; 0: for ever"},
    Option{.name = "MoveOverrun", .type = Spin, .member = &S::move_overrun_ms, .min = 0, .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "How much longer than the time that its clock had the engine may think; 0: for ever"},
    Option{.name = "InfoRate", .type = Spin, .member = &S::info_rate, .min = 0, .max = 1000, .to_uci = true,
           .to_xboard = WhenAll, .group = gui_group, .unit = "lines a second",
           .help = "For a GUI that chokes on what the engine thinks: of each of its lines (multipv number) it is shown so "
                   "many a second, always the newest, and the last ones before the move; 0: every line"},
    Option{.name = "LogMaxSize", .type = Spin, .member = &S::log_max_size_mb, .min = 0, .max = 1'000'000, .group = log_group,
           .unit = "MB", .help = "Size at which the log is moved aside and begun anew; 0: no limit"},
};

const std::array book_options{
    BookOption{.name = "File", .type = Path, .member = &B::file,
               .help = "The book, as BookFile (required)"},
    BookOption{.name = "Color", .type = Combo, .member = &B::color,
               .help = "The side that is to move when it is asked", .choices = colors},
    BookOption{.name = "Variant", .type = Combo, .member = &B::variant, .help = "The games in which it is asked", .choices = variants},
    BookOption{.name = "Depth", .type = Spin, .member = &B::depth_moves, .min = 0, .max = 256, .unit = "full moves",
               .help = "As BookDepth"},
    BookOption{.name = "MinPly", .type = Spin, .member = &B::min_ply, .min = 0, .max = 100'000, .unit = "plies",
               .help = "It is not asked before so many moves of both sides have been made"},
    BookOption{.name = "MaxPly", .type = Spin, .member = &B::max_ply, .min = 0, .max = 100'000, .unit = "plies",
               .help = "It is not asked once more than so many moves of both sides have been made"},
    BookOption{.name = "Random", .type = Check, .member = &B::random, .help = "As BookRandom"},
    BookOption{.name = "Threshold", .alias = "Treshold", .type = Spin, .member = &B::threshold_per_mil, .min = 0,
               .max = 1000, .unit = "per mil", .help = "As BookTreshold"},
    BookOption{.name = "TopN", .type = Spin, .member = &B::top_n, .min = 0, .max = 256, .unit = "moves",
               .help = "As BookTopN"},
    BookOption{.name = "Variety", .type = Spin, .member = &B::variety, .min = 0, .max = 100, .help = "As BookVariety"},
    BookOption{.name = "MinElo", .type = Spin, .member = &B::min_elo, .min = 0, .max = 65535, .unit = "Elo",
               .help = "As BookMinElo"},
    BookOption{.name = "Stop", .type = Check, .member = &B::stop,
               .help = "When it knows the position, no book behind it is asked, whether it has a move to play or not"},
    BookOption{.name = "Opponent", .member = &B::opponent,
               .help = "Against whom: names with * and ?, with commas between them; !name excludes. Empty: anyone"},
    BookOption{.name = "TimeControl", .member = &B::time_control,
               .help = "In which games: those of bullet, blitz, rapid and classical that are named here, by time + 40 * "
                       "increment below 3, 8 and 25 minutes, or more. Empty: all",
               .accepts = is_speed_list, .accepts_what = "a list of bullet, blitz, rapid and classical"},
};
// clang-format on

} // namespace

std::span<const Option> schema() {
    return options;
}

std::span<const BookOption> book_schema() {
    return book_options;
}

} // namespace polyglot::config
