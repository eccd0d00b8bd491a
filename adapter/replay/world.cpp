#include "adapter/replay/world.hpp"

#include "adapter/replay/log.hpp"
#include "adapter/session/books/result_queue.hpp"
#include "adapter/session/uci_gui/game_tracker.hpp"
#include "config/schema.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/stores/memory_store.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using text::cut_prefix;
using Word = session::StoreAnswer::Word;

// Cuts "[NAME] " off text; the first book has no name.
std::string cut_book_name(std::string_view& text) {
    text = text::trim_left(text);
    const std::size_t end = text.starts_with('[') ? text.find(']') : std::string_view::npos;
    if (end == std::string_view::npos) return {};
    std::string name(text::trim(text.substr(1, end - 1)));
    text = text::trim_left(text.substr(end + 1));
    return name;
}

// Returns the position of place_of(); nullopt if the place is not one of a variant.
std::optional<chess::VariantPosition> variant_position_at(std::string_view place) {
    const chess::Variant* const variant = chess::find_variant(text::next_word(place));
    if (variant == nullptr) return std::nullopt;
    const auto position = chess::parse_variant_fen(*variant, text::trim(place));
    if (!position) throw BadStep("no position: " + std::string(place));
    return *position;
}

std::vector<book::Entry> entries_at(const std::string& place, std::string_view text) {
    if (const auto position = variant_position_at(place)) {
        auto entries = session::parse_variant_entries(*position, text);
        if (!entries) throw BadStep("no moves and weights at " + place + ": " + std::string(text));
        return *std::move(entries);
    }
    const auto position = chess::parse_fen(place);
    if (!position) throw BadStep("no position: " + place);
    auto entries = session::parse_entries(*position, text);
    if (!entries) throw BadStep("no moves and weights at " + place + ": " + std::string(text));
    return *std::move(entries);
}

// Returns the section of `set [NAME] …` and `book [NAME] …`. Its file is NAME.bin by default.
config::BookSettings& section(config::Settings& settings, const std::string& name) {
    const auto is_it = [&](const config::BookSettings& book) { return book.name == name; };
    const auto known = std::find_if(settings.books.begin(), settings.books.end(), is_it);
    if (known != settings.books.end()) return *known;
    config::BookSettings& added = settings.books.emplace_back();
    added.name = name;
    added.file = name + ".bin";
    return added;
}

// Applies `NAME = VALUE`, or `[SECTION] NAME = VALUE` of a further book.
void set_option(config::Settings& settings, std::string_view text) {
    const std::string whole(text);
    const std::string name = cut_book_name(text);
    const std::size_t equals = text.find('=');
    const std::string_view option = text::trim(text.substr(0, equals));
    const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    const auto set_in = [&](auto& values, const auto* known) {
        if (equals == std::string_view::npos || known == nullptr)
            throw BadStep("! set: unknown: " + whole);
        if (const auto done = config::set_option(values, *known, value); !done)
            throw BadStep("! set " + whole + ": " + done.error().message);
    };
    if (name.empty())
        set_in(settings, config::find_option(option));
    else
        set_in(section(settings, name), config::find_book_option(option));
}

// Blanks belong to the value, because the engine is sent them.
void set_engine_option(config::Settings& settings, std::string_view text) {
    constexpr std::string_view between = " = ";
    std::size_t at = text.find(between);
    std::size_t value_at = at + between.size();
    if (at == std::string_view::npos) {
        at = text.find('=');
        value_at = at + 1;
    }
    const bool has_value = at != std::string_view::npos && value_at < text.size();
    settings.engine_options.emplace_back(text::trim(text.substr(0, at)),
                                         has_value ? text.substr(value_at) : "");
}

void apply_setting(config::Settings& settings, std::string_view text) {
    if (cut_prefix(text, "set "))
        set_option(settings, text);
    else if (cut_prefix(text, "engine-option "))
        set_engine_option(settings, text);
}

} // namespace

