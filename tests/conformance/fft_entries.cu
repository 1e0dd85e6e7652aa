// The statuses of all functions of cuFFT for right and wrong arguments.

// nvcc: -lcufft
#include "entries.h"

#include <cufftXt.h>

using namespace conformance;

#define SUCCEEDS(...) CHECK((__VA_ARGS__) == CUFFT_SUCCESS)

// The lengths of a dimension for functions that take them as int or long long.
static const int64_t lengths[] = {8};
static const int64_t firstDevice[] = {0};

// A plan that is not made yet.
static uint64_t createdPlan() {
  cufftHandle plan;
  SUCCEEDS(cufftCreate(&plan));
  return static_cast<uint64_t>(plan);
}
static const Argument created = Argument::made(createdPlan);

static Argument planOf(cufftType type) {
  cufftHandle plan;
  SUCCEEDS(cufftPlan1d(&plan, 8, type, 1));
  return Argument::numbered(static_cast<uint64_t>(plan));
}

static void plans(Sweep& sweep) {
  sweep.row({host}, {ENTRY(cufftCreate)});
  sweep.row({host, 8, CUFFT_C2C, 1}, {ENTRY(cufftPlan1d)});
  sweep.row({host, 8, 8, CUFFT_C2C}, {ENTRY(cufftPlan2d)});
  sweep.row({host, 8, 8, 8, CUFFT_C2C}, {ENTRY(cufftPlan3d)});
  sweep.row({host, 1, lengths, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 1}, {ENTRY(cufftPlanMany)});
  sweep.row({host, 1, lengths, lengths, 1, 8, lengths, 1, 8, CUFFT_R2C, 1}, {ENTRY(cufftPlanMany)});
  sweep.row({created, 8, CUFFT_C2C, 1, host}, {ENTRY(cufftMakePlan1d)});
  sweep.row({created, 8, 8, CUFFT_C2C, host}, {ENTRY(cufftMakePlan2d)});
  sweep.row({created, 8, 8, 8, CUFFT_C2C, host}, {ENTRY(cufftMakePlan3d)});
  sweep.row({created, 1, lengths, lengths, 1, 8, lengths, 1, 8, CUFFT_C2C, 1, host},
            {ENTRY(cufftMakePlanMany), ENTRY(cufftMakePlanMany64)});
  sweep.row({created, 1, lengths, lengths, 1, 8, CUDA_C_32F, lengths, 1, 8, CUDA_C_32F, 1, host,
             CUDA_C_32F},
            {ENTRY(cufftXtMakePlanMany)});
  sweep.row({created}, {ENTRY(cufftDestroy)});
}

static void sizes(Sweep& sweep, const Argument& made) {
  sweep.row({8, CUFFT_C2C, 1, host}, {ENTRY(cufftEstimate1d)});
  sweep.row({8, 8, CUFFT_C2C, host}, {ENTRY(cufftEstimate2d)});
  sweep.row({8, 8, 8, CUFFT_C2C, host}, {ENTRY(cufftEstimate3d)});
  sweep.row({1, lengths, lengths, 1, 8, lengths, 1, 8, CUFFT_C2C, 1, host},
            {ENTRY(cufftEstimateMany)});
  sweep.row({created, 8, CUFFT_C2C, 1, host}, {ENTRY(cufftGetSize1d)});
  sweep.row({created, 8, 8, CUFFT_C2C, host}, {ENTRY(cufftGetSize2d)});
  sweep.row({created, 8, 8, 8, CUFFT_C2C, host}, {ENTRY(cufftGetSize3d)});
  sweep.row({created, 1, lengths, lengths, 1, 8, lengths, 1, 8, CUFFT_C2C, 1, host},
            {ENTRY(cufftGetSizeMany), ENTRY(cufftGetSizeMany64)});
  sweep.row({created, 1, lengths, lengths, 1, 8, CUDA_C_32F, lengths, 1, 8, CUDA_C_32F, 1, host,
             CUDA_C_32F},
            {ENTRY(cufftXtGetSizeMany)});
  sweep.row({made, host}, {ENTRY(cufftGetSize)});
  sweep.row({created, host}, {ENTRY(cufftGetSize)});
}

