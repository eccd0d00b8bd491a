#include "adapter/session/books/book_player.hpp"

#include "adapter/session/books/program_book.hpp"
#include "adapter/session/books/variant_fit.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/openings/names.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

book::LearnPolicy learn_policy_of(const config::Settings& settings) {
    const auto is = [&](std::string_view name) {
        return text::equal_ignoring_case(settings.book_learn_policy, name);
    };
    if (!settings.book_learn || is("record-only")) return book::LearnPolicy::RecordOnly;
    if (is("thompson")) return book::LearnPolicy::Thompson;
    return is("ucb") ? book::LearnPolicy::Ucb : book::LearnPolicy::Polyglot;
}

// Returns "; B90 Sicilian Defence: Najdorf" for the game's last position with a name; empty if no
// position has one.
std::string opening_of(const chess::Game& game) {
    chess::Position position = game.start();
    std::optional<openings::Opening> last = openings::find_opening(position);
    for (const chess::Move move : game.moves()) {
        position.make(move);
        if (const auto found = openings::find_opening(position)) last = found;
    }
    return last ? "; " + openings::format_opening(*last) : std::string();
}

// Returns the same for display after a book's name; of a variant its name.
std::string describe(const BookGame& game) {
    return game.chess() == nullptr ? "; " + std::string(game.variant()->uci)
                                   : opening_of(*game.chess());
}

std::string variant_name(const BookGame& game) {
    return game.variant() == nullptr ? "chess" : std::string(game.variant()->uci);
}

bool any_playable(const std::vector<book::Candidate>& candidates) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [](const book::Candidate& c) { return c.playable; });
}

// Returns whether no book after this one is asked.
bool ends_asking(const OpenBook& open_book, const BookView& view) {
    return any_playable(view.candidates) || (open_book.rules.stop && view.knows);
}

// The weights of the other moves count like those of illegal moves.
void restrict_to(const std::vector<std::string>& allowed, const BookGame& game,
                 std::vector<book::Entry>& entries) {
    for (book::Entry& entry : entries) {
        const auto is_it = [&](std::string_view word) {
            return entry.move && game.parse_uci(word) == entry.move;
        };
        if (std::none_of(allowed.begin(), allowed.end(), is_it)) entry.move = chess::Move();
    }
}

std::string format_drawing(const std::vector<DrawingMove>& moves, const BookQuestion& question) {
    std::string text;
    for (const DrawingMove& move : moves)
        text += (text.empty() ? ", not played: " : ", ") +
                question.game.format_uci(move.move, question.castling) + " [" +
                std::string(move.reason) + "]";
    return text;
}

} // namespace

BookNews BookPlayer::apply(const config::Settings& settings) {
    learning_ = {.policy = learn_policy_of(settings),
                 .prior_games = settings.book_learn_prior_games,
                 .explore_per_mil = settings.book_learn_explore_per_mil,
                 .min_games = settings.book_learn_min_games,
                 .half_life_days = settings.book_learn_half_life_days};
    most_misses_ = settings.book_misses;
    avoids_draws_ = settings.book_avoid_draws;
    BookNews news = open_books_.apply(settings);
    if (!news.empty()) { // they belong to other books
        misses_.reset();
        met_.clear();
    }
    return news;
}

BookNews BookPlayer::on_new_game() {
    misses_.reset();
    met_.clear();
    return open_books_.reopen_changed(!learner_.writes_into_book());
}

void BookPlayer::set_variant(const chess::Variant* variant) {
    if (open_books_.variant() == variant) return;
    open_books_.set_variant(variant);
    misses_.reset();
    met_.clear();
}

book::Policy BookPlayer::policy_of(const config::BookSettings& rules) const {
    return {.random = rules.random,
            .threshold_per_mil = rules.threshold_per_mil,
            .learning = learning_,
            .top_n = rules.top_n,
            .variety = rules.variety,
            .min_depth = rules.min_depth,
            .min_elo = rules.min_elo};
}

std::vector<book::Entry> BookPlayer::find(const OpenBook& open_book,
                                          const chess::Position& position) const {
    std::vector<book::Entry> entries = open_book.book->find(position);
    learner_.recall(position, open_book.is_first(), entries);
    return entries;
}

