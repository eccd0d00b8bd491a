// Calls that may never return, such as a look into a folder of a network. Test:
// own_thread_test.cpp.
#pragma once
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace polyglot::tools {

// Runs the call on a thread of its own, which is left alone: the call must own all that it uses,
// and may still run when the program ends. If no thread can be started, the call is waited for.
template <class Call>
std::future<std::invoke_result_t<Call&>> call_on_own_thread(Call call) {
    const auto task =
        std::make_shared<std::packaged_task<std::invoke_result_t<Call&>()>>(std::move(call));
    auto value = task->get_future();
    try {
        std::thread([task] { (*task)(); }).detach();
    } catch (const std::system_error&) {
        (*task)();
    }
    return value;
}

// Returns what the call returns, or nullopt if it has not returned within this time.
template <class Call>
std::optional<std::invoke_result_t<Call&>> call_within(std::chrono::milliseconds most, Call call) {
    auto value = call_on_own_thread(std::move(call));
    if (value.wait_for(most) != std::future_status::ready) return std::nullopt;
    return value.get();
}

} // namespace polyglot::tools
