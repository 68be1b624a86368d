# liefmu_library(NAME FOLDERS … [EXCLUDE regex] [INCLUDE dirs…] [LINK targets…])
#
# A static library of all *.cpp of the folders. A folder without sources is fine: the library then
# only carries its include directories and dependencies.
function(liefmu_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "EXCLUDE" "FOLDERS;INCLUDE;LINK")
  list(TRANSFORM ARG_FOLDERS REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX ${ARG_EXCLUDE})
  endif()
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  list(TRANSFORM ARG_INCLUDE PREPEND "${CMAKE_SOURCE_DIR}/")
  target_include_directories(${name} ${scope} ${ARG_INCLUDE})
  target_link_libraries(${name} ${scope} ${ARG_LINK} liefmu_options)
endfunction()

# liefmu_embed(TARGET NAME=FILE…)
#
# Compiles text files into a library: each becomes a constant `std::string_view liefmu::NAME`, to be
# declared `extern` where it is used.
function(liefmu_embed target)
  set(files ${ARGN})
  list(TRANSFORM files REPLACE "=(.*)$" "=${CMAKE_SOURCE_DIR}/\\1")
  set(depends ${files})
  list(TRANSFORM depends REPLACE "^[^=]*=" "")
  list(JOIN files "|" argument)
  set(output ${CMAKE_BINARY_DIR}/generated/${target}_resources.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DFILES=${argument}"
            -P ${CMAKE_SOURCE_DIR}/tools/cmake/embed.cmake
    DEPENDS ${depends} ${CMAKE_SOURCE_DIR}/tools/cmake/embed.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# liefmu_embed_list(TARGET NAME PATTERN…)
#
# Compiles all text files that match into a library, as the function liefmu::NAME() of
# modelDescription/embedded_files.hpp.
function(liefmu_embed_list target name)
  list(TRANSFORM ARGN PREPEND "${CMAKE_SOURCE_DIR}/" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  list(JOIN files "|" argument)
  set(output ${CMAKE_BINARY_DIR}/generated/${target}_${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAME=${name} "-DFILES=${argument}"
            -P ${CMAKE_SOURCE_DIR}/tools/cmake/embed_list.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/tools/cmake/embed_list.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# liefmu_fmu_binary(TARGET)
#
# Links a module as the binary of an FMU. Several FMUs live in one process: nothing but fmi2* may be
# visible, no symbol may be bound to another FMU's copy, and nothing is needed but the C library.
function(liefmu_fmu_binary target)
  set(exports ${CMAKE_SOURCE_DIR}/fmu-src/fmi/exports.map)
  set_target_properties(${target} PROPERTIES PREFIX "" LINKER_LANGUAGE CXX LINK_DEPENDS ${exports})
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${exports} -Wl,--exclude-libs,ALL -Wl,--gc-sections)
  if(NOT LIEFMU_SANITIZE AND NOT LIEFMU_TSAN)
    # The sanitizers intercept __cxa_throw and need the shared runtime.
    set(substitutes ${CMAKE_SOURCE_DIR}/fmu-src/portable/old_glibc.c)
    target_sources(${target} PRIVATE ${substitutes})
    set_source_files_properties(${substitutes} PROPERTIES COMPILE_OPTIONS -fno-builtin)
    target_link_options(${target} PRIVATE
      -Wl,-Bsymbolic -Wl,-z,defs -static-libstdc++ -static-libgcc $<$<CONFIG:Release>:-s>)
  endif()
endfunction()
