#include "storage/stores/waiting_file.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/stores/random_id.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>
#include <system_error>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;
using std::chrono::sys_seconds;

constexpr std::string_view first_line =
    "# Results of games that polyglot could not write to their store yet: "
    "docs/formats/waiting-games.md\n";
constexpr std::uint64_t largest_file = std::uint64_t{16} << 20U; // about 15,000 games
// Including the notes that are added while games are taken in.
constexpr std::uint64_t largest_to_read = 3 * largest_file;
constexpr std::size_t long_beginning = 1024; // bytes, with the id of the first game
constexpr std::size_t long_end = 64;         // bytes, of the lines that have been read
// Processes have the file for milliseconds.
constexpr std::chrono::milliseconds patience_with_others{500};
constexpr std::size_t most_read = std::size_t{1} << 20U; // bytes in a step of a millisecond

sys_seconds time_now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Error error(const fs::path& path, std::string_view reason) {
    return make_error(to_text(path) + ": " + std::string(reason));
}

std::optional<std::string> read(const book::ByteReader& file, std::uint64_t offset,
                                std::size_t size) {
    std::string text(size, '\0');
    if (file.read_at(offset, std::as_writable_bytes(std::span(text))) != size) return std::nullopt;
    return text;
}

// Returns the two halves of an id, which need a third of the memory of its text.
std::pair<std::uint64_t, std::uint64_t> numbers_of(std::string_view id) {
    const auto number = [](std::string_view digits) {
        std::uint64_t value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        return value;
    };
    return {number(id.substr(0, 16)), number(id.substr(16))};
}

// Returns some of the next lines; the last one of the file may lack its end.
std::optional<std::string> read_lines(const book::ByteReader& file, std::uint64_t offset) {
    const std::uint64_t left = file.size() - offset;
    for (std::size_t wanted = most_read;; wanted *= 2) {
        if (left <= wanted) return read(file, offset, static_cast<std::size_t>(left));
        auto text = read(file, offset, wanted);
        if (text) text->resize(text->rfind('\n') + 1); // npos + 1 is 0 if the line is longer
        if (!text || !text->empty()) return text;
    }
}

constexpr std::size_t digits_of_spare = 16;

fs::path new_spare(const fs::path& path) {
    return fs::path(path) += to_path("-" + text::hexadecimal(random_bits()));
}

// Returns the spare files of the file with this path, in no order.
std::vector<fs::path> find_spares(const fs::path& path) {
    std::vector<fs::path> found;
    const std::string beginning = to_text(path.filename()) + '-';
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(u8".");
    std::error_code error;
    for (fs::directory_iterator file(folder, error); !error && file != fs::directory_iterator();
         file.increment(error)) {
        const std::string name = to_text(file->path().filename());
        if (name.starts_with(beginning) && name.size() == beginning.size() + digits_of_spare &&
            name.find_first_not_of("0123456789abcdef", beginning.size()) == std::string::npos)
            found.push_back(file->path());
    }
    return found;
}

Result<void> append_lines(LockedFile& file, std::string lines) {
    const std::uint64_t size = file.size();
    // The last line is incomplete because a process was killed.
    if (size > 0 && read(file, size - 1, 1) != "\n") lines.insert(0, "\n");
    return file.append(lines);
}

} // namespace

Result<fs::path> WaitingFile::path() const {
    auto target = follow_links(store_);
    if (!target) return target.error();
    return fs::path(*target += u8".waiting");
}

bool WaitingFile::exists() const {
    const auto file = path();
    std::error_code ignored;
    return file && (fs::symlink_status(*file, ignored).type() != fs::file_type::not_found ||
                    !find_spares(*file).empty());
}

