# Every third-party library, all from Debian's packages (tools/setup.sh installs them).

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)

# The static archives by name: SUNDIALS' own package file insists on MPI, KLU and PETSc, none of
# which KINSOL with our own linear solver needs.
find_path(SUNDIALS_INCLUDE_DIR kinsol/kinsol.h REQUIRED)
add_library(liefmu_kinsol INTERFACE)
add_library(liefmu::kinsol ALIAS liefmu_kinsol)
target_include_directories(liefmu_kinsol SYSTEM INTERFACE ${SUNDIALS_INCLUDE_DIR})
foreach(part kinsol nvecserial sunmatrixdense sunmatrixband generic)
  find_library(SUNDIALS_${part}_ARCHIVE libsundials_${part}.a REQUIRED)
  target_link_libraries(liefmu_kinsol INTERFACE ${SUNDIALS_${part}_ARCHIVE})
endforeach()
target_link_libraries(liefmu_kinsol INTERFACE m)

# By name as well: Debian's package file for libzip wants the zip tools to be installed.
find_path(LIBZIP_INCLUDE_DIR zip.h REQUIRED)
find_library(LIBZIP_LIBRARY zip REQUIRED)
add_library(liefmu_zip INTERFACE)
add_library(liefmu::zip ALIAS liefmu_zip)
target_include_directories(liefmu_zip SYSTEM INTERFACE ${LIBZIP_INCLUDE_DIR})
target_link_libraries(liefmu_zip INTERFACE ${LIBZIP_LIBRARY})

# FMI4cpp is not in Debian; where it has been installed, it is used for tests.
find_package(fmi4cpp QUIET)

# FMI headers: given ones, else those that come with FMI4cpp, else our own.
if(fmi4cpp_FOUND AND NOT FMI2_INCLUDE_DIR)
  get_target_property(fmi4cpp_include fmi4cpp::fmi4cpp INTERFACE_INCLUDE_DIRECTORIES)
  find_path(FMI4CPP_FMI2_HEADERS fmi2Functions.h
    PATHS ${fmi4cpp_include} PATH_SUFFIXES fmi4cpp/fmi2 NO_DEFAULT_PATH)
  if(FMI4CPP_FMI2_HEADERS)
    set(FMI2_INCLUDE_DIR ${FMI4CPP_FMI2_HEADERS})
  endif()
endif()
add_library(liefmu_fmi_headers INTERFACE)
add_library(liefmu::fmi_headers ALIAS liefmu_fmi_headers)
if(FMI2_INCLUDE_DIR)
  find_file(FMI2_FUNCTIONS_HEADER fmi2Functions.h PATHS ${FMI2_INCLUDE_DIR} NO_DEFAULT_PATH REQUIRED)
  target_include_directories(liefmu_fmi_headers SYSTEM INTERFACE ${FMI2_INCLUDE_DIR})
else()
  target_include_directories(liefmu_fmi_headers SYSTEM INTERFACE
    ${CMAKE_SOURCE_DIR}/fmu-src/fmi/headers)
endif()
