#include "liefmu/description_rules.hpp"
#include "liefmu/structured_name.hpp"

#include <cmath>

namespace liefmu::rules {
namespace {

using pugi::xml_node;

// FMI 2.0.5, section 2.2.7: the default of `initial`, and the values it may have; none for inputs
// and the independent variable.
Words allowedInitial(std::string_view causality, std::string_view variability) {
  if (variability == "constant" || causality == "parameter") return {"exact"};
  if (causality == "input" || causality == "independent") return {};
  const bool timeless = variability == "fixed" || variability == "tunable";
  if (causality == "calculatedParameter" || timeless) return {"calculated", "approx"};
  return {"calculated", "exact", "approx"};
}

Words allowedVariability(std::string_view causality) {
  if (causality == "parameter" || causality == "calculatedParameter") return {"fixed", "tunable"};
  if (causality == "input") return {"discrete", "continuous"};
  if (causality == "output") return {"constant", "discrete", "continuous"};
  if (causality == "independent") return {"continuous"};
  return {"constant", "fixed", "tunable", "discrete", "continuous"};
}

std::string_view defaultInitial(std::string_view causality, std::string_view variability) {
  const Words allowed = allowedInitial(causality, variability);
  if (allowed.empty()) return "";
  return allowed.count("calculated") > 0 ? "calculated" : "exact";
}

class VariableChecker {
 public:
  VariableChecker(const Definitions& definitions, Problems& problems)
      : definitions_(definitions), problems_(problems) {}

  std::vector<Entry> run(xml_node root) {
    Names names;
    for (const xml_node node : root.child("ModelVariables").children("ScalarVariable")) {
      Entry entry;
      entry.name = node.attribute("name").value();
      entry.node = node;
      entry.causality = node.attribute("causality").as_string("local");
      entry.variability = node.attribute("variability").as_string("continuous");
      entry.initial = node.attribute("initial").value();
      if (entry.initial.empty()) entry.initial = defaultInitial(entry.causality, entry.variability);
      for (const xml_node child : node.children()) {
        const std::string_view kind = child.name();
        if (!Words{"Real", "Integer", "Boolean", "String", "Enumeration"}.count(kind)) continue;
        if (entry.type) variableProblem(entry, "has more than one type");
        entry.type = child;
      }
      if (entry.name.empty()) problems_.add("a variable has no name");
      if (!names.insert(entry.name).second) variableProblem(entry, "occurs twice");
      if (definitions_.structuredNames && !isStructuredName(entry.name)) {
        variableProblem(entry, "is not a structured name");
      }
      if (!entry.type) variableProblem(entry, "has no type");
      entries_.push_back(entry);
    }
    for (const Entry& entry : entries_) {
      if (!entry.type) continue;
      checkRoles(entry);
      checkReference(entry);
      checkDeclarations(entry);
      checkNumbers(entry);
      checkDerivative(entry);
    }
    return std::move(entries_);
  }

 private:
  void variableProblem(const Entry& entry, const std::string& what) {
    problems_.add("variable '{}': {}", entry.name, what);
  }

  void checkRoles(const Entry& entry) {
    if (!Words{"parameter", "calculatedParameter", "input", "output", "local", "independent"}.count(
            entry.causality)) {
      variableProblem(entry, fmt::format("unknown causality '{}'", entry.causality));
      return;
    }
    if (!allowedVariability(entry.causality).count(entry.variability)) {
      variableProblem(entry, fmt::format("variability {} does not go with causality {}",
                                         entry.variability, entry.causality));
      return;
    }
    if (entry.variability == "continuous" && entry.kind() != "Real") {
      variableProblem(entry, fmt::format("only a Real can be continuous, not an {}", entry.kind()));
    }
    const Words allowed = allowedInitial(entry.causality, entry.variability);
    if (entry.node.attribute("initial") && !allowed.count(entry.initial)) {
      variableProblem(entry, fmt::format("initial {} does not go with causality {}, variability {}",
                                         entry.initial, entry.causality, entry.variability));
      return;
    }
    const bool needsStart =
        entry.initial == "exact" || entry.initial == "approx" || entry.causality == "input";
    const bool hasStart = static_cast<bool>(entry.type.attribute("start"));
    if (needsStart && !hasStart) variableProblem(entry, "has no start value but needs one");
    if (!needsStart && hasStart) variableProblem(entry, "has a start value but must not have one");
  }

  void checkReference(const Entry& entry) {
    const auto reference = parse<unsigned>(entry.node.attribute("valueReference").value());
    if (!reference) {
      variableProblem(entry, "has no valueReference");
      return;
    }
    // Aliases are allowed; but two start values for one number are not.
    if (!entry.type.attribute("start")) return;
    const std::string_view kind = entry.kind() == "Enumeration" ? "Integer" : entry.kind();
    const auto [other, isNew] = settable_.emplace(std::pair(kind, *reference), entry.name);
    if (!isNew) {
      variableProblem(entry, fmt::format("has the valueReference {} like '{}', and both have start "
                                         "values",
                                         *reference, other->second));
    }
  }

