// cuCheckpoint*: a process is locked, which holds up its calls of the driver, then its device
// memory is saved (checkpointed), and back. Device memory here is memory of the process, which a
// tool that saves processes saves in any case, so that the last two only change the state. Other
// processes ask through a socket, which a thread of each process that uses the driver listens to.
#pragma once

namespace heddle::driver {

// Starts the thread. Without it, which the system may refuse, other processes see a process that
// does not use the driver.
void startCheckpointService();
// In the child after a fork: gives up the parent's socket.
void abandonCheckpointService();

} // namespace heddle::driver
