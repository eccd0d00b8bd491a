// The xboard equivalents of UCI options, for the GUI sides and the engine side.
#pragma once
#include <array>
#include <string_view>

namespace polyglot::session {

// Precedes the names of our options in a GUI.
inline constexpr std::string_view own_prefix = "Polyglot ";
inline constexpr std::string_view no_text = "<empty>"; // UCI's spelling, and PolyGlot's for xboard

// Returns true if the adapter sets the option itself as the game proceeds. Such an option is not
// saved, and an xboard engine gets it by commands.
bool follows_the_game(std::string_view option);
// Returns true if an xboard GUI is not offered the option, because it follows the game, xboard has
// a command for it, or it has no use there.
bool has_xboard_command(std::string_view option);

struct Tablebase {
    std::string_view type;   // of xboard's `egtpath`
    std::string_view option; // of UCI
};
inline constexpr std::array<Tablebase, 3> tablebases{
    {{"nalimov", "NalimovPath"}, {"gaviota", "GaviotaTbPath"}, {"syzygy", "SyzygyPath"}}};

} // namespace polyglot::session
