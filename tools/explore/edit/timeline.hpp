// The steps of an editing session and its saves: what is made, what is undone, and how what is made
// follows from the file.
#pragma once
#include "tools/explore/edit/steps.hpp"

#include <cstddef>
#include <memory>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class Timeline {
  public:
    using Step = std::shared_ptr<EditStep>;
    using Record = std::shared_ptr<const boost::json::object>; // EditedBook::record()

    void add(Step step); // what was undone cannot be redone any more
    bool undo();         // also of a step that is saved; false if there is none
    bool redo();
    // What is made is on the disk now. record: of what the file was before it; empty: it was the
    // same.
    void save(boost::json::object record);
    // What is made is what the file has. False if it is already.
    bool discard();

    std::size_t done() const { return done_.size(); }
    std::size_t undone() const { return undone_.size(); }
    std::size_t unsaved() const; // steps made or undone since the save

    // First what saves have written is taken back, then the steps are made.
    struct Way {
        std::vector<Record> back;
        std::vector<Step> steps;
    };
    Way from_file() const;

  private:
    using Steps = std::vector<Step>;
    struct Save {
        Steps before; // what the file had
        Record record;
    };

    Steps done_, undone_; // undone: the last is redone first
    Steps saved_;         // what the file has
    std::vector<Save> saves_;
};

} // namespace polyglot::tools
