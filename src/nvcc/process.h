// Running the programs behind the driver.
#pragma once

#include <span>
#include <string>

namespace heddle::nvcc {

// The command as one line of shell, for people and for CMake to read.
std::string shellLine(std::span<const std::string> command);

// Runs the command with our standard streams and waits. The result is its exit status; 128 plus the
// signal when it was killed, 127 with a message when it could not be started.
int runCommand(std::span<const std::string> command);

// From now on SIGINT, SIGTERM and SIGHUP do not kill the driver: what runs is waited for, and
// interrupted() tells, so that temporary files are removed on every way out.
void catchInterrupts();
bool interrupted();

} // namespace heddle::nvcc
