#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/patience.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/files/whole_path.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/waiting_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace {

using book::LearnFields;

constexpr std::uint64_t fields_offset = 12; // in an entry
// Count and sum; aligned, so never in two blocks of a disk.
constexpr std::uint64_t fields_size = 4;

// The limits of a step of forgetting. A millisecond is enough to read a megabyte, or for about a
// thousand system calls.
constexpr std::uint64_t most_entries_a_step = 1U << 16U;
constexpr std::size_t most_changes_a_step = 256;

struct Place { // the place of an entry
    std::uint64_t number = 0;
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::size_t learnt = 0; // the index of its move in the game
    std::uint64_t fields() const { return number * book::entry_size + fields_offset; }
};

// Locks on the learn fields of some entries, which are released by the destructor.
class FieldLocks {
  public:
    explicit FieldLocks(SharedFile& file) : file_(file) {}
    FieldLocks(const FieldLocks&) = delete;
    FieldLocks& operator=(const FieldLocks&) = delete;
    ~FieldLocks() { static_cast<void>(release()); }

    // Locks all of them; returns false if another process holds one of them for longer than
    // patience. The order is ascending, so that two processes that need the same ones never wait
    // for each other.
    Result<bool> acquire(const std::vector<Place>& places, std::chrono::milliseconds patience) {
        std::vector<std::uint64_t> wanted;
        wanted.reserve(places.size());
        for (const Place& place : places)
            wanted.push_back(place.fields());
        std::ranges::sort(wanted);
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());

        Patience others(patience);
        for (const std::uint64_t offset : wanted) {
            for (;;) {
                const auto locked = file_.try_lock(offset, fields_size);
                if (!locked) return locked.error();
                if (*locked) break;
                if (!others.pause()) return false;
            }
            held_.push_back(offset);
        }
        return true;
    }

    Result<void> release() {
        Result<void> done;
        for (const std::uint64_t offset : std::exchange(held_, {}))
            if (auto unlocked = file_.unlock(offset, fields_size); !unlocked)
                done = std::move(unlocked);
        return done;
    }

  private:
    SharedFile& file_;
    std::vector<std::uint64_t> held_;
};

// Some network file systems have no locks, which the user should know before the first game ends.
// The bytes after the file are not used by any process.
Result<void> try_locks(SharedFile& file) {
    const auto locked = file.try_lock(file.size(), fields_size);
    if (!locked) return locked.error();
    if (!*locked) return {}; // another adapter is trying the locks
    return file.unlock(file.size(), fields_size);
}

// Returns nullopt if results may be written here.
std::optional<Error> judge(const std::filesystem::path& path, const book::PolyglotBook& book) {
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t sampled_pages = 1024; // 4 MiB, which take some milliseconds
    const std::uint64_t pages = (book.entries().size() * book::entry_size + page - 1) / page;
    const bool whole = pages <= book::PolyglotBook::full_check_limit / page;
    const book::LearnEvidence evidence =
        book::judge_learn_fields(book.entries(), whole ? pages : sampled_pages);
    if (book::is_polyglot(evidence.dialect)) return std::nullopt;
    return make_error(to_text(path) + ": its learn fields hold something else: " +
                      std::string(book::name_of(evidence.dialect)) + " (" + evidence.reason +
                      "); BookLearnForce = true overwrites them, polyglot learn-book -convert "
                      "makes them PolyGlot's");
}

struct OpenedFields {
    std::shared_ptr<SharedFile> file;
    book::PolyglotBook book; // the same file, which finds the entries
};

// With force, fields with other data are used, too.
Result<OpenedFields> open_fields(const std::filesystem::path& path, bool force) {
    const auto file = open_shared_file(path);
    if (!file) return file.error();
    auto book = book::PolyglotBook::open(*file, book::PolyglotBook::full_check_limit);
    if (!book) return make_error(to_text(path) + ": " + book.error().message);
    if (const auto tried = try_locks(**file); !tried) return tried.error();
    if (const auto against = force ? std::nullopt : judge(path, *book)) return *against;
    return OpenedFields{*file, *std::move(book)};
}

// How far a waiting game has come, as noted in its file: the move that is written next, and the
// previous fields of its entry, "3 17 20".
struct Progress {
    std::size_t move = 0;
    std::optional<LearnFields> before{};
};

std::string format_progress(const Progress& progress) {
    return std::to_string(progress.move) + ' ' + std::to_string(progress.before->count) + ' ' +
           std::to_string(progress.before->sum);
}

constexpr std::string_view begun_again = "anew";

// Invalid words mean a game that has not been begun.
Progress parse_progress(std::string_view words) {
    const auto move = text::parse_int<std::size_t>(text::next_word(words));
    const auto count = text::parse_int<std::uint16_t>(text::next_word(words));
    const auto sum = text::parse_int<std::uint16_t>(text::next_word(words));
    if (!move || !count || !sum) return {};
    return {.move = *move, .before = LearnFields{*count, *sum}};
}

