# cmake -DOUTPUT=… -DFILES="NAME=PATH|NAME=PATH…" -P embed.cmake
# Writes a C++ source with one constant string_view liefmu::NAME per file (see liefmu_embed).
set(text "// Generated from the files named below.\n#include <string_view>\n")
string(REPLACE "|" ";" pairs "${FILES}")
foreach(pair ${pairs})
  string(REGEX MATCH "^([A-Za-z0-9_:]+)=(.*)$" _ "${pair}")
  set(name "${CMAKE_MATCH_1}")
  set(path "${CMAKE_MATCH_2}")
  file(READ "${path}" content)
  cmake_path(GET path FILENAME filename)
  string(APPEND text "\n// ${filename}\nnamespace liefmu {\n"
    "extern const std::string_view ${name};\n"
    "const std::string_view ${name} = R\"~~~~(${content})~~~~\";\n}  // namespace liefmu\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