std::vector<book::Entry> BookPlayer::find(const OpenBook& open_book,
                                          const chess::VariantPosition& position) const {
    std::vector<book::Entry> entries = open_book.variants->find(position);
    learner_.recall(position, open_book.is_first(), entries);
    return entries;
}

std::vector<book::Entry> BookPlayer::find(const OpenBook& open_book, const BookGame& game) const {
    return game.chess() != nullptr ? find(open_book, game.chess()->position())
                                   : find(open_book, game.variant_game()->position());
}

// Returns why the book is off for this game; empty if it is not.
std::string BookPlayer::why_off(const OpenBook& open_book) const {
    const auto met = met_.find(open_book.rules.name);
    if (met == met_.end() || !met->second.is_too_bad()) return {};
    return "off for this game, " + std::to_string(met->second.illegal) + " of its " +
           std::to_string(met->second.all) + " moves are illegal";
}

// A move that would draw counts in the shares, but the choice is among the others.
BookView BookPlayer::look_into(const OpenBook& open_book, const BookQuestion& question) const {
    BookRefusal refusal;
    if (!open_book.book)
        refusal.text = "it cannot be opened";
    else if (open_book.other_variant.empty())
        refusal = why_not_asked(open_book.rules, question, learner_.opponent());
    else
        refusal.text = open_book.other_variant;
    BookView view{.name = open_book.is_first()
                              ? open_book.file_name()
                              : open_book.rules.name + " (" + open_book.file_name() + ")",
                  .not_asked = std::move(refusal.text),
                  .is_about_unknown = refusal.is_about_unknown,
                  .candidates = {},
                  .drawing = {}};
    view.is_of_other_variant = !open_book.other_variant.empty();
    const chess::Game* const game = question.game.chess();
    if (view.not_asked.empty()) view.not_asked = why_off(open_book);
    if (view.not_asked.empty() && game != nullptr)
        view.not_asked = open_book.book->refuses(game->position());
    if (view.not_asked.empty() && open_book.program &&
        !open_book.program->has_answered(question.game)) {
        view.is_unanswered = true;
        view.not_asked = open_book.program->why_silent();
    }
    if (!view.not_asked.empty()) return view;
    const std::vector<book::Entry> entries = find(open_book, question.game);
    view.met = static_cast<std::uint32_t>(entries.size());
    view.illegal = static_cast<std::uint32_t>(
        std::ranges::count_if(entries, [](const book::Entry& entry) { return !entry.move; }));
    std::vector<book::Entry> allowed = entries;
    if (question.allowed != nullptr) restrict_to(*question.allowed, question.game, allowed);
    std::vector<book::Entry> others = allowed;
    for (book::Entry& entry : others) {
        const std::string_view reason =
            entry.move ? question.game.draws_by(entry.move) : std::string_view{};
        if (reason.empty()) continue;
        view.drawing.push_back({entry.move, reason});
        entry.move = chess::Move();
    }
    view.candidates = book::rate(others, policy_of(open_book.rules));
    if (!view.drawing.empty() && !avoids_draws_ && !any_playable(view.candidates)) {
        view.drawing.clear();
        view.candidates = book::rate(allowed, policy_of(open_book.rules));
    }
    for (std::size_t i = 0; i < entries.size(); ++i)
        view.candidates[i].move = entries[i].move;
    view.knows = !entries.empty() || (game != nullptr && open_book.book->knows(game->position()));
    return view;
}

std::string BookPlayer::left_because(const BookGame& game) const {
    if (most_misses_ == 0 || misses_.before(game) < most_misses_) return {};
    return "left after " +
           text::counted(static_cast<std::uint64_t>(most_misses_), "miss", "misses in a row");
}

