# Writes a version.h: a digest of the sources that decide about what a compiler makes.
set(digests "")
foreach(source IN LISTS SOURCES)
  file(SHA256 ${source} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 identity "${digests}")
file(WRITE ${OUTPUT} "#pragma once\nnamespace ${NAMESPACE} {\ninline constexpr const char* kBuildIdentity = \"${VERSION}-${identity}\";\n}\n")
