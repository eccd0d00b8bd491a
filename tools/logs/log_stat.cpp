#include "tools/logs/log_stat.hpp"

namespace polyglot::tools {

std::string LogPlace::text() const {
    return std::string(file) + ':' + std::to_string(line);
}

void Measure::add(milliseconds value, const LogPlace& place) {
    if (count++ == 0 || value > most) {
        most = value;
        where = place.text();
    }
    sum += value;
}

} // namespace polyglot::tools
