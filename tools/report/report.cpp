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

struct Badge {
  std::string_view style;
  std::string_view mark;
  std::string_view text;
};

Badge badge(const Verdict& verdict) {
  if (verdict.pass) return {"pass", "✓", "holds"};
  if (verdict.explained()) return {"explained", "≠", "explained"};
  return {"fail", "✗", "fails"};
}

// The worst verdict of a section.
Badge badge(const Section& section) {
  Badge worst{"pass", "✓", "holds"};
  for (const Verdict& verdict : section.verdicts) {
    if (verdict.pass) continue;
    worst = badge(verdict);
    if (!verdict.explained()) return worst;
  }
  return worst;
}

void addVerdicts(const std::vector<Verdict>& verdicts, std::string& html) {
  if (verdicts.empty()) return;
  html +=
      R"(<div class="scroll"><table class="verdicts"><thead><tr><th>Claim</th><th>Found</th><th></th></tr></thead><tbody>)";
  for (const Verdict& verdict : verdicts) {
    const Badge shown = badge(verdict);
    const std::string why =
        verdict.explained() ? R"(<p class="why">)" + inlineText(verdict.explanation) + "</p>" : "";
    fmt::format_to(std::back_inserter(html),
                   R"(<tr><td>{}</td><td>{}{}</td><td><span class="{}">{} {}</span></td></tr>)",
                   inlineText(verdict.claim), inlineText(verdict.found), why, shown.style,
                   shown.mark, shown.text);
  }
  html += "</tbody></table></div>";
}

void addTable(const Table& table, std::string& html) {
  html += R"(<div class="scroll"><table>)";
  if (!table.title.empty() || !table.file.empty()) {
    html += "<caption>" + inlineText(table.title) + dataLink(table.file) + "</caption>";
  }
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
  std::size_t explained = 0;
  for (const Section& section : data.sections) {
    for (const Verdict& verdict : section.verdicts) {
      ++total;
      passed += verdict.pass ? 1U : 0U;
      explained += verdict.explained() ? 1U : 0U;
    }
  }
  if (total == 0) return;
  const auto out = std::back_inserter(html);
  fmt::format_to(out, R"(<p class="summary"><span class="{}">{} of {} claims hold</span>)",
                 passed + explained == total ? "pass" : "fail", passed, total);
  if (explained > 0) {
    fmt::format_to(out, R"( <span class="explained">{} do not, explained</span>)", explained);
  }
  if (passed + explained < total) {
    fmt::format_to(out, R"( <span class="fail">{} open</span>)", total - passed - explained);
  }
  html += "</p>";
}

std::string anchor(const ReportData& data, std::size_t i) {
  const std::string& name = data.sections[i].anchor;
  return name.empty() ? "s" + std::to_string(i + 1) : escaped(name);
}

bool beginsGroup(const ReportData& data, std::size_t i) {
  const std::string& group = data.sections[i].group;
  return !group.empty() && (i == 0 || data.sections[i - 1].group != group);
}

void addContents(const ReportData& data, std::string& html) {
  constexpr std::size_t kFewSections = 3;
  if (data.sections.size() <= kFewSections) return;
  html += "<nav><ol>";
  for (std::size_t i = 0; i < data.sections.size(); ++i) {
    const Section& section = data.sections[i];
    if (beginsGroup(data, i)) {
      html += R"(<li class="group">)" + inlineText(section.group) + "</li>";
    }
    const Badge shown = badge(section);
    const std::string mark = section.verdicts.empty()
                                 ? ""
                                 : fmt::format(R"(<span class="mark {}" title="{}">{}</span> )",
                                               shown.style, shown.text, shown.mark);
    fmt::format_to(std::back_inserter(html), R"(<li>{}<a href="#{}">{}</a></li>)", mark,
                   anchor(data, i), inlineText(section.title));
  }
  html += "</ol></nav>";
}

void addSection(const ReportData& data, std::size_t i, std::string& html) {
  const Section& section = data.sections[i];
  if (beginsGroup(data, i)) {
    html += "\n<h2 class=\"group\">" + inlineText(section.group) + "</h2>";
  }
  const std::string_view level = section.group.empty() ? "h2" : "h3";
  fmt::format_to(std::back_inserter(html), "\n<section id=\"{0}\"><{1}>{2}</{1}>", anchor(data, i),
                 level, inlineText(section.title));
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
  for (std::size_t i = 0; i < data.sections.size(); ++i) addSection(data, i, html);
  fmt::format_to(out,
                 "\n<footer>liefmu " LIEFMU_VERSION
                 "</footer></main>\n<script>\n{}</script></body></html>\n",
                 kReportScript);
  return html;
}

}  // namespace liefmu::report
