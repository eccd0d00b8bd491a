// Connects to an xboard engine and reads its features.
#include "core/chess/variant_name.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools::engine_test {

using protocol::XboardReply;

namespace {

// No piece moves like this. An engine of protocol version 1 is silent until it receives a move,
// which every engine answers.
constexpr std::string_view illegal_move = "a1a1";

} // namespace

std::string XboardTester::other_variants() const {
    std::string all;
    for (const std::string& name : announced_.variants) {
        if (chess::is_normal_variant(name)) return {};
        (all += all.empty() ? "" : ", ") += name;
    }
    return all;
}

const XboardTester::Handshake& XboardTester::connect(const Refuses& refuses) {
    thinking_ = analyzing_ = pondering_ = game_begun_ = false;
    no_move_.clear();
    handshake_ = {};
    features_ = announced_ = {};
    last_move_line_.clear();
    start();
    const auto asked = Clock::now();
    wire().send("xboard");
    wire().send("protover 2");
    await_features(asked, refuses);
    for (const auto& [name, value] : user_options_)
        wire().send("option " + name + '=' + value);
    return handshake_;
}

// A GUI waits two seconds. The test waits until the engine certainly has no features, because a
// late engine would otherwise be tested without its features: until it has answered `protover` or
// an illegal move without sending features, or StartTimeout has passed.
void XboardTester::await_features(Clock::time_point asked, const Refuses& refuses) {
    const auto since = [asked](Clock::time_point now) {
        return std::chrono::duration_cast<Milliseconds>(now - asked);
    };
    const bool is_mute = is_known_version_1_ && !answers_illegal_moves_;
    auto deadline = asked + (is_mute ? limits().handshake : limits().start);
    auto probe_at =
        asked + (is_known_version_1_ && !is_mute ? Milliseconds(0) : limits().handshake);
    while (!handshake_.done) {
        const auto line = read(has_features() ? deadline : std::min(deadline, probe_at));
        if (!line && Clock::now() >= deadline) break;
        if (!line) {
            handshake_.probed = since(Clock::now());
            probe_at = Clock::time_point::max();
            wire().send(illegal_move);
            continue;
        }
        const auto [reply, arguments, form] = protocol::parse_xboard_engine_line(line->text);
        if (reply == XboardReply::Feature) {
            on_feature_line(arguments, since(line->at), refuses);
            if (features_without_done_ > 0 && handshake_.pairs.size() >= features_without_done_)
                break;
            deadline = Clock::now() + (features_.done == false ? limits().done : limits().start);
            continue;
        }
        const auto refused = find_refused_command(line->text);
        if (has_features() || !refused) continue;
        if (*refused == "protover") break;
        if (!handshake_.probed || !(refused->empty() || *refused == illegal_move)) continue;
        answers_illegal_moves_ = true;
        if (is_known_version_1_ || std::exchange(handshake_.asked_again, true)) break;
        // GNU Chess loses a line that arrives together with the previous one.
        wire().send("protover 2");
        probe_at = in(limits().quiet);
    }
    is_known_version_1_ = is_version_1();
    if (!has_features())
        // The features are those of an earlier process, because this one has not sent any.
        features_ = announced_ = known_features_;
    else
        known_features_ = announced_;
    if (has_features() && !handshake_.done) features_without_done_ = handshake_.pairs.size();
}

void XboardTester::on_feature_line(std::string_view arguments, Milliseconds after,
                                   const Refuses& refuses) {
    handshake_.took = after;
    const bool is_first = !has_features();
    if (is_first) {
        handshake_.first = after;
        handshake_.first_lines = wire().first_lines(shown_lines);
    }
    take_features(arguments, refuses);
    if (is_first) handshake_.asked_for_time = features_.done == false;
    handshake_.done = features_.done == true;
}

void XboardTester::take_features(std::string_view arguments, const Refuses& refuses) {
    handshake_.feature_lines.emplace_back(arguments);
    has_shown_features_ = true;
    for (auto& [name, value] : protocol::parse_features(arguments)) {
        protocol::take_feature(announced_, name, value);
        const bool refused = refuses && refuses(name);
        const bool taken = !refused && protocol::take_feature(features_, name, value);
        wire().send((taken ? "accepted " : "rejected ") + name);
        handshake_.pairs.emplace_back(std::move(name), std::move(value));
    }
}

} // namespace polyglot::tools::engine_test