void ReplayVariants::add(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    std::string_view place = text.substr(0, colon);
    const std::string_view entries = text.substr(colon + 1);
    const std::string_view name = text::next_word(place);
    if (name == session::BookLine::variant) {
        stated_ = text::trim(entries);
        is_written_ = true;
        return;
    }
    session::GameTracker tracker;
    tracker.set_variant(chess::find_variant(name));
    tracker.set_position(text::trim(place));
    const auto game = tracker.any_game();
    if (!game) throw BadStep("! book: " + tracker.problem());
    const chess::VariantPosition& position = game->variant_game()->position();
    if (!session::parse_variant_entries(position, entries))
        throw BadStep("! book: move or weight: " + std::string(text));
    (entries_[session::place_of(position)] += ' ') += entries;
}

bool ReplayVariants::answer(const session::BookLine& line) {
    std::string_view rest = line.place;
    const std::string_view word = text::next_word(rest);
    if (word == session::BookLine::variant) {
        std::string_view reason = line.text;
        cut_prefix(reason, session::BookLine::refuses);
        if (text::trim(rest).empty())
            stated_ = line.text;
        else
            why_not_[std::string(text::trim(rest))] = reason;
        return true;
    }
    if (chess::find_variant(word) == nullptr) return false;
    entries_[line.place] = line.text;
    return true;
}

std::string ReplayVariants::why_not(const chess::Variant& variant) const {
    const auto known = why_not_.find(variant.uci);
    if (known != why_not_.end()) return known->second;
    const bool contradicts = is_written_ && !stated_.empty() && stated_ != variant.uci;
    return contradicts ? "it is a book of " + stated_ : std::string();
}

std::vector<book::Entry> ReplayVariants::find(const chess::VariantPosition& position) const {
    const auto known = entries_.find(session::place_of(position));
    if (known == entries_.end()) return {};
    return session::parse_variant_entries(position, known->second)
        .value_or(std::vector<book::Entry>());
}

void ReplayBook::add(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        throw BadStep("! book without colon: " + std::string(text));
    std::string_view rest = text.substr(0, colon);
    const std::string_view word = text::next_word(rest);
    if (word == session::BookLine::variant || chess::find_variant(word) != nullptr) {
        variants_->add(text);
        has_variants_ = true;
        return;
    }
    session::GameTracker tracker;
    tracker.set_position(text::trim(text.substr(0, colon)));
    const chess::Game* game = tracker.game();
    if (game == nullptr) throw BadStep("! book: " + tracker.problem());
    const auto entries = session::parse_entries(game->position(), text.substr(colon + 1));
    if (!entries) throw BadStep("! book: move or weight: " + std::string(text));
    auto& known = written_[game->position().key()];
    known.insert(known.end(), entries->begin(), entries->end());
}

void ReplayBook::answer(const session::BookLine& line) {
    if (variants_->answer(line)) return;
    if (std::string_view why = line.text; cut_prefix(why, session::BookLine::refuses)) {
        refused_[line.place] = why;
        return;
    }
    Answer& known = answers_[line.place];
    known.knows = line.text == session::BookLine::knows;
    known.entries = known.knows ? std::vector<book::Entry>{} : entries_at(line.place, line.text);
}

std::vector<book::Entry> ReplayBook::find(const chess::Position& position) const {
    if (const auto found = written_.find(position.key()); found != written_.end())
        return found->second;
    if (answers_.empty()) return {};
    const auto found = answers_.find(session::place_of(position));
    return found == answers_.end() ? std::vector<book::Entry>{} : found->second.entries;
}

bool ReplayBook::knows(const chess::Position& position) const {
    const auto found = answers_.find(session::place_of(position));
    return (found != answers_.end() && found->second.knows) || !find(position).empty();
}

std::string_view ReplayBook::refuses(const chess::Position& position) const {
    if (refused_.empty()) return {};
    const auto found = refused_.find(session::place_of(position));
    return found == refused_.end() ? std::string_view() : found->second;
}

