#include "cluster/coordinator.hpp"

#include "cluster/owners.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace polyglot::tools {
BOOST_DESCRIBE_STRUCT(Checkpoint::Input, (), (file, bytes, changed))
}

namespace polyglot::cluster {

namespace fs = std::filesystem;

namespace {
constexpr const char* checkpoint_name = "checkpoint";
constexpr int checkpoint_version = 101; // make-book's own versions are lower
} // namespace

// The contents of a checkpoint.
struct SavedJob {
    int version = checkpoint_version;
    std::string sums; // MakeBookOptions::sums_description
    std::vector<tools::Checkpoint::Input> inputs;
    std::uint64_t unit_bytes = 0, delivered = 0;
    tools::ReadingReport report;
    UnitReports::Place place;
    std::vector<DoneUnit> arrived, begun;
    tools::GameTally tally;
    std::vector<Kept> kept; // of each rank
};
BOOST_DESCRIBE_STRUCT(SavedJob, (),
                      (version, sums, inputs, unit_bytes, delivered, report, place, arrived, begun,
                       tally, kept))

Coordinator::Coordinator(const tools::MakeBookOptions& options, Mail& mail, tools::Runs& runs,
                         std::vector<std::string> hosts, const tools::CancelFlag& is_cancelled,
                         std::ostream& out, std::ostream& err)
    : options_(options),
      mail_(mail),
      runs_(runs),
      hosts_(std::move(hosts)),
      out_(out),
      err_(err),
      began_(Clock::now()),
      progress_(err, options.progress, began_),
      outputs_(options, [this]() -> std::ostream& { return tell(); }),
      is_cancelled_(is_cancelled),
      reports_(options.strict),
      at_(hosts_.size()),
      states_(hosts_.size()) {}

std::ostream& Coordinator::tell() {
    progress_.clear();
    return err_ << "polyglot-mpi: ";
}

void Coordinator::abort(int status) {
    if (std::exchange(aborted_, true)) return;
    status_ = status;
    mail_.post_all(Tag::Abort);
}

// --- The beginning

void Coordinator::begin() {
    const auto started = start();
    if (started) return;
    tell() << started.error().message << '\n';
    abort(tools::exit_bad_input);
}

Result<void> Coordinator::start() {
    if (const auto opened = outputs_.open(); !opened) return opened.error();
    for (const fs::path& file : outputs_.files()) {
        std::error_code error;
        const std::uint64_t size = file == u8"-" ? 0 : fs::file_size(file, error);
        bytes_total_ += error ? 0 : size;
    }
    unit_bytes_ = choose_unit_bytes(bytes_total_, mail_.size());
    std::optional<SavedJob> saved;
    if (!options_.tmp.empty() && (options_.checkpoint || options_.resume)) {
        auto inputs = tools::inputs_of(outputs_.files());
        if (!inputs) return inputs.error();
        inputs_ = std::move(*inputs);
        if (options_.resume) {
            auto loaded = load();
            if (!loaded) return loaded.error();
            saved = std::move(*loaded);
        }
    }
    return take_up(std::move(saved));
}

Result<std::optional<SavedJob>> Coordinator::load() {
    const auto folder = runs_.folder();
    if (!folder) return folder.error();
    if (!(*folder)->has(checkpoint_name)) {
        tell() << "no checkpoint in " << to_text(options_.tmp) << ": starting from the beginning\n";
        return std::optional<SavedJob>();
    }
    const io::FileAt at(*folder, checkpoint_name);
    const auto file = io::open_random_access_file(at);
    if (!file) return file.error();
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    text.resize((*file)->read_at(0, std::as_writable_bytes(std::span(text))));
    SavedJob saved;
    try {
        saved = parse<SavedJob>(text);
    } catch (const std::exception& error) {
        return make_error(to_text(at.path()) + ": no checkpoint of polyglot-mpi: " + error.what());
    }
    if (saved.version != checkpoint_version)
        return make_error(to_text(at.path()) + ": no checkpoint of this version of polyglot-mpi");
    if (saved.sums != options_.sums_description)
        return make_error("the checkpoint is of a job with other options: " + saved.sums);
    if (saved.inputs != inputs_)
        return make_error("the checkpoint is of other games, or they have changed since");
    if (saved.kept.size() != hosts_.size())
        return make_error("the checkpoint is of a job with " + std::to_string(saved.kept.size()) +
                          " ranks: start as many");
    return std::optional(std::move(saved));
}

Result<void> Coordinator::take_up(std::optional<SavedJob> saved) {
    if (saved) unit_bytes_ = saved->unit_bytes;
    units_ = make_units(outputs_.files(), unit_bytes_);
    if (saved) {
        delivered_ = saved->delivered;
        reports_ = UnitReports(options_.strict, saved->report);
        reports_.resume(saved->place);
        tally_before_ = saved->tally;
        for (DoneUnit& unit : saved->arrived)
            arrived_[unit.number] = std::move(unit.report);
        for (DoneUnit& unit : saved->begun)
            units_.at(static_cast<std::size_t>(unit.number)).so_far = std::move(unit.report);
    }
    for (std::uint64_t number = delivered_; number < units_.size(); ++number)
        if (arrived_.count(number) == 0) todo_.push_back(number);
    for (int rank = 0; rank < mail_.size(); ++rank) {
        Begin begin;
        begin.resumed = saved.has_value();
        if (saved) begin.kept = saved->kept[static_cast<std::size_t>(rank)];
        mail_.post(rank, Tag::Begin, format(begin));
    }
    return {};
}

// --- Reading

Result<void> Coordinator::on(int from, Tag tag, std::string_view bytes) {
    if (aborted_) return {};
    switch (tag) {
    case Tag::Ask:
        asking_.push_back(from);
        hand_out();
        return {};
    case Tag::UnitDone: return on_done(parse<DoneUnit>(bytes));
    case Tag::Status: at_[static_cast<std::size_t>(from)] = parse<Status>(bytes); return {};
    case Tag::State: return on_state(from, parse<State>(bytes));
    case Tag::Made: on_made(parse<Made>(bytes)); return {};
    case Tag::Part: outputs_.book()->write(bytes); return {};
    case Tag::Moves:
        for (const book::MoveStats& stats : read_raw<book::MoveStats>(bytes))
            outputs_.stats()->write(stats);
        return {};
    case Tag::PartEnd: return on_part_end(parse<Made>(bytes));
    case Tag::Failure:
        tell() << "rank " << from << " on " << hosts_[static_cast<std::size_t>(from)] << ": "
               << bytes << '\n';
        abort(tools::exit_bad_input);
        return {};
    default: return {};
    }
}

// With -compat, owners keep samples that come too early, so the units handed out are limited to
// those next in order.
void Coordinator::hand_out() {
    const std::uint64_t window = options_.compat ? delivered_ + 2 * hosts_.size() : units_.size();
    while (!asking_.empty() && !todo_.empty() && todo_.front() < window && !meeting_) {
        const Unit& unit = units_[static_cast<std::size_t>(todo_.front())];
        // Only rank 0 can read standard input.
        const auto to =
            unit.path == "-" ? std::find(asking_.begin(), asking_.end(), 0) : asking_.begin();
        if (to == asking_.end()) break;
        mail_.post(*to, Tag::Assign, format(unit));
        asking_.erase(to);
        todo_.pop_front();
    }
    if (delivered_ == units_.size() && !meeting_)
        meet(options_.checkpoint.has_value() && !outputs_.files().empty(), true);
}

Result<void> Coordinator::on_done(DoneUnit done) {
    arrived_[done.number] = std::move(done.report);
    for (auto next = arrived_.begin(); next != arrived_.end() && next->first == delivered_;
         next = arrived_.begin()) {
        if (reports_.add(units_[static_cast<std::size_t>(delivered_)], next->second)) {
            const auto& report = reports_.report();
            const auto& problems =
                report.damaged_files > 0 ? report.file_problems : report.first_problems;
            tell() << problems.back() << " (-strict: no book is written)\n";
            abort(tools::exit_bad_input);
            return {};
        }
        arrived_.erase(next);
        ++delivered_;
    }
    hand_out();
    return {};
}

void Coordinator::turn() {
    if (aborted_) return;
    if (is_cancelled_() && !std::exchange(stopping_, true)) {
        if (doing_ != "reading") {
            tell() << (options_.checkpoint ? "stopped; -resume continues from here\n"
                                           : "stopped, nothing is written\n");
            return abort(tools::exit_interrupted);
        }
        if (!meeting_) meet(options_.checkpoint.has_value(), true);
    }
    if (options_.checkpoint && !meeting_ && doing_ == "reading" &&
        Clock::now() - saved_ >= *options_.checkpoint)
        meet(true, false);
    show();
}

void Coordinator::show() {
    tools::ProgressState state;
    state.doing = doing_;
    state.bytes_total = bytes_total_;
    for (const Status& rank : at_) {
        state.bytes += rank.bytes;
        state.text_bytes += rank.text_bytes;
        state.games += rank.games;
        state.positions += rank.samples;
    }
    progress_.show(state, Clock::now());
}

// --- Meetings

void Coordinator::meet(bool save, bool last) {
    meeting_ = true;
    states_here_ = 0;
    meet_ = {save, last};
    mail_.post_all(Tag::Meet, format(meet_));
}

Result<void> Coordinator::on_state(int from, State state) {
    states_[static_cast<std::size_t>(from)] = std::move(state);
    return ++states_here_ == states_.size() ? met() : Result<void>();
}

Result<void> Coordinator::met() {
    if (meet_.save)
        if (const auto saved = save(); !saved) return saved.error();
    saved_ = Clock::now();
    if (stopping_) {
        tell() << (meet_.save ? "stopped; -resume continues from here\n"
                              : "stopped, nothing is written\n");
        abort(tools::exit_interrupted);
        return {};
    }
    meeting_ = false;
    if (meet_.last) {
        make();
        return {};
    }
    mail_.post_all(Tag::Continue, format(Continue()));
    hand_out();
    return {};
}

Result<void> Coordinator::save() {
    SavedJob saved;
    saved.sums = options_.sums_description;
    saved.inputs = inputs_;
    saved.unit_bytes = unit_bytes_;
    saved.delivered = delivered_;
    saved.report = reports_.report();
    saved.place = reports_.place();
    for (const auto& [number, report] : arrived_)
        saved.arrived.push_back({number, report});
    saved.tally = tally_before_;
    for (const State& state : states_) {
        saved.begun.insert(saved.begun.end(), state.begun.begin(), state.begun.end());
        saved.tally += state.tally;
        saved.kept.push_back(state.kept);
    }
    const auto folder = runs_.folder();
    if (!folder) return folder.error();
    return io::replace_file(io::FileAt(*folder, checkpoint_name), format(saved));
}

// --- The book

void Coordinator::make() {
    doing_ = "writing";
    outputs_.report.reading = reports_.report();
    outputs_.report.tally = tally_before_;
    for (const State& state : states_)
        outputs_.report.tally += state.tally;
    mail_.post_all(Tag::Continue, format(Continue{true, outputs_.rules().reference_year}));
}

void Coordinator::on_made(const Made& made) {
    outputs_.report.positions += made.positions;
    outputs_.report.entries += made.entries;
    outputs_.report.dropped += made.dropped;
    outputs_.report.runs += made.runs;
    if (++made_ < mail_.size()) return;
    outputs_.write_header();
    mail_.post(0, Tag::Turn);
}

Result<void> Coordinator::on_part_end(const Made& made) {
    outputs_.report.moves += made.moves;
    if (++turn_of_ == mail_.size()) return finish();
    mail_.post(turn_of_, Tag::Turn);
    return {};
}

// Reports the bytes of moves that went to other ranks; those of the book itself are not counted.
void Coordinator::write_traffic() {
    std::uint64_t sent = 0;
    for (const State& state : states_)
        sent += state.bytes_sent;
    const std::uint64_t games =
        std::max<std::uint64_t>(outputs_.report.tally.counted - tally_before_.counted, 1);
    if (sent == 0) return;
    out_ << "sent between the ranks " << text::fixed(static_cast<double>(sent) / 1e6, 1) << " MB, "
         << text::grouped(sent / games) << " bytes a game\n";
}

Result<void> Coordinator::finish() {
    if (const auto committed = outputs_.commit(); !committed) return committed.error();
    progress_.clear();
    status_ = outputs_.finish(out_, Clock::now() - began_, [this] { write_traffic(); });
    mail_.post_all(Tag::End, outputs_.written_all() ? "written" : "");
    return {};
}

} // namespace polyglot::cluster
