// Writes a sorted PolyGlot book of any size: an opening tree from the start position among entries
// for keys of no position. The command is make_big_book OUT.bin SIZE_MB [SEED]; the same arguments
// give the same bytes.
#include "core/book/polyglot/book.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

namespace {

using namespace polyglot;

// Maps key and move to the number of games with the move.
using Tree = std::map<std::uint64_t, std::map<std::uint16_t, std::uint16_t>>;

// Plays games that choose among three moves in each position, the first of them half of the time,
// so that lines are shared as in a book of real games.
Tree grow_tree(Random& random) {
    constexpr int games = 300;
    constexpr int plies = 40;
    Tree tree;
    for (int game = 0; game < games; ++game) {
        chess::Position position = chess::Position::start();
        for (int ply = 0; ply < plies; ++ply) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            // Gives the same three moves whenever the position is reached.
            Random here(position.key());
            const std::uint64_t draw = random.below(4);
            chess::Move move;
            for (std::uint64_t n = 0; n <= (draw < 2 ? 0 : draw - 1); ++n)
                move = moves[static_cast<std::size_t>(here.below(moves.size()))];
            ++tree[position.key()][book::encode_move(move)];
            position.make(move);
        }
    }
    return tree;
}

std::vector<book::RawEntry> sorted_entries(const Tree& tree) {
    std::vector<book::RawEntry> entries;
    for (const auto& [key, moves] : tree) {
        const auto first = static_cast<std::ptrdiff_t>(entries.size());
        for (const auto& [move, weight] : moves)
            entries.push_back({.key = key, .move = move, .weight = weight});
        std::stable_sort(entries.begin() + first, entries.end(),
                         [](const auto& a, const auto& b) { return a.weight > b.weight; });
    }
    return entries;
}

class EntryFile {
  public:
    explicit EntryFile(const std::filesystem::path& path) : out_(path, std::ios::binary) {}
    void write(const book::RawEntry& entry) {
        std::array<std::byte, book::entry_size> bytes{};
        book::encode_entry(entry, bytes);
        out_.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    bool close() {
        out_.close();
        return out_.good();
    }

  private:
    std::ofstream out_;
};

// Writes random keys in ascending order without sorting: their gaps are distributed exponentially,
// as between random points.
void write_book(EntryFile& file, const std::vector<book::RawEntry>& tree, std::uint64_t filler,
                Random& random) {
    const double mean_gap = std::ldexp(1.0, 64) / static_cast<double>(filler + 1);
    const auto gap = [&] {
        const double u = (static_cast<double>(random.next() >> 11U) + 1) * 0x1p-53; // in (0, 1]
        return -std::log(u) * mean_gap + 1;
    };
    std::uint64_t key = 0;
    auto next = tree.begin();
    for (double step = gap(); step < static_cast<double>(~key); step = gap()) {
        key += static_cast<std::uint64_t>(step);
        for (; next != tree.end() && next->key <= key; ++next)
            file.write(*next);
        const book::RawEntry& like = tree[static_cast<std::size_t>(random.below(tree.size()))];
        file.write({.key = key, .move = like.move, .weight = like.weight});
    }
    for (; next != tree.end(); ++next)
        file.write(*next);
}

} // namespace

int main(int argc, char** argv) {
    const auto megabytes = argc > 2 ? text::parse_int<std::uint64_t>(argv[2]) : std::nullopt;
    const auto seed =
        argc > 3 ? text::parse_int<std::uint64_t>(argv[3]) : std::optional<std::uint64_t>(1);
    if (argc < 3 || argc > 4 || !megabytes || !seed) {
        std::fputs("usage: make_big_book OUT.bin SIZE_MB [SEED]\n", stderr);
        return 2;
    }
    Random random(*seed);
    const Tree positions = grow_tree(random);
    const std::vector<book::RawEntry> tree = sorted_entries(positions);
    const std::uint64_t wanted = *megabytes * 1'000'000 / book::entry_size;
    const std::uint64_t filler = wanted > tree.size() ? wanted - tree.size() : 0;

    // The book is written to a temporary file and renamed, so that a process that waits for it
    // never sees a part.
    const std::filesystem::path out = argv[1];
    std::filesystem::path part = out;
    part += ".part";
    EntryFile file(part);
    write_book(file, tree, filler, random);
    std::error_code error;
    if (file.close()) {
        std::filesystem::rename(part, out, error);
    } else {
        error = std::make_error_code(std::errc::io_error);
    }
    if (error) {
        std::fprintf(stderr, "make_big_book: %s: %s\n", out.string().c_str(),
                     error.message().c_str());
        return 1;
    }
    std::printf("%zu positions with %zu moves in the tree, about %ju other entries\n",
                positions.size(), tree.size(), static_cast<std::uintmax_t>(filler));
    return 0;
}
