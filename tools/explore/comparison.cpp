#include "tools/explore/comparison.hpp"

#include "tools/books/compare/report.hpp"
#include "tools/common/json.hpp"

#include <exception>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t most_compared = 20;

} // namespace

Comparison::Comparison(std::string a, std::string b)
    : thread_([this, a = std::move(a), b = std::move(b)] {
          json::object result;
          try {
              result = compare(a, b);
          } catch (const std::exception& error) { // out of memory
              result = {{"error", json_of(error.what())}};
          }
          const std::lock_guard lock(mutex_);
          result_ = std::move(result);
          ended_ = true;
      }) {}

Comparison::~Comparison() {
    cancel();
    thread_.join();
}

json::object Comparison::compare(const std::string& a, const std::string& b) {
    ComparedBooks books;
    for (const auto& [book, file] : {std::pair{&books[0], &a}, std::pair{&books[1], &b}}) {
        if (cancelled_) return {};
        auto opened = open_compared_book(*file);
        if (!opened) return {{"error", json_of(opened.error().message)}};
        *book = *std::move(opened);
    }
    const chess::Position start = chess::Position::start();
    const CompareRules rules{
        .most = most_compared,
        .keep_on = [this] { return !cancelled_; },
        .progress = [this](std::uint64_t positions) { looked_at_ = positions; }};
    const BookDifference difference = tools::compare(books, std::span(&start, 1), true, rules);
    json::object result{{"summary", json_of(summary_of(difference, books))}};
    result["positions"] = std::move(json_of(difference, books).at("positions"));
    return result;
}

json::object Comparison::state() const {
    if (!ended_) return {{"looked_at", looked_at_.load()}};
    const std::lock_guard lock(mutex_);
    return result_;
}

} // namespace polyglot::tools
