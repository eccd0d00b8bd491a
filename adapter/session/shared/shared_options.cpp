#include "adapter/session/shared/shared_options.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {
namespace {

struct SharedOption {
    std::string_view name;
    bool follows_the_game;
};
constexpr std::array<SharedOption, 11> table{{{"UCI_AnalyseMode", true},
                                              {"UCI_Opponent", true},
                                              {"UCI_Chess960", true},
                                              {"UCI_Variant", true},
                                              {"UCI_SetPositionValue", true},
                                              {"Ponder", true},
                                              {"UCI_ShowCurrLine", false},
                                              {"UCI_ShowRefutations", false},
                                              {"UCI_DrawOffers", false},
                                              {"UCI_ShredderbasesPath", false},
                                              {"Hash", false}}};

const SharedOption* find(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [name](const SharedOption& option) {
        return text::equal_ignoring_case(option.name, name);
    });
    return found == table.end() ? nullptr : &*found;
}

} // namespace

bool follows_the_game(std::string_view option) {
    const SharedOption* const shared = find(option);
    return shared != nullptr && shared->follows_the_game;
}

bool has_xboard_command(std::string_view option) {
    return find(option) != nullptr ||
           std::any_of(tablebases.begin(), tablebases.end(), [option](const Tablebase& base) {
               return text::equal_ignoring_case(base.option, option);
           });
}

} // namespace polyglot::session