// Replays the answers of the adapter's store from the log.
class ReplayWorld::AnsweringStore final : public book::LearnStore {
  public:
    explicit AnsweringStore(ReplayWorld& world) : world_(world) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        return next(game.moves.size());
    }
    bool may_try_again() const override { return busy_; }
    Result<std::string> keep(const std::vector<book::LearntGame>& /*games*/) override {
        return next(std::string("the log does not say where"));
    }
    bool has_kept() const override {
        if (world_.has_kept_.empty()) return false;
        const bool has = world_.has_kept_.front();
        world_.has_kept_.pop_front();
        return has;
    }
    Result<book::TakenIn> take_in(std::size_t /*most_games*/) override {
        // A log that does not go on after `more` is of an adapter that had no time for the rest.
        if (has_more_ && world_.results_.empty())
            return make_error(std::string(session::no_time_for_rest));
        auto step = next(book::TakenIn());
        has_more_ = step && step->has_more;
        return step;
    }
    bool is_asking() const override {
        if (world_.asking_ == 0) return false;
        --world_.asking_;
        return true;
    }
    void recall(const chess::Position& position, const book::LearnScope& /*scope*/,
                std::vector<book::Entry>& entries) const override {
        recall(session::place_of(position), entries);
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& /*scope*/,
                        std::vector<book::Entry>& entries) const override {
        recall(session::place_of(position), entries);
    }
    Result<book::Forgotten> forget(const book::LearnScope& /*scope*/,
                                   std::uint64_t /*from*/) override {
        return next(book::Forgotten());
    }

  private:
    void recall(const std::string& place, std::vector<book::Entry>& entries) const {
        const auto learnt = world_.learnt_.find(place);
        if (learnt == world_.learnt_.end()) return;
        for (book::Entry& entry : entries) {
            const auto known =
                std::find_if(learnt->second.begin(), learnt->second.end(),
                             [&](const book::Entry& e) { return e.move == entry.move; });
            if (known == learnt->second.end()) continue;
            entry.learn_count = known->learn_count;
            entry.learn_sum = known->learn_sum;
            entry.age_days = known->age_days;
        }
    }
    // otherwise is the value for a log without an answer.
    template <class Done>
    Result<Done> next(Done otherwise) {
        busy_ = false;
        if (world_.results_.empty()) return otherwise;
        const session::StoreAnswer said = std::move(world_.results_.front());
        world_.results_.pop_front();
        busy_ = said.word == Word::Busy;
        if (busy_ || said.word == Word::Failed) return make_error(said.text);
        session::parse_done(said.text, otherwise);
        return otherwise;
    }

    ReplayWorld& world_;
    bool busy_ = false;
    bool has_more_ = false; // as the last take_in() has said
};

void ReplayWorld::set_up(std::string_view setting) {
    std::string_view text = setting;
    if (!cut_prefix(text, "book ")) {
        apply_setting(settings, setting);
        return;
    }
    const std::string name = cut_book_name(text);
    if (!name.empty()) section(settings, name);
    written_[name].book->add(text);
    settings.book = true;
}

void ReplayWorld::expect(std::string_view answer) {
    has_books_ = has_books_ || answer.starts_with("open ");
    has_store_ = has_store_ || answer.starts_with("results ");
    has_recall_ = has_recall_ || answer == "settings";
}

void ReplayWorld::answer(std::string_view text) {
    const auto line = session::parse_answer(text);
    if (!line) throw BadStep(line.error().message);
    if (!std::holds_alternative<std::monostate>(*line))
        std::visit([this](const auto& answer) { take(answer); }, *line);
    else if (text == "settings")
        recalled_.emplace();
    else if (recalled_)
        apply_setting(*recalled_, text);
}

void ReplayWorld::take(const session::FileAnswer& answer) {
    stamps_[answer.path] = answer.stamp;
}

// Creates the book if needed, because a shortened log may have lost the line that opens it.
ReplayBook& ReplayWorld::numbered(int number) {
    auto& book = numbered_[number];
    if (!book) book = std::make_shared<ReplayBook>();
    return *book;
}

void ReplayWorld::take(const session::OpenAnswer& answer) {
    if (answer.number != 0) numbered(answer.number);
    opened_[answer.path] = {.book = answer.number == 0 ? nullptr : numbered_[answer.number],
                            .problem = answer.problem};
}

