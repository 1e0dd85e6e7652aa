// What the tools of the checker cost: the benchmark kernels with the checks of each tool against
// the same kernels without, by the time of all processors, and the memory of the programs.
#pragma once

#include <string>

namespace heddle::bench {

struct CheckerCostSettings {
  std::string filter; // only benchmarks with this in their names
  int rounds;         // how often the tools take turns
  double seconds;     // the shortest time of one turn
};

// Prints the table. Returns the exit code of the program: 1 where a program fails.
int measureCheckerCosts(const CheckerCostSettings& settings);

} // namespace heddle::bench
