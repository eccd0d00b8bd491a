#include "adapter/session/shared/answers.hpp"

#include "config/schema.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/quoted_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>

namespace polyglot::session {
namespace {

// The last answer for each position: an equal answer needs no second line.
class Said {
  public:
    // text: empty for what needs no line unless something else was said before.
    bool is_news(const std::string& place, const std::string& text) {
        const auto known = said_.find(place);
        if (known == said_.end() ? text.empty() : known->second == text) return false;
        if (said_.size() >= most_positions) said_.clear();
        said_[place] = text;
        return true;
    }

  private:
    static constexpr std::size_t most_positions = 20'000; // of a GUI that analyses for weeks
    std::map<std::string, std::string> said_;
};

class LoggedBook final : public book::BookAround {
  public:
    LoggedBook(std::shared_ptr<const book::Book> inner, Log& log, int number)
        : BookAround(std::move(inner)), log_(log), number_(number) {}

    std::vector<book::Entry> find(const chess::Position& position) const override {
        std::vector<book::Entry> entries = inner()->find(position);
        if (log_.enabled()) {
            const bool knows = entries.empty() && inner()->might_contain(position) && inner()->knows(position);
            say(said_, position, knows ? "knows" : format_entries(entries));
        }
        return entries;
    }
    std::string_view refuses(const chess::Position& position) const override {
        const std::string_view reason = inner()->refuses(position);
        if (!reason.empty() && log_.enabled()) say(refused_, position, "refuses " + std::string(reason));
        return reason;
    }
    std::shared_ptr<const book::Book> read_by(const book::Reading& reading) const override {
        auto other = inner()->read_by(reading);
        return other ? std::make_shared<const LoggedBook>(std::move(other), log_, number_) : nullptr;
    }

  private:
    void say(Said& said, const chess::Position& position, const std::string& text) const {
        const std::string place = place_of(position);
        if (said.is_news(place, text))
            log_.write(Channel::Answer, "book " + std::to_string(number_) + " " + place + ": " + text);
    }

    Log& log_;
    int number_;
    mutable Said said_, refused_;
};

class LoggedStore final : public book::LearnStore {
  public:
    LoggedStore(std::shared_ptr<book::LearnStore> inner, Log& log) : inner_(std::move(inner)), log_(log) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        inner_->set_patience(patience());
        return told(inner_->record(game), "wrote ");
    }
    std::size_t written() const override { return inner_->written(); }
    Result<std::string> keep(const std::vector<book::LearntGame>& games) override {
        inner_->set_patience(patience());
        auto kept = inner_->keep(games);
        if (!kept)
            say_failure(kept.error());
        else if (log_.enabled())
            log_.write(Channel::Answer, "results kept " + text::quote_name(*kept));
        return kept;
    }
    bool has_kept() const override {
        const bool has = inner_->has_kept();
        if (has && log_.enabled()) log_.write(Channel::Answer, "results waiting");
        return has;
    }
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        inner_->set_patience(patience());
        auto step = inner_->take_in(most_games);
        if (!step)
            say_failure(step.error());
        else if (log_.enabled())
            log_.write(Channel::Answer, "results took " + format_taken_in(*step));
        return step;
    }
    bool may_try_again() const override { return inner_->may_try_again(); }
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override {
        if (!log_.enabled()) {
            inner_->recall(position, scope, entries);
            return;
        }
        const std::string before = format_entries(entries);
        inner_->recall(position, scope, entries);
        const std::string after = format_entries(entries);
        // A store that knows nothing of a position needs no line, unless it knew something before.
        const bool changed = after != before;
        const std::string place = place_of(position);
        if (said_.is_news(place, changed ? after : std::string()))
            log_.write(Channel::Answer, "results " + place + ": " + after);
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        inner_->set_patience(patience());
        auto step = inner_->forget(scope, from);
        if (!step)
            say_failure(step.error());
        else if (log_.enabled())
            log_.write(Channel::Answer, "results forgot " + format_forgotten(*step));
        return step;
    }

  private:
    Result<std::size_t> told(Result<std::size_t> result, std::string_view done) const {
        if (!result)
            say_failure(result.error());
        else if (log_.enabled())
            log_.write(Channel::Answer, "results " + std::string(done) + std::to_string(*result));
        return result;
    }
    void say_failure(const Error& error) const {
        if (log_.enabled())
            log_.write(Channel::Answer, std::string("results ") + (inner_->may_try_again() ? "busy " : "failed ") +
                                            text::without_controls(error.message));
    }

    std::shared_ptr<book::LearnStore> inner_;
    Log& log_;
    mutable Said said_;
};

