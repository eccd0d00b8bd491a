// What a UCI option means to xboard, and the other way round: read by the GUI sides and by the engine sides.
#pragma once
#include <array>
#include <string_view>

namespace polyglot::session {

inline constexpr std::string_view own_prefix = "Polyglot "; // of our options' names in a GUI
inline constexpr std::string_view no_text = "<empty>";      // UCI's spelling, and PolyGlot's for xboard

// We set it as the game goes: it is not saved, and an xboard engine gets it by commands.
bool follows_the_game(std::string_view option);
// Not among the options of an xboard GUI: it follows the game, xboard has a command for it, or no use.
bool has_xboard_command(std::string_view option);

struct Tablebase {
    std::string_view type;   // of xboard's `egtpath`
    std::string_view option; // of UCI
};
inline constexpr std::array<Tablebase, 3> tablebases{
    {{"nalimov", "NalimovPath"}, {"gaviota", "GaviotaTbPath"}, {"syzygy", "SyzygyPath"}}};

} // namespace polyglot::session
