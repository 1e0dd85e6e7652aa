// Included by nvcc in the host pass of every CUDA source: where Heddle's libraries are. A program
// that is linked by another linker (CMake's, a makefile's) carries no rpath to them, and a runtime
// inside it that was linked statically could not find the driver otherwise.
#pragma once

extern "C" {
extern const char heddleLibraryDirectory[];
__attribute__((weak, visibility("hidden"), used)) const char heddleLibraryDirectory[] =
    __HEDDLE_LIBRARY_DIRECTORY__;
}
