# Compiles a source that asserts what facts/values.txt and facts/layouts.txt say: the values of
# macros and enumerators, and sizes, alignments and offsets, as CUDA 13 has them. They are the binary
# interface that programs and libraries are compiled against.
# rows: L-253 L-254 L-255 L-304 (the kinds of textures and surfaces, and how they are read)
#
#   values.txt    name value
#   layouts.txt   type size alignment member@offset…
# On Arm, NVIDIA's cuda_gl_interop.h wants the headers of OpenGL to be included before it.
set(source "#include <cstddef>\n#include <GL/gl.h>\n")
foreach(header cuda_runtime_api.h cuda.h cuComplex.h math_constants.h nvtx3/nvToolsExt.h
    cuda_gl_interop.h cudaGL.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h cuda_fp4.h
    cuda_occupancy.h cudaTypedefs.h cufftXt.h cufftw.h curand.h cusolverDn.h cusparse.h fatbinary_section.h library_types.h nvtx3/nvToolsExtPayload.h
    nvtx3/nvToolsExtCounters.h nvtx3/nvToolsExtSemanticsCounters.h nvtx3/nvToolsExtSemanticsScope.h
    nvtx3/nvToolsExtSemanticsTime.h)
  string(APPEND source "#include <${header}>\n")
endforeach()
file(STRINGS ${FACTS}/values.txt lines)
foreach(line IN LISTS lines)
  string(REPLACE " " ";" words "${line}")
  list(GET words 0 name)
  list(GET words 1 value)
  if(value MATCHES "inf|nan")
    continue()
  elseif(value MATCHES "p")
    string(APPEND source "static_assert((double)(${name}) == ${value}, \"\");\n")
  else()
    string(APPEND source "static_assert((unsigned long long)(${name}) == ${value}ull, \"\");\n")
  endif()
endforeach()
file(STRINGS ${FACTS}/layouts.txt lines)
foreach(line IN LISTS lines)
  string(REPLACE " " ";" words "${line}")
  list(POP_FRONT words name size alignment)
  string(APPEND source
    "static_assert(sizeof(${name}) == ${size} && alignof(${name}) == ${alignment}, \"\");\n")
  foreach(member IN LISTS words)
    string(REPLACE "@" ";" parts "${member}")
    list(GET parts 0 field)
    list(GET parts 1 offset)
    string(APPEND source "static_assert(offsetof(${name}, ${field}) == ${offset}, \"\");\n")
  endforeach()
endforeach()
file(WRITE ${OUTPUT} "${source}")
function(check headers whose)
  execute_process(
    COMMAND ${CLANG} -std=c++17 -fsyntax-only -isystem ${headers} -Wno-everything ${OUTPUT}
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${whose} headers differ from the facts")
  endif()
endfunction()
check(${INCLUDE} "our")
# The facts themselves, where there is a toolkit of the version they were taken from.
find_path(toolkit cuda_fp4.h PATHS $ENV{CUDA_HOME}/include /usr/local/cuda/include NO_DEFAULT_PATH)
if(toolkit AND EXISTS ${toolkit}/cuda.h)
  file(STRINGS ${toolkit}/cuda.h version REGEX "^#define CUDA_VERSION 13000$")
  if(version)
    message(STATUS "comparing the facts with ${toolkit}")
    check(${toolkit} "NVIDIA's")
  endif()
endif()
