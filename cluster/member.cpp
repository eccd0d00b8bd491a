#include "cluster/member.hpp"

#include "core/text/path_text.hpp"
#include "tools/books/writers/output.hpp"

#include <array>
#include <span>
#include <utility>

namespace polyglot::cluster {

namespace {

using Clock = std::chrono::steady_clock;

// A rank waits while more bytes than this have been sent and not been received.
constexpr std::size_t most_under_way = std::size_t{8} << 20U;
constexpr std::size_t most_waiting_pieces = 16; // -unique

std::filesystem::path with_rank(std::filesystem::path output, int rank) {
    output += to_path('.' + std::to_string(rank));
    return output;
}

} // namespace

Member::Member(const tools::MakeBookOptions& options, const boost::mpi::communicator& world,
               std::vector<std::string> hosts, std::istream& in, std::ostream& out,
               std::ostream& err)
    : options_(options),
      hosts_(std::move(hosts)),
      in_(in),
      mail_(world,
            [this](int from, Tag tag, std::string_view bytes) {
                if (const auto done = on(from, tag, bytes); !done) fail(done.error());
            }),
      ranges_(static_cast<unsigned>(world.size())),
      runs_(options.tmp, with_rank(options.book ? *options.book : *options.stats, world.rank())),
      watch_(world, hosts_, mail_),
      is_cancelled_([this] { watch_.on_signal(); }) {
    if (world.rank() == 0)
        coordinator_.emplace(options_, mail_, runs_, hosts_, is_cancelled_, out, err);
}

int Member::run() {
    try {
        if (coordinator_) coordinator_->begin();
        work();
    } catch (const Aborted&) { // the coordinator has reported the reason
    } catch (const std::exception& error) {
        fail(make_error(error.what()));
        try {
            turn(Idle::Yes);
        } catch (const Aborted&) {
        }
    }
    leave();
    return coordinator_ ? coordinator_->status() : 0;
}

void Member::work() {
    while (!begun_)
        turn(Idle::Yes);
    read_games();
    const Made made = make_part(continue_->reference_year);
    mail_.post(0, Tag::Made, format(made));
    while (!my_turn_)
        turn(Idle::Yes);
    send_part(made);
    while (!ended_)
        turn(Idle::Yes);
}

void Member::leave() {
    leaving_ = true;
    mail_.post_all(Tag::Gone);
    while (gone_ < mail_.size() || !mail_.idle())
        mail_.wait();
}

void Member::fail(const Error& error) {
    if (!failure_) failure_ = error;
}

template <class T>
void Member::check(const Result<T>& result) {
    if (result) return;
    fail(result.error());
    turn(Idle::Yes); // does not return
}

void Member::turn(Idle idle) {
    if (idle == Idle::Yes)
        mail_.wait();
    else
        mail_.poll();
    watch_.turn(is_cancelled_());
    if (coordinator_) coordinator_->turn();
    for (;; mail_.wait()) {
        if (failure_ && !std::exchange(is_failure_reported_, true))
            mail_.post(0, Tag::Failure, failure_->message);
        if (aborted_) throw Aborted();
        if (!failure_) return;
    }
}

Result<void> Member::on(int from, Tag tag, std::string_view bytes) {
    if (tag == Tag::Gone) ++gone_;
    if (tag == Tag::Gone || tag == Tag::Pong) watch_.on_answer(from);
    // A rank that has sent Gone may not post any more; Gone itself answers a Ping.
    if (tag == Tag::Ping && !leaving_) mail_.post(from, Tag::Pong);
    if (leaving_ || aborted_) return {};
    if (tag == Tag::Abort) {
        aborted_ = true;
        return {};
    }
    // A rank that has failed may lack what a message needs, such as its sums. It only waits for the
    // end of the job.
    if (failure_) return coordinator_ ? coordinator_->on(from, tag, bytes) : Result<void>();
    if (!begun_ && tag != Tag::Begin) { // the sender got its own Begin earlier
        early_.push_back({from, tag, std::string(bytes)});
        return {};
    }
    return handle(from, tag, bytes);
}

Result<void> Member::handle(int from, Tag tag, std::string_view bytes) {
    switch (tag) {
    case Tag::Begin:
        if (auto ready = begin(parse<Begin>(bytes)); !ready) return ready;
        for (const Early& early : std::exchange(early_, {}))
            if (auto done = handle(early.from, early.tag, early.bytes); !done) return done;
        return {};
    case Tag::Assign: assigned_.push_back(parse<Unit>(bytes)); return {};
    case Tag::Samples: return sink_->take(view_raw<book::Sample>(bytes));
    case Tag::Common: {
        const auto stats = read_raw<book::MoveStats>(bytes);
        common_.insert(common_.end(), stats.begin(), stats.end());
        return {};
    }
    case Tag::Ordered:
        return ordered_.take(read_raw<std::uint64_t>(bytes.substr(0, 8)).at(0), from, bytes,
                             [this](int, std::string_view held) { return on_ordered(held); });
    case Tag::Question:
        if (!options_.compat) return on_question(from, bytes);
        return questions_.take(
            UniqueGames::parse_question(bytes).unit, from, bytes,
            [this](int asker, std::string_view held) { return on_question(asker, held); });
    case Tag::UnitEnd: {
        const std::uint64_t unit = read_raw<std::uint64_t>(bytes).at(0);
        const auto ended =
            ordered_.end(unit, [this](int, std::string_view held) { return on_ordered(held); });
        if (!ended) return ended.error();
        return questions_.end(
            unit, [this](int asker, std::string_view held) { return on_question(asker, held); });
    }
    case Tag::Answer: return unique_->on_answer(from, bytes);
    case Tag::Meet: meet_ = parse<Meet>(bytes); return {};
    case Tag::Flushed: ++flushed_; return {};
    case Tag::Continue: continue_ = parse<Continue>(bytes); return {};
    case Tag::Turn: my_turn_ = true; return {};
    case Tag::End:
        ended_ = true;
        seen_.reset();
        if (!bytes.empty()) runs_.remove_all();
        return {};
    default: return coordinator_ ? coordinator_->on(from, tag, bytes) : Result<void>();
    }
}

// --- Reading

Result<void> Member::begin(const Begin& begin) {
    begun_ = true;
    if (!options_.tmp.empty()) {
        const auto ready = begin.resumed ? runs_.resume(begin.kept.runs, {}) : runs_.start_empty();
        if (!ready) return ready.error();
    }
    if (options_.games.empty()) return {};
    const std::size_t for_seen = options_.game_rules.unique ? options_.memory / 4 : 0;
    if (options_.game_rules.unique) {
        const auto folder = runs_.seen_folder();
        if (!folder) return folder.error();
        seen_ = std::make_unique<io::SeenGames>(*folder, for_seen);
        if (begin.resumed)
            if (const auto loaded = seen_->load(begin.kept.seen); !loaded) return loaded.error();
    }
    if (!options_.compat) {
        sums_.emplace(options_.memory - for_seen, runs_, tools::what_to_sum(options_));
        sink_.emplace(*sums_);
    }
    prepare_sampler();
    return {};
}

void Member::prepare_sampler() {
    tools::SampleSink* to = nullptr;
    if (options_.compat)
        to = &ordered_owners_.emplace(mail_);
    else
        to = &owners_.emplace(mail_, *sink_);
    if (!seen_) {
        sampler_ = tools::make_sampler(options_.game_rules, nullptr, *to);
        return;
    }
    unique_.emplace(mail_, *to);
    const auto note = [this](std::uint64_t fingerprint) {
        unique_->note(fingerprint);
        return Result<bool>(true);
    };
    sampler_ = tools::make_sampler(options_.game_rules, note, *unique_);
    unique_->watch(*sampler_);
}

// Asks for the next unit when one is begun, so that it has arrived by the time it is needed.
void Member::read_games() {
    mail_.post(0, Tag::Ask);
    for (;;) {
        turn(!reader_ && assigned_.empty() && !meet_ ? Idle::Yes : Idle::No);
        if (meet_) {
            meet();
            if (continue_->make) return;
        } else if (reader_) {
            read_piece();
        } else if (!assigned_.empty()) {
            const auto& host = hosts_[static_cast<std::size_t>(mail_.rank())];
            reader_.emplace(std::move(assigned_.front()), *sampler_, in_, host, options_.strict);
            assigned_.pop_front();
            if (ordered_owners_) ordered_owners_->begin_unit(reader_->unit().number);
            mail_.post(0, Tag::Ask);
        }
    }
}

void Member::read_piece() {
    const auto more = reader_->read_piece();
    check(more);
    if (unique_) unique_->end_piece(reader_->unit().number);
    if (!*more) end_unit();
    tell_status();
    while (mail_.bytes_under_way() > most_under_way ||
           (unique_ && unique_->pieces() > most_waiting_pieces))
        turn(Idle::Yes);
}

void Member::end_unit() {
    const std::uint64_t number = reader_->unit().number;
    if (ordered_owners_) {
        while (unique_ && unique_->pieces() > 0)
            turn(Idle::Yes);
        ordered_owners_->flush();
        std::string bytes;
        append_raw(bytes, number);
        mail_.post_all(Tag::UnitEnd, bytes);
    }
    done_.bytes += reader_->bytes_read();
    done_.text_bytes += reader_->report().text_bytes;
    done_.games += reader_->report().games;
    mail_.post(0, Tag::UnitDone, format(DoneUnit{number, reader_->report()}));
    reader_.reset();
}

void Member::tell_status() {
    constexpr auto often = std::chrono::milliseconds(200);
    const auto now = Clock::now();
    if (options_.progress == tools::ProgressStyle::None || now - last_report_ < often) return;
    last_report_ = now;
    Status status = done_;
    if (reader_) {
        status.bytes += reader_->bytes_read();
        status.text_bytes += reader_->report().text_bytes;
        status.games += reader_->report().games;
    }
    if (owners_) status.samples = owners_->samples();
    mail_.post(0, Tag::Status, format(status));
}

Result<void> Member::on_ordered(std::string_view bytes) {
    for (const book::Sample& sample : read_raw<book::Sample>(bytes.substr(8)))
        compat_.add(sample);
    return {};
}

Result<void> Member::on_question(int from, std::string_view bytes) {
    const auto question = UniqueGames::parse_question(bytes);
    std::vector<char> answers;
    for (const std::uint64_t fingerprint : question.fingerprints) {
        const auto is_new = seen_->insert(fingerprint);
        if (!is_new) return is_new.error();
        answers.push_back(*is_new ? 1 : 0);
    }
    mail_.post(from, Tag::Answer, UniqueGames::format_answer(question, answers));
    return {};
}

tools::GameTally Member::tally() const {
    if (unique_) return unique_->tally();
    return sampler_ ? sampler_->tally() : tools::GameTally();
}

// --- The meeting

void Member::meet() {
    const Meet meet = *std::exchange(meet_, std::nullopt);
    continue_.reset();
    while (unique_ && unique_->pieces() > 0)
        turn(Idle::Yes);
    if (owners_) check(owners_->flush());
    mail_.post_all(Tag::Flushed);
    while (flushed_ < mail_.size())
        turn(Idle::Yes);
    flushed_ = 0;

    State state;
    if (sink_) check(sink_->finish());
    if (meet.save) {
        save_sums();
        for (const io::FileAt& run : runs_.files())
            state.kept.runs.push_back(to_text(run.name()));
        if (seen_) {
            auto saved = seen_->save();
            check(saved);
            state.kept.seen = *std::move(saved);
        }
    }
    if (reader_) state.begun.push_back({reader_->unit().number, reader_->report()});
    state.tally = tally();
    state.bytes_sent = mail_.bytes_sent();
    mail_.post(0, Tag::State, format(state));
    while (!continue_)
        turn(Idle::Yes);
    if (meet.save && seen_) seen_->settle();
}

void Member::save_sums() {
    if (!sums_) return;
    check(sums_->spill());
    if (common_.empty()) return;
    SortedStats common(std::exchange(common_, {}));
    check(sums_->write_run(common));
}

// --- The book

Made Member::make_part(int reference_year) {
    if (options_.compat) return make_compat_part();
    Made made;
    made.runs = runs_.files().size();
    if (!options_.book) return made;
    auto all = open_sums(runs_, sums_ ? &*sums_ : nullptr, common_, options_.from_stats, ranges_,
                         mail_.rank());
    check(all);
    // If the sums are in memory, the part may be as well, because it is smaller.
    if (made.runs > 0) check(spool_.open_file(runs_));
    book::BookRules rules = options_.book_rules;
    if (!options_.reference_year_given) rules.reference_year = reference_year;
    std::string bytes;
    std::vector<book::RawEntry> global;
    book::BookMaker maker(rules, [&](std::span<const book::RawEntry> entries) {
        global.assign(entries.begin(), entries.end());
        for (book::RawEntry& entry : global)
            entry.key = ranges_.global(mail_.rank(), entry.key);
        bytes.clear();
        book::append_entries(bytes, global);
        spool_.write(bytes);
    });
    constexpr unsigned between_turns = 1024;
    std::array<book::MoveStats, 64> moves;
    unsigned blocks = 0;
    while (const std::size_t count = all->read(moves)) {
        maker.add(std::span(moves).first(count));
        made.moves += count;
        if (++blocks % between_turns == 0) turn(Idle::No);
    }
    if (!all->problem().empty()) check(Result<void>(make_error(all->problem())));
    maker.finish();
    check(spool_.finish());
    made.positions = maker.positions();
    made.entries = maker.entries();
    made.dropped = maker.dropped();
    return made;
}

Made Member::make_compat_part() {
    Made made;
    made.moves = compat_.size();
    std::uint64_t last_key = 0;
    std::string bytes;
    compat_.write(tools::compat_rules(options_.book_rules), [&](book::RawEntry entry) {
        made.positions += made.entries == 0 || entry.key != last_key ? 1 : 0;
        last_key = entry.key;
        ++made.entries;
        entry.key = ranges_.global(mail_.rank(), entry.key);
        bytes.clear();
        tools::append_entry(bytes, entry);
        spool_.write(bytes);
    });
    return made;
}

void Member::post_bounded(Tag tag, std::string bytes) {
    mail_.post(0, tag, std::move(bytes));
    while (mail_.bytes_under_way() > most_under_way)
        turn(Idle::Yes);
}

void Member::send_part(Made made) {
    for (;;) {
        auto bytes = spool_.take();
        check(bytes);
        if (bytes->empty()) break;
        post_bounded(Tag::Part, *std::move(bytes));
    }
    if (options_.stats) send_moves(made);
    mail_.post(0, Tag::PartEnd, format(made));
}

void Member::send_moves(Made& made) {
    constexpr std::size_t message = std::size_t{64} << 10U;
    auto all = open_sums(runs_, sums_ ? &*sums_ : nullptr, common_, options_.from_stats, ranges_,
                         mail_.rank());
    check(all);
    made.moves = 0;
    std::string bytes;
    std::array<book::MoveStats, 64> moves;
    while (const std::size_t count = all->read(moves)) {
        for (book::MoveStats& stats : std::span(moves).first(count)) {
            stats.key = ranges_.global(mail_.rank(), stats.key);
            append_raw(bytes, stats);
        }
        made.moves += count;
        if (bytes.size() >= message) post_bounded(Tag::Moves, std::exchange(bytes, {}));
    }
    if (!all->problem().empty()) check(Result<void>(make_error(all->problem())));
    post_bounded(Tag::Moves, std::move(bytes));
}

} // namespace polyglot::cluster
