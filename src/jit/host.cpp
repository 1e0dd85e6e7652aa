#include "jit/host.h"

#include "jit/block_scheduling.h"
#include "jit/scalar_evolution_limit.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <new>

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

using namespace llvm;

namespace heddle::jit {
namespace {

#if defined(__aarch64__)
struct HwcapFeature {
  unsigned long bit;
  const char* feature;
};
constexpr HwcapFeature kHwcap[] = {
    {HWCAP_FP, "+fp-armv8"},     {HWCAP_ASIMD, "+neon"},       {HWCAP_CRC32, "+crc"},
    {HWCAP_ATOMICS, "+lse"},     {HWCAP_FPHP, "+fullfp16"},    {HWCAP_ASIMDRDM, "+rdm"},
    {HWCAP_ASIMDDP, "+dotprod"}, {HWCAP_ASIMDFHM, "+fp16fml"}, {HWCAP_LRCPC, "+rcpc"},
};
#if defined(HWCAP2_BF16) && defined(HWCAP2_I8MM)
constexpr HwcapFeature kHwcap2[] = {{HWCAP2_BF16, "+bf16"}, {HWCAP2_I8MM, "+i8mm"}};
#endif

std::string featureString() {
  SubtargetFeatures features;
  unsigned long hwcap = getauxval(AT_HWCAP);
  for (const HwcapFeature& entry : kHwcap)
    if (hwcap & entry.bit)
      features.AddFeature(entry.feature);
#if defined(HWCAP2_BF16) && defined(HWCAP2_I8MM)
  unsigned long hwcap2 = getauxval(AT_HWCAP2);
  for (const HwcapFeature& entry : kHwcap2)
    if (hwcap2 & entry.bit)
      features.AddFeature(entry.feature);
#endif
  return features.getString();
}
#else
std::string featureString() {
  SubtargetFeatures features;
  // With AVX512-FP16, LLVM 19 generates wrong code for comparisons of short vectors of halves.
  // Without it, halves are compared as floats. AVX10 contains AVX512-FP16, so it would switch it on
  // again on processors that have both.
  for (const auto& [name, enabled] : sys::getHostCPUFeatures())
    features.AddFeature(name, enabled && name != "avx512fp16" && !name.starts_with("avx10"));
  return features.getString();
}

bool has(const std::string& features, const char* name) {
  return (features + ",").find(std::string("+") + name + ",") != std::string::npos;
}
#endif

Host describe() {
  // LLVM would end the process when memory runs out. The exception passes through LLVM to the
  // function of the API instead. LLVM has no clean-up code, so what it was working on is lost.
  install_bad_alloc_error_handler([](void*, const char*, bool) { throw std::bad_alloc(); });
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  scheduleLongBlocks();
  limitScalarEvolution();
  Host host;
  host.triple = sys::getProcessTriple();
  host.features = featureString();
#if defined(__aarch64__)
  host.cpu = "generic";
  host.vectors = {.registerBits = 128, .maskedMemory = false, .gather = false, .scatter = false};
#else
  host.cpu = sys::getHostCPUName().str();
  if (has(host.features, "avx512f") && has(host.features, "avx512vl") &&
      has(host.features, "avx512bw") && has(host.features, "avx512dq"))
    host.vectors = {.registerBits = 512,
                    .maskedMemory = true,
                    .gather = true,
                    .scatter = true,
                    .estimates = true};
  else if (has(host.features, "avx2"))
    host.vectors = {.registerBits = 256, .maskedMemory = true, .gather = false, .scatter = false};
  else
    host.vectors = {.registerBits = 128, .maskedMemory = false, .gather = false, .scatter = false};
#endif
  return host;
}

} // namespace

const Host& host() {
  static const Host* description = new Host(describe());
  return *description;
}

std::unique_ptr<TargetMachine> makeTargetMachine(bool quickCode) {
  const Host& host = jit::host();
  std::string error;
  const Target* target = TargetRegistry::lookupTarget(host.triple, error);
  if (!target)
    return nullptr;
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Strict; // PTX has explicit fma instructions
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      host.triple, host.cpu, host.features, options, Reloc::PIC_, CodeModel::Small,
      quickCode ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
  // Otherwise AArch64 would use another instruction selector for unoptimised code than for the
  // rest.
  machine->setGlobalISel(false);
  return machine;
}

} // namespace heddle::jit