class FieldStore final : public RecordingStore {
  public:
    FieldStore(std::filesystem::path path, OpenedFields opened, bool force)
        : path_(std::move(path)), opened_(std::move(opened)), force_(force) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        return record(game, nullptr);
    }
    Result<std::size_t> record_once(const WaitingGame& game,
                                    const WaitingProgress& progress) override {
        return record(game.game, &progress);
    }
    std::size_t written() const override { return written_; }
    bool may_try_again() const override { return busy_; }
    void recall(const chess::Position& /*position*/, const book::LearnScope& /*scope*/,
                std::vector<book::Entry>& /*entries*/) const override {}
    void recall_variant(const chess::VariantPosition& /*position*/,
                        const book::LearnScope& /*scope*/,
                        std::vector<book::Entry>& /*entries*/) const override {}
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override;

  private:
    // Returns the new fields of an entry for the old ones; nullopt if it keeps them.
    using Change = std::function<Result<std::optional<LearnFields>>(const Place&, LearnFields)>;

    Error error(std::string_view reason) const {
        return make_error(to_text(path_) + ": " + std::string(reason));
    }
    using Found = std::optional<book::NumberedEntry>; // nullopt: the book lacks the move
    Result<std::vector<Place>> find(const std::vector<book::LearntMove>& moves) const;
    Result<Found> find(const book::LearntMove& learnt) const;
    static Found find(const book::LearntMove& learnt, const book::VariantBook& book);
    Result<void> check_current();
    Result<void> change(const std::vector<Place>& places, const Change& to);
    Result<void> change(const Place& place, const Change& to);
    Result<std::size_t> record(const book::LearntGame& game, const WaitingProgress* waiting);
    Result<std::size_t> try_to_record(const book::LearntGame& game, const Progress& from,
                                      const WaitingProgress* waiting);

    std::filesystem::path path_;
    OpenedFields opened_;
    bool force_;
    // State of the last call.
    bool busy_ = false;
    bool replaced_ = false;
    std::size_t written_ = 0;
};

// Moves that the book lacks are left out.
Result<std::vector<Place>> FieldStore::find(const std::vector<book::LearntMove>& moves) const {
    std::vector<Place> places;
    std::optional<book::VariantBook> of_variant; // of this game
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const book::LearntMove& learnt = moves[i];
        if (learnt.in_variant && !of_variant) {
            auto opened = book::VariantBook::open(opened_.book, &learnt.in_variant->variant());
            if (!opened) return error(opened.error().message);
            of_variant = *std::move(opened);
        }
        const auto found =
            learnt.in_variant ? Result<Found>(find(learnt, *of_variant)) : find(learnt);
        if (!found) return found.error();
        if (const auto& entry = *found)
            places.push_back({entry->number, entry->entry.key, entry->entry.move, i});
    }
    return places;
}

// As in PolyGlot the first entry of each move counts, in PolyGlot's encoding; otherwise an entry
// that only this program can read (castling in an old spelling).
Result<FieldStore::Found> FieldStore::find(const book::LearntMove& learnt) const {
    const auto entries = opened_.book.find_numbered(learnt.position.key());
    if (!entries) return error("cannot be read");
    const auto spelled = [raw =
                              book::encode_move(learnt.move)](const book::NumberedEntry& numbered) {
        return numbered.entry.move == raw;
    };
    const auto meant = [&](const book::NumberedEntry& numbered) {
        return book::decode_move(numbered.entry.move, learnt.position) == learnt.move;
    };
    auto it = std::ranges::find_if(*entries, spelled);
    if (it == entries->end()) it = std::ranges::find_if(*entries, meant);
    return it == entries->end() ? Found() : Found(*it);
}

FieldStore::Found FieldStore::find(const book::LearntMove& learnt, const book::VariantBook& book) {
    const chess::VariantMove move = chess::variant_move_of(learnt.move);
    for (const book::VariantEntry& entry : book.find(*learnt.in_variant))
        if (entry.move == move) return entry.numbered;
    return std::nullopt;
}

Result<void> FieldStore::check_current() {
    const auto current = opened_.file->is_current();
    replaced_ = current && !*current;
    if (current && *current) return {};
    written_ = 0; // counts the file that has the name now
    return replaced_ ? error("has been replaced by another file since it was opened")
                     : current.error();
}

