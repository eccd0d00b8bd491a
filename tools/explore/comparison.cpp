#include "tools/explore/comparison.hpp"

#include "adapter/engine/heap.hpp"
#include "tools/books/compare/report.hpp"
#include "tools/common/json.hpp"

#include <exception>
#include <optional>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t most_compared = 20;

json::object result_of(const BookDifference& difference, const ComparedBooks& books) {
    json::object result{{"summary", tools::json_of(summary_of(difference, books))}};
    result["positions"] = std::move(tools::json_of(difference, books).at("positions"));
    return result;
}

// Sorted .bin books are not held in memory, where they would take more than the rest of the
// explorer. Returns nullopt for other books, which have to be walked.
std::optional<json::object> compare_sorted(const std::string& a, const std::string& b,
                                           const CompareRules& rules) {
    auto one = open_sorted_book(a);
    if (!one) return std::nullopt;
    auto other = open_sorted_book(b);
    if (!other) return std::nullopt;
    const ComparedBooks books{*std::move(one), *std::move(other)};
    const auto difference = compare_by_keys(*books[0].polyglot, *books[1].polyglot, *books[0].book,
                                            *books[1].book, rules);
    if (!difference) return std::nullopt;
    return result_of(*difference, books);
}

} // namespace

Comparison::Comparison(std::string a, std::string b)
    : thread_([this, a = std::move(a), b = std::move(b)] {
          json::object result;
          try {
              result = compare(a, b);
          } catch (const std::exception& error) { // out of memory
              result = {{"error", json_of(error.what())}};
          }
          io::trim_heap(); // the books are closed
          const std::lock_guard lock(mutex_);
          result_ = std::move(result);
          ended_ = true;
      }) {}

Comparison::~Comparison() {
    cancel();
    thread_.join();
}

json::object Comparison::compare(const std::string& a, const std::string& b) {
    const CompareRules rules{
        .most = most_compared,
        .keep_on = [this] { return !cancelled_; },
        .progress = [this](std::uint64_t positions) { looked_at_ = positions; }};
    if (auto result = compare_sorted(a, b, rules)) return *std::move(result);
    ComparedBooks books;
    for (const auto& [book, file] : {std::pair{&books[0], &a}, std::pair{&books[1], &b}}) {
        if (cancelled_) return {};
        auto opened = open_compared_book(*file);
        if (!opened) return {{"error", json_of(opened.error().message)}};
        *book = *std::move(opened);
    }
    const chess::Position start = chess::Position::start();
    return result_of(tools::compare(books, std::span(&start, 1), true, rules), books);
}

json::object Comparison::state() const {
    if (!ended_) return {{"looked_at", looked_at_.load()}};
    const std::lock_guard lock(mutex_);
    return result_;
}

} // namespace polyglot::tools
