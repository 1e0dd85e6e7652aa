#include "generator/body.h"

namespace heddle::reference {

std::string generateModule(std::uint64_t seed, const LaunchShape& shape) {
  Random random(seed * 0x9e3779b97f4a7c15 + 1);
  Module module{shape, random, {Class::Word32, Class::Pred}, {}};
  module.computes = random.coin();
  for (Class c : kAllClasses)
    if (c != Class::Word32 && c != Class::Pred && random.oneIn(module.computes ? 2 : 3))
      module.classes.push_back(c);
  module.mayExit = random.oneIn(3);
  module.usesMasks = random.oneIn(3); // the others run in gangs of any width
  // The interpreter polls for every thread in turn: quadratic in their number.
  module.waits = random.oneIn(4) && shape.threads() <= 256;
  std::string text = ".version 8.7\n.target sm_90\n.address_size 64\n";
  std::vector<std::string> words;
  for (unsigned i = 0; i < 64; ++i)
    words.push_back(fmt::format("{:#x}", random.bits() >> (random.coin() ? 32 : 60)));
  text += fmt::format(".const .align 16 .b32 table[64] = {{{}}};\n", fmt::join(words, ", "));
  std::string functions;
  if (random.oneIn(3)) {
    unsigned count = 1 + random.below(2);
    for (unsigned i = 0; i < count; ++i) {
      DeviceFunction function{fmt::format("f{}", i), random.coin(), random.oneIn(3),
                              random.oneIn(3)};
      Body body(module, false);
      Place place;
      place.depth = 2;
      place.blockUniform = function.meets;
      if (function.meets && module.usesMasks)
        place.mask = "%warpmask";
      body.statements(place, 8);
      functions += body.functionText(function);
      module.functions.push_back(function);
    }
  }
  Body kernel(module, true);
  Place place;
  place.blockUniform = true;
  if (module.usesMasks)
    place.mask = "%warpmask";
  // Where all threads count together, lanes do so in a loop.
  if (random.oneIn(8) && !module.mayExit)
    kernel.counters();
  kernel.statements(place, random.oneIn(8) || module.computes ? 14 : 3 + random.below(6));
  const std::string kernelText = kernel.kernelText();
  if (module.usesSharedSums)
    text += fmt::format(".shared .align 4 .b8 shared_sums[{}];\n", 4 * (kSums + kGuarded));
  if (module.usesStoringFunctions)
    functions += Body::storingFunctions();
  return text + functions + kernelText;
}

} // namespace heddle::reference
