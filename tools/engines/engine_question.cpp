#include "tools/engines/engine_question.hpp"

#include "core/text/text.hpp"

#include <cstddef>
#include <utility>

namespace polyglot::tools {
namespace {

// The session also lists options of the adapter, which begin with this prefix.
constexpr std::string_view own_prefix = "Polyglot ";
constexpr std::size_t most_options = 1000; // the limit for [Engine] as well

} // namespace

EngineQuestion::EngineQuestion(boost::asio::io_context& context, const config::Settings& settings,
                               std::function<void()> on_ended)
    : on_ended_(std::move(on_ended)),
      client_(context, settings,
              {.on_line = [this](std::string_view line) { on_line(line); },
               .on_end = [this](session::ExitCode status,
                                const std::string& message) { on_end(status, message); }}) {}

Result<EngineAnswer> EngineQuestion::take() {
    if (!failure_.empty()) return make_error(failure_);
    return std::move(answer_);
}

void EngineQuestion::on_line(std::string_view line) {
    const protocol::UciEngineLine reply = protocol::parse_uci_engine_line(line);
    if (reply.reply == protocol::UciReply::Id) take_id(reply.arguments);
    if (reply.reply == protocol::UciReply::Option) take_option(reply.arguments);
    if (reply.reply != protocol::UciReply::UciOk) return;
    answer_.speaks_xboard = client_.speaks_xboard();
    answered_ = true;
    client_.quit();
}

void EngineQuestion::take_id(std::string_view rest) {
    const std::string_view what = text::next_word(rest);
    if (what == "name") answer_.name = text::trim(rest);
    if (what == "author") answer_.author = text::trim(rest);
}

void EngineQuestion::take_option(std::string_view arguments) {
    auto option = protocol::parse_option_declaration(arguments);
    if (!option || option->name.empty() || answer_.options.size() >= most_options) return;
    if (text::equal_ignoring_case(std::string_view(option->name).substr(0, own_prefix.size()),
                                  own_prefix))
        return;
    answer_.options.push_back(*std::move(option));
}

void EngineQuestion::on_end(session::ExitCode status, const std::string& message) {
    ended_ = true;
    if (!answered_ || status != session::ExitCode::Ok)
        failure_ = message.empty() ? "the engine has ended before it answered" : message;
    if (on_ended_) on_ended_();
}

} // namespace polyglot::tools
