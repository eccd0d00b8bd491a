#include "adapter/session/xboard_gui/idle_queue.hpp"

#include "core/text/text.hpp"

namespace polyglot::session {

void IdleQueue::on_new_game(bool announce) {
    new_game_ = announce;
    greetings_.clear();
}

void IdleQueue::add_greeting(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    std::erase_if(greetings_,
                  [word](std::string_view before) { return text::next_word(before) == word; });
    greetings_.emplace_back(line);
}

void IdleQueue::add_option(protocol::OptionSetting setting) {
    const std::size_t bytes = setting.value.size();
    options_.add(setting.name, std::move(setting.value), bytes);
}

IdleQueue::Lines IdleQueue::take() {
    Lines lines{.new_game = std::exchange(new_game_, false),
                .greetings = std::exchange(greetings_, {}),
                .options = {}};
    while (!options_.empty()) {
        auto option = options_.take_front();
        lines.options.push_back({.name = std::move(option.text), .value = std::move(option.tag)});
    }
    return lines;
}

} // namespace polyglot::session
