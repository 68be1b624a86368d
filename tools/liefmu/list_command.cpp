#include "liefmu/commands.hpp"
#include "liefmu/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace liefmu {
namespace {

void listModels() {
  const std::vector<std::string> names = readyMadeModels();
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  for (const std::string& name : names) {
    fmt::print("{:{}}  {}\n", name, width, loadModel(name).model->description);
  }
}

}  // namespace

void addListCommand(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("list", "Show the ready-made models");
  command->callback(listModels);
}

}  // namespace liefmu
