// Defines an exported C function as another name of a C++ function, such as a static member
// function of a template's instance, which has the function's type without its parameters being
// written down once more.
//
// The symbol is an indirect function (STT_GNU_IFUNC): the dynamic linker calls a resolver, which
// returns the address. Resolvers run before the library is relocated, when they can do no more than
// form an address; sanitizers must not add calls to them.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HEDDLE_RESOLVER __attribute__((visibility("hidden"), disable_sanitizer_instrumentation))
#endif
#endif
#ifndef HEDDLE_RESOLVER
#define HEDDLE_RESOLVER __attribute__((visibility("hidden")))
#endif

// `id` tells the symbols of a file apart, `symbol` is the exported name in quotes, and the rest
// names the function. In the file the symbol is heddleExport and the id, for those who want its
// address.
#define HEDDLE_EXPORTED_SYMBOL(id, symbol, ...)                                                    \
  extern "C" HEDDLE_RESOLVER void* heddleResolve##id() {                                           \
    return reinterpret_cast<void*>(&__VA_ARGS__);                                                  \
  }                                                                                                \
  extern "C" __attribute__((visibility("default"),                                                 \
                            ifunc("heddleResolve" #id))) int heddleExport##id() __asm__(symbol);