Result<std::string> WaitingFile::add(const std::vector<book::LearntGame>& games,
                                     std::chrono::milliseconds patience) {
    busy_ = false;
    auto file_path = path();
    if (!file_path) return file_path.error();
    std::string lines;
    for (const book::LearntGame& game : games)
        lines +=
            format_waiting_game({.id = random_id(), .ended = time_now() - game.age, .game = game});
    auto opened = open_locked_file(*file_path, store_, MakeLockedFile::IfMissing, patience);
    if (opened && opened->is_busy && patience.count() > 0) {
        file_path = new_spare(*file_path);
        opened = open_locked_file(*file_path, store_, MakeLockedFile::IfMissing, patience);
    }
    if (!opened) return opened.error();
    busy_ = opened->is_busy;
    if (busy_) return error(*file_path, "is in use by another process");
    LockedFile& file = *opened->file;
    const std::uint64_t size = file.size();
    if (size + lines.size() > largest_file) return error(*file_path, "is full");
    if (size == 0) lines.insert(0, first_line);
    if (auto added = append_lines(file, std::move(lines)); !added) {
        if (size == 0) static_cast<void>(file.remove());
        return added.error();
    }
    return to_text(*file_path);
}

void WaitingFile::Index::add_unknown(std::uint64_t line) {
    if (unknown++ == 0 || line < first_unknown) first_unknown = line;
}

void WaitingFile::Index::add_line(std::string_view line, std::uint64_t offset) {
    ++last_line;
    const WaitingLine parsed = parse_waiting_line(line);
    if (parsed.kind == WaitingLine::Kind::Unknown) return add_unknown(last_line);
    if (parsed.kind == WaitingLine::Kind::Remark) return;
    if (parsed.kind == WaitingLine::Kind::Game) {
        // Because files may be joined by hand.
        const bool is_new = lines.try_emplace(numbers_of(parsed.id), last_line).second;
        if (is_new) games.emplace(last_line, Waiting{.offset = offset, .size = line.size()});
        return;
    }
    const auto known = lines.find(numbers_of(parsed.id));
    const auto game = known == lines.end() ? games.end() : games.find(known->second);
    if (game == games.end()) return;
    if (parsed.kind == WaitingLine::Kind::Progress)
        game->second.progress = parsed.rest;
    else
        games.erase(game);
}

void WaitingFile::Index::add(std::string_view text, std::uint64_t offset) {
    // The next writer has put a line end after an incomplete line.
    const bool continues = lacks_end && text.starts_with('\n');
    for (std::size_t used = continues ? 1 : 0; used < text.size();) {
        const std::size_t size = std::min(text.find('\n', used), text.size()) - used;
        add_line(text.substr(used, size), offset + used);
        lacks_end = used + size == text.size();
        used += size + 1;
    }
    read_to = offset + text.size();
    end += text;
    end.erase(0, end.size() - std::min(end.size(), long_end));
}

// Returns true if all of the file has been read.
Result<bool> WaitingFile::read_more(const LockedFile& file, const fs::path& path) {
    if (file.size() > largest_to_read) return error(path, "is larger than any that polyglot makes");
    const std::string &beginning = index_.beginning, &end = index_.end;
    const bool is_same = file.identity() == index_.identity && file.size() >= index_.read_to &&
                         read(file, 0, beginning.size()) == std::optional(beginning) &&
                         read(file, index_.read_to - end.size(), end.size()) == std::optional(end);
    if (!is_same) index_ = {.identity = file.identity()};
    const auto text = read_lines(file, index_.read_to);
    if (!text) return error(path, "cannot be read");
    if (index_.read_to == 0) index_.beginning = text->substr(0, long_beginning);
    index_.add(*text, index_.read_to);
    return index_.read_to == file.size();
}

Result<WaitingFile::Opened> WaitingFile::open(const fs::path& path,
                                              std::chrono::milliseconds patience) {
    busy_ = false;
    auto opened = open_locked_file(path, store_, MakeLockedFile::Never, patience);
    if (!opened) return opened.error();
    busy_ = opened->is_busy;
    if (busy_) return error(path, "is in use by another process");
    if (!opened->file) {
        index_ = {};
        return Opened{};
    }
    const auto is_read = read_more(*opened->file, path);
    if (!is_read) return is_read.error();
    return Opened{.file = std::move(opened->file), .is_read = *is_read};
}

