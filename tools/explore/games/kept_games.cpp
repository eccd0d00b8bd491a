#include "tools/explore/games/kept_games.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/games/game_files.hpp"
#include "storage/games/game_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <sstream>
#include <utility>

namespace polyglot::tools {

namespace fs = std::filesystem;

namespace {

// The kept games of a position, and the names of the files.
struct Found {
    std::vector<book::KeptMove> moves;
    std::vector<std::string> files;
};

Result<Found> find_all(const book::StatsSearch& search, const GameFolders& where,
                       std::uint64_t key) {
    const auto damaged = [&where](const std::string& how) {
        return make_error(to_text(where.stats) + ": " + how);
    };
    auto moves = search.find_games(key);
    if (!moves) return damaged(moves.error().message);
    auto files = search.files();
    if (!files) return damaged(files.error().message);
    for (const book::KeptMove& one : *moves)
        for (const book::KeptGame& game : one.games)
            if (game.place.file >= files->size())
                return damaged("is damaged: a game of a file that it does not name");
    return Found{*std::move(moves), *std::move(files)};
}

std::optional<std::uint32_t> ply_of(const GameAgain& game, const WantedGame& wanted) {
    chess::Position position = game.start;
    for (std::uint32_t ply = 0; ply < game.moves.size(); ++ply) {
        const chess::Move move = game.moves[ply];
        if (position.key() == wanted.key && book::encode_move(move) == wanted.move) return ply;
        position.make(move);
    }
    return std::nullopt;
}

// Reads the games of one file, by their places.
class FileOfKept {
  public:
    FileOfKept(fs::path file, const std::atomic<bool>& is_cancelled)
        : file_(std::move(file)), is_cancelled_(is_cancelled) {}

    void read(std::span<const WantedGame* const> wanted, std::vector<Result<KeptAgain>*>& results) {
        std::istringstream no_input;
        const auto opened = io::GameFile::open(file_, no_input);
        if (!opened) return fail(results, opened.error());
        std::uint32_t text = 0;
        bool ends_early = false; // a text before one of its games
        std::istream* stream = (*opened)->next();
        for (std::size_t at = 0; at < wanted.size();) {
            const std::uint32_t in = wanted[at]->game.place.text;
            for (; stream != nullptr && text < in && !is_cancelled_; ++text)
                stream = (*opened)->next();
            std::size_t end = at;
            while (end < wanted.size() && wanted[end]->game.place.text == in)
                ++end;
            const auto of_text = wanted.subspan(at, end - at);
            const auto to = std::span(results).subspan(at, end - at);
            if (stream != nullptr && text == in) {
                read_text(*stream, (*opened)->unpacks(), of_text, to);
                ends_early = ends_early || (misses_any(to) && is_at_end(*stream));
            } else {
                for (std::size_t i = 0; i < of_text.size(); ++i)
                    *to[i] = check(*of_text[i], std::nullopt);
            }
            at = end;
        }
        // Only the end of the file tells whether it is damaged.
        while (ends_early && stream != nullptr && !is_cancelled_)
            stream = (*opened)->next();
        if (!(*opened)->problem().empty()) fail(results, make_error((*opened)->problem()));
    }

  private:
    static bool misses_any(std::span<Result<KeptAgain>* const> results) {
        return std::ranges::any_of(results, [](const auto* one) { return !one->has_value(); });
    }
    static bool is_at_end(std::istream& text) {
        return text.rdbuf()->sgetc() == std::istream::traits_type::eof();
    }
    static void fail(const std::vector<Result<KeptAgain>*>& results, const Error& error) {
        for (Result<KeptAgain>* const one : results)
            if (!one->has_value()) *one = error;
    }
    void read_text(std::istream& text, bool unpacks, std::span<const WantedGame* const> wanted,
                   std::span<Result<KeptAgain>* const> results) const {
        std::vector<std::uint64_t> offsets;
        for (const WantedGame* const one : wanted)
            offsets.push_back(one->game.place.offset);
        std::vector<std::optional<GameAgain>> found;
        if (unpacks) {
            found = find_games(text, offsets, is_cancelled_);
        } else {
            for (const std::uint64_t offset : offsets) {
                text.clear();
                text.seekg(0);
                found.push_back(find_game(text, offset, 0, is_cancelled_));
            }
        }
        for (std::size_t i = 0; i < wanted.size(); ++i)
            *results[i] = check(*wanted[i], std::move(found[i]));
    }
    Result<KeptAgain> check(const WantedGame& wanted, std::optional<GameAgain> found) const {
        if (is_cancelled_) return make_error("the game is no longer wanted");
        const std::string place = to_text(file_) +
                                  " has changed since make-book read it: at byte " +
                                  std::to_string(wanted.game.place.offset);
        if (!found) return make_error(place + " there is no game now");
        const auto ply = ply_of(*found, wanted);
        if (found->mark != wanted.game.mark || !ply)
            return make_error(place + " there is another game now");
        return KeptAgain{*std::move(found), *ply};
    }

