// Running the programs behind the driver.
#pragma once

#include <span>
#include <string>

namespace heddle::nvcc {

// The command as a line that a shell would understand. People and CMake read it.
std::string shellLine(std::span<const std::string> command);

// Runs the command with our standard streams, and waits for it. Returns its exit status, 128 plus
// the signal when a signal killed it, or 127 (after a message) when it could not be started.
int runCommand(std::span<const std::string> command);

// From now on SIGINT, SIGTERM and SIGHUP do not kill nvcc at once. It waits for the commands that
// are running, and interrupted() becomes true, so that temporary files are always removed.
void catchInterrupts();
bool interrupted();

} // namespace heddle::nvcc
