// The xboard equivalents of UCI options, for the GUI sides and the engine side.
#pragma once
#include <array>
#include <string_view>

namespace polyglot::session {

// Defines the names that our options have in a GUI.
inline constexpr std::string_view own_prefix = "Polyglot ";
inline constexpr std::string_view no_text = "<empty>"; // UCI's spelling, and PolyGlot's for xboard

// The adapter sets the option itself as the game proceeds, so it is not saved, and an xboard engine
// gets it by commands.
bool follows_the_game(std::string_view option);
// The option is not shown to an xboard GUI: it follows the game, or xboard has a command for it or
// no use.
bool has_xboard_command(std::string_view option);

struct Tablebase {
    std::string_view type;   // of xboard's `egtpath`
    std::string_view option; // of UCI
};
inline constexpr std::array<Tablebase, 3> tablebases{
    {{"nalimov", "NalimovPath"}, {"gaviota", "GaviotaTbPath"}, {"syzygy", "SyzygyPath"}}};

} // namespace polyglot::session
