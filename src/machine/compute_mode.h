// Compute modes: which processes may have a context on a device. A mode holds for all processes of
// a user, as `nvidia-smi -c` sets it for all of a machine. It is kept in files under
// $XDG_RUNTIME_DIR/heddle (or /tmp/heddle-UID), which do not survive a reboot.
#pragma once

namespace heddle::machine {

// The values are those of CUcomputemode.
enum class ComputeMode { Default = 0, Prohibited = 2, ExclusiveProcess = 3 };

// `device` counts all devices of the machine, whether or not the program can see them.
ComputeMode computeMode(unsigned device);
// False when the file cannot be written.
bool setComputeMode(unsigned device, ComputeMode mode);

// A process's claim on a device, which it needs to have contexts there. Processes share a device,
// but in exclusive mode only one can claim it, and when it is prohibited none can. The claim ends
// with the process at the latest, because it is a lock on a file.
class DeviceClaim {
public:
  DeviceClaim() = default;
  ~DeviceClaim();
  DeviceClaim(const DeviceClaim&) = delete;
  DeviceClaim& operator=(const DeviceClaim&) = delete;

  // False when the mode forbids it.
  bool acquire(unsigned device);
  void release();

private:
  int file_ = -1;
};

} // namespace heddle::machine
