// What the truth programs share. A program has many cases, each of which is one bug, or none, and
// runs in a process of its own: `PROGRAM CASE`. `PROGRAM --list` prints the cases with the tool of
// compute-sanitizer that they are for, or `clean` for those without a bug, and the options that the
// tool needs.
#pragma once

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

struct Case {
  const char *name, *tool, *options;
  void (*run)();
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

struct CaseRegistration {
  CaseRegistration(const char* name, const char* tool, const char* options, void (*run)()) {
    cases().push_back({name, tool, options, run});
  }
};

#define CASE_WITH(tool, name, options)                                                             \
  static void name();                                                                              \
  static const CaseRegistration registration_##name(#name, #tool, options, name);                  \
  static void name()
#define CASE(tool, name) CASE_WITH(tool, name, "")

// Device memory whose bytes are all zero.
template <typename T> T* zeros(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}

int main(int argc, char** argv) {
  for (const Case& each : cases()) {
    if (argc > 1 && !std::strcmp(argv[1], "--list"))
      std::printf("%s\t%s\t%s\n", each.name, each.tool, each.options);
    if (argc > 1 && !std::strcmp(argv[1], each.name)) {
      each.run();
      // What a kernel did wrong is the tool's to report, so the error is taken without a check.
      cudaDeviceSynchronize();
    }
  }
  return 0;
}
