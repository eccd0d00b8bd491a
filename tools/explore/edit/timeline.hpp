// Keeps the steps and saves of an editing session, and the way from the file to the current state.
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

    void add(Step step); // discards the steps that could be redone
    bool undo();         // also undoes a saved step; false if there is none
    bool redo();
    // Records that the current state is on disk. record restores the file's previous state; it is
    // empty if that was the same.
    void save(boost::json::object record);
    // Returns to the state of the file. Returns false if that is the current state already.
    bool discard();

    std::size_t done() const { return done_.size(); }
    std::size_t undone() const { return undone_.size(); }
    std::size_t unsaved() const; // steps that were made or undone since the last save

    // Describes how to get from the file to the current state: take the records back, then apply
    // the steps.
    struct StepsToReach {
        std::vector<Record> back;
        std::vector<Step> steps;
    };
    StepsToReach from_file() const;

  private:
    using Steps = std::vector<Step>;
    struct Save {
        Steps before; // the steps in the file
        Record record;
    };

    Steps done_, undone_; // the last of undone_ is redone first
    Steps saved_;         // the steps in the file
    std::vector<Save> saves_;
};

} // namespace polyglot::tools
