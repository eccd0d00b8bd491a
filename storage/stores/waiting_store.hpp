// A store together with the file of games that wait for it. Test: waiting_store_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"
#include "storage/stores/waiting_file.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

// The interface of a store whose games can wait in a file.
class RecordingStore : public book::LearnStore {
  public:
    // Works like record() for a game that has waited. It is called again if this process is killed
    // before the game is known to be written; each result is nevertheless written once.
    virtual Result<std::size_t> record_once(const WaitingGame& game,
                                            const WaitingProgress& progress) = 0;
};

// Returns the store with keep() and take_in(). path is the absolute path of the store; the file is
// beside it.
std::shared_ptr<book::LearnStore> with_waiting_file(std::shared_ptr<RecordingStore> store,
                                                    std::filesystem::path path);

} // namespace polyglot::io
