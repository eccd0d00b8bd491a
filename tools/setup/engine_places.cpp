#include "tools/setup/engine_places.hpp"

#include "adapter/engine/program_names.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/whole_path.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 20'000; // that are looked at in one folder with all below it

// The beginnings of the names of engines, in lower case: those that are common, or packaged by
// Debian, and mean nothing else. Another one is chosen by its path.
constexpr std::array<std::string_view, 47> known_engines{
    "stockfish",  "fairy-stockfish", "fairystockfish", "lc0",        "leela",      "komodo",
    "houdini",    "ethereal",        "berserk",        "koivisto",   "rubichess",  "rofchade",
    "arasan",     "obsidian",        "caissa",         "viridithas", "alexandria", "plentychess",
    "stormphrax", "fruit",           "toga",           "glaurung",   "crafty",     "gnuchess",
    "phalanx",    "sjeng",           "hoichess",       "fairymax",   "rybka",      "shredder",
    "hiarcs",     "ruffian",         "texel",          "senpai",     "demolito",   "xiphos",
    "booot",      "minic",           "weiss",          "nemorino",   "pedone",     "schooner",
    "cheng4",     "brainfish",       "brainlearn",     "shashchess", "sunsetter"};

bool begins_a_word(std::string_view name, std::size_t at) {
    return at == name.size() || !((name[at] >= 'a' && name[at] <= 'z'));
}

class EngineWalk {
  public:
    void look_into(const fs::path& folder, bool takes_all, int depth) {
        std::vector<fs::path> programs, folders;
        std::error_code error;
        fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (++looked_at_ > most_files) break;
            std::error_code ignored;
            if (depth > 0 && entry->is_directory(ignored)) {
                if (!entry->is_symlink(ignored)) folders.push_back(entry->path());
            } else if (is_engine(*entry, takes_all)) {
                programs.push_back(entry->path());
            }
        }
        std::ranges::sort(programs);
        for (const fs::path& program : programs)
            add(program);
        std::ranges::sort(folders);
        for (const fs::path& each : folders)
            if (looked_at_ <= most_files) look_into(each, takes_all, depth - 1);
    }

    std::vector<FoundEngine> take() { return std::move(found_); }

  private:
    // The name first, because a look at each of thousands of files takes long on a slow disk.
    static bool is_engine(const fs::directory_entry& entry, bool takes_all) {
        const fs::path& file = entry.path();
        const std::string name = text::lower(to_text(file.filename()));
        const bool may_be = is_engine_name(name) || (takes_all && !name.starts_with("polyglot") &&
                                                     name.find(".so") == std::string::npos);
        std::error_code ignored;
        return may_be && entry.is_regular_file(ignored) &&
               io::spellings(file).size() == 1 && // a program's ending
               io::may_execute(file) && !is_setup_script(file);
    }

    // A script beside an ini file of its name starts polyglot.
    static bool is_setup_script(const fs::path& file) {
        const std::string ending = text::lower(to_text(file.extension()));
        if (ending != ".sh" && ending != ".bat" && ending != ".cmd") return false;
        fs::path ini = file;
        std::error_code ignored;
        return fs::exists(ini.replace_extension(u8".ini"), ignored);
    }

    void add(const fs::path& program) {
        if (found_.size() < most_found_engines)
            found_.push_back({.path = program, .file = io::resolved_path(program)});
    }

    std::vector<FoundEngine> found_;
    std::size_t looked_at_ = 0;
};

} // namespace

bool is_engine_name(std::string_view file_name) {
    const std::string name = text::lower(file_name);
    return std::ranges::any_of(known_engines, [&](std::string_view known) {
        return name.starts_with(known) && begins_a_word(name, known.size());
    });
}

std::vector<FoundEngine> list_engines(const EngineFolder& folder) {
    EngineWalk walk;
    walk.look_into(folder.path, folder.has_engines_only, folder.depth);
    return walk.take();
}

} // namespace polyglot::tools
