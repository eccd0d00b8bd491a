// The settings of an xboard engine as UCI options, and back: features memory, smp, egt, variants and option become
// `option name …` lines, and a setoption becomes the xboard command that does the same.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The `option name N type …` lines: Hash (memory; MB), Threads (smp), SyzygyPath, NalimovPath, GaviotaTbPath (egt; any
// other TYPE as TYPEPath), Ponder, UCI_Chess960 and UCI_Variant (variants), then the engine's own in its order. An own
// option with one of these names replaces it, except those that follow the game (Ponder, UCI_AnalyseMode, UCI_Chess960,
// UCI_Variant), which `hard`, `easy`, `analyze` and `variant` set. UCI_Variant always has the default chess, as in UCI: a
// GUI that does not know the option means chess, and one that does sets every other variant. The types are -button -save -reset -check -spin
// -slider -combo (`a /// *b /// c`, the star marks the default) -string -file -path; an option that cannot be read is
// left out and named in problems.
struct DeclaredOptions {
    std::vector<std::string> lines;
    std::vector<std::string> problems; // for the log, one sentence each
};
DeclaredOptions declare_xboard_options(const protocol::XboardFeatures& features);

// The xboard command for `setoption name N value V`: "memory 64", "cores 4", "egtpath syzygy /dir", "option
// Style=Wild", "option Clear" (a button). Returns an empty text if no command is needed: for a tablebase path without
// text, and for options that follow the game (Ponder, UCI_Variant, UCI_Chess960, UCI_AnalyseMode, and UCI_Opponent
// unless it is the engine's own). Returns nullopt if the engine has no such option or the value does not fit its type.
std::optional<std::string> format_xboard_option(const protocol::SetOption& set,
                                                const protocol::XboardFeatures& features);

// The engine plays normal chess after `new`, without a `variant` command.
bool starts_in_normal_chess(const protocol::XboardFeatures& features);
// "crazyhouse, bughouse": the variants that it plays, for a message.
std::string describe_variants(const protocol::XboardFeatures& features);

// The name for `variant` that corresponds to a value of UCI_Variant: "normal" for "chess", otherwise the name that the
// engine announced. Returns nullopt if the engine does not play the variant.
std::optional<std::string> find_xboard_variant(std::string_view uci_variant, const protocol::XboardFeatures& features);

} // namespace polyglot::session
