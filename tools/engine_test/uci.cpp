#include "tools/engine_test/uci.hpp"

#include "adapter/protocol/uci/info.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "tools/engine_test/uci_rules.hpp"

#include <algorithm>
#include <stdexcept>

namespace polyglot::tools::engine_test {

using protocol::UciReply;
using text::next_word;

namespace {

constexpr std::string_view short_think = "movetime 50";
// A search that takes longer is stopped, because steps about positions are not about clocks.
constexpr Milliseconds short_think_limit{500};

} // namespace

UciTester::UciTester(io::EngineLaunch launch, Limits limits, EngineOptions user_options)
    : Tester(std::move(launch), limits), user_options_(std::move(user_options)) {}

void UciTester::prepare() {
    chess960_ = false;
    no_stray_.clear();
    if (!wire().talks() || searching_) shake_hands();
    wire().send("ucinewgame");
    sync("at the start of a new game");
}

namespace {

std::string what_came_instead(const UciTester::Handshake& said) {
    if (said.silent) return "; it has said nothing";
    if (said.name.empty() && said.option_lines.empty()) return "; neither id nor options have come";
    return "; its id and " + text::counted(said.option_lines.size(), "option") + " have come";
}

} // namespace

const UciTester::Handshake& UciTester::shake_hands() {
    searching_ = false;
    no_stray_.clear();
    answer_.reset();
    handshake_ = {};
    start();
    const auto asked = Clock::now();
    wire().send("uci");
    while (!handshake_.ok) {
        const auto line = read(asked + limits().start);
        if (!line)
            fail("no uciok within " + format_ms(limits().start) + what_came_instead(handshake_));
        handshake_.silent = false;
        auto [reply, arguments] = protocol::parse_uci_engine_line(line->text);
        arguments = text::trim(arguments);
        if (reply == UciReply::Id) {
            const std::string_view what = next_word(arguments);
            if (what == "name") handshake_.name = text::trim(arguments);
            if (what == "author") handshake_.author = text::trim(arguments);
        } else if (reply == UciReply::Option) {
            handshake_.option_lines.emplace_back(arguments);
            if (auto option = protocol::parse_option_declaration(arguments))
                handshake_.options.push_back(std::move(*option));
        } else if (reply == UciReply::UciOk) {
            handshake_.ok = true;
        } else if (handshake_.name.empty() && handshake_.option_lines.empty()) {
            handshake_.before.push_back(line->text);
        }
        handshake_.took = std::chrono::duration_cast<Milliseconds>(line->at - asked);
    }
    choose_chess();
    for (const auto& [name, value] : user_options_)
        set_option(name, value);
    return handshake_;
}

namespace {

const std::string* find_normal(const std::vector<std::string>& variants) {
    const auto found = std::ranges::find_if(variants, chess::is_normal_variant);
    return found == variants.end() ? nullptr : &*found;
}

} // namespace

std::string UciTester::other_variants() const {
    const auto* variant = option("UCI_Variant");
    if (variant == nullptr || variant->choices.empty() || find_normal(variant->choices) != nullptr)
        return {};
    std::string all;
    for (const std::string& name : variant->choices)
        (all += all.empty() ? "" : ", ") += name;
    return all;
}

void UciTester::choose_chess() {
    const auto* variant = option("UCI_Variant");
    if (variant == nullptr || chess::is_normal_variant(variant->default_value)) return;
    if (const std::string* normal = find_normal(variant->choices))
        set_option(variant->name, *normal);
}

const protocol::OptionDeclaration* UciTester::option(std::string_view name) const {
    const auto found = std::ranges::find_if(handshake_.options, [name](const auto& option) {
        return text::equal_ignoring_case(option.name, name);
    });
    return found == handshake_.options.end() ? nullptr : &*found;
}

void UciTester::set_option(std::string_view name, std::string_view value) {
    wire().send(protocol::format_setoption(name, value));
}

Milliseconds UciTester::sync(std::string_view context) {
    const auto asked = Clock::now();
    wire().send("isready");
    const auto line = hear("readyok", limits().reply);
    if (!line) fail("no readyok within " + format_ms(limits().reply) + ' ' + std::string(context));
    return std::chrono::duration_cast<Milliseconds>(line->at - asked);
}

void UciTester::set_position(std::string_view fen, std::string_view moves,
                             std::string_view spelled) {
    position_ = chess::Position::start();
    std::string line = "position startpos";
    if (!fen.empty()) {
        position_ = chess::parse_fen(fen).value();
        line = "position fen " + std::string(fen);
    }
    if (!moves.empty()) (line += " moves ") += moves;
    for (std::string_view word = next_word(moves); !word.empty(); word = next_word(moves)) {
        const auto move = chess::parse_uci_move(position_, word);
        if (!move)
            throw std::logic_error("engine-test: " + std::string(word) + " is not legal in " +
                                   line);
        position_.make(*move);
    }
    wire().send(spelled.empty() ? line : spelled);
}

chess::CastlingStyle UciTester::castling_style() const {
    return chess960_ ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
}

void UciTester::go(std::string_view arguments) {
    keep_findings();
    // Output after the engine's last answer must not be read as the next one.
    while (const auto line = wire().read(Clock::now()))
        look_at(line->text);
    wire().send("go " + std::string(arguments));
    searching_ = true;
    said_info_ = false;
    stopped_ = false;
    answer_.reset();
    progress_ = {};
    clock_started_ = Clock::now();
    ++searches_;
}

void UciTester::ponderhit() {
    wire().send("ponderhit");
    clock_started_ = Clock::now();
}

std::optional<UciTester::Answer> UciTester::wait_for_answer(Milliseconds limit) {
    hear("bestmove", limit);
    return std::exchange(answer_, std::nullopt);
}

UciTester::Answer UciTester::answer(Milliseconds limit) {
    auto found = wait_for_answer(limit);
    if (!found) fail("no bestmove within " + format_ms(limit));
    return std::move(*found);
}

UciTester::Answer UciTester::stop() {
    const auto asked = Clock::now();
    stopped_ = true;
    wire().send("stop");
    auto found = wait_for_answer(limits().reply);
    if (!found) fail("no bestmove within " + format_ms(limits().reply) + " after stop");
    found->took = std::chrono::duration_cast<Milliseconds>(Clock::now() - asked);
    return std::move(*found);
}

void UciTester::expect_no_answer(Milliseconds during, std::string_view why) {
    if (const auto early = wait_for_answer(during))
        fail("bestmove " + early->move + ' ' + std::string(why));
}

UciTester::Answer UciTester::think(std::string_view searchmoves) {
    std::string arguments(short_think);
    if (!searchmoves.empty()) (arguments += " searchmoves ") += searchmoves;
    go(arguments);
    if (auto found = wait_for_answer(short_think_limit)) return std::move(*found);
    return stop();
}

void UciTester::check_answer(const Answer& answer, std::string_view expected) {
    std::string wrong = fault_of_move(position_, answer.move, castling_style());
    if (wrong.empty() && !expected.empty() && answer.move != expected)
        wrong = text::quote(answer.move) + " is not " + std::string(expected) + " in " +
                chess::format_fen(position_);
    if (wrong.empty()) return;
    fault("bestmove " + wrong);
    forget_this_search(); // they are reported here and only once
}

void UciTester::check_from_start() {
    if (!plays_chess()) return;
    set_position("");
    check_answer(think());
}

std::optional<Dialogue::Line> UciTester::hear(std::string_view word, Milliseconds limit) {
    const auto deadline = in(limit);
    while (auto line = read(deadline)) {
        look_at(line->text);
        std::string_view rest = line->text;
        if (next_word(rest) == word) return line;
    }
    return std::nullopt;
}

void UciTester::look_at(std::string_view line) {
    auto [reply, arguments] = protocol::parse_uci_engine_line(line);
    arguments = text::trim(arguments);
    if (reply == UciReply::Info) look_at_info(arguments);
    if (reply == UciReply::BestMove) look_at_bestmove(arguments);
    if (reply == UciReply::Other && !text::trim(line).empty()) found(chatter, line);
}

void UciTester::look_at_info(std::string_view arguments) {
    ++info_lines_;
    if (const std::string fault = fault_of_info(arguments); !fault.empty())
        found(bad_info, fault + ": info " + std::string(arguments));
    const protocol::UciInfo info = protocol::parse_uci_info(arguments);
    if (!searching_ || info.string) return;
    if (info.depth) progress_.depth = std::max(progress_.depth, *info.depth);
    if (info.nodes) progress_.nodes = *info.nodes;
    if (!info.pv) return;
    said_info_ = said_info_ || (info.depth && info.score);
    ++lines_of_moves_;
    if (const std::string fault = fault_of_line(position_, *info.pv, castling_style());
        !fault.empty())
        found_in_this_search(bad_pv, fault);
}

void UciTester::look_at_bestmove(std::string_view arguments) {
    if (!searching_) {
        if (!no_stray_.empty()) fail("bestmove " + std::string(arguments) + ' ' + no_stray_);
        found(stray_bestmove, "bestmove " + std::string(arguments) + " when no search was running");
        return;
    }
    searching_ = false;
    const auto [move, ponder] = protocol::parse_bestmove(arguments);
    answer_ = progress_;
    answer_->move = move;
    answer_->ponder = ponder;
    answer_->took = std::chrono::duration_cast<Milliseconds>(Clock::now() - clock_started_);
    if (position_.legal_move_count() == 0) return;
    if (!said_info_ && !stopped_)
        found_in_this_search(no_info, "bestmove " + std::string(arguments) + " in " +
                                          chess::format_fen(position_));
    if (const std::string fault = fault_of_move(position_, move, castling_style());
        !fault.empty()) {
        found_in_this_search(bad_bestmove, fault);
    } else if (!ponder.empty()) {
        chess::Position after = position_;
        after.make(*chess::parse_uci_move(after, move));
        if (const std::string wrong = fault_of_move(after, ponder, castling_style());
            !wrong.empty())
            found_in_this_search(bad_ponder_move, wrong);
    }
}

std::vector<UciStep> uci_steps() {
    return join_steps({uci_handshake_steps, uci_position_steps, uci_option_steps, uci_clock_steps,
                       uci_stop_steps, uci_closing_steps});
}

} // namespace polyglot::tools::engine_test
