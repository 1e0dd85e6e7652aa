// heddle smi: the answers of nvidia-smi, from the monitoring library of this installation.
#include "tools/commands.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nvml.h>

#include <algorithm>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::tools {
namespace {

#define HEDDLE_STRING(name) #name
#define HEDDLE_NVML(name) reinterpret_cast<decltype(&name)>(entry(HEDDLE_STRING(name)))

// libnvidia-ml.so.1 of this installation. It is opened by its path, so that it is not NVIDIA's
// where there are both.
class Monitor {
public:
  Monitor() {
    const std::filesystem::path path = installationPrefix() / "lib" / "libnvidia-ml.so.1";
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle_)
      throw std::runtime_error(dlerror());
    check(HEDDLE_NVML(nvmlInit)());
  }

  unsigned count() const {
    unsigned devices = 0;
    check(HEDDLE_NVML(nvmlDeviceGetCount)(&devices));
    return devices;
  }
  nvmlDevice_t device(unsigned index) const {
    nvmlDevice_t handle = nullptr;
    check(HEDDLE_NVML(nvmlDeviceGetHandleByIndex)(index, &handle));
    return handle;
  }
  std::string name(nvmlDevice_t device) const {
    char text[NVML_DEVICE_NAME_V2_BUFFER_SIZE] = "";
    check(HEDDLE_NVML(nvmlDeviceGetName)(device, text, sizeof text));
    return text;
  }
  std::string uuid(nvmlDevice_t device) const {
    char text[NVML_DEVICE_UUID_V2_BUFFER_SIZE] = "";
    check(HEDDLE_NVML(nvmlDeviceGetUUID)(device, text, sizeof text));
    return text;
  }
  std::string busId(nvmlDevice_t device) const {
    nvmlPciInfo_t pci;
    check(HEDDLE_NVML(nvmlDeviceGetPciInfo)(device, &pci));
    return pci.busId;
  }
  nvmlMemory_t memory(nvmlDevice_t device) const {
    nvmlMemory_t memory;
    check(HEDDLE_NVML(nvmlDeviceGetMemoryInfo)(device, &memory));
    return memory;
  }
  nvmlUtilization_t utilization(nvmlDevice_t device) const {
    nvmlUtilization_t rates;
    check(HEDDLE_NVML(nvmlDeviceGetUtilizationRates)(device, &rates));
    return rates;
  }
  std::string capability(nvmlDevice_t device) const {
    int major = 0, minor = 0;
    check(HEDDLE_NVML(nvmlDeviceGetCudaComputeCapability)(device, &major, &minor));
    return fmt::format("{}.{}", major, minor);
  }
  unsigned clock(nvmlDevice_t device, nvmlClockType_t type) const {
    unsigned megahertz = 0;
    check(HEDDLE_NVML(nvmlDeviceGetClockInfo)(device, type, &megahertz));
    return megahertz;
  }
  std::string computeMode(nvmlDevice_t device) const {
    nvmlComputeMode_t mode;
    check(HEDDLE_NVML(nvmlDeviceGetComputeMode)(device, &mode));
    return mode == NVML_COMPUTEMODE_DEFAULT      ? "Default"
           : mode == NVML_COMPUTEMODE_PROHIBITED ? "Prohibited"
                                                 : "Exclusive_Process";
  }
  void setComputeMode(nvmlDevice_t device, nvmlComputeMode_t mode) const {
    check(HEDDLE_NVML(nvmlDeviceSetComputeMode)(device, mode));
  }
  std::string driverVersion() const {
    char text[NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE] = "";
    check(HEDDLE_NVML(nvmlSystemGetDriverVersion)(text, sizeof text));
    return text;
  }
  std::string cudaVersion() const {
    int version = 0;
    check(HEDDLE_NVML(nvmlSystemGetCudaDriverVersion)(&version));
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  }

private:
  void* entry(const char* name) const {
    void* address = dlsym(handle_, name);
    if (!address)
      throw std::runtime_error(dlerror());
    return address;
  }
  void check(nvmlReturn_t result) const {
    if (result != NVML_SUCCESS)
      throw std::runtime_error(HEDDLE_NVML(nvmlErrorString)(result));
  }

  void* handle_;
};

// What the columns of --query-gpu are, by the names that nvidia-smi gives them.
struct Field {
  std::string_view name;
  std::string_view unit; // may be empty
  std::function<std::string(const Monitor&, nvmlDevice_t, unsigned index)> value;
};

