// A file of games that wait for their store, with any text in it. Each line is a game, a note or a
// remark, or stays in the file; games that were added before and after the text are taken in, once.
// The input is the text; its lines are also read as games without their checksums, which no input
// would get right.
#include "storage/stores/waiting_games.hpp"

#include "core/chess/uci_move.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
namespace book = polyglot::book;
namespace chess = polyglot::chess;
namespace io = polyglot::io;
using polyglot::Result;
using polyglot::fuzz::require;

namespace {

// In memory where there is such a place.
class Folder {
  public:
    Folder() {
        std::error_code none;
        const fs::path above =
            fs::is_directory("/dev/shm", none) ? fs::path("/dev/shm") : fs::temp_directory_path();
        std::string name = (above / "polyglot-fuzz-XXXXXX").string();
        require(::mkdtemp(name.data()) != nullptr, "a directory can be made");
        path = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    fs::path path;
};

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

book::LearntGame game(std::string opponent) {
    const chess::Position& start = chess::Position::start();
    return {
        {{start, chess::parse_uci_move(start, "e2e4").value()}}, 1, "Toy", std::move(opponent), {}};
}

// What is read as a game is written as a line that reads as the same game.
void use_line(std::string_view line) {
    const std::string id(32, '0');
    const auto waiting =
        io::read_waiting_game({.kind = io::WaitingLine::Kind::Game, .id = id, .rest = line});
    if (!waiting) return;
    const std::string written = io::format_waiting_game(*waiting);
    require(written.find('\n') == written.size() - 1, "a game is one line", written);
    const io::WaitingLine parsed =
        io::parse_waiting_line(std::string_view(written).substr(0, written.size() - 1));
    require(parsed.kind == io::WaitingLine::Kind::Game && parsed.id == id,
            "a written game is a line", written);
    const auto again = io::read_waiting_game(parsed);
    require(again.has_value() && io::format_waiting_game(*again) == written,
            "a written game reads the same", written);
}

void use_file(std::string_view text) {
    static const Folder folder;
    const fs::path store = folder.path / "learn.db";
    const fs::path path = folder.path / "learn.db.waiting";
    std::error_code ignored;
    fs::remove(path, ignored);
    io::WaitingFile file(store);
    require(file.add({game("before")}, {}).has_value(), "a game is added");
    std::ofstream(path, std::ios::binary | std::ios::app) << text;
    require(file.add({game("after")}, {}).has_value(), "a game is added to any text");
    const auto contents = file.look();
    std::vector<std::string> taken;
    bool has_more = true;
    for (int steps = 0; has_more; ++steps) {
        require(steps < 1000, "the end is reached");
        const auto step = file.take_in(
            1, [&](const io::WaitingGame& waiting, const io::WaitingProgress& progress) {
                taken.push_back(waiting.game.opponent);
                require(progress.note("words").has_value(), "progress is noted");
                return Result<std::size_t>(waiting.game.moves.size());
            });
        require(step.has_value(), "games are taken in", step ? "" : step.error().message);
        has_more = step->has_more;
        require(has_more || step->problem.empty() == !fs::exists(path),
                "a file that stays is reported", step->problem);
    }
    require(taken.size() == contents.games && taken.size() >= 2, "all games are taken in");
    require(taken.front() == "before" && taken.back() == "after", "in their order");
    require(fs::exists(path) == (contents.unknown > 0), "a file with nothing but games is removed");
    require(io::WaitingFile(store).look().unknown == contents.unknown, "every other line stays",
            read(path));
    require(io::WaitingFile(store).look().games == 0, "no game stays");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = polyglot::fuzz::text_of(data, size);
    for (polyglot::fuzz::Bytes rest(text); !rest.empty();)
        use_line(rest.line());
    use_file(text);
    return 0;
}
