#include "tools/books/edit/edits.hpp"

#include "core/book/edit/position_editor.hpp"
#include "core/book/variants/walk.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

std::optional<double> parse_number(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

struct EditWord {
    std::string_view name;
    Edit::Kind kind;
    bool needs_move;
    Result<double> (*parse)(std::string_view);
};

Result<double> no_value(std::string_view /*text*/) {
    return 0.0;
}

constexpr std::array<EditWord, 10> edit_words{
    {{"weight", Edit::Kind::Weight, true, parse_weight},
     {"share", Edit::Kind::Share, true, parse_share},
     {"boost", Edit::Kind::Boost, true, parse_boost},
     {"priority", Edit::Kind::Priority, true, parse_priority},
     {"games", Edit::Kind::Games, true, parse_games},
     {"forbid", Edit::Kind::Weight, true, no_value},
     {"add", Edit::Kind::Add, true, no_value},
     {"delete", Edit::Kind::Delete, false, no_value},
     {"delete-subtree", Edit::Kind::DeleteSubtree, false, no_value},
     {"copy-from", Edit::Kind::CopyFrom, false, no_value}}};

const EditWord* find_word(std::string_view name) {
    const auto* const found = std::ranges::find(edit_words, name, &EditWord::name);
    return found == edit_words.end() ? nullptr : found;
}

// Contains the index of the edit that collects the shares of a position, by the position's key.
using OpenShares = std::unordered_map<std::uint64_t, std::size_t>;

std::uint64_t key_of(const Edit& edit) {
    return edit.variant ? book::identity_of(edit.variant->position) : edit.position.key();
}

bool has_move(const Edit& edit) {
    return edit.variant ? edit.variant->move.has_value() : static_cast<bool>(edit.move);
}

bool is_of_move(const Edit::MoveShare& share, const Edit& edit) {
    return edit.variant ? share.variant_move == edit.variant->move : share.move == edit.move;
}

bool has_share_of_move(const Edit& edit, const Edit& other) {
    const auto shares = shares_of(edit);
    return std::ranges::any_of(shares,
                               [&other](const auto& share) { return is_of_move(share, other); });
}

Result<void> check_sum(const std::vector<Edit::MoveShare>& shares) {
    double sum = 0;
    for (const Edit::MoveShare& share : shares)
        sum += share.share;
    if (sum <= 1 + book::share_rounding * static_cast<double>(shares.size())) return {};
    return make_error(places_of(shares) + ": the shares of one position make " +
                      text::per_cent(sum) + ", more than 100%");
}

} // namespace

std::vector<Edit::MoveShare> shares_of(const Edit& edit) {
    std::vector<Edit::MoveShare> shares = edit.earlier_shares;
    shares.push_back({edit.place, edit.move, edit.variant ? edit.variant->move : std::nullopt,
                      edit.value, edit.adds});
    return shares;
}

std::string places_of(const std::vector<Edit::MoveShare>& shares) {
    std::string places;
    for (const Edit::MoveShare& share : shares)
        places += (places.empty() ? "" : ", ") + share.place;
    return places;
}

Result<std::vector<Edit>> join_shares(std::vector<Edit> edits) {
    std::vector<std::optional<Edit>> joined; // nullopt: joined with a later edit
    OpenShares open;
    for (Edit& edit : edits) {
        const std::uint64_t key = key_of(edit);
        const auto found = open.find(key);
        if (edit.kind == Edit::Kind::Share) {
            if (found != open.end()) {
                edit.earlier_shares = shares_of(*joined[found->second]);
                std::erase_if(edit.earlier_shares,
                              [&edit](const auto& share) { return is_of_move(share, edit); });
                joined[found->second].reset();
            }
            open[key] = joined.size();
        } else if (found != open.end() &&
                   (!has_move(edit) || has_share_of_move(*joined[found->second], edit))) {
            open.erase(found);
        }
        joined.emplace_back(std::move(edit));
    }
    edits.clear();
    for (std::optional<Edit>& edit : joined) {
        if (!edit) continue;
        if (edit->kind == Edit::Kind::Share)
            if (const auto checked = check_sum(shares_of(*edit)); !checked) return checked.error();
        edits.push_back(*std::move(edit));
    }
    return edits;
}

bool is_edit(std::string_view name) {
    return find_word(name) != nullptr;
}

bool edit_needs_move(std::string_view name) {
    const EditWord* const word = find_word(name);
    return word != nullptr && word->needs_move;
}

Result<Edit> parse_edit(std::string_view name, std::string_view value) {
    const EditWord* const word = find_word(name);
    if (word == nullptr) return make_error("there is no edit " + text::quote(name));
    const auto parsed = word->parse(value);
    if (!parsed) return parsed.error();
    Edit edit{.place = "-" + std::string(name),
              .position = chess::Position::start(),
              .kind = word->kind,
              .value = *parsed};
    if (!value.empty()) edit.place += ' ' + std::string(value);
    if (word->kind == Edit::Kind::CopyFrom) edit.other = value;
    return edit;
}

Result<double> parse_weight(std::string_view text) {
    const auto weight = text::parse_int<std::uint16_t>(text);
    if (!weight) return make_error(text::quote(text) + " is not a weight: 0 to 65535");
    return static_cast<double>(*weight);
}

Result<double> parse_share(std::string_view text) {
    const bool per_cent = text.ends_with('%');
    const auto number = parse_number(text::trim(text.substr(0, text.size() - (per_cent ? 1 : 0))));
    const double share = number ? *number / (per_cent ? 100 : 1) : -1;
    if (share >= 1) return make_error(text::quote(text) + ": a share is below 100%, as 40% or 0.4");
    if (!(share >= 0)) return make_error(text::quote(text) + " is not a share, as 40% or 0.4");
    return share;
}

Result<double> parse_boost(std::string_view text) {
    const auto factor = parse_number(text.starts_with('x') ? text.substr(1) : text);
    if (!factor || !(*factor >= 0 && *factor <= 65'535))
        return make_error(text::quote(text) + " is not a factor: x1.5, x0.2");
    return *factor;
}

Result<double> parse_games(std::string_view text) {
    const auto games = text::parse_int<std::int32_t>(text); // Arena's numbers are signed
    if (!games || *games < 0) return make_error(text::quote(text) + " is not a number of games");
    return static_cast<double>(*games);
}

Result<double> parse_priority(std::string_view text) {
    const auto priority = text::parse_int<std::uint8_t>(text);
    if (!priority) return make_error(text::quote(text) + " is not a priority: 0 to 255");
    return static_cast<double>(*priority);
}

} // namespace polyglot::tools
