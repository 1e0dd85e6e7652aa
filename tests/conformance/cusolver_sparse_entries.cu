// The statuses of all functions of cuSOLVER's sparse part for right and wrong arguments.

// nvcc: -lcusolver -lcusparse
#include "entries.h"

#define DISABLE_CUSOLVER_DEPRECATED
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <array>

using namespace conformance;

#define SUCCEEDS(...) CHECK((__VA_ARGS__) == CUSOLVER_STATUS_SUCCESS)

static char hostWorkspace[1 << 20];

// What a factorisation remembers is of one type, so each type has an object of its own, and one
// more is for the analysis, which is the same for all types.
constexpr int kTypes = 4;
template <class Info> using Infos = std::array<Info, kTypes + 1>;

// The objects that the rows name.
struct Objects {
  cusolverSpHandle_t sparse;
  cusparseMatDescr_t descr;
  Infos<csrqrInfo_t> csrqr, csrqrBatched;
  Infos<csrqrInfoHost_t> csrqrHost;
  Infos<csrcholInfo_t> csrchol;
  Infos<csrcholInfoHost_t> csrcholHost;
  Infos<csrluInfoHost_t> csrluHost;
};

// Makes the objects of a factorisation, all of which know the pattern of a sparse identity.
template <class Info, class Create, class Analyse>
static void analyse(Infos<Info>& infos, Create create, Analyse analyse) {
  for (Info& info : infos) {
    SUCCEEDS(create(&info));
    SUCCEEDS(analyse(info));
  }
}

static Objects create() {
  Objects o;
  SUCCEEDS(cusolverSpCreate(&o.sparse));
  CHECK(cusparseCreateMatDescr(&o.descr) == CUSPARSE_STATUS_SUCCESS);
  const int identity[] = {0, 1, 2};
  int* offsets;
  CUDA_CHECK(cudaMalloc(&offsets, sizeof identity));
  CUDA_CHECK(cudaMemcpy(offsets, identity, sizeof identity, cudaMemcpyHostToDevice));
  analyse(o.csrqr, cusolverSpCreateCsrqrInfo, [&](csrqrInfo_t info) {
    return cusolverSpXcsrqrAnalysis(o.sparse, 2, 2, 2, o.descr, offsets, offsets, info);
  });
  analyse(o.csrqrBatched, cusolverSpCreateCsrqrInfo, [&](csrqrInfo_t info) {
    return cusolverSpXcsrqrAnalysisBatched(o.sparse, 2, 2, 2, o.descr, offsets, offsets, info);
  });
  analyse(o.csrqrHost, cusolverSpCreateCsrqrInfoHost, [&](csrqrInfoHost_t info) {
    return cusolverSpXcsrqrAnalysisHost(o.sparse, 2, 2, 2, o.descr, identity, identity, info);
  });
  analyse(o.csrchol, cusolverSpCreateCsrcholInfo, [&](csrcholInfo_t info) {
    return cusolverSpXcsrcholAnalysis(o.sparse, 2, 2, o.descr, offsets, offsets, info);
  });
  analyse(o.csrcholHost, cusolverSpCreateCsrcholInfoHost, [&](csrcholInfoHost_t info) {
    return cusolverSpXcsrcholAnalysisHost(o.sparse, 2, 2, o.descr, identity, identity, info);
  });
  analyse(o.csrluHost, cusolverSpCreateCsrluInfoHost, [&](csrluInfoHost_t info) {
    return cusolverSpXcsrluAnalysisHost(o.sparse, 2, 2, o.descr, identity, identity, info);
  });
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(offsets));
  return o;
}

// Rows of the forms of a function for all types, each with the object of its type.
template <class Info, class Arguments>
static void rows(Sweep& sweep, const Infos<Info>& infos, Arguments arguments,
                 std::initializer_list<Entry> forms) {
  for (size_t i = 0; i < forms.size(); ++i)
    sweep.row(arguments(infos[i]), {forms.begin()[i]});
}

