// Compute modes: who may have a context on a device. A mode is set for all processes of a user, as
// `nvidia-smi -c` sets it for all of a machine, and lives in files under $XDG_RUNTIME_DIR/heddle
// (or /tmp/heddle-UID), which are gone with the next boot.
#pragma once

namespace heddle::machine {

// The values of the API.
enum class ComputeMode { Default = 0, Prohibited = 2, ExclusiveProcess = 3 };

// `device` is its place among all devices of the machine.
ComputeMode computeMode(unsigned device);
// False when the file cannot be written.
bool setComputeMode(unsigned device, ComputeMode mode);

// The right to have contexts on a device: shared between processes, one process's alone in
// exclusive mode, nobody's when prohibited. It goes with the process at the latest.
class DeviceClaim {
public:
  DeviceClaim() = default;
  ~DeviceClaim();
  DeviceClaim(const DeviceClaim&) = delete;
  DeviceClaim& operator=(const DeviceClaim&) = delete;

  // False when the mode forbids it.
  bool take(unsigned device);
  void give();

private:
  int file_ = -1;
};

} // namespace heddle::machine
