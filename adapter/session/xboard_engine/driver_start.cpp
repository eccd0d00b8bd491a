// Until an xboard engine is ready: the greeting, its features, and what wakes up one that is deaf.
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_engine/driver.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace polyglot::session {

using protocol::UciReply;
using protocol::XboardEngineLine;
using protocol::XboardReply;
using std::chrono::milliseconds;

namespace {

constexpr std::chrono::hours done0_grace{1}; // CECP: what `feature done=0` asks for
// GNU Chess 6.2 does not see the second of two lines that come together until more comes: a pause after `xboard`, and
// then wake_up() until it answers.
constexpr milliseconds greeting_time{30};
constexpr milliseconds nudge_time{100};
constexpr int most_restarts_of_gnuchess = 3;
constexpr int lines_of_a_flood = 300;
constexpr int most_floods = 10;          // its buffer ends at some kilobytes
constexpr milliseconds uci_grace{1'000}; // a UCI engine that has had time to start answers `uci` at once

std::size_t bytes_of(const std::vector<std::string>& options) {
    constexpr std::size_t line_cost = 256; // with what is kept of it elsewhere
    return std::accumulate(options.begin(), options.end(), std::size_t{0},
                           [](std::size_t sum, const std::string& option) { return sum + option.size() + line_cost; });
}

bool objects_to_our_words(const XboardEngineLine& parsed) {
    constexpr std::array<std::string_view, 4> words{"uci", "xboard", "protover", "a1a1"};
    return (parsed.reply == XboardReply::Error || parsed.reply == XboardReply::IllegalMove) &&
           std::any_of(words.begin(), words.end(), [&parsed](std::string_view word) {
               return parsed.arguments.find(word) != std::string_view::npos;
           });
}

} // namespace

void XboardDriver::start() {
    wire("xboard");
    stage_ = Stage::Greeted;
    features_due_ = desk_.now() + milliseconds(desk_.settings.protocol_probe_ms);
    wait_ = Wait{For::Features, {}, desk_.now() + greeting_time};
}

XboardDriver::Finding XboardDriver::on_line_before_ready(std::string_view line, const XboardEngineLine& parsed) {
    is_gnuchess_ = is_gnuchess_ || text::trim(line) == "Chess" || text::trim(line).starts_with("GNU Chess");
    const protocol::UciEngineLine uci = protocol::parse_uci_engine_line(line);
    std::string_view rest = uci.arguments;
    const std::string_view about = text::next_word(rest);
    has_spoken_ = true;
    if (version_ == 2) {
        // the answer to a `uci` that was one too many
    } else if (uci.reply == UciReply::UciOk || (uci.reply == UciReply::Id && (about == "name" || about == "author")))
        return Finding::SpeaksUci;
    if (parsed.reply == XboardReply::Feature) {
        version_ = 2;
        belief_ = Belief::Told;
        hears_us_ = true;
        on_features(parsed.arguments);
    } else if (belief_ == Belief::Silent && protocol::objects_to_uci(line)) {
        restart("it does not speak UCI"); // GNU Chess may be deaf behind a first line that it does not know
    } else if (objects_to_our_words(parsed)) {
        belief_ = Belief::Answered;
        hears_us_ = true;
        if (stage_ == Stage::Asked) become_ready();
    }
    return Finding::None;
}

void XboardDriver::on_features(std::string_view arguments) {
    if (std::exchange(uci_asked_, false)) { // one that was only slow, and may go over to UCI when it comes to that
        wire("xboard");
        wire("protover 2");
        board_.known = false;
    }
    for (const auto& [name, value] : protocol::parse_features(arguments)) {
        const bool too_much = name == "option" && bytes_of(features_.options) + value.size() > most_option_bytes;
        const bool taken = !too_much && protocol::take_feature(features_, name, value);
        wire((taken ? "accepted " : "rejected ") + name);
        if (!taken) desk_.note("unknown feature " + name + "=" + value);
    }
    if (stage_ == Stage::Ready) { // some engines announce what has changed
        std::vector<std::string> options = declare_xboard_options(features_).lines;
        for (const std::string& option : options)
            if (std::find(announced_.begin(), announced_.end(), option) == announced_.end()) say(option);
        announced_ = std::move(options);
    } else if (features_.done == false) {
        features_due_ = desk_.now() + done0_grace;
        if (stage_ != Stage::Greeted)
            wait_ = Wait{For::Features, {}, features_due_}; // else `protover 2` is still to come
    } else if (features_.done == true) {
        become_ready();
    }
}

void XboardDriver::become_ready() {
    // It says sigint=0 and means it while it is idle; while it thinks it hears nothing else.
    if (features_.myname.starts_with("HoiChess")) features_.sigint = true;
    stage_ = Stage::Ready;
    wait_.reset();
    const bool was_asked = text::equal_ignoring_case(desk_.settings.engine_protocol, "auto");
    desk_.note("the engine speaks xboard, protocol version " + std::to_string(version_) +
               (was_asked ? ": \"EngineProtocol = xboard\" in the ini file spares it being asked" : ""));
    if (!introduced_) {
        announce();
    } else {
        for (const auto& [name, command] : settings_)
            wire(command);
        if (search_ && !search_->begun) begin_search();
    }
    introduced_ = true;
    desk_.supervisor.on_replaced(desk_.now());
    run_queue();
}

void XboardDriver::announce() {
    say("id name " + (features_.myname.empty() ? program_ : features_.myname));
    say("id author unknown (an xboard engine)");
    DeclaredOptions declared = declare_xboard_options(features_);
    for (const std::string& problem : declared.problems)
        desk_.note(problem);
    announced_ = std::move(declared.lines);
    for (const std::string& option : announced_)
        say(option);
    say("uciok");
}

// `xboard`, which no engine minds. A thread of GNU Chess waits for the lock of its standard input, which another one
// gives up only between two lines: among hundreds that come together it nearly always gets it, at a single one hardly
// ever.
void XboardDriver::wake_up() {
    if (is_gnuchess_ && floods_ < most_floods) {
        ++floods_;
        for (int i = 0; i < lines_of_a_flood; ++i)
            wire("");
    }
    wire("xboard");
}

// No `feature done=1` in time.
void XboardDriver::wait_for_features() {
    if (stage_ == Stage::Greeted || (stage_ == Stage::Features && version_ == 1 && desk_.now() < features_due_)) {
        if (stage_ == Stage::Greeted)
            wire("protover 2");
        else
            wake_up();
        stage_ = Stage::Features;
        wait_ =
            Wait{For::Features, {}, version_ == 2 ? features_due_ : std::min(features_due_, desk_.now() + nudge_time)};
        return;
    }
    // GNU Chess that has not seen our first lines never will. It may not even have said its name.
    const int most_restarts = is_gnuchess_                               ? most_restarts_of_gnuchess
                              : has_spoken_ || belief_ == Belief::Silent ? 0
                                                                         : 1;
    if (version_ == 1 && restarts_ < most_restarts) {
        ++restarts_;
        restart("it does not hear us");
        return;
    }
    const bool sure = version_ == 2 || belief_ == Belief::Answered;
    if (sure || (stage_ == Stage::Asked && belief_ == Belief::Told)) {
        become_ready();
        return;
    }
    if (belief_ == Belief::Told) { // a UCI engine tells us so; an xboard engine of version 1 objects or is silent
        wire("uci");
        uci_asked_ = true;
        wait_ = Wait{For::Features, {}, desk_.now() + uci_grace};
    } else { // has been asked already, and all that an engine of version 1 is sure to answer is an illegal move
        wire(stage_ == Stage::Asked ? "xboard" : "a1a1");
        wait_ = Wait{For::Features, {}, desk_.now() + nudge_time};
    }
    stage_ = Stage::Asked;
}

} // namespace polyglot::session
