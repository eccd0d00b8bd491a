#include "tools/engines/ask_engines.hpp"

#include "core/text/text.hpp"
#include "tools/common/interrupts.hpp"
#include "tools/engines/engine_client.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {
namespace {

// The session also lists options of the adapter, which begin with this prefix.
constexpr std::string_view own_prefix = "Polyglot ";
constexpr std::size_t most_options = 1000; // the limit for [Engine] as well

class Asked {
  public:
    Asked(boost::asio::io_context& context, const config::Settings& settings)
        : client_(context, settings,
                  {.on_line = [this](std::string_view line) { on_line(line); },
                   .on_end = [this](session::ExitCode status,
                                    const std::string& message) { on_end(status, message); }}) {}
    void start() { client_.start(); }
    void quit() { client_.quit(); }
    bool ended() const { return ended_; }
    Result<EngineAnswer> take() {
        if (!failure_.empty()) return make_error(failure_);
        return std::move(answer_);
    }

  private:
    void on_line(std::string_view line) {
        const protocol::UciEngineLine reply = protocol::parse_uci_engine_line(line);
        if (reply.reply == protocol::UciReply::Id) take_id(reply.arguments);
        if (reply.reply == protocol::UciReply::Option) take_option(reply.arguments);
        if (reply.reply != protocol::UciReply::UciOk) return;
        answer_.speaks_xboard = client_.speaks_xboard();
        answered_ = true;
        client_.quit();
    }

    void take_id(std::string_view rest) {
        const std::string_view what = text::next_word(rest);
        if (what == "name") answer_.name = text::trim(rest);
        if (what == "author") answer_.author = text::trim(rest);
    }

    void take_option(std::string_view arguments) {
        auto option = protocol::parse_option_declaration(arguments);
        if (!option || option->name.empty() || answer_.options.size() >= most_options) return;
        if (text::equal_ignoring_case(std::string_view(option->name).substr(0, own_prefix.size()),
                                      own_prefix))
            return;
        answer_.options.push_back(*std::move(option));
    }

    void on_end(session::ExitCode status, const std::string& message) {
        ended_ = true;
        if (!answered_ || status != session::ExitCode::Ok)
            failure_ = message.empty() ? "the engine has ended before it answered" : message;
    }

    EngineAnswer answer_;
    std::string failure_;
    bool answered_ = false;
    bool ended_ = false;
    EngineClient client_; // last, because its end is reported to the other members
};

} // namespace

std::optional<std::vector<Result<EngineAnswer>>>
ask_engines(const std::vector<config::Settings>& engines) {
    boost::asio::io_context context;
    std::vector<std::unique_ptr<Asked>> all;
    all.reserve(engines.size());
    for (const config::Settings& settings : engines)
        all.push_back(std::make_unique<Asked>(context, settings));
    bool interrupted = false;
    const io::Interrupts interrupts(context, [&] {
        interrupted = true;
        for (const auto& asked : all)
            if (!asked->ended()) asked->quit();
    });
    for (const auto& asked : all)
        asked->start();
    const auto are_running = [&all] {
        for (const auto& asked : all)
            if (!asked->ended()) return true;
        return false;
    };
    while (are_running())
        context.run_one();
    if (interrupted) return std::nullopt;
    std::vector<Result<EngineAnswer>> answers;
    answers.reserve(all.size());
    for (const auto& asked : all)
        answers.push_back(asked->take());
    return answers;
}

} // namespace polyglot::tools
