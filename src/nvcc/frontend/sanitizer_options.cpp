// How AddressSanitizer treats programs that contain clang, in builds with it. Debian's clang and
// LLVM are compiled without: their allocators do not say which memory they hand out, while those
// that this project's files instantiate from the same headers mark what has not been handed out,
// so that correct accesses would be reported. And clang leaves its memory to the end of the
// process.

extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "allow_user_poisoning=0:detect_leaks=0";
}