// A spare file that is being written, or for which there is no room, is left for later. A kill
// between the two writes leaves the games in both files; they have the same IDs.
Result<void> WaitingFile::gather_spares(const fs::path& path) {
    if (gathered_) return {};
    for (const fs::path& spare : find_spares(path)) {
        const auto from = open_locked_file(spare, store_, MakeLockedFile::Never, {});
        if (!from) return from.error();
        if (!from->file) continue;
        const auto to = open_locked_file(path, store_, MakeLockedFile::IfMissing, {});
        if (!to) return to.error();
        if (!to->file) return {}; // busy, so the next step tries again
        const std::uint64_t size = from->file->size();
        if (to->file->size() + size > largest_file) continue;
        auto games = read(*from->file, 0, static_cast<std::size_t>(size));
        if (!games) return error(spare, "cannot be read");
        if (auto added = append_lines(*to->file, *std::move(games)); !added) return added;
        if (auto removed = from->file->remove(); !removed) return removed;
    }
    gathered_ = true;
    return {};
}

Result<std::optional<WaitingGame>> WaitingFile::read_first(const LockedFile& file) {
    const auto first = index_.games.begin();
    const auto line = read(file, first->second.offset, first->second.size);
    if (!line) return make_error("the file of games that wait cannot be read");
    auto game = read_waiting_game(parse_waiting_line(*line));
    if (game) {
        game->game.age = std::max(time_now() - game->ended, std::chrono::seconds(0));
    } else {
        index_.add_unknown(first->first);
        index_.games.erase(first);
    }
    return game;
}

Result<void> WaitingFile::take_first(LockedFile& file, const Record& record, book::TakenIn& done) {
    const auto first = index_.games.begin();
    const std::string progress = first->second.progress;
    const auto read = read_first(file);
    if (!read) return read.error();
    if (!*read) return {};
    const WaitingGame& game = **read;
    const auto note = [&file, &game](std::string_view words) {
        return append_lines(file, format_waiting_progress(game.id, words));
    };
    const auto moves = record(game, {.last = progress, .note = note});
    if (!moves) return moves.error();
    if (auto marked = append_lines(file, format_waiting_done(game.id)); !marked) return marked;
    ++done.games;
    done.moves += *moves;
    done.left_out += game.game.moves.size() - std::min(*moves, game.game.moves.size());
    index_.games.erase(first);
    return {};
}

Result<book::TakenIn> WaitingFile::take_in(std::size_t most_games, const Record& record) {
    const auto file_path = path();
    if (!file_path) return file_path.error();
    if (auto gathered = gather_spares(*file_path); !gathered) return gathered.error();
    const auto opened = open(*file_path, std::chrono::milliseconds(0));
    if (!opened) return opened.error();
    if (!opened->file) return book::TakenIn{};
    LockedFile& file = *opened->file;
    book::TakenIn done{.has_more = true};
    if (!opened->is_read) return done;
    while (!index_.games.empty() && done.games < most_games) {
        auto taken = take_first(file, record, done);
        if (!taken && done.games == 0) return taken.error();
        if (!taken) return done; // the next step reports why
    }
    done.has_more = !index_.games.empty();
    if (!done.has_more) done.problem = clean_up(file, *file_path);
    return done;
}

Result<std::vector<WaitingGame>> WaitingFile::copy(std::size_t most_games) {
    std::vector<WaitingGame> games;
    const auto file_path = path();
    if (!file_path) return file_path.error();
    if (auto gathered = gather_spares(*file_path); !gathered) return gathered.error();
    const auto opened = open(*file_path, patience_with_others);
    if (!opened) return opened.error();
    if (!opened->file) return games;
    // The first games are those of the index, which read_first() takes from its beginning.
    std::map<std::uint64_t, Waiting> copied;
    std::optional<Error> failure;
    while (!failure && !index_.games.empty() && games.size() < most_games) {
        auto game = read_first(*opened->file);
        if (!game) failure = game.error();
        if (!game || !*game) continue;
        games.push_back(**std::move(game));
        copied.insert(index_.games.extract(index_.games.begin()));
    }
    index_.games.merge(copied);
    if (failure && games.empty()) return *failure;
    return games;
}

