// The heap of this process.
#pragma once

namespace polyglot::io {

// Returns freed memory, which the heap keeps for later, to the system. Takes about 50 us.
void trim_heap();

} // namespace polyglot::io
