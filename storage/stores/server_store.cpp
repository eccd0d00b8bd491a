#include "storage/stores/server_store.hpp"

#include "config/learn_server.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/stores/server_link.hpp"
#include "storage/stores/waiting_file.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace {

// Never false again: a thread that has returned may still clean up its libraries' own data.
std::atomic<bool> thread_started{false};

class ServerStore final : public book::LearnStore {
  public:
    ServerStore(std::shared_ptr<ServerLink> link, const std::filesystem::path& place)
        : link_(std::move(link)), file_(place) {}
    // The thread ends by itself: a look-up of a host cannot be cut short, and what it sends now is
    // recognised if it is sent again.
    ~ServerStore() override { link_->stop(); }

    // Every game is to be kept first, and then sent from the file.
    Result<std::size_t> record(const book::LearntGame& /*game*/) override {
        const std::string why = link_->trouble().why;
        busy_ = true;
        return make_error(why.empty() ? "it is sent to the server" : why);
    }
    bool may_try_again() const override { return busy_; }
    Result<std::string> keep(const std::vector<book::LearntGame>& games) override {
        auto kept = file_.add(games, patience());
        busy_ = file_.was_busy();
        if (kept) link_->on_game_kept();
        return kept;
    }
    bool has_kept() const override { return file_.exists(); }
    Result<book::TakenIn> take_in(std::size_t /*most_games*/) override {
        auto sent = link_->take_in(patience());
        // The thread tries again in any case, but the user hears what he has to mend.
        busy_ = !sent && !link_->trouble().lasts;
        return sent;
    }
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override {
        recall({.key = position.key(), .scope = scope}, entries);
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override {
        recall({.variant = std::string(position.variant().uci),
                .key = book::learnt_key(position),
                .scope = scope},
               entries);
    }
    bool is_asking() const override { return link_->is_asking(last_); }
    void forget_answers() override { link_->forget_answers(); }
    // The first step only asks for it.
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        busy_ = false;
        if (auto done = link_->forget(scope, from == 0)) return *done;
        if (from == 0) return book::Forgotten{.next = 1};
        busy_ = true;
        return make_error("the server has not answered yet");
    }

  private:
    void recall(ServerLink::Question question, std::vector<book::Entry>& entries) const {
        book::clear_results(entries);
        if (const auto results = link_->find(question))
            for (const MoveSums& sums : *results)
                set_results(sums, !question.variant.empty(), today_by_system_clock(), entries);
        last_ = std::move(question);
    }

    std::shared_ptr<ServerLink> link_;
    WaitingFile file_;
    mutable ServerLink::Question last_; // of recall()
    bool busy_ = false;
};

} // namespace

std::optional<std::string> server_of(const std::filesystem::path& store) {
    std::string address = to_text(store);
    if constexpr (std::filesystem::path::preferred_separator != '/')
        std::ranges::replace(address, '\\', '/');
    if (!config::is_learn_server(address)) return std::nullopt;
    return address;
}

std::filesystem::path place_of_server(const std::string& address,
                                      const std::filesystem::path& folder) {
    return folder / to_path(config::learn_server_name(address));
}

Result<void> check_waiting_place(const std::filesystem::path& place) {
    const std::filesystem::path folder = place.parent_path();
    if (folder.empty() || may_make_files_in(folder)) return {};
    return make_error(to_text(folder) +
                      ": no file can be made there, in which games wait for the server");
}

Result<std::shared_ptr<book::LearnStore>> open_server_store(const std::string& address,
                                                            const std::filesystem::path& folder) {
    if (const auto& library = PostgresLibrary::get(); !library) return library.error();
    const std::filesystem::path place = place_of_server(address, folder);
    if (auto may_wait = check_waiting_place(place); !may_wait) return may_wait.error();
    const auto link = std::make_shared<ServerLink>(address, place);
    auto store = std::make_shared<ServerStore>(link, place);
    try {
        std::thread([link] { link->run(); }).detach();
        thread_started = true;
    } catch (const std::system_error& error) {
        return make_error(address + ": no thread can be started: " + error.what());
    }
    return std::shared_ptr<book::LearnStore>(std::move(store));
}

bool has_started_server_thread() {
    return thread_started;
}

} // namespace polyglot::io