Result<book::TakenIn> WaitingFile::mark(const std::vector<Sent>& sent) {
    const auto file_path = path();
    if (!file_path) return file_path.error();
    const auto opened = open(*file_path, patience_with_others);
    if (!opened) return opened.error();
    if (!opened->file) return book::TakenIn{}; // another process has marked them
    book::TakenIn done;
    std::string lines;
    for (const auto& [id, moves] : sent) {
        const auto line = index_.lines.find(numbers_of(id));
        if (line == index_.lines.end() || index_.games.erase(line->second) == 0) continue;
        lines += format_waiting_done(id);
        ++done.games;
        done.moves += moves;
    }
    if (!lines.empty())
        if (auto marked = append_lines(*opened->file, lines); !marked) return marked.error();
    done.has_more = !opened->is_read || !index_.games.empty();
    if (!done.has_more) done.problem = clean_up(*opened->file, *file_path);
    return done;
}

namespace {

// Leaves those lines in the file that are neither games nor notes on them.
Result<void> keep_unknown(const LockedFile& file, const fs::path& path) {
    auto output = OutputFile::open(path);
    if (!output) return output.error();
    output->write(first_line);
    for (std::uint64_t offset = 0; offset < file.size();) {
        const auto text = read_lines(file, offset);
        if (!text) return error(path, "cannot be read");
        offset += text->size();
        for (std::string_view rest = *text; !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            const WaitingLine parsed = parse_waiting_line(line);
            const bool is_game =
                parsed.kind == WaitingLine::Kind::Game && read_waiting_game(parsed);
            if (parsed.kind == WaitingLine::Kind::Unknown ||
                (parsed.kind == WaitingLine::Kind::Game && !is_game))
                output->write(std::string(line) + '\n');
        }
    }
    return output->commit();
}

} // namespace

// Removes the games, which are all done. Returns what the user should know about the rest.
std::string WaitingFile::clean_up(LockedFile& file, const fs::path& path) {
    const Index index = std::exchange(index_, {});
    if (index.unknown == 0) {
        const auto removed = file.remove();
        return removed ? std::string() : removed.error().message;
    }
    std::uint64_t line = index.first_unknown;
    if (!index.lines.empty()) {
        if (const auto kept = keep_unknown(file, path); !kept) return kept.error().message;
        line = 2;
    }
    return to_text(path) + ":" + std::to_string(line) +
           ": is not a game that this version of polyglot can read; it stays there" +
           (index.unknown == 1 ? ""
                               : ", with " + text::counted(index.unknown - 1, "line") + " like it");
}

WaitingFile::Contents WaitingFile::look() const {
    const auto file_path = path();
    if (!file_path) return {};
    Index index;
    std::vector<fs::path> files = find_spares(*file_path);
    files.insert(files.begin(), *file_path);
    for (const fs::path& file : files) {
        std::error_code ignored;
        const auto size = fs::file_size(file, ignored);
        std::string text(
            ignored ? 0 : static_cast<std::size_t>(std::min<std::uintmax_t>(size, largest_to_read)),
            '\0');
        std::ifstream in(file, std::ios::binary);
        in.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(in.gcount()));
        index.add(text, 0);
    }
    return {.games = index.games.size(), .unknown = index.unknown};
}

std::string describe_waiting(const fs::path& store) {
    const WaitingFile file(store);
    if (!file.exists()) return {};
    const WaitingFile::Contents contents = file.look();
    std::string what =
        text::counted(contents.games, "game waits", "games wait") + " in " + to_text(*file.path());
    if (contents.unknown > 0)
        what += ", beside " + text::counted(contents.unknown, "line that is not a game",
                                            "lines that are not games");
    return what;
}

} // namespace polyglot::io
