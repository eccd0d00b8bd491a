// The lines of an xboard engine (Chess Engine Communication Protocol, versions 1 and 2; T. Mann, H.
// G. Muller), as a GUI reads them. Views point into the given line. Nothing here throws. Test:
// engine_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::protocol {

enum class XboardReply : std::uint8_t {
    // clang-format off
    Blank,
    Feature,     // arguments: all pairs, for parse_features()
    Pong,        // arguments: the number
    Move,        // `move M`, `3. ... M`, `My move is: M`; arguments: the move
    Result,      // `1-0 {…}`, `0-1 …`, `1/2-1/2 …`, with or without a comment, and version 1's
                 // `White mates`, `Draw`, `game is a draw` …; arguments: the whole line
    Resign,      // `resign`, `tellics resign`, version 1's `White resigns`
    OfferDraw,   // `offer draw`, `tellics draw`
    IllegalMove, // `Illegal move: M`, `Illegal move (reason): M`, `Invalid move: M`; arguments: M,
                 // may be empty
    Error,       // `Error (reason): COMMAND`; arguments: "(reason): COMMAND"
    Hint,        // `Hint: M`; arguments: the move
    Tell,        // tellall, tellothers, tellopponent, telluser, tellusererror, tellics,
                 // tellicsnoalias, askuser, kibitz, whisper, `setup …`, piece, highlight, choice,
                 // click; arguments: the whole line
    Comment,     // `# …`; arguments: the text
    Stat,        // `stat01: …`; arguments: the text after the colon
    Other,       // parse_xboard_thinking recognises thinking lines
    // clang-format on
};

// How a Move was announced. Some engines announce each of their moves in two ways, on two lines.
enum class MoveForm : std::uint8_t {
    Plain,    // `move M`
    Numbered, // `3. ... M`
    MyMoveIs, // `My move is: M`
};

struct XboardEngineLine {
    XboardReply reply = XboardReply::Blank;
    std::string_view arguments;
    MoveForm form = MoveForm::Plain; // of a Move
};

// Accepts a prompt before the line (`White (1) : feature …`, `Black[3]: move …`, `Sjeng: feature
// …`), CR, tabs and blanks at both ends. The text of a `# …` or tell… line is not interpreted,
// except `tellics resign`.
XboardEngineLine parse_xboard_engine_line(std::string_view line);

// `name=value` pairs of a feature line, in order: `ping=1 myname="Crafty 25" option="Hash -spin 16
// 1 64"`. Quotes are removed; a text without its closing quote ends with the line. Names are lower
// case on the wire and kept as written.
std::vector<std::pair<std::string, std::string>> parse_features(std::string_view arguments);

// The texts of option="…", in order. If two have the same name, which CECP leaves undefined, the
// last one counts, in the place of the first.
class XboardOptionTexts {
  public:
    bool take(std::string_view text); // returns false if parse_xboard_option() rejects it
    const std::vector<std::string>& all() const { return texts_; }
    bool has(std::string_view text) const; // exactly this one
    std::size_t bytes() const { return bytes_; }

  private:
    std::vector<std::string> texts_;
    std::unordered_map<std::string, std::size_t> places_; // by name
    std::size_t bytes_ = 0;
};

// The features that an engine has announced. The defaults are those of the protocol for an engine
// that announces nothing (version 1).
struct XboardFeatures {
    bool ping = false;
    bool setboard = false;
    bool playother = false;
    bool san = false;
    bool usermove = false;
    bool time = true;
    bool draw = true;
    bool sigint = true;
    bool sigint_known = false; // announced
    bool sigterm = true;
    bool reuse = true;
    bool analyze = true;
    bool colors = true;
    bool ics = false;
    bool name = false;
    bool pause = false;
    // True by default, because nps is tried, and engines without it answer with an Error. nps_known
    // tells whether it was announced.
    bool nps = true;
    bool nps_known = false;
    bool memory = false;
    bool smp = false;
    bool exclude = false;
    bool setscore = false;
    bool debug = false;
    std::string myname;
    std::vector<std::string> variants; // as announced; "normal" only if empty
    std::vector<std::string> egt;      // "syzygy", "nalimov" …
    XboardOptionTexts options;
    std::optional<bool> done; // with done=0 the engine asks for up to an hour
};
// Applies one pair. Returns false, without a change, if there is no such feature or the value is
// invalid (ping=yes, an option that parse_xboard_option() rejects); the caller answers `rejected
// NAME`.
bool take_feature(XboardFeatures& features, std::string_view name, std::string_view value);

// The content of option="…": `NAME -TYPE VALUE`.
struct XboardOption {
    enum class Type : std::uint8_t { Check, Spin, Combo, String, Button };
    std::string_view name; // as written; not empty
    Type type = Type::Button;
    std::string_view value; // the text after the type, trimmed
    std::string_view kind;  // "-slider"
};
// Returns nullopt without a name or one of CECP's ten types: -slider is a Spin, -file and -path are
// a String, -save and -reset a Button. The first type counts: a name may contain a '-', and
// a value may contain anything.
std::optional<XboardOption> parse_xboard_option(std::string_view text);

} // namespace polyglot::protocol