BookOpener with_log(BookOpener open, Log& log) {
    if (!open) return open;
    return [open = std::move(open), &log, opened = 0](const std::string& path) mutable -> Result<OpenedBook> {
        auto book = open(path);
        const std::string what = "open " + text::quote_name(path) + " ";
        if (!book) {
            log.write(Channel::Answer, what + "failed " + text::without_controls(book.error().message));
            return book;
        }
        log.write(Channel::Answer, what + std::to_string(++opened) +
                                       (book->problem.empty() ? "" : " but " + text::without_controls(book->problem)));
        book->book = std::make_shared<LoggedBook>(std::move(book->book), log, opened);
        return book;
    };
}

// An unchanged file needs no second line.
BookStamper with_log(BookStamper stamp, Log& log) {
    if (!stamp) return stamp;
    return
        [stamp = std::move(stamp), &log, said = std::map<std::string, std::string>{}](const std::string& path) mutable {
            const auto found = stamp(path);
            if (!log.enabled()) {
                said.clear();
                return found;
            }
            std::string text = found ? std::to_string(found->size) + " " + std::to_string(found->identity) + " " +
                                           std::to_string(found->modified_ns)
                                     : "none";
            if (std::string& last = said[path]; last != text) {
                log.write(Channel::Answer, "file " + text::quote_name(path) + " " + text);
                last = std::move(text);
            }
            return found;
        };
}

LearnStoreOpener with_log(LearnStoreOpener open, Log& log) {
    if (!open) return open;
    return [open = std::move(open), &log](const config::Settings& settings) {
        book::OpenedLearnStore opened = open(settings);
        log.write(Channel::Answer, std::string("results ") + (opened.store ? "open" : "none") +
                                       (opened.warning.empty() ? "" : " " + text::without_controls(opened.warning)));
        if (opened.store) opened.store = std::make_shared<LoggedStore>(std::move(opened.store), log);
        return opened;
    };
}

SettingsRecaller with_log(SettingsRecaller recall, Log& log) {
    if (!recall) return recall;
    return [recall = std::move(recall), &log](const std::string& engine_name) {
        RecalledSettings recalled = recall(engine_name);
        if (!log.enabled()) return recalled;
        log.write(Channel::Answer, "settings");
        for (const std::string& line : settings_lines(recalled.settings))
            log.write(Channel::Answer, line);
        return recalled;
    };
}

template <class Number>
void add_field(std::string& text, const char* name, Number value) {
    if (value != Number{}) text += std::string(" ") + name + "=" + std::to_string(value);
}

// "1/2/-3" as this many numbers.
template <std::size_t Count>
std::optional<std::array<std::int64_t, Count>> parse_numbers(std::string_view text) {
    std::array<std::int64_t, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        const std::size_t end = text.find('/');
        const auto number = text::parse_int<std::int64_t>(text.substr(0, end));
        if (!number || (end == std::string_view::npos) != (i + 1 == Count)) return std::nullopt;
        numbers[i] = *number;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return numbers;
}

// Parses "n=3" into the entry before it; false if it has another form.
bool read_field(book::Entry& entry, std::string_view word) {
    const std::string_view name = word.substr(0, 2);
    const std::string_view value = word.substr(std::min<std::size_t>(2, word.size()));
    const auto number = [&](auto& target) {
        const auto read = text::parse_int<std::remove_reference_t<decltype(target)>>(value);
        if (read) target = *read;
        return read.has_value();
    };
    if (name == "n=") return number(entry.learn_count);
    if (name == "s=") return number(entry.learn_sum);
    if (name == "a=") return number(entry.age_days);
    if (name == "p=") return number(entry.priority.emplace());
    if (name == "g=") {
        const auto games = parse_numbers<3>(value);
        if (games)
            entry.games = {static_cast<std::uint32_t>((*games)[0]), static_cast<std::uint32_t>((*games)[1]),
                           static_cast<std::uint32_t>((*games)[2])};
        return games.has_value();
    }
    if (name != "v=") return false;
    const auto v = parse_numbers<6>(value);
    if (!v) return false;
    using book::Evaluation;
    entry.evaluation = {.value = static_cast<int>((*v)[0]),
                        .type = static_cast<Evaluation::Type>((*v)[1]),
                        .bound = static_cast<Evaluation::Bound>((*v)[2]),
                        .source = static_cast<Evaluation::Source>((*v)[3]),
                        .elo = static_cast<std::uint16_t>((*v)[4])};
    if ((*v)[5] >= 0) entry.evaluation->depth = static_cast<int>((*v)[5]);
    return true;
}

} // namespace

std::string place_of(const chess::Position& position) {
    std::string fen = chess::format_fen(position);
    for (int field = 0; field < 2; ++field)
        fen.resize(fen.find_last_of(' '));
    return fen;
}

std::string format_forgotten(const book::Forgotten& step) {
    std::string text = std::to_string(step.moves);
    if (step.locked > 0) text += " locked=" + std::to_string(step.locked);
    if (step.next > 0) text += " next=" + std::to_string(step.next);
    return text;
}