BookPlayer::Pick BookPlayer::pick(const BookQuestion& question) const {
    Pick pick;
    if (const std::string left = left_because(question.game); !left.empty()) {
        pick.remark = "no book is asked: " + left;
        return pick;
    }
    // The remark has first why the books that were asked have no move, then why the others were not
    // asked.
    std::string asked;
    std::string not_asked;
    bool is_explained = false; // the remark has more than that books lack the position
    bool is_of_other_variant = false;
    const auto add = [](std::string& reasons, const BookView& view, std::string_view reason) {
        if (!reasons.empty()) reasons += "; ";
        (reasons += view.name) += ": ";
        reasons += reason;
    };
    for (const OpenBook& open_book : open_books_.books()) {
        BookView view = look_into(open_book, question);
        if (!view.not_asked.empty()) {
            add(not_asked, view, "not asked, " + view.not_asked);
            is_explained = true;
            is_of_other_variant = is_of_other_variant || view.is_of_other_variant;
            if (view.is_about_unknown)
                pick.warnings.push_back("book " + view.name + " is not asked: " + view.not_asked);
            continue;
        }
        pick.was_asked = true;
        if (view.met != 0) pick.met.emplace_back(&open_book, Met{view.met, view.illegal});
        if (any_playable(view.candidates)) {
            pick.book = &open_book;
            pick.view = std::move(view);
            return pick;
        }
        is_explained = is_explained || !view.drawing.empty() || !view.candidates.empty();
        if (!view.drawing.empty())
            add(asked, view, "a draw is avoided" + format_drawing(view.drawing, question));
        else if (!view.candidates.empty())
            add(asked, view, "knows the position, but no move of it may be played");
        else if (open_books_.books().size() > 1) // for the only book a miss needs no text
            add(asked, view, "the position is not in the book");
        if (open_book.rules.stop && view.knows) {
            add(asked, view, "no other is asked, Stop = true");
            is_explained = true;
            break;
        }
    }
    pick.remark = "out of book";
    if (!pick.was_asked && is_of_other_variant)
        pick.warnings.push_back("no book moves in " + variant_name(question.game) + ": " +
                                not_asked);
    if (!is_explained) return pick;
    pick.remark += ": " + asked + (asked.empty() || not_asked.empty() ? "" : "; ") + not_asked;
    return pick;
}

std::vector<const ProgramBook*> BookPlayer::programs_to_ask(const BookQuestion& question) const {
    std::vector<const ProgramBook*> programs;
    const std::vector<OpenBook>& books = open_books_.books();
    const bool has_programs = std::ranges::any_of(
        books, [](const OpenBook& open_book) { return open_book.program != nullptr; });
    // The results of a server are asked for by looking into the books.
    if (!has_programs && !learner_.is_in_server()) return programs;
    if (!left_because(question.game).empty()) return programs;
    for (const OpenBook& open_book : books) {
        const BookView view = look_into(open_book, question);
        if (view.is_unanswered) programs.push_back(open_book.program.get());
        if (ends_asking(open_book, view)) break;
    }
    return programs;
}

// Counts the moves of the books that were asked. A game that does not continue the last one begins
// at zero.
void BookPlayer::count_illegal(const Pick& found, const BookQuestion& question, BookReply& reply) {
    if (!misses_.is_same_game(question.game)) {
        met_.clear();
        counted_plies_.reset();
    }
    // Some hosts ask about one position several times.
    if (counted_plies_ && question.game.plies() <= *counted_plies_) return;
    counted_plies_ = question.game.plies();
    for (const auto& [open_book, met] : found.met) {
        Met& sum = met_[open_book->rules.name];
        sum.all += met.all;
        sum.illegal += met.illegal;
        if (const std::string off = why_off(*open_book); !off.empty())
            reply.warnings.push_back(open_book->title() + " is " + off +
                                     ": it may be of another variant");
    }
}

// Returns the same book's best answer to the move, which may be beyond the depth, because the
// opponent plays it.
std::string BookPlayer::reply_to(chess::Move move, const OpenBook& open_book,
                                 const BookQuestion& question) const {
    if (open_book.program) return open_book.program->reply(question.game, move, question.castling);
    const book::Policy policy = policy_of(open_book.rules);
    if (const chess::VariantGame* game = question.game.variant_game()) {
        chess::VariantGame after = *game;
        after.push(variant_move_of(move));
        const auto reply = best_of(book::rate(find(open_book, after.position()), policy));
        return reply ? BookGame(after).format_uci(*reply, question.castling) : std::string();
    }
    chess::Position after = question.game.chess()->position();
    after.make(move);
    const auto reply = best_of(book::rate(find(open_book, after), policy));
    return reply ? chess::format_uci_move(*reply, question.castling) : std::string();
}

