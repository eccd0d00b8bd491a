// Boost.JSON itself, compiled into the program: no library more to load at every start.
#include <boost/json/src.hpp>
