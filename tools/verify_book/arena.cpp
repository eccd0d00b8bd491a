// Checks the records of an Arena book (docs/formats/arena-abk.md).
#include "core/book/arena/abk.hpp"
#include "core/book/arena/record.hpp"
#include "core/book/arena/tree.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/text.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <array>

namespace polyglot::tools {
namespace {

using book::AbkDamage;
using book::AbkFinding;
using book::AbkRecord;
using chess::Position;

std::string at(std::size_t record) {
    return "record " + std::to_string(AbkRecord::pointer_to(record)) + " (byte " +
           std::to_string(AbkRecord::byte_of(record)) + ")";
}

std::string figures_of(const AbkRecord& record) {
    return std::to_string(record.games) + " games, " + std::to_string(record.white_wins) +
           " won, " + std::to_string(record.white_losses) + " lost";
}

std::string move_in(const AbkRecord& record, const Position& position) {
    const auto raw = book::raw_move_of(record);
    return (raw ? format_raw_move(*raw) : "no squares of a board") + " in " +
           chess::format_fen(position);
}

void add(const book::AbkTree& tree, const AbkFinding& found, const Position& position,
         Findings& findings) {
    const AbkRecord* const record = tree.records.empty() ? nullptr : &tree.records[found.record];
    const auto place = [&] { return at(found.record); };
    const auto pointer = [&] { return place() + ": pointer to " + std::to_string(found.pointer); };
    const auto error = [&](std::string_view kind, std::string_view what, const auto& where) {
        findings.add(Severity::Error, kind, what, where);
    };
    const auto remark = [&](std::string_view kind, std::string_view what, const auto& where) {
        findings.add(Severity::Remark, kind, what, where);
    };
    switch (found.what) {
    case AbkDamage::HeaderMoves:
        return remark("header_moves", "the header states a wrong number of moves", [&] {
            return std::to_string(tree.header.moves) + " moves, the file has " +
                   std::to_string(tree.records.size());
        });
    case AbkDamage::HeaderImportance:
        return findings.add(Severity::Remark, "header_importance",
                            "an importance in the header is over 15");
    case AbkDamage::HeaderPerCent:
        return findings.add(Severity::Remark, "header_per_cent",
                            "a minimum in the header is over 100 %");
    case AbkDamage::HeaderGames:
        return findings.add(Severity::Remark, "header_games",
                            "a minimum of games in the header is over 99,999");
    case AbkDamage::Pointer:
        return error("pointer", "pointer to a record that isn't there", pointer);
    case AbkDamage::SharedPointer:
        return error("shared",
                     "pointer to a record that has its place in the tree already: a cycle, or "
                     "branches that overlap",
                     pointer);
    case AbkDamage::Illegal:
        return error(
            "illegal",
            "move that is not legal in its position, which also cuts off its continuations",
            [&] { return place() + ": " + move_in(*record, position); });
    case AbkDamage::TooLong: return error("too_long", "line longer than any game", place);
    case AbkDamage::Deleted: return remark("deleted", "record marked as deleted", place);
    case AbkDamage::Continuation:
        return remark("continuation",
                      "continuation of a deleted or illegal move or of a line longer than any game",
                      place);
    case AbkDamage::Lost:
        return remark("lost", "record that no pointer in the tree leads to", place);
    case AbkDamage::Games:
        return remark("games", "more games won and lost than games",
                      [&] { return place() + ": " + figures_of(*record); });
    }
}

void check_bytes(const book::ByteReader& bytes, const book::Book& /*book*/, Verification& result) {
    std::vector<std::string> warnings;
    Findings& findings = result.findings;
    auto tree = book::decode_abk(bytes, warnings);
    for (const std::string& oddity : warnings)
        findings.add(Severity::Error, "file", "damage of the file", [&] { return oddity; });
    if (!tree) {
        findings.add(Severity::Error, "file", "damage of the file",
                     [&] { return tree.error().message; });
        return;
    }
    result.entries = tree->records.size();
    const auto look_at_move = [&](std::size_t record, const Position&, chess::Move) {
        const int priority = tree->records[record].priority;
        if (priority > book::max_arena_priority)
            findings.add(Severity::Remark, "priority",
                         "priority above 9, the highest that Arena gives",
                         [&] { return at(record) + ": " + std::to_string(priority); });
    };
    const auto look_at_damage = [&](const AbkFinding& found, const Position& position) {
        add(*tree, found, position, findings);
    };
    book::follow_abk(*tree, {.on_move = look_at_move, .on_damage = look_at_damage});
}

// The moves of an Arena book are a tree, which check() has judged already.
void follow(const book::Book& /*book*/, std::span<const Position> /*roots*/, Verification& result) {
    result.reached = result.positions;
}

constexpr std::array<Cure, 1> cures{
    {{" pointer shared illegal too_long file lost deleted continuation ", rewrite_cure}}};

} // namespace

constexpr FormatCheck arena_check{
    .format = book::arena_format, .check = check_bytes, .cures = cures, .follow = follow};

} // namespace polyglot::tools
