#include "tools/engine_test/xboard.hpp"

#include "adapter/protocol/xboard/thinking.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace polyglot::tools::engine_test {

using protocol::XboardReply;
using text::next_word;

namespace {

// An engine that has not moved by then with three seconds on the clock gets `?`, because most steps
// are not about clocks.
constexpr Milliseconds short_think_limit{1500};
constexpr std::string_view short_clock = "300"; // centiseconds
// Recognizes commands that do not concern the board; an error about them does not concern a
// position or a move.
bool is_mode_command(std::string_view command) {
    constexpr auto commands =
        std::to_array<std::string_view>({"new", "force", "go", "level", "st", "sd", "time", "otim",
                                         "post", "easy", "hard", "result"});
    return std::ranges::find(commands, command) != commands.end();
}

} // namespace

std::string refusal_of(std::string_view command) {
    return "refusal of " + std::string(command);
}

XboardTester::XboardTester(io::EngineLaunch launch, Limits limits,
                           std::vector<std::pair<std::string, std::string>> user_options)
    : Tester(std::move(launch), limits), user_options_(std::move(user_options)) {}

void XboardTester::prepare() {
    if (!wire().talks() || busy() || !features_.reuse) connect();
    new_game();
}

Milliseconds XboardTester::sync(std::string_view context) {
    const auto asked = Clock::now();
    if (!features_.ping) {
        listen(limits().quiet);
        return Milliseconds(0);
    }
    const std::string number = std::to_string(++pings_);
    wire().send("ping " + number);
    while (const auto pong = hear(XboardReply::Pong, limits().reply))
        if (*pong == number) return std::chrono::duration_cast<Milliseconds>(Clock::now() - asked);
    fail("no pong within " + format_ms(limits().reply) + ' ' + std::string(context));
}

void XboardTester::send_new() {
    if (!features_.reuse && game_begun_) connect();
    game_begun_ = true;
    wire().send("new");
}

void XboardTester::new_game(bool in_force_mode) {
    no_move_.clear();
    chess960_ = pondering_ = analyzing_ = false;
    boards_ = {chess::Position::start()};
    send_new();
    if (in_force_mode) wire().send("force");
    for (const std::string_view line : {"level 0 1 0", "post", "easy"})
        wire().send(line);
    sync("after new");
    thinking_ = false;
}

void XboardTester::set_board(std::string_view fen) {
    const chess::Position wanted = chess::parse_fen(fen).value();
    if (features_.setboard)
        wire().send("setboard " + std::string(fen));
    else
        edit(wanted);
    boards_ = {wanted};
}

// After "edit" White is to move (CECP, "edit"). Castling rights follow from the squares.
void XboardTester::edit(const chess::Position& wanted) {
    if (wanted.side_to_move() != chess::Color::White || wanted.en_passant() != chess::NoSquare)
        skip("neither setboard, nor can edit say whose move it is");
    constexpr std::string_view letters = "PNBRQK";
    send_new();
    for (const std::string_view line : {"force", "edit", "#"})
        wire().send(line);
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        for (chess::Bitboard left = wanted.pieces(color); left != 0;) {
            const chess::Square square = chess::pop_square(left);
            wire().send(letters[static_cast<std::size_t>(wanted.piece_at(square).type)] +
                        chess::format_square(square));
        }
        wire().send(color == chess::Color::White ? "c" : ".");
    }
    wire().send("level 0 1 0");
}

std::string XboardTester::write_move(chess::Move move) const {
    const std::string text = features_.san ? chess::format_san(position(), move)
                                           : chess::format_xboard_move(move, chess960_);
    return features_.usermove ? "usermove " + text : text;
}

void XboardTester::user_moves(std::string_view moves) {
    for (std::string_view word = next_word(moves); !word.empty(); word = next_word(moves)) {
        const auto move = chess::parse_uci_move(position(), word);
        if (!move) throw std::logic_error("engine-test: " + std::string(word) + " is not legal");
        wire().send(write_move(*move));
        make(word);
    }
}

void XboardTester::make(std::string_view move) {
    boards_.push_back(boards_.back());
    boards_.back().make(*chess::parse_uci_move(boards_.back(), move));
}

void XboardTester::take_back(int plies) {
    boards_.resize(boards_.size() - static_cast<std::size_t>(plies), boards_.front());
}

void XboardTester::expect_move_from_engine() {
    keep_findings();
    thinking_ = true;
    judges_thinking_ = true;
    answer_.reset();
    claims_.clear();
    depth_ = 0;
    asked_ = Clock::now();
    ++searches_;
}

void XboardTester::go() {
    if (features_.time) {
        wire().send("time " + std::string(short_clock));
        wire().send("otim " + std::string(short_clock));
    }
    wire().send("go");
    expect_move_from_engine();
}

std::optional<XboardTester::Answer> XboardTester::wait_for_answer(Milliseconds limit) {
    if (!answer_) hear(XboardReply::Move, limit);
    return std::exchange(answer_, std::nullopt);
}

XboardTester::Answer XboardTester::answer(Milliseconds limit) {
    auto found = wait_for_answer(limit);
    if (!found) fail("no move within " + format_ms(limit));
    return std::move(*found);
}

