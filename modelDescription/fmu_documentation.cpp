#include "modelDescription/fmu_documentation.hpp"

#include "modelDescription/sketch.hpp"
#include "modelDescription/text.hpp"

#include <string_view>

namespace liefmu {
namespace {

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;color:#222;max-width:62em;margin:2em auto;padding:0 "
    "1em}\n"
    "h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em}\n"
    "svg{width:100%;max-width:720px;border:1px solid #ddd;background:#fff}\n"
    "table{border-collapse:collapse;font-size:.92em}td,th{padding:.15em .9em .15em "
    "0;text-align:left;"
    "border-bottom:1px solid #eee;vertical-align:top}\n"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.95em}\n";

std::string startText(const Variable& variable, const VariableTable& table) {
  if (!variable.start) return "";
  if (variable.type == VariableType::boolean) return *variable.start != 0.0 ? "true" : "false";
  if (const EnumerationType* type = table.findEnumeration(variable.enumerationType)) {
    for (const EnumerationType::Item& item : type->items) {
      if (item.value == static_cast<int>(*variable.start)) return item.name;
    }
  }
  return numberText(*variable.start);
}

std::string variableRows(const VariableTable& table, Causality causality) {
  std::string rows;
  for (const Variable& variable : table.variables) {
    if (variable.causality != causality) continue;
    rows += "<tr><td><code>" + htmlText(variable.name) + "</code></td><td class=\"n\">" +
            htmlText(startText(variable, table)) + "</td><td>" + htmlText(variable.unit) +
            "</td><td>" + htmlText(variable.description) + "</td></tr>\n";
  }
  return rows;
}

std::string variableSection(const VariableTable& table, Causality causality, const char* title) {
  const std::string rows = variableRows(table, causality);
  if (rows.empty()) return "";
  return "<h2>" + std::string(title) +
         "</h2>\n<table><tr><th>name</th><th>start</th><th>unit</th><th>meaning</th></tr>\n" +
         rows + "</table>\n";
}

std::string choices(const VariableTable& table) {
  std::string html;
  for (const EnumerationType& type : table.enumerationTypes) {
    html += "<tr><td><code>" + htmlText(type.name) + "</code></td><td>";
    for (const EnumerationType::Item& item : type.items) {
      html += std::to_string(item.value) + " = <code>" + htmlText(item.name) + "</code>";
      if (!item.description.empty()) html += ": " + htmlText(item.description);
      html += "<br>";
    }
    html += "</td></tr>\n";
  }
  if (html.empty()) return "";
  return "<h2>Choices</h2>\n<table><tr><th>type</th><th>items</th></tr>\n" + html + "</table>\n";
}

std::string counted(std::size_t count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace

std::string fmuDocumentation(const Model& model, const FmuIdentity& identity,
                             const VariableTable& table) {
  std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     htmlText(identity.modelName) + "</title>\n<style>" + std::string(kStyle) +
                     "</style></head><body>\n<h1>" + htmlText(identity.modelName) + "</h1>\n";
  if (!model.description.empty()) html += "<p>" + htmlText(model.description) + "</p>\n";
  html +=
      "<p>A multibody model with " + counted(model.bodies.size(), "body", "bodies") + ", " +
      counted(model.joints.size(), "joint", "joints") + ", " +
      counted(model.forces.size(), "force element", "force elements") + " and " +
      counted(model.inputs.size(), "input", "inputs") +
      ", as an FMI 2.0 co-simulation FMU. The equations of motion are integrated inside the FMU "
      "with Lie group methods; method, tolerances and step size are the parameters "
      "<code>integrator.*</code>. All values are in SI units. The model file is in "
      "<code>resources/model.json</code>.</p>\n";
  html += sketchSvg(model);
  html += "<p>The mechanism at its initial pose. Default experiment: " +
          numberText(identity.startTime) + " s to " + numberText(identity.stopTime) +
          " s, communication step " + numberText(identity.stepSize) + " s, tolerance " +
          numberText(identity.tolerance) + ".</p>\n";
  html += variableSection(table, Causality::input, "Inputs");
  html += variableSection(table, Causality::output, "Outputs");
  html += variableSection(table, Causality::parameter, "Parameters");
  html += variableSection(table, Causality::calculatedParameter, "Calculated parameters");
  html += variableSection(table, Causality::local, "Other variables");
  html += choices(table);
  html += "<h2>This FMU</h2>\n<p>Made by " + htmlText(identity.generationTool) + ", GUID <code>" +
          htmlText(identity.guid) +
          "</code>. Licences of the software inside: "
          "<code>documentation/licenses/</code>.</p>\n</body></html>\n";
  return html;
}

}  // namespace liefmu
