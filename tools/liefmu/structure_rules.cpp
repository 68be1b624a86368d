#include "liefmu/description_rules.hpp"

#include <sstream>

namespace liefmu::rules {
namespace {

using pugi::xml_node;

class StructureChecker {
 public:
  StructureChecker(const std::vector<Entry>& entries, Problems& problems)
      : entries_(entries), problems_(problems) {}

  void run(xml_node root) {
    findStates();
    const xml_node structure = root.child("ModelStructure");
    std::set<std::size_t> outputs;
    std::set<std::size_t> unknowns;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      if (entry.isOutput()) outputs.insert(i + 1);
      // Derivatives of states belong to the unknowns only where they are listed as such.
      if (entry.startsCalculated() &&
          (entry.isOutput() || entry.causality == "calculatedParameter")) {
        unknowns.insert(i + 1);
      }
    }
    checkUnknowns(structure.child("Outputs"), outputs, false);
    checkUnknowns(structure.child("InitialUnknowns"), unknowns, true);
  }

 private:
  // Variables whose derivatives are in the list too.
  void findStates() {
    for (const Entry& entry : entries_) {
      const auto index = parse<std::size_t>(entry.type.attribute("derivative").value());
      if (index) states_.insert(*index);
    }
  }

  void checkUnknowns(xml_node list, const std::set<std::size_t>& expected, bool initial) {
    const char* name = initial ? "InitialUnknowns" : "Outputs";
    std::set<std::size_t> seen;
    std::size_t previous = 0;
    bool ascending = true;
    for (const xml_node unknown : list.children("Unknown")) {
      const auto index = parse<std::size_t>(unknown.attribute("index").value());
      if (!index || *index < 1 || *index > entries_.size()) {
        problems_.add("{}: index=\"{}\" is not the index of a variable", name,
                      unknown.attribute("index").value());
        continue;
      }
      const Entry& entry = entries_[*index - 1];
      if (!seen.insert(*index).second) problems_.add("{}: '{}' occurs twice", name, entry.name);
      const bool stateLike = states_.count(*index) > 0 || entry.type.attribute("derivative");
      const bool mayBeHere = expected.count(*index) > 0 || (initial && stateLike);
      if (!mayBeHere) problems_.add("{}: '{}' does not belong there", name, entry.name);
      ascending = ascending && *index > previous;
      previous = *index;
      checkDependencies(unknown, entry, initial);
    }
    if (initial && !ascending) problems_.add("InitialUnknowns: the indices are not ascending");
    for (const std::size_t index : expected) {
      if (seen.count(index) == 0)
        problems_.add("{}: '{}' is missing", name, entries_[index - 1].name);
    }
  }

  void checkDependencies(xml_node unknown, const Entry& entry, bool initial) {
    const pugi::xml_attribute dependencies = unknown.attribute("dependencies");
    const pugi::xml_attribute kinds = unknown.attribute("dependenciesKind");
    const char* list = initial ? "InitialUnknowns" : "Outputs";
    if (!dependencies) {
      if (kinds) problems_.add("{}: '{}': dependenciesKind without dependencies", list, entry.name);
      return;
    }
    std::istringstream words(dependencies.value());
    std::size_t count = 0;
    std::size_t previous = 0;
    for (std::string word; words >> word; ++count) {
      const auto index = parse<std::size_t>(word);
      if (!index || *index < 1 || *index > entries_.size()) {
        problems_.add("{}: '{}': the dependency '{}' is not the index of a variable", list,
                      entry.name, word);
        continue;
      }
      if (*index <= previous) {
        problems_.add("{}: '{}': the dependencies are not ascending", list, entry.name);
      }
      previous = *index;
      const Entry& known = entries_[*index - 1];
      const bool isKnown = known.causality == "input" || known.causality == "independent" ||
                           states_.count(*index) > 0;
      if (!initial && !isKnown) {
        problems_.add("Outputs: '{}' cannot depend on '{}', which is neither an input nor a state",
                      entry.name, known.name);
      }
    }
    if (!kinds) return;
    std::istringstream kindWords(kinds.value());
    std::size_t kindCount = 0;
    for (std::string word; kindWords >> word; ++kindCount) {
      if (!Words{"dependent", "constant", "fixed", "tunable", "discrete"}.count(word)) {
        problems_.add("{}: '{}': unknown dependenciesKind '{}'", list, entry.name, word);
      }
    }
    if (kindCount != count) {
      problems_.add("{}: '{}': {} dependencies but {} dependenciesKind", list, entry.name, count,
                    kindCount);
    }
  }

  const std::vector<Entry>& entries_;
  Problems& problems_;
  std::set<std::size_t> states_;  // indices, from 1
};

}  // namespace

void checkStructure(xml_node root, const std::vector<Entry>& entries, Problems& problems) {
  StructureChecker(entries, problems).run(root);
}

}  // namespace liefmu::rules
