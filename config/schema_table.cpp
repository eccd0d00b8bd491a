// The table of options. Names, defaults and ranges are those that PolyGlot 2.0.4 lists in its
// answers to `uci` and `protover 2`.
#include "config/blocked_commands.hpp"
#include "config/book_conditions.hpp"
#include "config/schema.hpp"
#include "core/chess/variant_name.hpp"
#include "core/chess/variants/variant.hpp"
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
constexpr std::string_view gui_group = "Settings and the GUI";
constexpr std::string_view draw_group = "Resigning and draws (xboard only)";
constexpr std::string_view show_group = "Thinking output (xboard only)";
constexpr std::string_view work_around_group = "Work-arounds (only for engines that need them)";

bool is_lag(std::string_view text) {
    const auto number = text::parse_int<int>(text);
    return text == "auto" || (number && *number >= 0 && *number <= 10'000);
}

// Returns true if the first word looks like a command, because the GUI gets it as one.
bool is_command(std::string_view text) {
    const char first = text.empty() ? ' ' : text::to_lower(text.front());
    return first >= 'a' && first <= 'z';
}

bool is_variant(std::string_view text) {
    return text::equal_ignoring_case(text, "any") || chess::is_normal_variant(text) ||
           chess::is_chess960_variant(text) || chess::find_variant(text) != nullptr;
}

bool is_number(std::string_view text) {
    return text.empty() || text::parse_int<std::uint64_t>(text).has_value();
}

// Returns true for a processor mask: decimal, 0x… or PolyGlot's default -1, which means "all
// processors".
bool is_mask(std::string_view text) {
    if (text == "-1" || is_number(text)) return true;
    if (text.size() < 3 || text.size() > 18 || text[0] != '0' || text::to_lower(text[1]) != 'x')
        return false;
    for (const char c : text.substr(2))
        if (!text::is_digit(c) && (text::to_lower(c) < 'a' || text::to_lower(c) > 'f'))
            return false;
    return true;
}

constexpr std::array<std::string_view, 3> colors{"white", "black", "both"};
constexpr std::string_view variants_in_words =
    "standard, chess960, any, antichess, atomic, crazyhouse, giveaway, horde, kingofthehill, "
    "losers, racingkings, suicide or 3check";
constexpr std::array<std::string_view, 2> name_styles{"normal", "compact"};
constexpr std::array<std::string_view, 3> protocols{"uci", "xboard", "auto"};
constexpr std::array<std::string_view, 3> interrupt_modes{"auto", "on", "off"};
constexpr std::array<std::string_view, 3> failure_policies{"report", "resign", "restart"};
constexpr std::array<std::string_view, 2> ctg_moves{"green", "all"};
constexpr std::array<std::string_view, 3> book_ponder_modes{"off", "hard", "always"};
constexpr std::array<std::string_view, 3> learn_scopes{"engine", "opponent", "all"};
constexpr std::array<std::string_view, 4> learn_policies{"polyglot", "thompson", "ucb",
                                                         "record-only"};

// clang-format off
const std::array options{
    Option{.name = "EngineName", .member = &S::engine_name, .group = engine_group,
           .help = "Name shown to the GUI instead of the engine's own"},
    Option{.name = "EngineDir", .type = Path, .member = &S::engine_dir, .group = engine_group,
           .help = "Working directory of the engine, relative to the directory where polyglot is "
                   "started"},
    Option{.name = "EngineCommand", .member = &S::engine_command, .group = engine_group,
           .help = "The engine and its arguments (required, here or on the command line). A name "
                   "with a slash is relative to EngineDir; a bare name is searched in EngineDir, "
                   "then in PATH. Quotes and \\ group words as in a shell; nothing is expanded"},
    Option{.name = "EngineProtocol", .type = Combo, .member = &S::engine_protocol,
           .group = engine_group,
           .help = "The engine's protocol: uci, xboard, or auto to detect it (the log shows the "
                   "result)",
           .choices = protocols},
    Option{.name = "ProtocolProbe", .type = Spin, .member = &S::protocol_probe_ms, .min = 100,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "With EngineProtocol = auto, how long the engine may stay silent after uci "
                   "before it is asked in xboard as well; also how long an xboard engine may take "
                   "to announce its features before it is asked whether it speaks version 1. "
                   "Features that come later are taken all the same"},
    Option{.name = "BlockOptions", .member = &S::block_options, .group = engine_group,
           .help = "Engine options that the GUI neither sees nor may set, separated by commas: "
                   "Debug Log File, Syzygy*. [Engine] of this file may still set them"},
    Option{.name = "BlockCommands", .member = &S::block_commands, .group = engine_group,
           .help = "Commands besides those of UCI that the GUI may not send to a UCI engine, "
                   "separated by commas: export_net, bench*. A single * passes only the commands "
                   "of UCI",
           .accepts = BlockedCommands::is_valid_list,
           .accepts_what = "a list of single words that are not UCI commands"},
    Option{.name = "EngineInterrupt", .type = Combo, .member = &S::engine_interrupt,
           .group = engine_group,
           .help = "Whether an xboard engine that thinks or ponders is sent SIGINT before a "
                   "command. auto: as it announces (sigint=1 or 0); if it announces neither, only "
                   "if it does not react without the signal",
           .choices = interrupt_modes},
    Option{.name = "InitString", .member = &S::init_string, .group = engine_group,
           .help = "Lines sent to an xboard engine after every \"new\", separated by \\n: "
                   "random\\nbook off"},
    Option{.name = "SettingsDir", .type = Path, .member = &S::settings_dir, .group = gui_group,
           .help = "Directory for the Save button of an xboard GUI when no config file is in use; "
                   "empty: $HOME/.polyglot (Windows: .\\_PG)"},
    Option{.name = "SettingsFile", .type = Path, .member = &S::settings_file, .group = gui_group,
           .help = "The file written by the Save button of an xboard GUI, relative to the "
                   "directory where polyglot is started; if not set, the config file. In the "
                   "config file it only says where Save writes, and the config file stays as it "
                   "is; on the command line the file is also read at the start. A GUI cannot "
                   "choose another one"},
    Option{.name = "OnlyWbOptions", .type = Check, .member = &S::only_wb_options,
           .to_xboard = WhenAll,
           .group = gui_group,
           .help = "Show an xboard GUI only the options that it can use"},
    Option{.name = "OptionNameStyle", .type = Combo, .member = &S::option_name_style,
           .group = gui_group,
           .help = "How options are named to an xboard GUI: normal, or compact (without blanks) "
                   "for programs that split names at blanks", .choices = name_styles},
    Option{.name = "Log", .type = Check, .member = &S::log, .to_uci = true, .to_xboard = Always,
           .group = log_group,
           .help = "Write all lines between GUI, polyglot and engine to LogFile"},
    Option{.name = "LogFile", .type = Path, .member = &S::log_file, .group = log_group,
           .help = "The log, relative to the directory where polyglot is started. New lines are "
                   "appended. A GUI cannot choose another one"},
    Option{.name = "UCI", .type = Check, .member = &S::uci, .group = gui_group,
           .help = "The GUI speaks UCI only. If false, the protocol is detected from its first "
                   "line"},
    Option{.name = "UseNice", .type = Check, .member = &S::use_nice, .to_uci = true,
           .to_xboard = WhenAll,
           .group = engine_group, .help = "Run the engine at the lower priority NiceValue"},
    Option{.name = "NiceValue", .type = Spin, .member = &S::nice_value, .min = 0, .max = 20,
           .to_uci = true,
           .to_xboard = WhenAll, .group = engine_group,
           .help = "Priority of the engine with UseNice; 20 is the lowest"},
    Option{.name = "Resign", .type = Check, .member = &S::resign, .to_xboard = Always,
           .group = draw_group,
           .help = "Resign for the engine after ResignMoves moves at or below -ResignScore"},
    Option{.name = "ResignMoves", .type = Spin, .member = &S::resign_moves, .min = 0,
           .max = 10000, .to_xboard = Always,
           .group = draw_group, .unit = "moves",
           .help = "Own moves in a row with a losing score before resigning. Forced moves do not "
                   "count"},
    Option{.name = "QueenNeverResigns", .type = Check, .member = &S::queen_never_resigns,
           .to_xboard = Always,
           .group = draw_group, .help = "Do not resign while the engine has a queen"},
    Option{.name = "ResignScore", .type = Spin, .member = &S::resign_score_cp, .min = 0,
           .max = 10000,
           .to_xboard = Always,
           .group = draw_group, .unit = "cp",
           .help = "Resign only at or below minus this score, from the engine's view"},
    Option{.name = "HandleDraws", .type = Check, .member = &S::handle_draws, .to_xboard = Always,
           .group = draw_group,
           .help = "Accept draw offers for the engine when its score is at or below "
                   "-ContemptScore"},
    Option{.name = "ContemptScore", .type = Spin, .member = &S::contempt_score_cp, .min = 0,
           .max = 10000,
           .to_xboard = Always, .group = draw_group, .unit = "cp",
           .help = "Accept a draw only at or below minus this score, from the engine's view"},
    Option{.name = "MateScore", .type = Spin, .member = &S::mate_score, .min = 0, .max = 100000,
           .to_xboard = WhenAll,
           .group = show_group, .unit = "cp",
           .help = "Score shown for a mate, counted down by ply; 0: 100000 + moves to mate"},
    Option{.name = "Book", .type = Check, .member = &S::book, .to_uci = true, .to_xboard = Always,
           .group = book_group,
           .help = "Play moves from BookFile and every [Book NAME]. With a [Book NAME] the default "
                   "is true. The engine's own book is not affected (see OwnBook in [Engine])"},
    Option{.name = "BookFile", .type = Path, .member = &S::book_file, .to_uci = true,
           .to_xboard = Always,
           .group = book_group,
           .help = "The first book, relative to the directory where polyglot is started, in any "
                   "format that `polyglot help formats` says is played; or <starter>, the starter "
                   "book inside polyglot, which is also used if no BookFile is set and there is no "
                   "book.bin; or |command, a program that is asked for moves (only here and on the "
                   "command line, never from a GUI). With a [Book NAME] the default is none"},
    Option{.name = "BookTimeout", .type = Spin, .member = &S::book_timeout_ms, .min = 10,
           .max = 60'000, .group = book_group, .unit = "ms",
           .help = "How long a move waits for the books that are programs (BookFile = |command), "
                   "all together, and for results in a server (BookLearnFile); at most a tenth of "
                   "the time on the clock"},
    Option{.name = "BookPonder", .type = Combo, .member = &S::book_ponder, .to_uci = true,
           .to_xboard = Always, .group = book_group,
           .help = "After a book move, let the engine ponder on the book's best reply, so that it "
                   "is warm when the book ends. hard: while the GUI has pondering on (xboard: "
                   "hard, UCI: go ponder); always: also for a UCI GUI that never sends go ponder",
           .choices = book_ponder_modes},
    Option{.name = "BookRandom", .type = Check, .member = &S::book_random, .to_uci = true,
           .to_xboard = Always,
           .group = book_group,
           .help = "Draw book moves in proportion to their weights. If false, play the heaviest "
                   "move"},
    Option{.name = "BookDepth", .type = Spin, .member = &S::book_depth_moves, .min = 0,
           .max = 256, .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "full moves",
           .help = "Use the book up to this move number of the position (FEN)"},
    Option{.name = "BookTreshold", .alias = "BookThreshold", .type = Spin,
           .member = &S::book_threshold_per_mil,
           .min = 0,
           .max = 1000, .to_uci = true, .to_xboard = Always, .group = book_group, .unit = "per mil",
           .help = "Never play a book move whose share of the weights in its position is at or "
                   "below this"},
    Option{.name = "BookTopN", .type = Spin, .member = &S::book_top_n, .min = 0, .max = 256,
           .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "moves",
           .help = "Consider only the N heaviest moves of a position; 0: all"},
    Option{.name = "BookVariety", .type = Spin, .member = &S::book_variety, .min = 0, .max = 100,
           .to_uci = true,
           .to_xboard = Always, .group = book_group,
           .help = "Variety of the book moves: 0 only the best one, 50 in proportion to their "
                   "weights, 100 all equal; weights become w^((100 - v) / v)"},
    Option{.name = "BookMinElo", .type = Spin, .member = &S::book_min_elo, .min = 0, .max = 65535,
           .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "Elo",
           .help = "In a YACB book, ignore moves whose value comes from an engine below this"},
    Option{.name = "BookMinDepth", .type = Spin, .member = &S::book_min_depth, .min = 0,
           .max = 246, .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "plies",
           .help = "In an experience file, ignore moves that were searched less deep than this"},
    Option{.name = "BookCtgMoves", .alias = "CtgMoves", .type = Combo,
           .member = &S::book_ctg_moves, .to_uci = true,
           .to_xboard = Always, .group = book_group,
           .help = "In a ChessBase book (.ctg), play the moves that its author recommends (green), "
                   "unless they are marked ?!; or all. Red moves and those marked ? or ?? are "
                   "never played",
           .choices = ctg_moves},
    Option{.name = "BookVariant", .member = &S::book_variant, .group = book_group,
           .help = "Use BookFile only in games of this variant; also the variant of a PolyGlot book "
                   "that does not state its own: crazyhouse. any: standard and chess960, or what "
                   "the book states",
           .accepts = is_variant, .accepts_what = variants_in_words},
    Option{.name = "BookMisses", .type = Spin, .member = &S::book_misses, .min = 0, .max = 1000,
           .to_uci = true,
           .to_xboard = Always, .group = book_group, .unit = "positions",
           .help = "After this many unknown positions in a row, consult no book for the rest of "
                   "the game; 0: no limit"},
    Option{.name = "BookAvoidDraws", .type = Check, .member = &S::book_avoid_draws, .to_uci = true,
           .to_xboard = Always, .group = book_group,
           .help = "Avoid book moves that repeat the position for the third time or reach the "
                   "fifty-move limit. If false, such a move is played when the book has no other"},
    Option{.name = "BookLearn", .type = Check, .member = &S::book_learn, .to_uci = true,
           .to_xboard = Always,
           .group = book_group,
           .help = "Record the results of our games and let them change the choice of book moves. "
                   "A GUI is offered the options of learning only if this is on when it asks for "
                   "the options"},
    Option{.name = "BookLearnFile", .type = Path, .member = &S::book_learn_file,
           .group = learn_group,
           .help = "An SQLite file (created if missing), or a PostgreSQL server "
                   "(postgresql://HOST/DATABASE), for results per engine, opponent, position and "
                   "move; the book stays unchanged. Empty: results go into the learn fields of the "
                   "book, as in PolyGlot. A GUI cannot choose another one"},
    Option{.name = "BookLearnPer", .type = Combo, .member = &S::book_learn_per, .to_uci = true,
           .to_xboard = Always,
           .shown_if = &S::book_learn, .group = learn_group,
           .help = "Which results in BookLearnFile count: those of this engine (engine), those of "
                   "this engine against this opponent (opponent), or all",
           .choices = learn_scopes},
    Option{.name = "BookLearnPolicy", .type = Combo, .member = &S::book_learn_policy,
           .to_uci = true,
           .to_xboard = Always, .shown_if = &S::book_learn, .group = learn_group,
           .help = "How results change the choice: PolyGlot's formula (polyglot), each move with "
                   "the probability that it is the best one (thompson), the most promising move "
                   "(ucb), or not at all (record-only)",
           .choices = learn_policies},
    Option{.name = "BookLearnPrior", .type = Spin, .member = &S::book_learn_prior_games, .min = 1,
           .max = 1000,
           .to_uci = true, .to_xboard = Always, .shown_if = &S::book_learn, .group = learn_group,
           .unit = "games",
           .help = "thompson, ucb: each move starts with this many games at the usual score of its "
                   "position"},
    Option{.name = "BookLearnExplore", .type = Spin, .member = &S::book_learn_explore_per_mil,
           .min = 0, .max = 1000,
           .to_uci = true, .to_xboard = Always, .shown_if = &S::book_learn, .group = learn_group,
           .unit = "per mil",
           .help = "thompson, ucb: this share is divided evenly among all playable moves whatever "
                   "their results, so that no move is dropped forever"},
    Option{.name = "BookLearnMinGames", .type = Spin, .member = &S::book_learn_min_games,
           .min = 0, .max = 1000,
           .to_uci = true, .to_xboard = Always, .shown_if = &S::book_learn, .group = learn_group,
           .unit = "games",
           .help = "thompson, ucb: the results of a move count once it has this many games"},
    Option{.name = "BookLearnHalfLife", .type = Spin, .member = &S::book_learn_half_life_days,
           .min = 0, .max = 36500,
           .to_uci = true, .to_xboard = Always, .shown_if = &S::book_learn, .group = learn_group,
           .unit = "days",
           .help = "thompson, ucb with BookLearnFile: results of a move last played this long ago "
                   "count half; 0: results never age"},
    Option{.name = "BookReadOnly", .type = Check, .member = &S::book_read_only,
           .group = learn_group,
           .help = "Never write results into the book itself, only to BookLearnFile. Set "
                   "automatically when a GUI names another book"},
    Option{.name = "BookLearnForce", .type = Check, .member = &S::book_learn_force,
           .group = learn_group,
           .help = "Also write results to a book whose learn fields hold other programs' data, "
                   "which is then lost"},
    Option{.name = "BookLearnMinPly", .type = Spin, .member = &S::book_learn_min_ply, .min = 0,
           .max = 1000,
           .to_uci = true, .shown_if = &S::book_learn, .group = learn_group, .unit = "plies",
           .help = "UCI: shorter games do not count"},
    Option{.name = "BookLearnScore", .type = Spin, .member = &S::book_learn_score_cp, .min = 1,
           .max = 100000,
           .to_uci = true, .shown_if = &S::book_learn, .group = learn_group, .unit = "cp",
           .help = "UCI, when the host sends no result: a finished game counts as won (lost) if "
                   "the engine's score was at least this (at most minus this) for BookLearnMoves "
                   "moves in a row"},
    Option{.name = "BookLearnMoves", .type = Spin, .member = &S::book_learn_moves, .min = 1,
           .max = 1000,
           .to_uci = true, .shown_if = &S::book_learn, .group = learn_group, .unit = "moves",
           .help = "See BookLearnScore"},
    Option{.name = "BookLearnDrawScore", .type = Spin, .member = &S::book_learn_draw_score_cp,
           .min = 0, .max = 1000,
           .to_uci = true, .shown_if = &S::book_learn, .group = learn_group, .unit = "cp",
           .help = "UCI: a finished game counts as drawn if the score was within this distance of "
                   "0 for BookLearnDrawMoves moves in a row"},
    Option{.name = "BookLearnDrawMoves", .type = Spin, .member = &S::book_learn_draw_moves,
           .min = 1, .max = 1000,
           .to_uci = true, .shown_if = &S::book_learn, .group = learn_group, .unit = "moves",
           .help = "See BookLearnDrawScore"},
    Option{.name = "BookLearnReset", .type = Button, .to_uci = true, .to_xboard = Always,
           .shown_if = &S::book_learn, .group = learn_group,
           .help = "Delete the results: those selected by BookLearnPer in BookLearnFile, or the "
                   "book's learn fields"},
    Option{.name = "BookSeed", .member = &S::book_seed, .group = book_group,
           .help = "Seed for the random choice among book moves, to repeat a game; empty: a new "
                   "one each time, shown in the log",
           .accepts = is_number, .accepts_what = "a number from 0 to 18446744073709551615"},
    Option{.name = "ShowTbHits", .type = Check, .member = &S::show_tb_hits, .to_xboard = Always,
           .group = show_group,
           .help = "Show selective depth, speed and tablebase hits in front of the line"},
    Option{.name = "KibitzMove", .type = Check, .member = &S::kibitz_move, .to_xboard = WhenAll,
           .group = show_group,
           .help = "Kibitz when playing a move"},
    Option{.name = "KibitzPV", .type = Check, .member = &S::kibitz_pv, .to_xboard = WhenAll,
           .group = show_group,
           .help = "Kibitz when the expected line changes"},
    Option{.name = "KibitzCommand", .member = &S::kibitz_command, .to_xboard = WhenAll,
           .group = show_group,
           .help = "xboard command for kibitzing, tellall or tellothers",
           .accepts = is_command, .accepts_what = "a command of xboard, such as tellall"},
    Option{.name = "KibitzDelay", .type = Spin, .member = &S::kibitz_delay_s, .min = 0, .max = 1000,
           .to_xboard = WhenAll,
           .group = show_group, .unit = "s", .help = "Thinking time before KibitzPV starts"},
    Option{.name = "KibitzInterval", .type = Spin, .member = &S::kibitz_interval_s, .min = 0,
           .max = 1000,
           .to_xboard = WhenAll, .group = show_group, .unit = "s",
           .help = "Minimum time between two kibitzes"},
    Option{.name = "ShowPonder", .type = Check, .member = &S::show_ponder, .to_xboard = Always,
           .group = show_group,
           .help = "Show thinking while pondering"},
    Option{.name = "ScoreWhite", .type = Check, .member = &S::score_white, .to_xboard = WhenAll,
           .group = show_group,
           .help = "Show scores from White's point of view"},
    Option{.name = "EngineLag", .member = &S::engine_lag, .group = work_around_group,
           .help = "For an engine on another machine: the time that its commands and moves are "
                   "under way, taken off the clock that it sees, in milliseconds; auto: measured "
                   "while the engine is idle",
           .accepts = is_lag, .accepts_what = "auto or a number from 0 to 10000"},
    Option{.name = "STFudge", .type = Spin, .member = &S::st_fudge_ms, .min = 0, .max = 1000,
           .to_xboard = Always,
           .group = work_around_group, .unit = "ms",
           .help = "Time subtracted when the xboard command \"st\" is sent as \"go movetime\""},
    Option{.name = "UCIVersion", .type = Spin, .member = &S::uci_version, .min = 1, .max = 2,
           .to_xboard = WhenAll,
           .group = work_around_group,
           .help = "1: do not send ucinewgame, UCI_Opponent and UCI_AnalyseMode to the engine"},
    Option{.name = "CanPonder", .type = Check, .member = &S::can_ponder, .to_xboard = WhenAll,
           .group = work_around_group,
           .help = "The engine can ponder although it has no Ponder option"},
    Option{.name = "SyncStop", .type = Check, .member = &S::sync_stop, .to_xboard = WhenAll,
           .group = work_around_group,
           .help = "Accepted for compatibility with PolyGlot; has no effect: polyglot always waits "
                   "for the move of a stopped search before the next search"},
    Option{.name = "Affinity", .member = &S::affinity, .to_xboard = WhenAll, .group = engine_group,
           .help = "Processors on which the engine may run, as a bit mask (decimal or 0x...); "
                   "empty: all",
           .accepts = is_mask, .accepts_what = "a bit mask, decimal or 0x..."},
    Option{.name = "RepeatPV", .type = Check, .member = &S::repeat_pv, .to_xboard = WhenAll,
           .group = work_around_group,
           .help = "Repeat the last thinking line before the move"},
    Option{.name = "PromoteWorkAround", .type = Check, .member = &S::promote_work_around,
           .to_xboard = WhenAll,
           .group = work_around_group,
           .help = "Accepted for compatibility with PolyGlot; has no effect: an engine's e7e8 is "
                   "always read as e7e8q"},
    Option{.name = "WbWorkArounds", .type = Check, .member = &S::wb_work_arounds,
           .group = work_around_group,
           .help = "Accepted for compatibility with PolyGlot, which spells HandleDraws as "
                   "Handledraws with it; has no effect: names of options are compared without "
                   "regard to case"},
    Option{.name = "WbWorkArounds2", .type = Check, .member = &S::wb_work_arounds_2,
           .group = work_around_group,
           .help = "Accepted for compatibility with PolyGlot; has no effect: no output of polyglot "
                   "depends on it"},
    Option{.name = "WbWorkArounds3", .type = Check, .member = &S::wb_work_arounds_3,
           .group = work_around_group,
           .help = "Accepted for compatibility with PolyGlot; has no effect: no output of polyglot "
                   "depends on it"},
    Option{.name = "Save", .type = Button, .to_xboard = Always, .group = gui_group,
           .help = "Write SettingsFile"},
    Option{.name = "Chess960", .type = Check, .member = &S::chess960, .group = gui_group,
           .help = "Start with Chess960 rules for castling"},
    Option{.name = "StartTimeout", .type = Spin, .member = &S::start_timeout_ms, .min = 100,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "Time limit for the engine's uciok"},
    Option{.name = "QuitTimeout", .type = Spin, .member = &S::quit_timeout_ms, .min = 0,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = engine_group, .unit = "s",
           .help = "How long the engine may run after quit before it is terminated. xboard ends "
                   "polyglot itself after 1 s"},
    Option{.name = "OnEngineFailure", .type = Combo, .member = &S::on_engine_failure,
           .group = failure_group,
           .help = "Reaction when the engine exits, is killed, floods polyglot with output or "
                   "misses a deadline below. The GUI always gets a message. report: no further "
                   "action; if the engine has ended, polyglot exits. resign: give up a search for "
                   "a move, and start a new process. restart: start a new process with the same "
                   "options and position, and continue the search in the remaining time",
           .choices = failure_policies},
    Option{.name = "RestartLimit", .type = Spin, .member = &S::restart_limit, .min = 0, .max = 1000,
           .group = failure_group,
           .help = "resign, restart: at most this many restarts per game; after that, behave as "
                   "report"},
    Option{.name = "ReadyTimeout", .type = Spin, .member = &S::ready_timeout_ms, .min = 0,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "Time limit for the engine's readyok; 0: no limit"},
    Option{.name = "StopTimeout", .type = Spin, .member = &S::stop_timeout_ms, .min = 0,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "Time limit for the engine's move after stop; 0: no limit"},
    Option{.name = "MoveOverrun", .type = Spin, .member = &S::move_overrun_ms, .min = 0,
           .max = 3'600'000,
           .stored_per_unit = 1000, .group = failure_group, .unit = "s",
           .help = "How far the engine may exceed the time on its clock; 0: no limit"},
    Option{.name = "InfoRate", .type = Spin, .member = &S::info_rate, .min = 0, .max = 1000,
           .to_uci = true,
           .to_xboard = Always, .group = gui_group, .unit = "lines a second",
           .help = "For a GUI that reads slowly: at most this many thinking lines per second are "
                   "shown for each line number (multipv), always the newest, and the last ones "
                   "before the move; 0: every line"},
    Option{.name = "LogMaxSize", .type = Spin, .member = &S::log_max_size_mb, .min = 0,
           .max = 1'000'000,
           .group = log_group,
           .unit = "MB",
           .help = "Size at which the log is renamed to LogFile.1 and a new one is begun; 0: no "
                   "limit"},
};

const std::array book_options{
    BookOption{.name = "File", .type = Path, .member = &B::file,
               .help = "The book, see BookFile (required)"},
    BookOption{.name = "Color", .type = Combo, .member = &B::color,
               .help = "Consulted only when this side is to move", .choices = colors},
    BookOption{.name = "Variant", .member = &B::variant,
               .help = "Consulted only in games of this variant, and the variant of a PolyGlot book "
                       "that does not state its own",
               .accepts = is_variant, .accepts_what = variants_in_words},
    BookOption{.name = "Depth", .type = Spin, .member = &B::depth_moves, .min = 0, .max = 256,
               .unit = "full moves",
               .help = "See BookDepth"},
    BookOption{.name = "MinPly", .type = Spin, .member = &B::min_ply, .min = 0, .max = 100'000,
               .unit = "plies",
               .help = "Not consulted before this many plies (moves of both sides)"},
    BookOption{.name = "MaxPly", .type = Spin, .member = &B::max_ply, .min = 0, .max = 100'000,
               .unit = "plies",
               .help = "Not consulted after this many plies (moves of both sides)"},
    BookOption{.name = "Random", .type = Check, .member = &B::random, .help = "See BookRandom"},
    BookOption{.name = "Threshold", .alias = "Treshold", .type = Spin,
               .member = &B::threshold_per_mil, .min = 0,
               .max = 1000, .unit = "per mil", .help = "See BookTreshold"},
    BookOption{.name = "TopN", .type = Spin, .member = &B::top_n, .min = 0, .max = 256,
               .unit = "moves",
               .help = "See BookTopN"},
    BookOption{.name = "Variety", .type = Spin, .member = &B::variety, .min = 0, .max = 100,
               .help = "See BookVariety"},
    BookOption{.name = "MinElo", .type = Spin, .member = &B::min_elo, .min = 0, .max = 65535,
               .unit = "Elo",
               .help = "See BookMinElo"},
    BookOption{.name = "MinDepth", .type = Spin, .member = &B::min_depth, .min = 0, .max = 246,
               .unit = "plies",
               .help = "See BookMinDepth"},
    BookOption{.name = "CtgMoves", .type = Combo, .member = &B::ctg_moves,
               .help = "See BookCtgMoves",
               .choices = ctg_moves},
    BookOption{.name = "Stop", .type = Check, .member = &B::stop,
               .help = "If this book knows the position, no later book is consulted, even if this "
                       "one has no move to play"},
    BookOption{.name = "Opponent", .member = &B::opponent,
               .help = "Consulted only against these opponents: names with * and ?, separated by "
                       "commas; !name excludes. Empty: any opponent"},
    BookOption{.name = "TimeControl", .member = &B::time_control,
               .help = "Consulted only in these games: a list of bullet, blitz, rapid and "
                       "classical, where time + 40 * increment is below 3, 8 and 25 minutes, or "
                       "more, and unknown, while the GUI has not sent the time. Empty: all",
               .accepts = is_speed_list,
               .accepts_what = "a list of bullet, blitz, rapid, classical and unknown"},
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