// The answer, in nvidia-smi's words, to a question that this device has no answer to.
std::string notAvailable(const Monitor&, nvmlDevice_t, unsigned) {
  return "[N/A]";
}
std::string enabled(const Monitor&, nvmlDevice_t, unsigned) {
  return "Enabled";
}
std::string disabled(const Monitor&, nvmlDevice_t, unsigned) {
  return "Disabled";
}

std::string mebibytes(unsigned long long bytes) {
  return std::to_string(bytes >> 20);
}

const std::vector<Field>& fields() {
  static const std::vector<Field> table = {
      {"index", "", [](auto&, auto, unsigned index) { return std::to_string(index); }},
      {"count", "", [](auto& monitor, auto, unsigned) { return std::to_string(monitor.count()); }},
      {"name", "", [](auto& monitor, auto device, unsigned) { return monitor.name(device); }},
      {"gpu_name", "", [](auto& monitor, auto device, unsigned) { return monitor.name(device); }},
      {"uuid", "", [](auto& monitor, auto device, unsigned) { return monitor.uuid(device); }},
      {"gpu_uuid", "", [](auto& monitor, auto device, unsigned) { return monitor.uuid(device); }},
      {"pci.bus_id", "",
       [](auto& monitor, auto device, unsigned) { return monitor.busId(device); }},
      {"gpu_bus_id", "",
       [](auto& monitor, auto device, unsigned) { return monitor.busId(device); }},
      {"driver_version", "", [](auto& monitor, auto, unsigned) { return monitor.driverVersion(); }},
      {"compute_cap", "",
       [](auto& monitor, auto device, unsigned) { return monitor.capability(device); }},
      {"compute_mode", "",
       [](auto& monitor, auto device, unsigned) { return monitor.computeMode(device); }},
      {"persistence_mode", "", enabled},
      {"memory.total", "MiB",
       [](auto& monitor, auto device, unsigned) {
         return mebibytes(monitor.memory(device).total);
       }},
      {"memory.used", "MiB",
       [](auto& monitor, auto device, unsigned) { return mebibytes(monitor.memory(device).used); }},
      {"memory.free", "MiB",
       [](auto& monitor, auto device, unsigned) { return mebibytes(monitor.memory(device).free); }},
      {"utilization.gpu", "%",
       [](auto& monitor, auto device, unsigned) {
         return std::to_string(monitor.utilization(device).gpu);
       }},
      {"utilization.memory", "%",
       [](auto& monitor, auto device, unsigned) {
         return std::to_string(monitor.utilization(device).memory);
       }},
      {"clocks.sm", "MHz",
       [](auto& monitor, auto device, unsigned) {
         return std::to_string(monitor.clock(device, NVML_CLOCK_SM));
       }},
      {"clocks.gr", "MHz",
       [](auto& monitor, auto device, unsigned) {
         return std::to_string(monitor.clock(device, NVML_CLOCK_GRAPHICS));
       }},
      {"clocks.mem", "MHz",
       [](auto& monitor, auto device, unsigned) {
         return std::to_string(monitor.clock(device, NVML_CLOCK_MEM));
       }},
      {"timestamp", "",
       [](auto&, auto, unsigned) {
         return fmt::format("{:%Y/%m/%d %H:%M:%S}.000", fmt::localtime(std::time(nullptr)));
       }},
      {"temperature.gpu", "", notAvailable},
      {"power.draw", "", notAvailable},
      {"power.limit", "", notAvailable},
      {"fan.speed", "", notAvailable},
      {"pstate", "", notAvailable},
      {"serial", "", notAvailable},
      {"display_mode", "", disabled},
      {"display_active", "", disabled},
      {"ecc.mode.current", "", notAvailable},
      {"mig.mode.current", "", notAvailable},
  };
  return table;
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view part = list.substr(0, comma);
    while (part.starts_with(' '))
      part.remove_prefix(1);
    parts.emplace_back(part);
    list = comma == list.npos ? std::string_view{} : list.substr(comma + 1);
  }
  return parts;
}

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

