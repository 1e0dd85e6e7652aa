# CTest reads this before it runs the tests of a build with sanitizers: their environment.

# Our libraries need the sanitizers' run-time library in every program that uses them, whether nvcc
# makes it or CMake, whose link step does not go through nvcc.
set(sanitize "-Xcompiler -fsanitize=address -Xcompiler -fsanitize=undefined -Xcompiler -fno-sanitize-recover=undefined")
set(ENV{NVCC_APPEND_FLAGS} "${sanitize}")
set(ENV{CUDAFLAGS} "${sanitize}")
set(ENV{LDFLAGS} "-fsanitize=address,undefined")