book::Forgotten parse_forgotten(std::string_view text) {
    book::Forgotten step;
    const auto number = [](std::string_view word) { return text::parse_int<std::uint64_t>(word).value_or(0); };
    step.moves = number(text::next_word(text));
    for (std::string_view word = text::next_word(text); !word.empty(); word = text::next_word(text)) {
        if (word.starts_with("locked=")) step.locked = number(word.substr(std::string_view("locked=").size()));
        if (word.starts_with("next=")) step.next = number(word.substr(std::string_view("next=").size()));
    }
    return step;
}

std::string format_taken_in(const book::TakenIn& step) {
    std::string text = std::to_string(step.games);
    if (step.moves > 0) text += " moves=" + std::to_string(step.moves);
    if (step.left_out > 0) text += " left-out=" + std::to_string(step.left_out);
    if (step.has_more) text += " more";
    if (!step.problem.empty()) text += " but " + text::without_controls(step.problem);
    return text;
}

book::TakenIn parse_taken_in(std::string_view text) {
    book::TakenIn step;
    const auto number = [](std::string_view word) { return text::parse_int<std::size_t>(word).value_or(0); };
    step.games = number(text::next_word(text));
    for (std::string_view word = text::next_word(text); !word.empty(); word = text::next_word(text)) {
        if (word.starts_with("moves=")) step.moves = number(word.substr(std::string_view("moves=").size()));
        if (word.starts_with("left-out=")) step.left_out = number(word.substr(std::string_view("left-out=").size()));
        if (word == "more") step.has_more = true;
        if (word == "but") step.problem = text::trim_left(std::exchange(text, {}));
    }
    return step;
}

Environment with_logged_answers(Environment environment) {
    Log& log = environment.log;
    return {.open_book = with_log(std::move(environment.open_book), log),
            .random = environment.random,
            .log = log,
            .recall_settings = with_log(std::move(environment.recall_settings), log),
            .open_learn_store = with_log(std::move(environment.open_learn_store), log),
            .stamp_book = with_log(std::move(environment.stamp_book), log)};
}

std::vector<std::string> settings_lines(const config::Settings& settings) {
    std::vector<std::string> lines;
    for (const config::Option& option : config::schema()) {
        if (option.type == config::OptionType::Button || option.name == "BookSeed") continue;
        const std::string value = config::format_option(settings, option);
        if (value != config::default_value(option)) lines.push_back("set " + std::string(option.name) + " = " + value);
    }
    for (const config::BookSettings& book : settings.books)
        for (const config::BookOption& option :
             config::book_schema()) // with its file it is named, whatever else is set
            if (const std::string value = config::format_option(book, option);
                option.name == "File" || value != config::default_value(option))
                lines.push_back("set [" + book.name + "] " + std::string(option.name) + " = " + value);
    for (const auto& [name, value] : settings.engine_options)
        lines.push_back("engine-option " + name + " = " + value);
    return lines;
}

std::string format_entries(const std::vector<book::Entry>& entries) {
    std::string text;
    for (const book::Entry& entry : entries) {
        if (!text.empty()) text += ' ';
        text += chess::format_uci_move(entry.move, chess::CastlingStyle::KingTakesRook) + " " +
                std::to_string(entry.weight);
        add_field(text, "n", entry.learn_count);
        add_field(text, "s", entry.learn_sum);
        add_field(text, "a", entry.age_days);
        if (entry.priority) text += " p=" + std::to_string(*entry.priority);
        if (entry.games)
            text += " g=" + std::to_string(entry.games->games) + "/" + std::to_string(entry.games->white_wins) + "/" +
                    std::to_string(entry.games->white_losses);
        if (const auto& value = entry.evaluation)
            text += " v=" + std::to_string(value->value) + "/" + std::to_string(static_cast<int>(value->type)) + "/" +
                    std::to_string(static_cast<int>(value->bound)) + "/" +
                    std::to_string(static_cast<int>(value->source)) + "/" + std::to_string(value->elo) + "/" +
                    std::to_string(value->depth.value_or(-1));
    }
    return text;
}

std::optional<std::vector<book::Entry>> parse_entries(const chess::Position& position, std::string_view text) {
    std::vector<book::Entry> entries;
    for (auto word = text::next_word(text); !word.empty(); word = text::next_word(text)) {
        if (word.find('=') != std::string_view::npos) {
            if (entries.empty() || !read_field(entries.back(), word)) return std::nullopt;
            continue;
        }
        book::Entry& entry = entries.emplace_back();
        if (word != "0000") { // a move of the book's that is not legal there
            const auto move = chess::parse_uci_move(position, word);
            if (!move) return std::nullopt;
            entry.move = *move;
        }
        const auto weight = text::parse_int<std::uint32_t>(text::next_word(text));
        if (!weight) return std::nullopt;
        entry.weight = *weight;
    }
    return entries;
}

} // namespace polyglot::session
