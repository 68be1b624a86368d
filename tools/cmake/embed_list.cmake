# cmake -DOUTPUT=… -DNAME=… "-DFILES=PATH|PATH…" -P embed_list.cmake
# Writes a C++ source with the function liefmu::NAME() that lists the files (see liefmu_embed_list).
set(text "// Generated from the files named below.\n#include \"modelDescription/embedded_files.hpp\"\n"
  "\nnamespace liefmu {\n\nstd::span<const EmbeddedFile> ${NAME}() {\n")
list(JOIN text "" text)
string(REPLACE "|" ";" paths "${FILES}")
if(paths)
  string(APPEND text "  static constexpr EmbeddedFile kFiles[] = {\n")
  foreach(path ${paths})
    file(READ "${path}" content)
    cmake_path(GET path FILENAME filename)
    string(APPEND text "{\"${filename}\", R\"~~~~(${content})~~~~\"},\n")
  endforeach()
  string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace liefmu\n")
else()
  string(APPEND text "  return {};\n}\n\n}  // namespace liefmu\n")
endif()
file(WRITE "${OUTPUT}" "${text}")
