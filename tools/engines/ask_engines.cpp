#include "tools/engines/ask_engines.hpp"

#include "tools/common/interrupts.hpp"
#include "tools/engines/engine_question.hpp"

#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {
std::optional<std::vector<Result<EngineAnswer>>>
ask_engines(const std::vector<config::Settings>& engines) {
    boost::asio::io_context context;
    std::vector<std::unique_ptr<EngineQuestion>> all;
    all.reserve(engines.size());
    for (const config::Settings& settings : engines)
        all.push_back(std::make_unique<EngineQuestion>(context, settings));
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
