# Compiles SOURCE in the host and in the device pass, with several language standards, and checks
# that the PTX needs nothing from outside but what the platform supplies.
#
# A line `// standards: 11 17` in the source limits the standards, `// arch: sm_52` sets the target,
# `// options: ...` adds to the command line, and so does -DOPTIONS=...
set(standards 11 17)
set(arch sm_75)
set(options ${OPTIONS})
file(STRINGS ${SOURCE} directives REGEX "^// (standards|arch|options): ")
foreach(line IN LISTS directives)
  string(REGEX REPLACE "^// [a-z]+: " "" value "${line}")
  separate_arguments(value)
  if(line MATCHES "^// standards: ")
    set(standards ${value})
  elseif(line MATCHES "^// arch: ")
    set(arch ${value})
  else()
    list(APPEND options ${value})
  endif()
endforeach()

set(common ${CLANG} -x cuda -nocudainc -nocudalib --cuda-path=/nonexistent
  -Xclang -target-sdk-version=12.5 -Xclang -fcuda-allow-variadic-functions
  --cuda-gpu-arch=${arch} ${options} -isystem ${INCLUDE} -O2 -Wall -Wextra -Werror)
foreach(standard IN LISTS standards)
  execute_process(
    COMMAND ${common} -std=c++${standard} --cuda-feature=+ptx75 --cuda-device-only -S ${SOURCE}
      -o ${OUTPUT}
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "device pass, C++${standard}: failed")
  endif()
  execute_process(
    COMMAND ${common} -std=c++${standard} --cuda-host-only -c ${SOURCE} -o ${OUTPUT}.o
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "host pass, C++${standard}: failed")
  endif()
  file(STRINGS ${OUTPUT} externals REGEX "\\.extern \\.func")
  foreach(line IN LISTS externals)
    if(NOT line MATCHES "(vprintf|malloc|free|__assertfail)[^A-Za-z0-9_]*$")
      message(FATAL_ERROR "C++${standard}: the PTX calls an outside function: ${line}")
    endif()
  endforeach()
  file(STRINGS ${OUTPUT} kernels REGEX "\\.entry")
  list(LENGTH kernels count)
  if(count EQUAL 0)
    message(FATAL_ERROR "C++${standard}: the PTX has no kernel")
  endif()
endforeach()
