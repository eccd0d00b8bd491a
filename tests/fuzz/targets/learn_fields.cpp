// Bytes as a book that learns from games. What is written is what a look at every entry says, and
// no other byte changes. Input: a byte of switches, one of the result, a line with one byte for
// each move of the game, the book.
#include "core/book/polyglot/book.hpp"
#include "storage/stores/learn_store.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
namespace book = polyglot::book;
using polyglot::fuzz::require;

namespace {

using File = std::vector<std::byte>;

std::span<std::byte, book::entry_size> entry_bytes(File& file, std::uint64_t number) {
    return std::span(file)
        .subspan(static_cast<std::size_t>(number) * book::entry_size)
        .first<book::entry_size>();
}

// A file in memory that has a path, and keeps it from one input to the next.
class MemoryFile {
  public:
    MemoryFile()
        : descriptor_(::memfd_create("book", MFD_CLOEXEC)),
          path_("/proc/self/fd/" + std::to_string(descriptor_)) {
        require(descriptor_ >= 0, "a file in memory");
    }
    const std::filesystem::path& path() const { return path_; }
    void write(const File& bytes) const {
        require(::ftruncate(descriptor_, 0) == 0, "ftruncate");
        require(::pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                    static_cast<ssize_t>(bytes.size()),
                "pwrite");
    }
    File read() const {
        File bytes(static_cast<std::size_t>(std::filesystem::file_size(path_)));
        require(::pread(descriptor_, bytes.data(), bytes.size(), 0) ==
                    static_cast<ssize_t>(bytes.size()),
                "pread");
        return bytes;
    }

  private:
    int descriptor_;
    std::filesystem::path path_;
};

// The moves of White. Each byte chooses one; from 128 on its entry is also put into the book,
// somewhere.
std::vector<book::LearntMove> play(std::string_view line, File& file) {
    std::vector<book::LearntMove> moves;
    chess::Position position = chess::Position::start();
    const std::uint64_t entries = file.size() / book::entry_size;
    for (const char c : line) {
        const unsigned byte = static_cast<unsigned char>(c);
        const chess::MoveList legal = position.legal_moves();
        if (legal.empty()) break;
        const chess::Move move = legal[byte % legal.size()];
        if (position.side_to_move() == chess::Color::White) {
            moves.push_back({position, move});
            if (byte >= 128 && entries > 0) {
                const auto at = entry_bytes(file, (byte + 128 * moves.size()) % entries);
                book::RawEntry entry = book::decode_entry(at);
                entry.key = position.key();
                entry.move = book::encode_move(move);
                book::encode_entry(entry, at);
            }
        }
        position.make(move);
    }
    return moves;
}

// Changes the entry of the move in `file`. entries: as many as the book has. Whether there is one.
bool learn(File& file, std::uint64_t entries, const book::LearntMove& learnt, int half_points) {
    for (const bool spelled : {true, false}) {
        for (std::uint64_t i = 0; i < entries; ++i) {
            const auto at = entry_bytes(file, i);
            book::RawEntry entry = book::decode_entry(at);
            if (book::is_special(entry) || entry.key != learnt.position.key()) continue;
            if (spelled ? entry.move != book::encode_move(learnt.move)
                        : book::decode_move(entry.move, learnt.position) != learnt.move)
                continue;
            const auto fields = book::add_result({entry.learn_count, entry.learn_sum}, half_points);
            require(fields.count > 0, "a move that was played has a game");
            require(entry.learn_sum > 2 * entry.learn_count || fields.sum <= 2 * fields.count,
                    "at most two half-points a game");
            entry.learn_count = fields.count;
            entry.learn_sum = fields.sum;
            book::encode_entry(entry, at);
            return true;
        }
    }
    return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile memory;
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const bool force = input.byte() % 2 == 1;
    const auto half_points = static_cast<int>(input.byte() % 3);
    const std::string_view line = input.line();
    const auto rest = std::as_bytes(std::span(input.rest()));
    File file(rest.begin(), rest.end());
    const book::LearntGame game{
        .moves = play(line, file), .half_points = half_points, .engine = {}, .opponent = {}};
    memory.write(file);

    const auto store = polyglot::io::open_learn_fields(memory.path(), force);
    const auto opened = book::PolyglotBook::open(std::span<const std::byte>(file));
    if (!store) {
        require(!store.error().message.empty(), "a refusal has a reason");
        require(!force || !opened, "BookLearnForce allows learning in every book");
        require(memory.read() == file, "what is refused stays as it is");
        return 0;
    }
    require(opened.has_value(), "only books learn");
    const std::uint64_t entries = opened->entries().size(); // without a tail of zeros
    for (int round = 0; round < 2; ++round) {
        std::size_t expected = 0;
        for (const book::LearntMove& learnt : game.moves)
            expected += learn(file, entries, learnt, half_points) ? 1U : 0U;
        const auto done = (*store)->record(game);
        require(done.has_value(), "a game is recorded", done ? "" : done.error().message);
        require(*done == expected, "the moves that the book has are counted");
        require(memory.read() == file,
                "each move played is in its entry, and nothing else has changed");
    }
    for (std::uint64_t i = 0; i < entries; ++i)
        if (const auto at = entry_bytes(file, i); !book::is_special(book::decode_entry(at)))
            std::fill(at.begin() + 12, at.end(), std::byte{0});
    require((*store)->reset({}).has_value(), "a reset works");
    require(memory.read() == file, "a reset empties the learn fields of moves, and nothing else");
    return 0;
}
