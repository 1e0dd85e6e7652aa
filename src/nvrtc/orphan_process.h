// A process that the program does not notice: it is no child of the program, so that neither wait()
// nor SIGCHLD tells of it. A program that counts its children does not expect one from a
// compilation.
#pragma once

#include <string>
#include <sys/types.h>

namespace heddle::nvrtc {

// Starts a program with `input` as its standard input and no other open file. Returns 0, or a
// number of errno. In a container, the program that calls this may be the process that orphans are
// given to: `id` is for waitpid() then.
int startOrphan(const std::string& program, int input, pid_t& id);

} // namespace heddle::nvrtc