// Gives each of the entries new learn fields. Nothing is written before all of them are locked.
// Nothing is synced: a killed process loses nothing, while a power failure may lose the last
// results, but no more.
Result<void> FieldStore::change(const std::vector<Place>& places, const Change& to) {
    busy_ = false;
    replaced_ = false;
    FieldLocks locks(*opened_.file);
    const auto locked = locks.acquire(places, patience());
    if (!locked) return locked.error();
    if (!*locked) {
        busy_ = true;
        return error("is kept locked by another program");
    }
    // This is checked with the locks held, because edit-book holds them until another book has
    // replaced this one.
    if (auto current = check_current(); !current) return current;
    for (const Place& place : places) {
        if (auto changed = change(place, to); !changed) return changed;
        written_ = place.learnt + 1;
    }
    // Other programs replace books without locks, so that results written into the old file
    // meanwhile are not in the new one.
    if (auto current = check_current(); !current) return current;
    return locks.release();
}

Result<void> FieldStore::change(const Place& place, const Change& to) {
    SharedFile& file = *opened_.file;
    std::array<std::byte, book::entry_size> raw{};
    if (auto read = file.read(place.number * book::entry_size, raw); !read) return read;
    book::RawEntry entry = book::decode_entry(raw);
    // A program that copies another book over this one must not get results in the wrong entries.
    if (entry.key != place.key || entry.move != place.move)
        return error("is being rewritten by another program");
    const auto fields = to(place, {entry.learn_count, entry.learn_sum});
    if (!fields) return fields.error();
    if (!*fields) return {};
    entry.learn_count = (*fields)->count;
    entry.learn_sum = (*fields)->sum;
    book::encode_entry(entry, raw);
    return file.overwrite(place.fields(), std::span(raw).subspan(fields_offset));
}

// If another book has replaced this one, as edit-book and make-book do, the new one gets the
// result.
Result<std::size_t> FieldStore::record(const book::LearntGame& game,
                                       const WaitingProgress* waiting) {
    constexpr int most_replacements = 10; // while a game is written
    Progress from = waiting != nullptr ? parse_progress(waiting->last) : Progress{};
    for (int replacements = 0;; ++replacements) {
        auto recorded = try_to_record(game, from, waiting);
        if (recorded || !replaced_) return recorded;
        busy_ = replacements == most_replacements;
        if (busy_) return recorded;
        auto opened = open_fields(path_, force_);
        if (!opened) return recorded;
        opened_ = *std::move(opened);
        from = {};
        if (waiting == nullptr) continue;
        if (auto noted = waiting->note(begun_again); !noted) return noted.error();
    }
}

Result<std::size_t> FieldStore::try_to_record(const book::LearntGame& game, const Progress& from,
                                              const WaitingProgress* waiting) {
    written_ = 0;
    replaced_ = false;
    const auto places = find(game.moves);
    if (!places) return places.error();
    const auto add = [&](const Place& place,
                         LearnFields fields) -> Result<std::optional<LearnFields>> {
        // A killed process has written the moves before the one in its note, and perhaps that one.
        const bool is_there =
            place.learnt < from.move || (place.learnt == from.move && from.before != fields);
        if (from.before && is_there) return std::optional<LearnFields>();
        if (waiting != nullptr)
            if (auto noted = waiting->note(format_progress({place.learnt, fields})); !noted)
                return noted.error();
        return std::optional(book::add_result(fields, game.half_points));
    };
    if (auto changed = change(*places, add); !changed) return changed.error();
    return places->size();
}

// Forgets in the order of entries.
Result<book::Forgotten> FieldStore::forget(const book::LearnScope& /*scope*/, std::uint64_t from) {
    const auto current = opened_.file->is_current();
    if (!current) return current.error();
    if (!*current) return error("has been replaced by another file since it was opened");
    const book::EntryTable& table = opened_.book.entries();
    std::vector<std::byte> buffer(64U << 10U);
    book::EntryWindow window(table, buffer);
    const std::uint64_t end = std::min(table.size(), from + most_entries_a_step);
    book::Forgotten step;
    for (std::uint64_t i = from; i < end; ++i) {
        step.next = i + 1 < table.size() ? i + 1 : 0;
        if (!window.reach(i)) return error("cannot be read");
        const book::RawEntry entry = window[i];
        if (book::is_special(entry) || (entry.learn_count == 0 && entry.learn_sum == 0)) continue;
        const auto changed = change({{i, entry.key, entry.move}}, [](const Place&, LearnFields) {
            return std::optional(LearnFields{});
        });
        if (!changed && !busy_) return changed.error();
        ++(changed ? step.moves : step.locked);
        if (step.moves + step.locked == most_changes_a_step) break;
    }
    return step;
}

} // namespace

Result<std::shared_ptr<book::LearnStore>> open_learn_fields(const std::filesystem::path& book,
                                                            bool force) {
    const auto advise = [](const Error& error) {
        return make_error(error.message + "; BookLearnFile keeps results in a file of their own");
    };
    const std::filesystem::path path = whole_path(book);
    auto opened = open_fields(path, force);
    if (!opened) return advise(opened.error());
    return with_waiting_file(std::make_shared<FieldStore>(path, *std::move(opened), force), path);
}

} // namespace polyglot::io
