#include "driver/module/code_tiers.h"

#include "driver/module/environment_choice.h"

namespace heddle::driver {
namespace {

constexpr Choice<jit::CodeTier> kTiers[] = {
    {"full", jit::CodeTier::Full},
    {"quick", jit::CodeTier::Quick},
    {"tiered", jit::CodeTier::Tiered},
};

} // namespace

jit::CodeTier codeTier() {
  static const jit::CodeTier tier = environmentChoice("HEDDLE_JIT", kTiers);
  return tier;
}

} // namespace heddle::driver
