#include "tests/bench/candidates.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace polyglot::bench {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "polyglot-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot make a folder like " + name);
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

namespace {

std::string write_ini(const TemporaryFolder& folder, const std::string& command,
                      const std::string& book_file) {
    static int count = 0;
    const fs::path path = folder.path() / ("bench" + std::to_string(++count) + ".ini");
    std::ofstream ini(path);
    ini << "[PolyGlot]\nEngineDir = .\nEngineCommand = " << command << "\nLog = false\n";
    if (book_file.empty())
        ini << "Book = false\n";
    else
        ini << "Book = true\nBookFile = " << fs::absolute(book_file).string() << "\n";
    ini << "[Engine]\n";
    if (!ini.flush()) throw std::runtime_error("cannot write " + path.string());
    return path.string();
}

bool is_there(const std::string& program) {
    return ::access(program.c_str(), X_OK) == 0;
}

} // namespace

std::vector<Candidate> make_candidates(const Programs& programs, const TemporaryFolder& folder,
                                       const std::string& engine_flags,
                                       const std::string& book_file) {
    if (!is_there(programs.engine))
        throw std::runtime_error("no fake engine at " + programs.engine);
    if (!is_there(programs.relay)) throw std::runtime_error("no relay at " + programs.relay);
    const std::string command =
        '"' + programs.engine + '"' + (engine_flags.empty() ? "" : " " + engine_flags);
    std::vector<std::string> engine = {programs.engine};
    if (!engine_flags.empty()) engine.push_back(engine_flags);

    std::vector<Candidate> candidates;
    if (!programs.old.empty()) {
        const std::string same = write_ini(folder, command, book_file);
        for (const auto& [name, program] :
             {std::pair("old", programs.old), std::pair("ours", programs.ours)}) {
            if (!is_there(program)) throw std::runtime_error("no adapter at " + program);
            candidates.push_back({name, {program, same}, !book_file.empty()});
        }
        return candidates;
    }
    candidates.push_back({"direct", engine, false});
    engine.insert(engine.begin(), programs.relay);
    candidates.push_back({"relay", engine, false});
    candidates.push_back(
        {"two cats", {"/bin/sh", "-c", "cat | " + command + " | cat"}, false, false});
    const std::string ini = write_ini(folder, command, book_file);
    if (is_there(programs.polyglot))
        candidates.push_back({"PolyGlot", {programs.polyglot, ini}, !book_file.empty()});
    if (is_there(programs.ours))
        candidates.push_back({"ours", {programs.ours, ini}, !book_file.empty()});
    return candidates;
}

std::vector<Session> start_all(const std::vector<Candidate>& candidates) {
    std::vector<Session> sessions;
    for (const Candidate& candidate : candidates) {
        Session session{&candidate, std::make_unique<Child>(candidate.argv)};
        session.child->time_until("uci\n", "uciok");
        session.child->time_until("isready\n", "readyok");
        sessions.push_back(std::move(session));
    }
    return sessions;
}

void quit_all(std::vector<Session>& sessions) {
    for (Session& s : sessions)
        if (s.candidate->ends_on_quit) s.child->quit();
    sessions.clear();
}

} // namespace polyglot::bench
