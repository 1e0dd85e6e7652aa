#include "jit/host.h"

#include "jit/block_scheduling.h"
#include "jit/llvm_job.h"
#include "jit/scalar_evolution_limit.h"

#include "llvm/InitializePasses.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <memory>
#include <mutex>

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
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  scheduleLongBlocks();
  limitScalarEvolution();
  Host host;
  host.triple = sys::getProcessTriple();
  host.features = featureString();
#if defined(__aarch64__)
  host.cpu = "generic";
  host.vectors = {.registerBits = 128,
                  .registers = 32,
                  .maskedMemory = false,
                  .gather = false,
                  .scatter = false};
#else
  host.cpu = sys::getHostCPUName().str();
  if (has(host.features, "avx512f") && has(host.features, "avx512vl") &&
      has(host.features, "avx512bw") && has(host.features, "avx512dq")) {
    host.vectors = {.registerBits = 512,
                    .registers = 32,
                    .maskedMemory = true,
                    .gather = true,
                    .scatter = true,
                    .estimates = true};
    // From Skylake to Cooper Lake. Ice Lake, which brought VBMI2, keeps its clock.
    host.wideRegistersSlowClock = !has(host.features, "avx512vbmi2");
  } else if (has(host.features, "avx2"))
    host.vectors = {.registerBits = 256, .maskedMemory = true, .gather = false, .scatter = false};
  else
    host.vectors = {.registerBits = 128, .maskedMemory = false, .gather = false, .scatter = false};
#endif
  return host;
}

// Registers the passes of code generation, in a job of its own. LLVM would do it when each is first
// used, and would wait for ever there once another job was left while it held the lock of the
// registry, to read from it or to write to it.
bool registerPasses() {
  PassRegistry& registry = *PassRegistry::getPassRegistry();
  initializeCore(registry);
  initializeAnalysis(registry);
  initializeTransformUtils(registry);
  initializeScalarOpts(registry);
  initializeVectorization(registry);
  initializeCodeGen(registry);
  initializeGlobalISel(registry);
  initializeTarget(registry);
  // Code generation uses these, too, and none of the functions above registers them.
  initializeExpandReductionsPass(registry);
  initializeExpandVectorPredicationPass(registry);
  initializeRegAllocScoringPass(registry);
  initializeReplaceWithVeclibLegacyPass(registry);
  return true;
}

} // namespace

const Host& host() {
  static const Host* description = new Host(runLlvmJob(describe));
  return *description;
}

std::unique_ptr<TargetMachine> makeTargetMachine(bool quickCode) {
  const Host& host = jit::host();
  static std::once_flag isRegistered;
  std::call_once(isRegistered, [] { runLlvmJob(registerPasses); });
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
