// What can stand between a GUI and the fake engine, and how each is started.
#pragma once
#include "tests/bench/child.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::bench {

struct Programs {
    std::string engine;   // fake_engine
    std::string relay;    // relay
    std::string polyglot; // Debian's adapter
    std::string ours;
    std::string old; // another build of ours: then these two are the only candidates
};

// A folder for ini files that goes away with us.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

struct Candidate {
    std::string name; // "direct", "relay", "two cats", "PolyGlot", "ours"
    std::vector<std::string> argv;
    bool has_book = false;    // answers from a book by itself
    bool ends_on_quit = true; // a cat ends only when its input does
};

// Whatever of the five is there. engine_flags go to the fake engine; an empty book file means no
// book. The two adapters get the same ini file: no log, no learning, the same book.
std::vector<Candidate> make_candidates(const Programs& programs, const TemporaryFolder& folder,
                                       const std::string& engine_flags,
                                       const std::string& book_file);

// A candidate that has sent uciok and readyok.
struct Session {
    const Candidate* candidate;
    std::unique_ptr<Child> child;
};
std::vector<Session> start_all(const std::vector<Candidate>& candidates);
void quit_all(std::vector<Session>& sessions);

} // namespace polyglot::bench
