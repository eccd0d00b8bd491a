#include "storage/stores/waiting_store.hpp"

#include "storage/files/patience.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace polyglot::io {
namespace {

class WaitingStore final : public book::LearnStore {
  public:
    WaitingStore(std::shared_ptr<RecordingStore> inner, std::filesystem::path path)
        : inner_(std::move(inner)), file_(std::move(path)) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        inner_->set_patience(patience());
        auto recorded = inner_->record(game);
        busy_ = inner_->may_try_again();
        return recorded;
    }
    std::size_t written() const override { return inner_->written(); }
    bool may_try_again() const override { return busy_; }
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override {
        inner_->recall(position, scope, entries);
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override {
        inner_->recall_variant(position, scope, entries);
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        inner_->set_patience(patience());
        auto step = inner_->forget(scope, from);
        busy_ = inner_->may_try_again();
        return step;
    }

    Result<std::string> keep(const std::vector<book::LearntGame>& games) override {
        auto kept = file_.add(games, patience());
        busy_ = file_.was_busy();
        has_rivals_ = has_rivals_ || busy_;
        return kept;
    }
    bool has_kept() const override { return file_.exists(); }
    // The file is not locked while the store is waited for, because other processes must be able to
    // append to it.
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        // Where other processes want the file, they look every 10 ms whether they can have it; an
        // adapter that ends may wait, and lets them in between its steps.
        if (has_more_ && has_rivals_ && patience().count() > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        inner_->set_patience(std::chrono::milliseconds(0));
        bool store_is_busy = false;
        const auto record = [this, &store_is_busy](const WaitingGame& game,
                                                   const WaitingProgress& progress) {
            auto recorded = inner_->record_once(game, progress);
            store_is_busy = !recorded && inner_->may_try_again();
            return recorded;
        };
        for (Patience wait(patience());;) {
            store_is_busy = false;
            auto taken = file_.take_in(most_games, record);
            busy_ = !taken && (store_is_busy || file_.was_busy());
            has_rivals_ = has_rivals_ || busy_;
            has_more_ = taken && taken->has_more;
            if (!busy_ || !wait.pause()) return taken;
        }
    }

  private:
    std::shared_ptr<RecordingStore> inner_;
    WaitingFile file_;
    bool busy_ = false;
    bool has_more_ = false;   // after the last step of take_in()
    bool has_rivals_ = false; // the file or the store was busy in keep() or take_in()
};

} // namespace

std::shared_ptr<book::LearnStore> with_waiting_file(std::shared_ptr<RecordingStore> store,
                                                    std::filesystem::path path) {
    return std::make_shared<WaitingStore>(std::move(store), std::move(path));
}

} // namespace polyglot::io
