// What a test tells inject_failures.cpp. The functions are found only where that is preloaded.
#pragma once

namespace hostile {

enum class Kind : unsigned { Memory, Mapping, Thread, File };
constexpr unsigned kKinds = 4;
constexpr const char* kKindNames[kKinds] = {"memory", "mapping", "thread", "file"};

} // namespace hostile

extern "C" {

// Counts calls of this kind from here on, and makes `count` of them fail from number `call` on. 0
// makes none fail.
[[gnu::weak]] void hostileArm(hostile::Kind kind, long call, long count);
[[gnu::weak]] void hostileDisarm();
// The calls since hostileArm().
[[gnu::weak]] long hostileCalls(hostile::Kind kind);
// The calls that have failed since the process began.
[[gnu::weak]] long hostileFailures();
// The bytes that the heap has handed out.
[[gnu::weak]] long hostileLiveBytes();
// The largest number of bytes that the heap has been asked for since the last call of this
// function, whether it had them or not.
[[gnu::weak]] unsigned long hostileTakeLargestRequest();
}
