#include "adapter/session/shared/answers.hpp"

#include "adapter/session/shared/answer_lines.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <map>
#include <memory>
#include <utility>

namespace polyglot::session {
namespace {

// Keeps the last answer for each position, because an equal answer needs no second line.
class Said {
  public:
    // text is empty for an answer that needs no line unless it replaces another one.
    bool is_news(const std::string& place, const std::string& text) {
        const auto known = said_.find(place);
        if (known == said_.end() ? text.empty() : known->second == text) return false;
        if (said_.size() >= most_positions) said_.clear();
        said_[place] = text;
        return true;
    }

  private:
    static constexpr std::size_t most_positions = 20'000; // a GUI may analyse for weeks
    std::map<std::string, std::string> said_;
};

// Only the session's thread may use it, because its const functions write to the log.
class LoggedBook final : public book::BookAround {
  public:
    LoggedBook(std::shared_ptr<const book::Book> inner, Log& log, int number)
        : BookAround(std::move(inner)), log_(log), number_(number) {}

    std::vector<book::Entry> find(const chess::Position& position) const override {
        std::vector<book::Entry> entries = inner()->find(position);
        if (log_.enabled()) {
            const bool knows =
                entries.empty() && inner()->might_contain(position) && inner()->knows(position);
            say(said_, position, knows ? std::string(BookLine::knows) : format_entries(entries));
        }
        return entries;
    }
    std::string_view refuses(const chess::Position& position) const override {
        const std::string_view reason = inner()->refuses(position);
        if (!reason.empty() && log_.enabled())
            say(refused_, position, std::string(BookLine::refuses).append(reason));
        return reason;
    }
    std::shared_ptr<const book::Book> read_by(const book::Reading& reading) const override {
        auto other = inner()->read_by(reading);
        return other ? std::make_shared<const LoggedBook>(std::move(other), log_, number_)
                     : nullptr;
    }

  private:
    void say(Said& said, const chess::Position& position, const std::string& text) const {
        const BookLine line{.number = number_, .place = place_of(position), .text = text};
        if (said.is_news(line.place, text)) log_.write(Channel::Answer, format_answer(line));
    }

    Log& log_;
    int number_;
    mutable Said said_, refused_;
};

class LoggedVariants final : public VariantSource {
  public:
    LoggedVariants(std::shared_ptr<const VariantSource> inner, Log& log, int number)
        : inner_(std::move(inner)), log_(log), number_(number) {}

    std::string stated() const override {
        std::string variant = inner_->stated();
        say(std::string(BookLine::variant), variant);
        return variant;
    }
    std::string why_not(const chess::Variant& variant) const override {
        std::string reason = inner_->why_not(variant);
        say(std::string(BookLine::variant) + ' ' + std::string(variant.uci),
            reason.empty() ? reason : std::string(BookLine::refuses) + reason);
        return reason;
    }
    std::vector<book::Entry> find(const chess::VariantPosition& position) const override {
        std::vector<book::Entry> entries = inner_->find(position);
        if (log_.enabled()) say(place_of(position), format_variant_entries(entries));
        return entries;
    }

  private:
    void say(const std::string& place, const std::string& text) const {
        if (log_.enabled() && said_.is_news(place, text))
            log_.write(Channel::Answer,
                       format_answer(BookLine{.number = number_, .place = place, .text = text}));
    }

    std::shared_ptr<const VariantSource> inner_;
    Log& log_;
    int number_;
    mutable Said said_;
};

class LoggedStore final : public book::LearnStore {
  public:
    using Word = StoreAnswer::Word;