    fs::path file_;
    const std::atomic<bool>& is_cancelled_;
};

template <class Number>
std::optional<Number> take_number(std::string_view& id, int base) {
    Number number{};
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number, base);
    if (error != std::errc()) return std::nullopt;
    id.remove_prefix(static_cast<std::size_t>(end - id.data()));
    text::cut_prefix(id, ".");
    return number;
}

} // namespace

Result<std::vector<WantedGame>> find_kept(const book::StatsSearch& search, const GameFolders& where,
                                          std::uint64_t key, std::optional<std::uint16_t> move,
                                          book::KeptOrder order, std::size_t most) {
    const auto found = find_all(search, where, key);
    if (!found) return found.error();
    std::vector<WantedGame> wanted;
    for (const book::KeptMove& one : found->moves) {
        if (move && one.move != *move) continue;
        for (const book::KeptGame& game : book::listed(one.games, order, search.info().kept.most))
            wanted.push_back({key, one.move, game, found->files[game.place.file]});
    }
    std::ranges::stable_sort(wanted, [order](const WantedGame& a, const WantedGame& b) {
        return book::is_listed_before(a.game, b.game, order);
    });
    // A game that came here twice is listed once.
    const auto is_same = [](const WantedGame& a, const WantedGame& b) {
        return a.game.place == b.game.place;
    };
    wanted.erase(std::unique(wanted.begin(), wanted.end(), is_same), wanted.end());
    if (wanted.size() > most) wanted.resize(most);
    return wanted;
}

std::string id_of(const WantedGame& game) {
    std::array<char, 32> hex{};
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), game.key, 16).ptr;
    const book::GamesPlace& place = game.game.place;
    return std::string(hex.data(), end) + '.' + std::to_string(game.move) + '.' +
           std::to_string(place.file) + '.' + std::to_string(place.text) + '.' +
           std::to_string(place.offset);
}

Result<WantedGame> find_kept(const book::StatsSearch& search, const GameFolders& where,
                             std::string_view id) {
    const auto key = take_number<std::uint64_t>(id, 16);
    const auto move = take_number<std::uint16_t>(id, 10);
    const auto file = take_number<std::uint32_t>(id, 10);
    const auto text = take_number<std::uint32_t>(id, 10);
    const auto offset = take_number<std::uint64_t>(id, 10);
    if (!key || !move || !file || !text || !offset || !id.empty())
        return make_error("game: there is no such game");
    const book::GamesPlace place{*file, *text, *offset};
    const auto found = find_all(search, where, *key);
    if (!found) return found.error();
    for (const book::KeptMove& one : found->moves)
        for (const book::KeptGame& game : one.games)
            if (one.move == *move && game.place == place)
                return WantedGame{*key, *move, game, found->files[game.place.file]};
    return make_error("game: the statistics do not keep it any more");
}

std::vector<Result<KeptAgain>> read_kept(const std::vector<WantedGame>& wanted,
                                         const GameFolders& where,
                                         const std::atomic<bool>& is_cancelled) {
    std::vector<Result<KeptAgain>> results(wanted.size(),
                                           make_error("the game is no longer wanted"));
    std::vector<std::size_t> order(wanted.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, [&wanted](std::size_t a, std::size_t b) {
        return wanted[a].game.place < wanted[b].game.place;
    });
    for (std::size_t at = 0; at < order.size() && !is_cancelled;) {
        std::vector<const WantedGame*> of_file;
        std::vector<Result<KeptAgain>*> to;
        const std::uint32_t file = wanted[order[at]].game.place.file;
        for (; at < order.size() && wanted[order[at]].game.place.file == file; ++at) {
            of_file.push_back(&wanted[order[at]]);
            to.push_back(&results[order[at]]);
        }
        const auto found = io::find_recorded(of_file.front()->name, where.stats, where.folders);
        if (found)
            FileOfKept(*found, is_cancelled).read(of_file, to);
        else
            for (Result<KeptAgain>* const one : to)
                *one = make_error(found.error().message +
                                  ": -games-in FOLDER names the folder where it is");
    }
    return results;
}

} // namespace polyglot::tools