BookReply BookPlayer::answer(const BookQuestion& question) {
    Pick found = pick(question);
    BookReply reply{.answer = std::nullopt,
                    .remark = std::move(found.remark),
                    .warnings = std::move(found.warnings)};
    count_illegal(found, question, reply);
    // If only some moves may be played, a miss does not mean that the book lacks the position.
    using Outcome = BookMisses::Outcome;
    const bool is_miss = found.was_asked && question.allowed == nullptr;
    misses_.on_turn(question.game, question.is_guess,
                    found.book != nullptr ? Outcome::Hit
                    : is_miss             ? Outcome::Miss
                                          : Outcome::NotAsked);
    if (found.book == nullptr) return reply;

    const auto move = book::choose(found.view.candidates, policy_of(found.book->rules), random_);
    BookAnswer answer;
    answer.move = question.game.format_uci(*move, question.castling);
    answer.reply = reply_to(*move, *found.book, question);
    answer.shares =
        book::format_shares(found.view.candidates,
                            [&question](chess::Move candidate) {
                                return question.game.format_uci(candidate, question.castling);
                            }) +
        format_drawing(found.view.drawing, question) + " (" + found.book->file_name() +
        describe(question.game) + ")";
    answer.candidates = std::move(found.view.candidates);
    answer.file = found.book->file_name();
    reply.remark = found.book->title() + ": " + answer.shares;
    reply.answer = std::move(answer);
    return reply;
}

std::optional<chess::Move> BookPlayer::best_move(const BookQuestion& question) const {
    return best_of(pick(question).view.candidates);
}

// The first one of equal entries is the best.
std::optional<chess::Move> BookPlayer::best_of(const std::vector<book::Candidate>& choices) const {
    return book::choose(choices, {.random = false}, random_);
}

std::vector<BookView> BookPlayer::look_up(const BookQuestion& question) const {
    std::vector<BookView> views;
    bool is_decided = !left_because(question.game).empty();
    for (const OpenBook& open_book : open_books_.books()) {
        BookView& view = views.emplace_back(look_into(open_book, question));
        view.answers = !is_decided && any_playable(view.candidates);
        is_decided = is_decided || ends_asking(open_book, view);
    }
    return views;
}

// Returns whether results of the game's moves can be kept if this book has them. The game may be
// of another variant than that of the questions.
bool BookPlayer::learns_in(const OpenBook& open_book, const BookGame& game,
                           chess::Color color) const {
    if (!open_book.book || !is_for(open_book.rules, color)) return false;
    if (!open_book.is_first() && learner_.is_for_first_book()) return false;
    if (game.chess() != nullptr) return open_book.is_of_chess;
    return why_not_of_variant(*open_book.variants, open_book.rules, game.variant()).empty();
}

std::vector<book::LearntMove> BookPlayer::held_moves(const BookGame& game,
                                                     chess::Color color) const {
    std::vector<const OpenBook*> books;
    for (const OpenBook& open_book : open_books_.books())
        if (learns_in(open_book, game, color)) books.push_back(&open_book);
    const auto holds = [&books](const auto& find, chess::Move move) {
        return std::ranges::any_of(books, [&](const OpenBook* open_book) {
            return std::ranges::any_of(
                find(*open_book), [move](const book::Entry& entry) { return entry.move == move; });
        });
    };
    std::vector<book::LearntMove> held;
    if (const chess::VariantGame* const variant_game = game.variant_game()) {
        chess::VariantPosition position = variant_game->start();
        for (const chess::VariantMove& move : variant_game->moves()) {
            const auto find = [&](const OpenBook& book) { return book.variants->find(position); };
            const chess::Move stand_in = stand_in_for(move);
            if (position.side_to_move() == color && holds(find, stand_in))
                held.push_back(book::learnt_in_variant(position, stand_in));
            position.make(move);
        }
        return held;
    }
    chess::Position position = game.chess()->start();
    for (const chess::Move move : game.chess()->moves()) {
        const auto find = [&](const OpenBook& book) { return book.book->find(position); };
        if (position.side_to_move() == color && holds(find, move)) held.push_back({position, move});
        position.make(move);
    }
    return held;
}

} // namespace polyglot::session
