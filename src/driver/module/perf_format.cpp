#include "driver/module/perf_format.h"

#include "driver/module/environment_choice.h"

namespace heddle::driver {
namespace {

constexpr Choice<jit::PerfFormat> kFormats[] = {
    {"none", jit::PerfFormat::None},
    {"map", jit::PerfFormat::Map},
    {"jitdump", jit::PerfFormat::Jitdump},
};

} // namespace

jit::PerfFormat perfFormat() {
  static const jit::PerfFormat format = environmentChoice("HEDDLE_PERF", kFormats);
  return format;
}

} // namespace heddle::driver
