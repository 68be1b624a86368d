// One plot as an SVG picture with its legend. What a browser has to know to read values off the
// curves again (report.js) stands in the data attributes of the picture.
#pragma once

#include "report/report.hpp"

#include <string>

namespace liefmu::report {

std::string plotHtml(const Plot& plot);

// Text with the characters that mean something in HTML replaced.
std::string escaped(const std::string& text);

// A link to the data of a plot or table; empty without a file.
std::string dataLink(const std::string& file);

}  // namespace liefmu::report
