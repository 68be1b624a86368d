// The grammar of structured variable names (FMI 2.0.5, section 2.2.9).
#pragma once

#include <string_view>

namespace liefmu {

// True for "a.b[1,2].c", "der(a.b)", "der(x,2)" and names with 'quoted parts'.
bool isStructuredName(std::string_view name);

}  // namespace liefmu
