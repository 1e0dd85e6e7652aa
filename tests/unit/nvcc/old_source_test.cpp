// Source as the guides of CUDA 4 to 11 print it, which later versions no longer take, and the rules
// of devices of compute capability 1.x.
#include "program.h"

namespace heddle::nvcc {
namespace {

class OldSourceTest : public ProgramTest {
protected:
  // What nvcc says of a source for that architecture.
  Outcome compile(const std::string& architecture, const std::string& source) {
    write("a.cu", source);
    return shell("$NVCC -arch=" + architecture + " -ptx a.cu -o a.ptx");
  }
  void expectRefused(const std::string& before, const std::string& since, const std::string& body) {
    const std::string source =
        "__global__ void k(int* p, float* f, unsigned long long* l) { " + body + " }\n";
    const Outcome refused = compile(before, source);
    EXPECT_NE(refused.status, 0) << body << " for " << before;
    EXPECT_NE(refused.text.find("it needs compute capability"), std::string::npos) << refused.text;
    EXPECT_EQ(compile(since, source).status, 0) << body << " for " << since;
  }
};

// The forms of CUDA 4 to 11 beside those of CUDA 13, whose addresses programs still may take.
// Rows R-178, R-179, R-184, P-074.
TEST_F(OldSourceTest, FormsOfFunctions) {
  write("a.cu", R"(
#include <cuda.h>
#include <type_traits>
void driver(CUdevice device, CUsurfref surface, CUarray array, CUgraph graph, CUgraphNode node,
            CUgraphNode* nodes, CUstream stream, size_t* count) {
  CUcontext context;
  cuCtxCreate(&context, 0, device);
  cuCtxCreate(&context, CU_CTX_SCHED_SPIN | CU_CTX_MAP_HOST, device);
  cuCtxCreate(&context, nullptr, 0, device);
  cuSurfRefSetArray(surface, array, CU_SRSA_USE_ARRAY_FORMAT);
  CUjit_option options[] = {CU_ASM_TARGET_FROM_CUCONTEXT, CU_ASM_ERROR_LOG_BUFFER,
                            CU_ASM_ERROR_LOG_BUFFER_SIZE_BYTES};
  static_assert(CU_ASM_TARGET == CU_JIT_TARGET && sizeof options, "");
  cuGraphAddDependencies(graph, nodes, nodes, 1);
  cuGraphAddDependencies(graph, nodes, nodes, nullptr, 1);
  cuGraphGetEdges(graph, nodes, nodes, count);
  cuGraphNodeGetDependencies(node, nodes, count);
  cuStreamBeginCapture(stream);
  CUgraphExec exec;
  cuGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cuGraphInstantiate(&exec, graph, 0);
  decltype(&cuCtxCreate) create = &cuCtxCreate;
  static_assert(std::is_same<decltype(create), CUresult (*)(CUcontext*, CUctxCreateParams*,
                                                            unsigned, CUdevice)>::value, "");
}
void runtime(cudaStream_t stream, cudaGraph_t graph, cudaGraphNode_t node, cudaGraphNode_t* nodes,
             size_t* count) {
  cudaStreamBeginCapture(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaGraphAddDependencies(graph, nodes, nodes, 1);
  cudaGraphAddDependencies(graph, nodes, nodes, nullptr, 1);
  cudaGraphRemoveDependencies(graph, nodes, nodes, 1);
  cudaGraphGetEdges(graph, nodes, nodes, count);
  cudaGraphNodeGetDependencies(node, nodes, count);
  cudaGraphNodeGetDependentNodes(node, nodes, count);
  cudaStreamUpdateCaptureDependencies(stream, nodes, 1, 0);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
  cudaGraphExecUpdateResult result;
  cudaGraphExecUpdate(exec, graph, nodes, &result);
  cudaThreadSynchronize();
  cudaThreadExit();
  auto add = cudaGraphAddDependencies;
  static_assert(std::is_same<decltype(add), cudaError_t (*)(cudaGraph_t, const cudaGraphNode_t*,
      const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t)>::value, "");
}
)");
  succeed("$NVCC -use-fast-math -c a.cu -o a.o");
}

// Row P-015.
TEST_F(OldSourceTest, MainWithoutResult) {
  write("a.cu", "#include <cstdio>\nvoid main() { if (std::puts(\"here\") < 0) return; }\n");
  succeed("$NVCC -cudart none a.cu $RUNTIME -o a");
  EXPECT_NE(succeed("./a").find("here"), std::string::npos);
}

// Rows P-042, H-035 to H-040, H-043 to H-047, L-321.
TEST_F(OldSourceTest, FeaturesOfLaterDevices) {
  expectRefused("sm_10", "sm_11", "atomicAdd(p, 1);");
  expectRefused("sm_10", "sm_11", "atomicExch(f, 1.0f);");
  expectRefused("sm_11", "sm_12", "atomicCAS(l, 0ull, 1ull);");
  expectRefused("sm_11", "sm_12", "*p = __any(*p);");
  expectRefused("sm_13", "sm_20", "atomicAdd(f, 1.0f);");
  expectRefused("sm_13", "sm_20", "*p = __ballot(*p);");
  expectRefused("sm_13", "sm_20", "__threadfence_system();");
  expectRefused("sm_13", "sm_20", "*p = __syncthreads_count(*p);");
  expectRefused("sm_13", "sm_30", "*p = surf1Dread<int>(cudaSurfaceObject_t(*l), 0);");
}

// Rows P-043, P-044, H-041: a double keeps its size and holds a float.
TEST_F(OldSourceTest, DoublesBeforeCapability13) {
  const char* source = "__device__ double half = 0.5;\n"
                       "__global__ void k(double* p) { p[1] = p[0] * half + sin(p[0]); }\n";
  const Outcome demoted = compile("sm_12", source);
  EXPECT_EQ(demoted.status, 0) << demoted.text;
  EXPECT_NE(demoted.text.find("warning: double is not supported; demoting to float"),
            std::string::npos)
      << demoted.text;
  const std::string ptx = read("a.ptx");
  EXPECT_EQ(ptx.find("fma.rn.f64"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("ld.global.f32"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("+8], "), std::string::npos) << ptx; // p[1] is still 8 bytes behind p[0]
  EXPECT_NE(ptx.find("half = 0d000000003F000000"), std::string::npos) << ptx;

  const Outcome native = compile("sm_13", source);
  EXPECT_EQ(native.text, "");
  EXPECT_NE(read("a.ptx").find("ld.global.f64"), std::string::npos);
}

} // namespace
} // namespace heddle::nvcc
