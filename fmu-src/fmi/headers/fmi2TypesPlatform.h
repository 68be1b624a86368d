/* FMI 2.0: the base types of the "default" platform (FMI 2.0.5, section 2.1.2).
 *
 * These three headers are liefmu's own declarations of the FMI 2.0 C interface, written from the
 * text of the standard. They carry the standard's file names, so that the official headers can
 * take their place (-DFMI2_INCLUDE_DIR=...). Only declarations belong here. */
#ifndef fmi2TypesPlatform_h
#define fmi2TypesPlatform_h

#define fmi2TypesPlatform "default"

typedef void* fmi2Component;            /* one instance of an FMU */
typedef void* fmi2ComponentEnvironment; /* passed through to the importer's callbacks */
typedef void* fmi2FMUstate;             /* a saved state of an instance */

typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char* fmi2String; /* UTF-8, zero-terminated */
typedef char fmi2Byte;

#define fmi2True 1
#define fmi2False 0

#endif