int printQuery(const Monitor& monitor, const std::vector<unsigned>& devices, std::string_view query,
               std::string_view format) {
  const std::vector<std::string> style = split(format);
  if (!contains(style, "csv")) {
    fmt::print("\"--format=\" switch is missing or does not name csv.\n");
    return 2;
  }
  const bool hasHeader = !contains(style, "noheader"), hasUnits = !contains(style, "nounits");
  std::vector<const Field*> chosen;
  for (const std::string& name : split(query)) {
    const auto found = std::find_if(fields().begin(), fields().end(),
                                    [&](const Field& field) { return field.name == name; });
    if (found == fields().end()) {
      fmt::print("Field \"{}\" is not a valid field to query.\n", name);
      return 2;
    }
    chosen.push_back(&*found);
  }
  if (hasHeader) {
    std::string line;
    for (const Field* field : chosen)
      line +=
          fmt::format("{}{}{}", line.empty() ? "" : ", ", field->name,
                      hasUnits && !field->unit.empty() ? fmt::format(" [{}]", field->unit) : "");
    fmt::print("{}\n", line);
  }
  for (unsigned index : devices) {
    std::string line;
    for (const Field* field : chosen)
      line += fmt::format("{}{}{}", line.empty() ? "" : ", ",
                          field->value(monitor, monitor.device(index), index),
                          hasUnits && !field->unit.empty() ? fmt::format(" {}", field->unit) : "");
    fmt::print("{}\n", line);
  }
  return 0;
}

int printDetails(const Monitor& monitor, const std::vector<unsigned>& devices) {
  fmt::print("\n==============NVSMI LOG==============\n\n");
  const auto line = [](int depth, std::string_view label, const std::string& value) {
    fmt::print("{:{}}{:<{}}: {}\n", "", depth * 4, label, 50 - depth * 4, value);
  };
  line(0, "Driver Version", monitor.driverVersion());
  line(0, "CUDA Version", monitor.cudaVersion());
  fmt::print("\n");
  line(0, "Attached GPUs", std::to_string(monitor.count()));
  for (unsigned index : devices) {
    nvmlDevice_t device = monitor.device(index);
    const nvmlMemory_t memory = monitor.memory(device);
    const nvmlUtilization_t rates = monitor.utilization(device);
    fmt::print("GPU {}\n", monitor.busId(device));
    line(1, "Product Name", monitor.name(device));
    line(1, "GPU UUID", monitor.uuid(device));
    line(1, "Minor Number", std::to_string(index));
    line(1, "Compute Capability", monitor.capability(device));
    fmt::print("    FB Memory Usage\n");
    line(2, "Total", mebibytes(memory.total) + " MiB");
    line(2, "Used", mebibytes(memory.used) + " MiB");
    line(2, "Free", mebibytes(memory.free) + " MiB");
    line(1, "Compute Mode", monitor.computeMode(device));
    fmt::print("    Utilization\n");
    line(2, "GPU", fmt::format("{} %", rates.gpu));
    line(2, "Memory", fmt::format("{} %", rates.memory));
    fmt::print("    Clocks\n");
    line(2, "SM", fmt::format("{} MHz", monitor.clock(device, NVML_CLOCK_SM)));
    line(2, "Memory", fmt::format("{} MHz", monitor.clock(device, NVML_CLOCK_MEM)));
  }
  return 0;
}

int printTable(const Monitor& monitor, const std::vector<unsigned>& devices) {
  const std::string rule = fmt::format("+{:-<89}+\n", "");
  fmt::print("{:%a %b %e %H:%M:%S %Y}\n{}", fmt::localtime(std::time(nullptr)), rule);
  fmt::print("| {:<87} |\n{}",
             fmt::format("Heddle {:<30} Driver Version: {:<14} CUDA Version: {}", HEDDLE_VERSION,
                         monitor.driverVersion(), monitor.cudaVersion()),
             rule);
  fmt::print("| GPU  {:<40}{:>17} | {:>22} |\n{}", "Name", "Memory-Usage", "GPU-Util", rule);
  for (unsigned index : devices) {
    nvmlDevice_t device = monitor.device(index);
    const nvmlMemory_t memory = monitor.memory(device);
    fmt::print("| {:>3}  {:<34.34}{:>23} | {:>22} |\n", index, monitor.name(device),
               fmt::format("{}MiB / {}MiB", mebibytes(memory.used), mebibytes(memory.total)),
               fmt::format("{}%", monitor.utilization(device).gpu));
  }
  fmt::print("{}", rule);
  return 0;
}

std::optional<nvmlComputeMode_t> parseComputeMode(std::string_view text) {
  if (text == "0" || text == "DEFAULT")
    return NVML_COMPUTEMODE_DEFAULT;
  if (text == "2" || text == "PROHIBITED")
    return NVML_COMPUTEMODE_PROHIBITED;
  if (text == "3" || text == "EXCLUSIVE_PROCESS")
    return NVML_COMPUTEMODE_EXCLUSIVE_PROCESS;
  return std::nullopt;
}