    LoggedStore(std::shared_ptr<book::LearnStore> inner, Log& log)
        : inner_(std::move(inner)), log_(log) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        return logged(Word::Wrote, patient().record(game));
    }
    std::size_t written() const override { return inner_->written(); }
    Result<std::string> keep(const std::vector<book::LearntGame>& games) override {
        return logged(Word::Kept, patient().keep(games));
    }
    bool has_kept() const override {
        const bool has = inner_->has_kept();
        if (has && log_.enabled())
            log_.write(Channel::Answer, format_answer(StoreAnswer{Word::Waiting}));
        return has;
    }
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        return logged(Word::Took, patient().take_in(most_games));
    }
    bool may_try_again() const override { return inner_->may_try_again(); }
    // A line only if it is so, because most stores never ask.
    bool is_asking() const override {
        const bool is = inner_->is_asking();
        if (is && log_.enabled())
            log_.write(Channel::Answer, format_answer(StoreAnswer{Word::Asking}));
        return is;
    }
    void forget_answers() override { inner_->forget_answers(); }
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override {
        say(position, entries, format_entries, [&] { inner_->recall(position, scope, entries); });
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override {
        say(position, entries, format_variant_entries,
            [&] { inner_->recall_variant(position, scope, entries); });
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        return logged(Word::Forgot, patient().forget(scope, from));
    }

  private:
    book::LearnStore& patient() const {
        inner_->set_patience(patience());
        return *inner_;
    }
    template <class Position, class Format, class Recall>
    void say(const Position& position, const std::vector<book::Entry>& entries,
             const Format& format, const Recall& recall) const {
        const std::string before = log_.enabled() ? format(entries) : std::string();
        recall();
        if (!log_.enabled()) return;
        const LearntLine line{.place = place_of(position), .text = format(entries)};
        // A store that knows nothing about a position needs no line, unless it knew something
        // before.
        const bool changed = line.text != before;
        if (said_.is_news(line.place, changed ? line.text : std::string()))
            log_.write(Channel::Answer, format_answer(line));
    }
    // word names what was done, if it succeeded.
    template <class Done>
    Result<Done> logged(Word word, Result<Done> result) const {
        if (!log_.enabled()) return result;
        const Word failed = inner_->may_try_again() ? Word::Busy : Word::Failed;
        log_.write(Channel::Answer,
                   format_answer(result ? StoreAnswer{word, format_done(*result)}
                                        : StoreAnswer{failed, text::without_controls(
                                                                  result.error().message)}));
        return result;
    }

    std::shared_ptr<book::LearnStore> inner_;
    Log& log_;
    mutable Said said_;
};

BookOpener with_log(BookOpener open, Log& log) {
    if (!open) return open;
    return [open = std::move(open), &log,
            opened = 0](const std::string& path) mutable -> Result<OpenedBook> {
        auto book = open(path);
        log.write(Channel::Answer, format_answer(book ? OpenAnswer{path, ++opened, book->problem}
                                                      : OpenAnswer{path, 0, book.error().message}));
        if (!book) return book;
        book->variants = std::make_shared<LoggedVariants>(
            book->variants ? std::move(book->variants) : variants_of(book->book), log, opened);
        book->book = std::make_shared<LoggedBook>(std::move(book->book), log, opened);
        return book;
    };
}

// An unchanged file needs no second line.
BookStamper with_log(BookStamper stamp, Log& log) {
    if (!stamp) return stamp;
    return [stamp = std::move(stamp), &log,
            said = std::map<std::string, std::string>{}](const std::string& path) mutable {
        const auto found = stamp(path);
        if (!log.enabled()) {
            said.clear();
            return found;
        }
        std::string line = format_answer(FileAnswer{path, found});
        if (std::string& last = said[path]; last != line) {
            log.write(Channel::Answer, line);
            last = std::move(line);
        }
        return found;
    };
}

LearnStoreOpener with_log(LearnStoreOpener open, Log& log) {
    if (!open) return open;
    return [open = std::move(open), &log](const config::Settings& settings) {
        book::OpenedLearnStore opened = open(settings);
        using Word = StoreAnswer::Word;
        log.write(Channel::Answer,
                  format_answer(StoreAnswer{opened.store ? Word::Open : Word::None,
                                            text::without_controls(opened.warning)}));
        if (opened.store)
            opened.store = std::make_shared<LoggedStore>(std::move(opened.store), log);
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

} // namespace

Environment with_logged_answers(Environment environment) {
    Log& log = environment.log;
    environment.open_book = with_log(std::move(environment.open_book), log);
    environment.recall_settings = with_log(std::move(environment.recall_settings), log);
    environment.open_learn_store = with_log(std::move(environment.open_learn_store), log);
    environment.stamp_book = with_log(std::move(environment.stamp_book), log);
    return environment;
}

std::vector<std::string> settings_lines(const config::Settings& settings) {
    std::vector<std::string> lines;
    for (const config::Option& option : config::schema()) {
        if (option.type == config::OptionType::Button || option.name == "BookSeed") continue;
        const std::string value = config::format_option(settings, option);
        if (value != config::default_value(option))
            lines.push_back("set " + std::string(option.name) + " = " + value);
    }
    for (const config::BookSettings& book : settings.books)
        // The name is written with the book's file
        for (const config::BookOption& option : config::book_schema())
            if (const std::string value = config::format_option(book, option);
                option.name == "File" || value != config::default_value(option))
                lines.push_back("set [" + book.name + "] " + std::string(option.name) + " = " +
                                value);
    for (const auto& [name, value] : settings.engine_options)
        lines.push_back("engine-option " + name + " = " + value);
    return lines;
}

} // namespace polyglot::session
