# Writes jit/version.h: a digest of the compiler's sources.
set(digests "")
foreach(source IN LISTS SOURCES)
  file(SHA256 ${source} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 identity "${digests}")
file(WRITE ${OUTPUT} "#pragma once\nnamespace heddle::jit {\ninline constexpr const char* kBuildIdentity = \"${VERSION}-${identity}\";\n}\n")
