#include "liefmu/commands.hpp"
#include "liefmu/model_source.hpp"
#include "liefmu/option_checks.hpp"
#include "modelDescription/fmu_package.hpp"
#include "types.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace liefmu {
namespace {

struct BuildOptions {
  std::string model;
  std::string output;
  std::string group;
  std::string naming = "structured";
  std::string expose = "default";
};

// The generic binary lies beside the command in a build tree and in ../lib/liefmu once installed.
FmuBinaries findBinaries() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path here = self.parent_path();
  for (const auto& folder : {here, here / ".." / "lib" / "liefmu"}) {
    const std::filesystem::path library = folder / "liefmu_fmu.so";
    const std::filesystem::path windowsLibrary = folder / "liefmu_fmu.dll";
    if (std::filesystem::exists(library, error)) {
      return {readFile(library),
              std::filesystem::exists(windowsLibrary, error) ? readFile(windowsLibrary) : ""};
    }
  }
  throw Error((here / "liefmu_fmu.so").string() +
              ": the binary for FMUs is missing (build the target liefmu_fmu)");
}

void build(const BuildOptions& options) {
  const ModelSource source = loadModel(options.model, options.group);
  InterfaceOptions interface;
  interface.naming = options.naming == "flat" ? Naming::flat : Naming::structured;
  interface.exposeAll = options.expose == "all";
  const FmuPackage package = packFmu(*source.model, source.text, interface, findBinaries());
  const std::string archive = writeArchive(package.contents, package.identity.generationTime);
  const std::string file =
      options.output.empty() ? package.identity.modelIdentifier + ".fmu" : options.output;
  requireOwnFile("--output", file, {options.model});
  writeFile(file, archive);
  fmt::print("{}: {} variables, {:.1f} MB, GUID {}\n", file, package.table.variables.size(),
             static_cast<double>(archive.size()) / 1e6, package.identity.guid);
}

}  // namespace

void addBuildCommand(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("build", "Write an FMU");
  auto options = std::make_shared<BuildOptions>();
  command->add_option("MODEL", options->model, "Name of a ready-made model, or a model file")
      ->required();
  command->add_option("-o,--output", options->output, "The FMU to write (default: NAME.fmu)")
      ->type_name("FILE.fmu");
  addGroupOption(*command, options->group);
  command
      ->add_option("--naming", options->naming,
                   "Names of variables: top.r[1] or, for tools that dislike dots, top_r_1")
      ->check(CLI::IsMember({"structured", "flat"}))
      ->capture_default_str()
      ->type_name("");
  command
      ->add_option("--expose", options->expose,
                   "Variables to show: what the model file asks for, or everything")
      ->check(CLI::IsMember({"default", "all"}))
      ->capture_default_str()
      ->type_name("");
  command->footer(
      "Examples:\n"
      "  liefmu build heavy_top\n"
      "  liefmu build my_robot.json -o robot.fmu --expose all\n"
      "  liefmu build heavy_top --group se3 --naming flat -o top_se3.fmu");
  command->callback([options] { build(*options); });
}

}  // namespace liefmu
