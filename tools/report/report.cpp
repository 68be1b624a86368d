#include "report/report.hpp"

#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace liefmu {
extern const std::string_view kReportStyle;   // report.css
extern const std::string_view kReportScript;  // report.js
}  // namespace liefmu

namespace liefmu::report {

namespace {

bool isNumber(const std::string& text) {
  if (text.empty()) return false;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return *end == '\0';
}

// Escaped text with `…` as <code>.
std::string inlineText(const std::string& text) {
  std::string result;
  bool code = false;
  for (const char c : escaped(text)) {
    if (c == '`') {
      result += code ? "</code>" : "<code>";
      code = !code;
    } else {
      result += c;
    }
  }
  if (code) result += "</code>";
  return result;
}

void addParagraphs(const std::string& text, std::string& html) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find("\n\n", begin);
    if (end == std::string::npos) end = text.size();
    html += "<p>" + inlineText(text.substr(begin, end - begin)) + "</p>";
    begin = std::min(text.size(), end + 2);
  }
}

void addFacts(std::string_view title, const Facts& facts, std::string& html) {
  if (facts.empty()) return;
  fmt::format_to(std::back_inserter(html), R"(<section class="facts"><h2>{}</h2><dl>)", title);
  for (const auto& [label, value] : facts) {
    html += "<div><dt>" + inlineText(label) + "</dt><dd>" + inlineText(value) + "</dd></div>";
  }
  html += "</dl></section>";
}

void addVerdicts(const std::vector<Verdict>& verdicts, std::string& html) {
  if (verdicts.empty()) return;
  html +=
      R"(<div class="scroll"><table class="verdicts"><thead><tr><th>Claim</th><th>Found</th><th></th></tr></thead><tbody>)";
  for (const Verdict& verdict : verdicts) {
    fmt::format_to(std::back_inserter(html),
                   R"(<tr><td>{}</td><td>{}</td><td><span class="{}">{}</span></td></tr>)",
                   inlineText(verdict.claim), inlineText(verdict.found),
                   verdict.pass ? "pass" : "fail", verdict.pass ? "✓ holds" : "✗ fails");
  }
  html += "</tbody></table></div>";
}

void addTable(const Table& table, std::string& html) {
  html += R"(<div class="scroll"><table>)";
  if (!table.title.empty()) html += "<caption>" + inlineText(table.title) + "</caption>";
  html += "<thead><tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool numeric =
        !table.rows.empty() && i < table.rows[0].size() && isNumber(table.rows[0][i]);
    html += numeric ? R"(<th class="number">)" : "<th>";
    html += inlineText(table.columns[i]) + "</th>";
  }
  html += "</tr></thead><tbody>";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const std::string& cell : row) {
      html += isNumber(cell) ? R"(<td class="number">)" : "<td>";
      html += inlineText(cell) + "</td>";
    }
    html += "</tr>";
  }
  html += "</tbody></table></div>";
}

// "12 of 13 claims hold", linked to nothing: it is the first thing a reader wants to know.
void addSummary(const ReportData& data, std::string& html) {
  std::size_t total = 0;
  std::size_t passed = 0;
  for (const Section& section : data.sections) {
    for (const Verdict& verdict : section.verdicts) {
      ++total;
      passed += verdict.pass ? 1U : 0U;
    }
  }
  if (total == 0) return;
  fmt::format_to(std::back_inserter(html),
                 R"(<p class="summary"><span class="{}">{} of {} claims hold</span></p>)",
                 passed == total ? "pass" : "fail", passed, total);
}

void addContents(const ReportData& data, std::string& html) {
  constexpr std::size_t kFewSections = 3;
  if (data.sections.size() <= kFewSections) return;
  html += "<nav><ol>";
  for (std::size_t i = 0; i < data.sections.size(); ++i) {
    bool failed = false;
    for (const Verdict& verdict : data.sections[i].verdicts) failed = failed || !verdict.pass;
    fmt::format_to(std::back_inserter(html), R"(<li><a href="#s{}">{}</a>{}</li>)", i + 1,
                   inlineText(data.sections[i].title),
                   failed ? R"( <span class="fail">✗</span>)" : "");
  }
  html += "</ol></nav>";
}

}  // namespace

std::string htmlReport(const ReportData& data) {
  std::string html;
  auto out = std::back_inserter(html);
  fmt::format_to(
      out,
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">"
      "<title>{0}</title>\n<style>\n{1}</style></head>\n<body><main><header><h1>{0}</h1>",
      escaped(data.title), kReportStyle);
  addParagraphs(data.description, html);
  addSummary(data, html);
  html += "</header>\n<div class=\"factlists\">";
  addFacts("Set-up", data.meta, html);
  addFacts("Statistics", data.statistics, html);
  html += "</div>";
  addContents(data, html);
  for (std::size_t i = 0; i < data.sections.size(); ++i) {
    const Section& section = data.sections[i];
    fmt::format_to(out, "\n<section id=\"s{}\"><h2>{}</h2>", i + 1, inlineText(section.title));
    addParagraphs(section.text, html);
    addVerdicts(section.verdicts, html);
    if (!section.plots.empty()) {
      html += R"(<div class="plots">)";
      for (const Plot& plot : section.plots) html += "\n" + plotHtml(plot);
      html += "</div>";
    }
    for (const Table& table : section.tables) addTable(table, html);
    html += "</section>";
  }
  fmt::format_to(out,
                 "\n<footer>liefmu " LIEFMU_VERSION
                 "</footer></main>\n<script>\n{}</script></body></html>\n",
                 kReportScript);
  return html;
}

}  // namespace liefmu::report