void ReplayWorld::take(const session::StoreAnswer& answer) {
    if (answer.word == Word::Open || answer.word == Word::None) {
        const bool is_open = answer.word == Word::Open;
        store_ = {.store = is_open ? std::make_shared<AnsweringStore>(*this) : nullptr,
                  .description = {},
                  .warning = answer.text};
        if (is_open) has_kept_.push_back(false);
    } else if (answer.word == Word::Asking) {
        ++asking_;
    } else if (answer.word != Word::Waiting) {
        results_.push_back(answer);
    } else if (!has_kept_.empty()) {
        has_kept_.back() = true;
    }
}

void ReplayWorld::take(const session::LearntLine& answer) {
    auto& known = learnt_[answer.place];
    for (const book::Entry& entry : entries_at(answer.place, answer.text)) {
        std::erase_if(known, [&](const book::Entry& e) { return e.move == entry.move; });
        known.push_back(entry);
    }
}

// text is `gone`, `bad`, `empty`, or `startpos: e2e4 1`.
void ReplayWorld::change_file(std::string_view text) {
    WrittenBook& written = written_[cut_book_name(text)];
    text = text::trim(text);
    const std::uint64_t last = written.stamp ? written.stamp->identity : 0;
    written.problem = text == "gone"  ? "No such file or directory"
                      : text == "bad" ? "not a book"
                                      : "";
    written.stamp.reset();
    if (text == "gone") return;
    written.stamp = book::BookStamp{.size = 1, .identity = last + 1};
    if (text == "bad") return;
    written.book = std::make_shared<ReplayBook>();
    if (text != "empty") written.book->add(text);
}

// Finds the book with this file; any file is that of the first book.
ReplayWorld::WrittenBook* ReplayWorld::find_written(const std::string& path) {
    for (const config::BookSettings& other : settings.books)
        if (other.file == path && written_.contains(other.name)) return &written_[other.name];
    return written_.contains("") ? &written_[""] : nullptr;
}

Result<session::OpenedBook> ReplayWorld::open_book(const std::string& path) {
    if (const WrittenBook* written = find_written(path)) {
        if (!written->problem.empty()) return make_error(path + ": " + written->problem);
        return session::OpenedBook{
            .book = written->book,
            .description = path + " in the transcript",
            .problem = written->book->gives_moves() ? "" : path + ": holds no move to play",
            .variants = written->book->variants()};
    }
    if (has_books_) {
        const auto file = opened_.find(path);
        if (file == opened_.end()) return make_error("the log says nothing of book " + path);
        if (!file->second.book) return make_error(file->second.problem);
        return session::OpenedBook{.book = file->second.book,
                                   .description = path + " in the log",
                                   .problem = file->second.problem,
                                   .variants = file->second.book->variants()};
    }
    auto opened = io::open_book(to_path(path));
    remarks_.insert(
        "the log does not say what the books answer: " + path +
        (opened ? " is asked, as it is now" : " would be asked, but " + opened.error().message));
    if (!opened) return opened.error();
    return session::OpenedBook{opened->book, path, {}};
}

std::optional<book::BookStamp> ReplayWorld::stamp_book(const std::string& path) {
    if (const WrittenBook* written = find_written(path)) return written->stamp;
    const auto stamp = stamps_.find(path);
    return stamp == stamps_.end() ? std::nullopt : stamp->second;
}

book::OpenedLearnStore ReplayWorld::open_store() {
    if (has_store_) return store_.value_or(book::OpenedLearnStore{});
    if (written_.empty())
        remarks_.insert("the log does not say what had been learnt: nothing, for this replay");
    return {std::make_shared<MemoryStore>(), "results are kept for this replay", {}};
}

session::Environment ReplayWorld::environment(Random& random, session::Log& log) {
    session::SettingsRecaller recall;
    if (has_recall_)
        recall = [this](const std::string&) {
            return session::RecalledSettings{recalled_.value_or(settings), {}};
        };
    return {.open_book = [this](const std::string& path) { return open_book(path); },
            .random = random,
            .log = log,
            .recall_settings = std::move(recall),
            .open_learn_store = [this](const config::Settings&) { return open_store(); },
            .stamp_book = [this](const std::string& path) { return stamp_book(path); }};
}

} // namespace polyglot::tools
