// Compiles Boost.JSON into the program, which avoids loading another library at every start.
#include <boost/json/src.hpp>
