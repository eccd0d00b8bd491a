#include "tools/logs/reader.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/input_stream.hpp"
#include "storage/files/read_line.hpp"
#include "tools/logs/processes.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view rotated = ".1";

fs::path with_suffix(const fs::path& file) {
    return to_path(to_text(file) + std::string(rotated));
}

fs::path without_suffix(const fs::path& file) {
    const std::string name = to_text(file);
    return name.ends_with(rotated) ? to_path(name.substr(0, name.size() - rotated.size())) : file;
}

Result<std::vector<fs::path>> logs_in(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> found;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = to_text(without_suffix(entry->path()));
        std::error_code ignored;
        if (name.ends_with(".log") && entry->is_regular_file(ignored))
            found.push_back(entry->path());
    }
    if (error) return make_error(to_text(folder) + ": " + system_message(error));
    if (found.empty()) return make_error(to_text(folder) + ": no file in it ends in .log");
    std::ranges::sort(found);
    return found;
}

// Reads the lines of a log's files.
class Reader {
  public:
    Reader(LogStat& stat, const CancelFlag& is_cancelled)
        : stat_(stat), is_cancelled_(is_cancelled), processes_(stat) {}

    Result<void> read(const fs::path& file) {
        std::error_code error;
        if (fs::is_directory(file, error)) return make_error(to_text(file) + ": is a directory");
        io::InputStream in(file);
        if (!in) return make_error(to_text(file) + ": cannot be opened");
        ++stat_.files;
        file_ = to_text(file);
        is_log_ = false;
        strays_ = 0;
        std::string line;
        std::size_t left_out = 0;
        for (number_ = 1; read_line(in, line, left_out) && !is_cancelled_(); ++number_) {
            if (left_out > 0) remark(describe_left_out(left_out));
            take(line, in.eof());
        }
        if (in.bad()) stat_.remarks.push_back(file_ + ": cannot be read to its end");
        if (strays_ > 0)
            stat_.remarks.push_back(file_ + ": " + text::counted(strays_, "line") +
                                    " of no log left out, the first is line " +
                                    std::to_string(first_stray_));
        if (!is_log_) stat_.remarks.push_back(file_ + ": has no line of a log");
        return {};
    }

    void finish() { processes_.finish(); }

  private:
    void take(std::string_view line, bool is_torn) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) return;
        ++stat_.lines;
        if (is_torn) return remark("the last line has no end, as after a crash: left out");
        if (processes_.take(line, place()))
            is_log_ = true;
        else if (strays_++ == 0)
            first_stray_ = number_;
    }

    LogPlace place() const { return {file_, number_}; }
    void remark(const std::string& what) { processes_.remark(place().text(), what); }

    LogStat& stat_;
    const CancelFlag& is_cancelled_;
    LogProcesses processes_;
    std::string file_;
    bool is_log_ = false;
    std::uint64_t number_ = 0, strays_ = 0, first_stray_ = 0;
};

} // namespace

Result<std::vector<LogParts>> find_logs(const std::vector<std::string>& names) {
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        std::error_code error;
        const fs::path path = to_path(name);
        if (!fs::is_directory(path, error)) {
            files.push_back(path);
            continue;
        }
        auto found = logs_in(path);
        if (!found) return found.error();
        files.insert(files.end(), found->begin(), found->end());
    }
    std::vector<LogParts> logs;
    std::set<fs::path> done;
    for (const fs::path& file : files) {
        const fs::path log = without_suffix(file);
        if (!done.insert(normal_path(log)).second) continue;
        LogParts parts;
        std::error_code error;
        for (const fs::path& part : {with_suffix(log), log})
            if (fs::exists(part, error) || part == file) parts.push_back(part);
        logs.push_back(std::move(parts));
    }
    return logs;
}

Result<void> read_log_parts(const LogParts& parts, LogStat& stat, const CancelFlag& is_cancelled) {
    Reader reader(stat, is_cancelled);
    for (const fs::path& part : parts)
        if (auto read = reader.read(part); !read) return read;
    reader.finish();
    return {};
}

} // namespace polyglot::tools