static void systems(Sweep& sweep, const Objects& o) {
  sweep.row({o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, host, 0.5,
             size(0), host, host},
            {SDCZ(cusolverSp, csrlsvluHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, device, indices, indices, device, 0.5, size(0),
             device, host},
            {SDCZ(cusolverSp, csrlsvqr)});
  sweep.row({o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, host, 0.5,
             size(0), host, host},
            {SDCZ(cusolverSp, csrlsvqrHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, host, 0.5,
             size(0), host, host},
            {SDCZ(cusolverSp, csrlsvcholHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, device, indices, indices, device, 0.5, size(0),
             device, host},
            {SDCZ(cusolverSp, csrlsvchol)});
  sweep.row({o.sparse, size(2), size(2), size(2), o.descr, host, hostIndices, hostIndices, host,
             0.5, host, host, hostIndices, host},
            {SDCZ(cusolverSp, csrlsqvqrHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, 0.5, host,
             size(10), 0.5, host, host},
            {SDCZ(cusolverSp, csreigvsiHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, device, indices, indices, 0.5, device, size(10),
             0.5, device, device},
            {SDCZ(cusolverSp, csreigvsi)});
  sweep.row({o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, 0.5, 0.5, host},
            {SDCZ(cusolverSp, csreigsHost)});
}

static void orderings(Sweep& sweep, const Objects& o) {
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices, host},
            {ENTRY(cusolverSpXcsrissymHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices},
            {ENTRY(cusolverSpXcsrsymrcmHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices},
            {ENTRY(cusolverSpXcsrsymmdqHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices},
            {ENTRY(cusolverSpXcsrsymamdHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, nullptr, hostIndices},
            {ENTRY(cusolverSpXcsrmetisndHost)});
  sweep.row(
      {o.sparse, size(2), size(2), o.descr, host, hostIndices, hostIndices, hostIndices, host},
      {SDCZ(cusolverSp, csrzfdHost)});
  sweep.row({o.sparse, size(2), size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices,
             hostIndices, host},
            {ENTRY(cusolverSpXcsrperm_bufferSizeHost)});
  sweep.row({o.sparse, size(2), size(2), size(2), o.descr, hostIndices, hostIndices, hostIndices,
             hostIndices, hostIndices, hostWorkspace},
            {ENTRY(cusolverSpXcsrpermHost)});
}

static void factors(Sweep& sweep, const Objects& o) {
  sweep.row({o.sparse, size(2), size(2), size(2), o.descr, indices, indices, o.csrqrBatched.back()},
            {ENTRY(cusolverSpXcsrqrAnalysisBatched)});
  rows(sweep, o.csrqrBatched,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), size(2), o.descr, device,
                                      indices,  indices, size(1), info,    host,    host};
       },
       {SDCZ(cusolverSp, csrqrBufferInfoBatched)});
  rows(sweep, o.csrqrBatched,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2),  size(2), o.descr,
                                      device,   indices, indices,  device,  device,
                                      size(1),  info,    workspace};
       },
       {SDCZ(cusolverSp, csrqrsvBatched)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, o.csrluHost.back()},
            {ENTRY(cusolverSpXcsrluAnalysisHost)});
  rows(sweep, o.csrluHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    size(2),     size(2), o.descr, host,
                                      hostIndices, hostIndices, info,    host,    host};
       },
       {SDCZ(cusolverSp, csrluBufferInfoHost)});
  rows(sweep, o.csrluHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    size(2),     size(2), o.descr, host,
                                      hostIndices, hostIndices, info,    0.5,     hostWorkspace};
       },
       {SDCZ(cusolverSp, csrluFactorHost)});
  rows(sweep, o.csrluHost,
       [&](auto info) { return std::vector<Argument>{o.sparse, info, 0.5, host}; },
       {SDCZ(cusolverSp, csrluZeroPivotHost)});
  rows(sweep, o.csrluHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), host, host, info, hostWorkspace};
       },
       {SDCZ(cusolverSp, csrluSolveHost)});
  sweep.row({o.sparse, host, host, o.csrluHost.front()}, {ENTRY(cusolverSpXcsrluNnzHost)});
  rows(sweep, o.csrluHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    hostIndices, hostIndices,  o.descr, host,
                                      hostIndices, hostIndices, o.descr,      host,    hostIndices,
                                      hostIndices, info,        hostWorkspace};
       },
       {SDCZ(cusolverSp, csrluExtractHost)});
  sweep.row(
      {o.sparse, size(2), size(2), size(2), o.descr, hostIndices, hostIndices, o.csrqrHost.back()},
      {ENTRY(cusolverSpXcsrqrAnalysisHost)});
  rows(sweep, o.csrqrHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    size(2),     size(2), size(2), o.descr, host,
                                      hostIndices, hostIndices, info,    host,    host};
       },
       {SDCZ(cusolverSp, csrqrBufferInfoHost)});
  rows(sweep, o.csrqrHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2),     size(2),     size(2), o.descr,
                                      host,     hostIndices, hostIndices, 0.5,     info};
       },
       {SDCZ(cusolverSp, csrqrSetupHost)});
  rows(sweep, o.csrqrHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), size(2),
                                      host,     host,    info,    hostWorkspace};
       },
       {SDCZ(cusolverSp, csrqrFactorHost)});
  rows(sweep, o.csrqrHost,
       [&](auto info) { return std::vector<Argument>{o.sparse, info, 0.5, host}; },
       {SDCZ(cusolverSp, csrqrZeroPivotHost)});
  rows(sweep, o.csrqrHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), host, host, info, hostWorkspace};
       },
       {SDCZ(cusolverSp, csrqrSolveHost)});
  sweep.row({o.sparse, size(2), size(2), size(2), o.descr, indices, indices, o.csrqr.back()},
            {ENTRY(cusolverSpXcsrqrAnalysis)});
  rows(sweep, o.csrqr,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), size(2), o.descr, device,
                                      indices,  indices, info,    host,    host};
       },
       {SDCZ(cusolverSp, csrqrBufferInfo)});
  rows(sweep, o.csrqr,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), size(2), o.descr,
                                      device,   indices, indices, 0.5,     info};
       },
       {SDCZ(cusolverSp, csrqrSetup)});
  rows(sweep, o.csrqr,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), size(2),
                                      device,   device,  info,    workspace};
       },
       {SDCZ(cusolverSp, csrqrFactor)});
  rows(sweep, o.csrqr, [&](auto info) { return std::vector<Argument>{o.sparse, info, 0.5, host}; },
       {SDCZ(cusolverSp, csrqrZeroPivot)});
  rows(sweep, o.csrqr,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), device, device, info, workspace};
       },
       {SDCZ(cusolverSp, csrqrSolve)});
  sweep.row({o.sparse, size(2), size(2), o.descr, hostIndices, hostIndices, o.csrcholHost.back()},
            {ENTRY(cusolverSpXcsrcholAnalysisHost)});
  rows(sweep, o.csrcholHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    size(2),     size(2), o.descr, host,
                                      hostIndices, hostIndices, info,    host,    host};
       },
       {SDCZ(cusolverSp, csrcholBufferInfoHost)});
  rows(sweep, o.csrcholHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse,    size(2),     size(2), o.descr,      host,
                                      hostIndices, hostIndices, info,    hostWorkspace};
       },
       {SDCZ(cusolverSp, csrcholFactorHost)});
  rows(sweep, o.csrcholHost,
       [&](auto info) { return std::vector<Argument>{o.sparse, info, 0.5, host}; },
       {SDCZ(cusolverSp, csrcholZeroPivotHost)});
  rows(sweep, o.csrcholHost,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), host, host, info, hostWorkspace};
       },
       {SDCZ(cusolverSp, csrcholSolveHost)});
  sweep.row({o.sparse, size(2), size(2), o.descr, indices, indices, o.csrchol.back()},
            {ENTRY(cusolverSpXcsrcholAnalysis)});
  rows(sweep, o.csrchol,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), o.descr, device,
                                      indices,  indices, info,    host,    host};
       },
       {SDCZ(cusolverSp, csrcholBufferInfo)});
  rows(sweep, o.csrchol,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), size(2), o.descr,  device,
                                      indices,  indices, info,    workspace};
       },
       {SDCZ(cusolverSp, csrcholFactor)});
  rows(sweep, o.csrchol,
       [&](auto info) { return std::vector<Argument>{o.sparse, info, 0.5, host}; },
       {SDCZ(cusolverSp, csrcholZeroPivot)});
  rows(sweep, o.csrchol,
       [&](auto info) {
         return std::vector<Argument>{o.sparse, size(2), device, device, info, workspace};
       },
       {SDCZ(cusolverSp, csrcholSolve)});
  rows(sweep, o.csrchol, [&](auto info) { return std::vector<Argument>{o.sparse, info, device}; },
       {SDCZ(cusolverSp, csrcholDiag)});
}

int main() {
  const Objects objects = create();
  Sweep sweep({
#include "cusolver_sparse_entries.inc"
  });
  systems(sweep, objects);
  orderings(sweep, objects);
  factors(sweep, objects);
  return sweep.finish();
}
