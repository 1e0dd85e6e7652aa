#include "driver/module/code_tiers.h"

#include "driver/module/environment_choice.h"

namespace heddle::driver {
namespace {

// The default comes first.
constexpr Choice<jit::CodeTier> kTiers[] = {
    {"tiered", jit::CodeTier::Tiered},
    {"full", jit::CodeTier::Full},
    {"quick", jit::CodeTier::Quick},
};

} // namespace

jit::CodeTier codeTier() {
  static const jit::CodeTier tier = environmentChoice("HEDDLE_JIT", kTiers);
  return tier;
}

} // namespace heddle::driver
