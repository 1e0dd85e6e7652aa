// nvcc includes this in the host pass of every CUDA source. It tells a statically linked runtime
// where Heddle's libraries are. Otherwise it could not find the driver in a program that nvcc did
// not link (but CMake or a makefile did), because such a program has no rpath to them.
#pragma once

extern "C" {
extern const char heddleLibraryDirectory[];
__attribute__((weak, visibility("hidden"), used)) const char heddleLibraryDirectory[] =
    __HEDDLE_LIBRARY_DIRECTORY__;
}
