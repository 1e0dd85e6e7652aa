# CTest reads this before it runs the tests of a build with sanitizers: their environment.

# Our libraries need the sanitizers' run-time library in every program that uses them, whether nvcc
# makes it or CMake, whose link step does not go through nvcc. Programs pass numbers that are no
# enumerators to see that the libraries refuse them.
set(sanitize "-Xcompiler -fsanitize=address -Xcompiler -fsanitize=undefined -Xcompiler -fno-sanitize=enum -Xcompiler -fno-sanitize-recover=undefined")
set(ENV{NVCC_APPEND_FLAGS} "${sanitize}")
set(ENV{CUDAFLAGS} "${sanitize}")
set(ENV{LDFLAGS} "-fsanitize=address,undefined")
# Variables of kernels must lie on the kernels' stacks, so none goes to memory of the sanitizer's own.
set(ENV{ASAN_OPTIONS} "detect_stack_use_after_return=0")
