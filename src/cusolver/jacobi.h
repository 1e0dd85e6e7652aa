// The parameters of the Jacobi methods. Heddle computes by LAPACK's direct methods instead, to full
// precision, so tolerance and number of sweeps change nothing; they are kept. What a
// program may ask for afterwards is the residual, which is computed, and the number of sweeps,
// which is 1.
#pragma once

#include "cusolver/handle.h"

#include <memory>

namespace heddle::cusolver {

// What the last call with these parameters has found. Work on a stream writes it, after the program
// may have destroyed the parameters, so it has owners of its own.
struct JacobiResult {
  double residual = 0;
  // False for batches, as in cuSOLVER, and for problems with two matrices.
  bool hasResidual = true;
};

struct JacobiParameters {
  double tolerance = 0;
  int maxSweeps = 100;
  bool isSorted = true;
  std::shared_ptr<JacobiResult> result;
};

} // namespace heddle::cusolver

struct syevjInfo : heddle::cusolver::JacobiParameters {};
struct gesvdjInfo : heddle::cusolver::JacobiParameters {};
