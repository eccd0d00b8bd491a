// Translates the settings of an xboard engine to UCI options and back. The features memory, smp,
// egt, variants and option become `option name …` lines, and a setoption becomes the equivalent
// xboard command. Test: options_test.cpp.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polyglot::session {

struct DeclaredOptions {
    std::vector<std::string> lines;    // `option name N type …`
    std::vector<std::string> problems; // for the log, one sentence each
};

// The options that an engine has announced.
//
// 1. Options of features: Hash (memory; MB), Threads (smp), SyzygyPath, NalimovPath, GaviotaTbPath
//    (egt; any other TYPE as TYPEPath), Ponder, UCI_Chess960 and UCI_Variant (variants).
//    UCI_Variant always has the default chess, as in UCI, because a GUI that does not know the
//    option plays chess, and one that knows it sets every other variant.
// 2. The engine's own options follow, in its order. An own option replaces the one of rule 1 with
//    the same name, except those that follow the game (Ponder, UCI_AnalyseMode, UCI_Chess960,
//    UCI_Variant), which `hard`, `easy`, `analyze` and `variant` set. The types are -button -save
//    -reset -check -spin -slider -combo (`a /// *b /// c`, the star marks the default) -string
//    -file -path; an option that cannot be read is left out and named in problems.
// 3. An engine may announce options at any time. The cost of one does not depend on their number.
class XboardOptions {
  public:
    XboardOptions() = default;
    // Takes what has been announced by now.
    explicit XboardOptions(const protocol::XboardFeatures& features);

    DeclaredOptions declare();
    // Features have come, with option=TEXT among them. Returns the lines that are new or have
    // changed.
    DeclaredOptions declare_changes(const protocol::XboardFeatures& features,
                                    std::span<const std::string> texts);

    // Returns the xboard command for `setoption name N value V`: "memory 64", "cores 4", "egtpath
    // syzygy /dir", "option Style=Wild", "option Clear" (a button). Returns an empty text if no
    // command is needed: for an empty tablebase path, and for options that follow the game (Ponder,
    // UCI_Variant, UCI_Chess960, UCI_AnalyseMode, and UCI_Opponent unless it is the engine's own).
    // Returns nullopt if the engine has no such option or the value does not fit its type.
    std::optional<std::string> format(const protocol::SetOption& set,
                                      const protocol::XboardFeatures& features) const;
    // Returns the type of an own option, "-slider"; empty if the engine has no own option with this
    // UCI name.
    std::string_view kind_of(std::string_view name, const protocol::XboardFeatures& features) const;

  private:
    struct Own {
        std::string name; // in UCI
        std::string text; // of the feature
        std::string line; // `option name …`; empty if UCI cannot express it
    };
    std::size_t read(const protocol::XboardFeatures& features, const std::string& text);
    const Own* find(std::string_view name, const protocol::XboardFeatures& features) const;
    std::vector<std::string> list_of_features(const protocol::XboardFeatures& features);
    void tell(std::string_view what, std::string_view problem);

    std::vector<Own> own_;
    std::unordered_map<std::string, std::size_t> by_announced_name_;
    std::unordered_map<std::string, std::vector<std::size_t>> by_name_; // in lower case
    // The lines of rule 1, as declared.
    std::vector<std::string> of_features_;
    std::vector<std::string> problems_; // not returned yet
};

// Returns true if the engine plays normal chess after `new`, without a `variant` command.
bool starts_in_normal_chess(const protocol::XboardFeatures& features);
// Returns the variants that the engine plays, for a message: "crazyhouse, bughouse".
std::string describe_variants(const protocol::XboardFeatures& features);

// Returns the name for `variant` that corresponds to a value of UCI_Variant: "normal" for "chess",
// otherwise the name that the engine has announced. Returns nullopt if the engine does not play the
// variant.
std::optional<std::string> find_xboard_variant(std::string_view uci_variant,
                                               const protocol::XboardFeatures& features);

} // namespace polyglot::session
