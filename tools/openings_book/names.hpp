// Names of openings, and the patterns that choose among them.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct OpeningName {
    std::string code, name; // ECO
    friend bool operator==(const OpeningName&, const OpeningName&) = default;
};
// Of exactly this position
using FindName = std::function<std::optional<OpeningName>(const chess::Position&)>;

// The table of the project.
std::optional<OpeningName> find_opening_name(const chess::Position& position);

// The last name along the line; nullopt if no position on it has one.
std::optional<OpeningName> name_along(const chess::Position& root,
                                      std::span<const chess::Move> line, const FindName& find);

// ECO codes, one ("B90") or a range ("B20-B99"), or a name: with * for any text and ? for one
// character it is the whole name, without them the whole name or its beginning up to a colon or
// comma. Upper and lower case are the same.
class NamePattern {
  public:
    static Result<NamePattern> parse(std::string_view text);
    bool matches(const OpeningName& name) const;

  private:
    std::string first_, last_; // codes, or
    std::string name_;
};

struct NameFilter {
    std::vector<NamePattern> wanted;   // one of them; any opening if there are none
    std::vector<NamePattern> unwanted; // none of them
    bool is_active() const { return !wanted.empty() || !unwanted.empty(); }
    // An opening without a name is not wanted where names are, and never unwanted.
    bool admits(const std::optional<OpeningName>& name) const;
};

} // namespace polyglot::tools
