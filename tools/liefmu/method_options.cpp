#include "liefmu/method_options.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace liefmu {

namespace {

const std::map<std::string, Method> kMethods{{"generalizedAlpha", Method::generalizedAlpha},
                                             {"BLieDF", Method::bliedf}};
const std::map<std::string, Formulation> kFormulations{
    {"index3", Formulation::index3},
    {"stabilizedIndex2", Formulation::stabilizedIndex2},
    {"projectedIndex1", Formulation::projectedIndex1}};

template<class Value>
std::vector<std::string> namesOf(const std::map<std::string, Value>& items) {
  std::vector<std::string> names;
  for (const auto& [name, value] : items) names.push_back(name);
  return names;
}

}  // namespace

void addMethodOptions(CLI::App& command, MethodOptions& options) {
  command.add_option("--method", options.method, "generalizedAlpha or BLieDF")
      ->check(CLI::IsMember(namesOf(kMethods)))
      ->type_name("M");
  command.add_option("--order", options.order, "Order of BLieDF, 1 to 6")
      ->check(CLI::Range(1, 6))
      ->type_name("K");
  command
      .add_option("--formulation", options.formulation,
                  "index3, stabilizedIndex2 or projectedIndex1")
      ->check(CLI::IsMember(namesOf(kFormulations)))
      ->type_name("F");
  command.add_option("--rho", options.rhoInfinity, "rho-infinity of generalized-alpha")
      ->check(CLI::Range(0.0, 1.0));
}

IntegratorSettings settingsFrom(const MethodOptions& options) {
  IntegratorSettings settings;
  settings.method = kMethods.at(options.method);
  settings.order = options.order;
  settings.formulation = kFormulations.at(options.formulation);
  settings.rhoInfinity = options.rhoInfinity;
  return settings;
}

std::string describe(const MethodOptions& options) {
  const std::string order =
      options.method == "BLieDF" ? fmt::format(" of order {}", options.order) : "";
  return fmt::format("{}{}, {}", options.method, order, options.formulation);
}

}  // namespace liefmu
