// Engines that deviate from the protocol, recognised by the name that they announce.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"

namespace polyglot::session {

// HoiChess 0.22 exits on a move after a draw by rule.
inline bool ends_at_draws(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("HoiChess");
}

// HoiChess 0.22 announces sigint=0, but this holds only while it is idle; while it thinks it reacts
// only to SIGINT.
inline bool needs_interrupts(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("HoiChess");
}

// Fairy-Max 5.0 reads nothing while it thinks.
inline bool is_deaf_while_thinking(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("Fairy-Max");
}

// Crafty 25 ends an analysis after seconds; WyldChess does not answer after one.
inline bool ends_analysis_late(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("Crafty") || features.myname.starts_with("WyldChess");
}

// GNU Chess 6.2 returns to its prompt and leaves force mode when an analysis ends.
inline bool leaves_xboard_mode_after_analysis(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("GNU Chess");
}

} // namespace polyglot::session