  void checkDeclarations(const Entry& entry) {
    const std::string declared = entry.type.attribute("declaredType").value();
    const auto type = definitions_.types.find(declared);
    if (declared.empty() && entry.kind() == "Enumeration") {
      variableProblem(entry, "is an Enumeration without declaredType");
    } else if (!declared.empty() && type == definitions_.types.end()) {
      variableProblem(entry, fmt::format("the type '{}' is not defined", declared));
    } else if (!declared.empty() && entry.kind() != type->second.name()) {
      variableProblem(entry, fmt::format("the type '{}' is of another kind", declared));
    }
    const std::string unit = entry.type.attribute("unit").value();
    const std::string display = entry.type.attribute("displayUnit").value();
    const auto found = definitions_.units.find(unit);
    if (!unit.empty() && found == definitions_.units.end()) {
      variableProblem(entry, fmt::format("the unit '{}' is not defined", unit));
    } else if (!display.empty() && unit.empty()) {
      variableProblem(entry, "has a display unit but no unit");
    } else if (!display.empty() && found->second.count(display) == 0) {
      variableProblem(entry, fmt::format("'{}' is not a display unit of '{}'", display, unit));
    }
  }

  // An attribute of the variable, or else of its declared type.
  std::optional<double> numberOf(const Entry& entry, const char* name) {
    pugi::xml_attribute attribute = entry.type.attribute(name);
    const auto type = definitions_.types.find(entry.type.attribute("declaredType").value());
    if (!attribute && type != definitions_.types.end()) attribute = type->second.attribute(name);
    if (!attribute) return {};
    const auto value = parse<double>(attribute.value());
    const bool whole = entry.kind() == "Real" || (value && std::round(*value) == *value);
    if (!value || !std::isfinite(*value) || !whole) {
      variableProblem(entry,
                      fmt::format("{}=\"{}\" is not {}", name, attribute.value(),
                                  entry.kind() == "Real" ? "a finite number" : "a whole number"));
      return {};
    }
    return value;
  }

  void checkNumbers(const Entry& entry) {
    if (entry.kind() == "String") return;
    if (entry.kind() == "Boolean") {
      const std::string_view start = entry.type.attribute("start").as_string("true");
      if (!Words{"true", "false", "0", "1"}.count(start)) {
        variableProblem(entry, fmt::format("start=\"{}\" is neither true nor false", start));
      }
      return;
    }
    const auto start = numberOf(entry, "start");
    const auto min = numberOf(entry, "min");
    const auto max = numberOf(entry, "max");
    const auto nominal = numberOf(entry, "nominal");
    if (min && max && *min > *max) {
      variableProblem(entry, fmt::format("min {} is greater than max {}", *min, *max));
    }
    if (start && min && *start < *min) {
      variableProblem(entry, fmt::format("start {} is less than min {}", *start, *min));
    }
    if (start && max && *start > *max) {
      variableProblem(entry, fmt::format("start {} is greater than max {}", *start, *max));
    }
    if (nominal && *nominal == 0.0) variableProblem(entry, "nominal is 0");
    if (entry.kind() == "Enumeration" && start) checkItem(entry, *start);
  }

  void checkItem(const Entry& entry, double start) {
    const auto type = definitions_.types.find(entry.type.attribute("declaredType").value());
    if (type == definitions_.types.end()) return;
    for (const xml_node item : type->second.children("Item")) {
      if (item.attribute("value").as_int() == static_cast<int>(start)) return;
    }
    variableProblem(
        entry, fmt::format("start {} is not the value of an item of '{}'", start, type->first));
  }

  void checkDerivative(const Entry& entry) {
    const pugi::xml_attribute attribute = entry.type.attribute("derivative");
    if (!attribute) return;
    const auto index = parse<std::size_t>(attribute.value());
    if (!index || *index < 1 || *index > entries_.size()) {
      variableProblem(entry, fmt::format("derivative=\"{}\" is not the index of a variable",
                                         attribute.value()));
    } else if (entry.kind() != "Real" || entries_[*index - 1].kind() != "Real" ||
               entries_[*index - 1].name == entry.name) {
      variableProblem(entry, "can only be the derivative of another Real");
    }
  }

  const Definitions& definitions_;
  Problems& problems_;
  std::vector<Entry> entries_;
  std::map<std::pair<std::string_view, unsigned>, std::string> settable_;
};

}  // namespace

std::vector<Entry> checkVariables(xml_node root, const Definitions& definitions,
                                  Problems& problems) {
  return VariableChecker(definitions, problems).run(root);
}

}  // namespace liefmu::rules
