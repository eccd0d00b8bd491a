#include "core/book/learn_store.hpp"

namespace polyglot::book {

Result<Forgotten> LearnStore::reset(const LearnScope& scope) {
    Forgotten done;
    do {
        const auto step = forget(scope, done.next);
        if (!step) return step.error();
        done = {done.moves + step->moves, done.locked + step->locked, step->next};
    } while (done.next != 0);
    return done;
}

void clear_results(std::vector<Entry>& entries) {
    for (Entry& entry : entries)
        entry.learn_count = entry.learn_sum = entry.age_days = 0;
}

} // namespace polyglot::book
