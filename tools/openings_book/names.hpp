// Defines names of openings and the patterns that select them.
// tests/unit/tools/openings_book/parts_test.cpp shows the patterns.
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
    std::string code, name; // code: ECO
    friend bool operator==(const OpeningName&, const OpeningName&) = default;
};
// Returns the name of exactly this position.
using FindName = std::function<std::optional<OpeningName>(const chess::Position&)>;

// Looks the position up in the project's table.
std::optional<OpeningName> find_opening_name(const chess::Position& position);

// Returns the last name along the line, or nullopt if no position on it has one.
std::optional<OpeningName> name_along(const chess::Position& root,
                                      std::span<const chess::Move> line, const FindName& find);

// A pattern is an ECO code ("B90"), a range of codes ("B20-B99"), or a name. With * for any text
// and ? for one character, a name must match completely; without them it must be the whole name or
// its beginning up to a colon or comma. Case is ignored.
class NamePattern {
  public:
    static Result<NamePattern> parse(std::string_view text);
    bool matches(const OpeningName& name) const;

  private:
    std::string first_, last_; // codes of a range, or else name_
    std::string name_;
};

struct NameFilter {
    std::vector<NamePattern> wanted; // one of them must match; if there are none, any opening does
    std::vector<NamePattern> unwanted; // none of them may match
    bool is_active() const { return !wanted.empty() || !unwanted.empty(); }
    // An opening without a name is rejected if there are wanted patterns; unwanted patterns do not
    // reject it.
    bool admits(const std::optional<OpeningName>& name) const;
};

} // namespace polyglot::tools