struct SmiOptions {
  bool listsDevices = false, printsDetails = false, printsFieldNames = false;
  std::optional<std::string> fields;               // --query-gpu
  std::optional<std::string> devices;              // --id
  std::optional<nvmlComputeMode_t> newComputeMode; // --compute-mode
  std::string format;
};

// What is wrong with the command line; printed in place of an answer.
struct SmiUsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The text after `name=`, where the argument is of that form.
std::optional<std::string> valueOf(const std::string& argument, std::string_view name) {
  if (!argument.starts_with(name) || argument.size() <= name.size() || argument[name.size()] != '=')
    return std::nullopt;
  return argument.substr(name.size() + 1);
}

nvmlComputeMode_t requireComputeMode(const std::string& text) {
  if (std::optional<nvmlComputeMode_t> mode = parseComputeMode(text))
    return *mode;
  throw SmiUsageError(fmt::format(
      "'{}' is no compute mode: DEFAULT (0), PROHIBITED (2) or EXCLUSIVE_PROCESS (3)", text));
}

SmiOptions parseSmiOptions(const Arguments& arguments) {
  SmiOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool hasNext = i + 1 < arguments.size();
    if (argument == "-L" || argument == "--list-gpus")
      options.listsDevices = true;
    else if (argument == "-q" || argument == "--query")
      options.printsDetails = true;
    else if (argument == "--help-query-gpu")
      options.printsFieldNames = true;
    else if (auto fieldNames = valueOf(argument, "--query-gpu"))
      options.fields = fieldNames;
    else if (auto format = valueOf(argument, "--format"))
      options.format = *format;
    else if (auto devices = valueOf(argument, "--id"))
      options.devices = devices;
    else if ((argument == "-i" || argument == "--id") && hasNext)
      options.devices = arguments[++i];
    else if ((argument == "-c" || argument == "--compute-mode") && hasNext)
      options.newComputeMode = requireComputeMode(arguments[++i]);
    else
      throw SmiUsageError(fmt::format("unknown option '{}'", argument));
  }
  return options;
}

// The indices of the devices that are listed by index or UUID, or of all.
std::vector<unsigned> chooseDevices(const Monitor& monitor,
                                    const std::optional<std::string>& listed) {
  const std::vector<std::string> wanted = split(listed.value_or(""));
  std::vector<unsigned> devices;
  for (unsigned index = 0; index < monitor.count(); ++index)
    if (!listed || contains(wanted, std::to_string(index)) ||
        contains(wanted, monitor.uuid(monitor.device(index))))
      devices.push_back(index);
  return devices;
}

int printFieldNames() {
  for (const Field& field : fields())
    fmt::print("\"{}\"\n", field.name);
  return 0;
}

int printList(const Monitor& monitor, const std::vector<unsigned>& devices) {
  for (unsigned index : devices)
    fmt::print("GPU {}: {} (UUID: {})\n", index, monitor.name(monitor.device(index)),
               monitor.uuid(monitor.device(index)));
  return 0;
}

int setComputeMode(const Monitor& monitor, const std::vector<unsigned>& devices,
                   nvmlComputeMode_t mode) {
  for (unsigned index : devices)
    monitor.setComputeMode(monitor.device(index), mode);
  return 0;
}

// Exit codes of nvidia-smi.
constexpr int kInvalidArgument = 2, kNoDevice = 6;

int runSmi(const SmiOptions& options) {
  if (options.printsFieldNames)
    return printFieldNames();
  const Monitor monitor;
  const std::vector<unsigned> devices = chooseDevices(monitor, options.devices);
  if (options.devices && devices.empty()) {
    fmt::print("No devices were found\n");
    return kNoDevice;
  }
  if (options.newComputeMode)
    return setComputeMode(monitor, devices, *options.newComputeMode);
  if (options.fields)
    return printQuery(monitor, devices, *options.fields, options.format);
  if (options.listsDevices)
    return printList(monitor, devices);
  return options.printsDetails ? printDetails(monitor, devices) : printTable(monitor, devices);
}

} // namespace

int smiCommand(const Arguments& arguments) {
  try {
    return runSmi(parseSmiOptions(arguments));
  } catch (const SmiUsageError& error) {
    fmt::print(stderr, "heddle smi: {}\n", error.what());
    return kInvalidArgument;
  }
}

} // namespace heddle::tools
