// A store with the file of games that wait for it.
#pragma once
#include "core/book/learn_store.hpp"
#include "storage/stores/waiting_file.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

// What each kind of store does so that its games can wait in a file.
class RecordingStore : public book::LearnStore {
  public:
    // As record(), of a game that has waited, and that is handed in again if this process is killed before it is known
    // to be written: each of its results is written once all the same.
    virtual Result<std::size_t> record_once(const WaitingGame& game, const WaitingProgress& progress) = 0;
};

// The store with keep() and take_in(). path: of the store, absolute; the file lies beside it.
std::shared_ptr<book::LearnStore> with_waiting_file(std::shared_ptr<RecordingStore> store, std::filesystem::path path);

} // namespace polyglot::io