static void transforms(Sweep& sweep) {
  const Argument c2c = planOf(CUFFT_C2C), r2c = planOf(CUFFT_R2C), c2r = planOf(CUFFT_C2R);
  const Argument z2z = planOf(CUFFT_Z2Z), d2z = planOf(CUFFT_D2Z), z2d = planOf(CUFFT_Z2D);
  sweep.row({c2c, device, device, CUFFT_FORWARD}, {ENTRY(cufftExecC2C)});
  sweep.row({z2z, device, device, CUFFT_FORWARD}, {ENTRY(cufftExecZ2Z)});
  sweep.row({r2c, device, device}, {ENTRY(cufftExecR2C)});
  sweep.row({c2r, device, device}, {ENTRY(cufftExecC2R)});
  sweep.row({d2z, device, device}, {ENTRY(cufftExecD2Z)});
  sweep.row({z2d, device, device}, {ENTRY(cufftExecZ2D)});
  sweep.row({c2c, device, device, CUFFT_FORWARD}, {ENTRY(cufftXtExec)});
  sweep.row({r2c, device, device, CUFFT_FORWARD}, {ENTRY(cufftXtExec)});
  // Plans of another type, and one that is not made.
  sweep.row({z2z, device, device, CUFFT_FORWARD}, {ENTRY(cufftExecC2C)});
  sweep.row({c2c, device, device}, {ENTRY(cufftExecR2C)});
  sweep.row({created, device, device, CUFFT_FORWARD}, {ENTRY(cufftExecC2C)});
  sweep.row({created, device, device, CUFFT_FORWARD}, {ENTRY(cufftXtExec)});
}

static void settings(Sweep& sweep, const Argument& made) {
  sweep.row({host}, {ENTRY(cufftGetVersion)});
  sweep.row({MAJOR_VERSION, host}, {ENTRY(cufftGetProperty)});
  for (const Argument& plan : {made, created}) {
    sweep.row({plan, workspace}, {ENTRY(cufftSetWorkArea)});
    sweep.row({plan, 1}, {ENTRY(cufftSetAutoAllocation)});
    sweep.row({plan, nullptr}, {ENTRY(cufftSetStream)});
    sweep.row({plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 0}, {ENTRY(cufftSetPlanPropertyInt64)});
    sweep.row({plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, host},
              {ENTRY(cufftGetPlanPropertyInt64)});
    sweep.row({plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT}, {ENTRY(cufftResetPlanProperty)});
    sweep.row({plan, CUFFT_WORKAREA_MINIMAL, host}, {ENTRY(cufftXtSetWorkAreaPolicy)});
    sweep.row({plan, CUFFT_WORKAREA_PERFORMANCE, host}, {ENTRY(cufftXtSetWorkAreaPolicy)});
    sweep.row({plan, CUFFT_WORKAREA_USER, host}, {ENTRY(cufftXtSetWorkAreaPolicy)});
    sweep.row({plan, host, CUFFT_QUERY_1D_FACTORS}, {ENTRY(cufftXtQueryPlan)});
    sweep.row({plan, 1, firstDevice}, {ENTRY(cufftXtSetGPUs)});
    sweep.row({plan, host, CUFFT_XT_FORMAT_INPLACE}, {ENTRY(cufftXtMalloc)});
    sweep.row({plan, CUFFT_CB_LD_COMPLEX}, {ENTRY(cufftXtClearCallback)});
    sweep.row({plan, CUFFT_CB_LD_COMPLEX, 16}, {ENTRY(cufftXtSetCallbackSharedSize)});
    sweep.row({plan, hostPointers, CUFFT_CB_LD_COMPLEX, nullptr}, {ENTRY(cufftXtSetCallback)});
    sweep.row({plan, hostPointers}, {ENTRY(cufftXtSetWorkArea)});
  }
}

int main() {
  Sweep sweep({
#include "fft_entries.inc"
  });
  const Argument made = planOf(CUFFT_C2C);
  plans(sweep);
  sizes(sweep, made);
  transforms(sweep);
  settings(sweep, made);
  return sweep.finish();
}
