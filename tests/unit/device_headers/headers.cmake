# Every header that programs may include compiles alone, for a plain C++ compiler and, where it is C,
# for a C compiler; and all of them together in a CUDA source, in both passes and in both orders.
file(GLOB_RECURSE headers RELATIVE ${INCLUDE} ${INCLUDE}/*)
# Parts of other headers.
list(FILTER headers EXCLUDE REGEX "^heddle/|^crt/half_(functions|types).h")
list(SORT headers)

# Headers that a C program includes.
set(c_headers builtin_types.h cublas.h cublasLt.h cublasXt.h cublas_api.h cublas_v2.h cuComplex.h cuda.h cudaGL.h cudaGLTypedefs.h cudaProfiler.h
  cudaProfilerTypedefs.h cudaTypedefs.h cuda_gl_interop.h cuda_profiler_api.h
  cuda_runtime.h cuda_runtime_api.h cuda_stdint.h cudart_platform.h cufft.h cufftXt.h cufftw.h curand.h cusolverDn.h cusolverMg.h
  cusolverSp.h cusolver_common.h cusparse.h cusparse_v2.h device_types.h
  driver_functions.h driver_types.h fatbinary_section.h host_config.h host_defines.h library_types.h
  nvToolsExt.h nvToolsExtCuda.h nvToolsExtCudaRt.h nvToolsExtSync.h nvml.h nvrtc.h
  nvtx3/nvToolsExt.h nvtx3/nvToolsExtCounters.h nvtx3/nvToolsExtCuda.h nvtx3/nvToolsExtCudaRt.h
  nvtx3/nvToolsExtPayload.h nvtx3/nvToolsExtPayloadHelper.h nvtx3/nvToolsExtSemanticsCounters.h
  nvtx3/nvToolsExtSemanticsScope.h nvtx3/nvToolsExtSemanticsTime.h nvtx3/nvToolsExtSync.h
  surface_types.h texture_types.h vector_functions.h vector_types.h)

function(expect_success what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${what}: failed")
  endif()
endfunction()

set(together)
set(reversed)
foreach(header IN LISTS headers)
  if(NOT header STREQUAL "cublas.h") # which cannot be there beside cublas_v2.h
    string(APPEND together "#include <${header}>\n")
    string(PREPEND reversed "#include <${header}>\n")
  endif()
  if(header MATCHES "^(crt|cooperative_groups/details)/")
    continue() # for device code, through the headers that include them
  endif()
  file(WRITE ${OUTPUT}.cpp "#include <${header}>\n")
  expect_success("${header} in C++" ${CLANG} -std=c++17 -fsyntax-only -isystem ${INCLUDE} ${OUTPUT}.cpp)
endforeach()
# Some programs include the toolkit's headers by their paths and give no include directory.
foreach(header IN ITEMS cuComplex.h cuda.h cuda_fp16.h cuda_fp8.h cuda_runtime.h cuda_runtime_api.h nvrtc.h)
  file(WRITE ${OUTPUT}.cpp "#include \"${INCLUDE}/${header}\"\n")
  expect_success("${header} by its path" ${CLANG} -std=c++17 -fsyntax-only ${OUTPUT}.cpp)
endforeach()
# Host code that shares the state of generators with kernels.
file(WRITE ${OUTPUT}.cpp "#include <curand_kernel.h>
struct States { curandState xorwow; curandStatePhilox4_32_10_t philox; curandStateMRG32k3a_t mrg;
  curandStateSobol32_t sobol; curandStateScrambledSobol64_t scrambled; curandStateMtgp32_t* mtgp; };
static_assert(sizeof(curandState) == 48 && sizeof(curandStatePhilox4_32_10_t) == 64 &&
              sizeof(curandStateMRG32k3a_t) == 48 && sizeof(curandStateSobol32_t) == 140 &&
              sizeof(curandStateSobol64_t) == 536 && sizeof(curandStateMtgp32_t) == 4112, \"\");\n")
expect_success("cuRAND's states in C++" ${CLANG} -std=c++17 -fsyntax-only -isystem ${INCLUDE} ${OUTPUT}.cpp)
# Some libraries include these inside a block of C linkage, where overloads are errors.
foreach(header IN ITEMS cuda.h cuda_runtime_api.h cufft.h library_types.h nvrtc.h)
  file(WRITE ${OUTPUT}.cpp "extern \"C\" {\n#include <${header}>\n}\n")
  expect_success("${header} in C linkage"
    ${CLANG} -std=c++17 -fsyntax-only -isystem ${INCLUDE} ${OUTPUT}.cpp)
endforeach()
foreach(header IN LISTS c_headers)
  file(WRITE ${OUTPUT}.c "#include <${header}>\nextern int unused;\n")
  expect_success("${header} in C"
    ${CLANG} -x c -std=c99 -pedantic-errors -fsyntax-only -isystem ${INCLUDE} ${OUTPUT}.c)
endforeach()
# Programs ask for a header by the name that guards it in NVIDIA's toolkit.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/facts/guards.txt guards)
foreach(guard IN LISTS guards)
  string(REGEX REPLACE "^([^ ]+) ([^ ]+)$" "#ifndef \\2\n#error \\1 does not define \\2\n#endif\n" check "${guard}")
  string(APPEND together "${check}")
endforeach()
# Programs count on what NVIDIA's headers include of one another.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/facts/includes.txt includes)
foreach(line IN LISTS includes)
  string(REPLACE " " ";" line "${line}")
  list(GET line 0 header)
  list(GET line 1 included)
  set(guard ${guards})
  list(FILTER guard INCLUDE REGEX "^${included} ")
  string(REPLACE "${included} " "" guard "${guard}")
  file(WRITE ${OUTPUT}.cpp "#include <${header}>\n#ifndef ${guard}\n#error\n#endif\n")
  expect_success("${included} in ${header}"
    ${CLANG} -std=c++17 -fsyntax-only -isystem ${INCLUDE} ${OUTPUT}.cpp)
endforeach()
foreach(order IN ITEMS together reversed)
  file(WRITE ${OUTPUT}.${order}.cu "${${order}}__global__ void kernel() {}\n")
  expect_success("all headers, ${order}" ${NVCC} -arch=sm_90 -c ${OUTPUT}.${order}.cu -o ${OUTPUT}.o)
endforeach()