XboardTester::Answer XboardTester::think(std::string_view only) {
    go();
    auto found = answer_soon();
    check_answer(found, only);
    wire().send("force");
    return found;
}

XboardTester::Answer XboardTester::answer_soon() {
    if (auto found = wait_for_answer(short_think_limit)) return std::move(*found);
    attention();
    wire().send("?");
    return answer(limits().reply);
}

void XboardTester::attention() {
    if (features_.sigint && (thinking_ || analyzing_ || pondering_)) wire().interrupt();
}

void XboardTester::check_answer(const Answer& answer, std::string_view only) {
    const auto move = read_move(answer.move);
    std::string wrong;
    if (!move)
        wrong = "move " + answer.move + " is not legal in " + chess::format_fen(position());
    else if (!only.empty() && chess::parse_uci_move(position(), only) != move)
        wrong = "move " + answer.move + " is not " + std::string(only) + " in " +
                chess::format_fen(position());
    if (!wrong.empty()) {
        fault(wrong);
        forget_this_search();
    }
    if (!move) return;
    if (!features_.san && !chess::parse_uci_move(position(), answer.move) &&
        !answer.move.starts_with('O'))
        remark("moves in SAN without having said san=1: " + answer.move);
    boards_.push_back(boards_.back());
    boards_.back().make(*move);
}

void XboardTester::expect_no_complaint(int complaints_before, std::string_view context) {
    sync(context);
    if (complaints_ > complaints_before) fault("it complains " + std::string(context));
}

void XboardTester::tell_refusal(std::string_view command) {
    tell(refusal_of(command), "error", "in answer to " + std::string(command));
}

void XboardTester::expect_no_move(Milliseconds during, std::string_view why) {
    forbid_moves(why);
    hear(XboardReply::Move, during);
    no_move_.clear();
}

std::optional<chess::Move> XboardTester::read_move(std::string_view text) const {
    if (auto move = chess::parse_uci_move(position(), text)) return move;
    const auto move = chess::parse_san(position(), text);
    if (!move) return std::nullopt;
    return *move;
}

std::optional<std::string> XboardTester::hear(XboardReply kind, Milliseconds limit) {
    const auto deadline = in(limit);
    while (const auto line = read(deadline))
        if (look_at(*line) == kind)
            return std::string(protocol::parse_xboard_engine_line(line->text).arguments);
    return std::nullopt;
}

void XboardTester::listen(Milliseconds during) {
    const auto deadline = in(during);
    while (const auto line = read(deadline))
        look_at(*line);
}

XboardReply XboardTester::look_at(const Dialogue::Line& line) {
    const auto [reply, arguments, form] = protocol::parse_xboard_engine_line(line.text);
    if (reply == XboardReply::Feature) take_features(arguments, {}); // late features still count
    if (reply == XboardReply::Result || reply == XboardReply::Resign) claims_.push_back(line.text);
    const auto refused = find_refused_command(line.text);
    if (refused && !refused->empty()) found(refusal_of(*refused), line.text);
    if (refused && !is_mode_command(*refused)) ++complaints_;
    // gnuchess prints each move twice, as `1. ... e7e5` and as `My move is : e7e5`.
    const bool again = reply == XboardReply::Move && line.text != last_move_line_ &&
                       (!thinking_ || !read_move(arguments)) &&
                       protocol::parse_xboard_engine_line(last_move_line_).arguments == arguments;
    if (reply == XboardReply::Move && !again) look_at_move(arguments);
    if (reply == XboardReply::Move) last_move_line_ = line.text;
    if (reply == XboardReply::Other) look_at_thinking(line.text);
    return reply;
}

void XboardTester::look_at_move(std::string_view move) {
    if (!no_move_.empty()) fail("move " + std::string(move) + ' ' + no_move_);
    if (!thinking_) {
        found(stray_move, "move " + std::string(move) + " when it was not to move");
        return;
    }
    thinking_ = false;
    answer_ = Answer{std::string(move),
                     std::chrono::duration_cast<Milliseconds>(Clock::now() - asked_), depth_};
    if (!read_move(move))
        found_in_this_search(bad_xboard_move, std::string(move) + " is not legal in " +
                                                  chess::format_fen(position()));
}

void XboardTester::look_at_thinking(std::string_view line) {
    if (!thinking_ && !analyzing_) return; // the position of this output is unknown
    const auto thinking = protocol::parse_xboard_thinking(line);
    if (!thinking || thinking->from_book) return;
    ++thinking_lines_;
    depth_ = std::max(depth_, thinking->depth);
    if (!judges_thinking_) return;
    if (const std::string fault = fault_of_thinking(position(), thinking->pv); !fault.empty())
        found_in_this_search(bad_thinking, fault + ": " + std::string(line));
}

std::vector<XboardStep> xboard_steps() {
    return join_steps({xboard_handshake_steps, xboard_play_steps, xboard_option_steps,
                       xboard_search_steps, xboard_closing_steps});
}

} // namespace polyglot::tools::engine_test
