/* nvcc includes this in the host pass of sources with -fopenmp, where clang calls libomp, LLVM's
 * OpenMP runtime. The program may be linked by g++ -fopenmp, which links libgomp only. So the
 * object defines libomp's functions itself, as weak jumps into libomp, which is loaded when the
 * program starts. libomp also has libgomp's functions, so that code which g++ compiled uses the
 * same runtime. */
#pragma once

/* Functions of the C library, declared under other names. Its headers must not be included here,
 * before the program has defined macros that they look at, such as _GNU_SOURCE. */
#ifdef __cplusplus
extern "C" {
#endif
void* __heddle_dlopen(const char*, int) __asm__("dlopen");
void* __heddle_dlsym(void*, const char*) __asm__("dlsym");
long __heddle_write(int, const void*, unsigned long) __asm__("write");
__attribute__((noreturn)) void __heddle_abort(void) __asm__("abort");
extern __attribute__((visibility("hidden"))) void* __heddle_openmp_slots[];
#ifdef __cplusplus
}
#endif

#if defined(__x86_64__)
#define HEDDLE_OPENMP_JUMP(slot) "jmp *" slot "(%rip)\n"
#elif defined(__aarch64__)
#define HEDDLE_OPENMP_JUMP(slot) "adrp x16, " slot "\nldr x16, [x16, :lo12:" slot "]\nbr x16\n"
#endif

#define HEDDLE_OPENMP_SLOTS ".pushsection .data.heddle_openmp,\"aw\",%progbits\n"

__asm__(HEDDLE_OPENMP_SLOTS ".p2align 3\n__heddle_openmp_slots:\n.popsection\n");
#define HEDDLE_OPENMP_FUNCTION(name)                                                               \
  __asm__(".pushsection .text.heddle_openmp,\"ax\",%progbits\n.weak " #name "\n.type " #name       \
          ",%function\n" #name                                                                     \
          ":\n" HEDDLE_OPENMP_JUMP("__heddle_openmp." #name) ".size " #name ", . - " #name         \
                                                             "\n.popsection\n" HEDDLE_OPENMP_SLOTS \
                                                             "__heddle_openmp." #name              \
                                                             ": .quad 0\n.popsection\n");
#include "openmp_functions.def"
#undef HEDDLE_OPENMP_FUNCTION
#undef HEDDLE_OPENMP_SLOTS
#undef HEDDLE_OPENMP_JUMP

static void __heddle_no_openmp(void) {
  static const char __heddle_text[] =
      "heddle: libomp.so.5 is missing, which programs with -fopenmp need (libomp5-19)\n";
  __heddle_write(2, __heddle_text, sizeof __heddle_text - 1);
  __heddle_abort();
}

/* Runs before the program's constructors, which may use OpenMP. */
__attribute__((constructor(101), used)) static void __heddle_find_openmp(void) {
  static const char* const __heddle_names[] = {
#define HEDDLE_OPENMP_FUNCTION(name) #name,
#include "openmp_functions.def"
#undef HEDDLE_OPENMP_FUNCTION
  };
  void* __heddle_library = __heddle_dlopen("libomp.so.5", 2 /* RTLD_NOW */);
  if (!__heddle_library)
    __heddle_library = __heddle_dlopen(__HEDDLE_OPENMP_LIBRARY__, 2);
  for (unsigned __heddle_i = 0; __heddle_i < sizeof __heddle_names / sizeof *__heddle_names;
       ++__heddle_i) {
    void* __heddle_found =
        __heddle_library ? __heddle_dlsym(__heddle_library, __heddle_names[__heddle_i]) : 0;
    __heddle_openmp_slots[__heddle_i] =
        __heddle_found ? __heddle_found : (void*)&__heddle_no_openmp;
  }
}
