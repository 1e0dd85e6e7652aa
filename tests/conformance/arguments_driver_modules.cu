// What wrong arguments give: modules, launches and occupancy of the driver API. Each code is what a
// GPU gave for the same calls. rows: D-044 D-050

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cudaFree(0));
  static const char* ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .align "
                           "4 .u32 g[4];\n.visible .entry k(.param .u32 a) { ret; }\n.visible "
                           ".entry b() .maxntid 64, 1, 1 { ret; }\n";
  CUmodule m, z;
  CUfunction k, b, q;
  CUdeviceptr d;
  size_t n, o;
  int v;
  unsigned u;
  OK(cuModuleLoadData(&m, ptx));
  OK(cuModuleGetFunction(&k, m, "k"));
  OK(cuModuleGetFunction(&b, m, "b"));
  int x = 1;
  void* args[1] = {&x};
  CUstream B = bad<CUstream>();

  GIVES(1, cuModuleLoad(nullptr, "/none"));

  GIVES(1, cuModuleLoad(&z, nullptr));

  GIVES(301, cuModuleLoad(&z, "/no/such/file"));

  GIVES(200, cuModuleLoad(&z, "/dev/null"));

  GIVES(1, cuModuleLoadData(nullptr, ptx));

  GIVES(1, cuModuleLoadData(&z, nullptr));

  GIVES(200, cuModuleLoadData(&z, ""));

  GIVES(222, cuModuleLoadData(&z, ".version 99.0\n.target sm_80\n.address_size 64\n"));

  GIVES(
      218,
      cuModuleLoadData(
          &z,
          ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { nosuch; ret; }\n"));

  GIVES(218, cuModuleLoadData(&z, ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func "
                                  "f;\n.visible .entry k() { call f; ret; }\n"));

  GIVES(1, cuModuleLoadDataEx(&z, ptx, 1, nullptr, nullptr));
  CUjit_option jo[1] = {(CUjit_option)999};
  void* jv[1] = {nullptr};
  jo[0] = CU_JIT_MAX_REGISTERS;
  jv[0] = (void*)32;
  GIVES(0, cuModuleLoadDataEx(&z, ptx, 1, jo, jv));

  GIVES(0, cuModuleUnload(z));

  GIVES(400, cuModuleUnload(nullptr));

  GIVES(1, cuModuleGetFunction(nullptr, m, "k"));

  GIVES(1, cuModuleGetFunction(&q, m, nullptr));

  GIVES(500, cuModuleGetFunction(&q, m, "none"));

  GIVES(500, cuModuleGetFunction(&q, m, "g"));

  GIVES(400, cuModuleGetFunction(&q, nullptr, "k"));

  GIVES(500, cuModuleGetGlobal(&d, &n, m, "none"));

  GIVES(1, cuModuleGetGlobal(nullptr, nullptr, m, "g"));

  GIVES(0, cuModuleGetGlobal(&d, nullptr, m, "g"));

  GIVES(1, cuModuleGetGlobal(&d, &n, m, nullptr));

  GIVES(400, cuModuleGetGlobal(&d, &n, nullptr, "g"));

  GIVES(0, cuModuleGetGlobal(&d, &n, m, "g"));

  GIVES(1, cuModuleGetFunctionCount(nullptr, m));

  GIVES(0, cuModuleGetFunctionCount(&u, m));

  GIVES(1, cuModuleEnumerateFunctions(nullptr, 1, m));

  GIVES(0, cuModuleEnumerateFunctions(&q, 0, m));
  CUmoduleLoadingMode lm;
  GIVES(0, cuModuleGetLoadingMode(&lm));

  GIVES(1, cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, k));

  GIVES(1, cuFuncGetAttribute(&v, (CUfunction_attribute)99, k));

  GIVES(1, cuFuncGetAttribute(&v, (CUfunction_attribute)-1, k));

  GIVES(400, cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));

  GIVES(0, cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, b));

  GIVES(1, cuFuncSetAttribute(k, CU_FUNC_ATTRIBUTE_NUM_REGS, 16));

  GIVES(1, cuFuncSetAttribute(k, (CUfunction_attribute)99, 16));

  GIVES(1, cuFuncSetAttribute(k, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 300000));

  GIVES(1, cuFuncSetAttribute(k, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));

  GIVES(1, cuFuncSetAttribute(k, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));

  GIVES(1, cuFuncSetCacheConfig(k, (CUfunc_cache)9));

  GIVES(400, cuFuncSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1));

  GIVES(1, cuFuncSetSharedMemConfig(k, (CUsharedconfig)9));

  GIVES(1, cuFuncGetModule(nullptr, k));
  const char* nm;
  GIVES(1, cuFuncGetName(nullptr, k));

  GIVES(1, cuFuncGetName(&nm, nullptr));

  GIVES(0, cuFuncGetParamInfo(k, 0, &o, &n));

  GIVES(1, cuFuncGetParamInfo(k, 1, &o, &n));

  GIVES(1, cuFuncGetParamInfo(k, 0, nullptr, &n));
  CUfunctionLoadingState ls;
  GIVES(1, cuFuncIsLoaded(nullptr, k));

  GIVES(400, cuFuncIsLoaded(&ls, nullptr));

  GIVES(400, cuFuncLoad(nullptr));

  GIVES(0, cuFuncLoad(k));

  GIVES(0, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));

  GIVES(400, cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 0, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 0, 1, 1, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1025, 1, 1, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 65, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 65536, 1, 1, 1, 1, 0, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 50000, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 300000, nullptr, args, nullptr));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));

  GIVES(1, cuLaunchKernel(b, 1, 1, 1, 65, 1, 1, 0, nullptr, nullptr, nullptr));
  size_t sz = 4;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &x, CU_LAUNCH_PARAM_BUFFER_SIZE, &sz,
                   CU_LAUNCH_PARAM_END};
  GIVES(0, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));

  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, args, extra));
  sz = 2;
  GIVES(0, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  sz = 8;
  GIVES(701, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  sz = 4;
  extra[0] = (void*)7;
  GIVES(1, cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  CUlaunchConfig lc = {};
  GIVES(1, cuLaunchKernelEx(nullptr, k, args, nullptr));

  GIVES(1, cuLaunchKernelEx(&lc, k, args, nullptr));

  GIVES(720, cuLaunchCooperativeKernel(k, 1 << 20, 1, 1, 32, 1, 1, 0, nullptr, args));

  GIVES(1, cuFuncSetBlockShape(k, 0, 1, 1));

  GIVES(1, cuFuncSetBlockShape(k, 1025, 1, 1));

  GIVES(1, cuFuncSetBlockShape(k, -1, 1, 1));

  GIVES(1, cuFuncSetSharedSize(k, 300000));

  GIVES(0, cuParamSetSize(k, 5000));

  GIVES(0, cuParamSeti(k, 0, 1));

  GIVES(1, cuLaunchGrid(k, 0, 1));

  GIVES(400, cuLaunchGrid(nullptr, 1, 1));

  GIVES(1, cuOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, k, 32, 0));

  GIVES(400, cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, nullptr, 32, 0));

  GIVES(1, cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, k, 0, 0));

  GIVES(0, cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, k, 2000, 0));
  v = 77;
  GIVES(0, cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, b, 96, 0));
  int w;
  GIVES(0, cuOccupancyMaxPotentialBlockSize(&v, &w, k, nullptr, 0, 0));

  GIVES(1, cuOccupancyMaxPotentialBlockSize(nullptr, &w, k, nullptr, 0, 0));

  GIVES(1, cuOccupancyMaxPotentialBlockSize(&v, nullptr, k, nullptr, 0, 0));

  GIVES(1, cuOccupancyMaxPotentialBlockSize(&v, &w, k, nullptr, 0, -1));

  GIVES(0, cuOccupancyMaxPotentialBlockSize(&v, &w, k, nullptr, 0, 100));

  GIVES(0, cuOccupancyMaxPotentialBlockSize(&v, &w, b, nullptr, 0, 0));

  GIVES(0, cuOccupancyMaxPotentialBlockSize(&v, &w, k, nullptr, 300000, 0));

  GIVES(1, cuOccupancyMaxPotentialBlockSizeWithFlags(&v, &w, k, nullptr, 0, 0, 9));

  GIVES(1, cuOccupancyAvailableDynamicSMemPerBlock(&n, k, 1, 0));

  GIVES(400, cuOccupancyAvailableDynamicSMemPerBlock(&n, nullptr, 1, 32));

  CUlinkState ln;
  void* cb;
  GIVES(1, cuLinkCreate(0, nullptr, nullptr, nullptr));
  OK(cuLinkCreate(0, nullptr, nullptr, &ln));
  GIVES(1, cuLinkAddData(ln, CU_JIT_INPUT_PTX, nullptr, 0, "x", 0, nullptr, nullptr));

  GIVES(301, cuLinkAddFile(ln, CU_JIT_INPUT_PTX, "/no/such", 0, nullptr, nullptr));

  GIVES(0, cuLinkDestroy(ln));

  GIVES(400, cuLinkDestroy(nullptr));
  CUlibrary lb;
  CUkernel kk;
  GIVES(1, cuLibraryLoadData(nullptr, ptx, 0, 0, 0, 0, 0, 0));

  GIVES(1, cuLibraryLoadData(&lb, nullptr, 0, 0, 0, 0, 0, 0));

  GIVES(301, cuLibraryLoadFromFile(&lb, "/no/such", 0, 0, 0, 0, 0, 0));

  GIVES(400, cuLibraryUnload(nullptr));
  OK(cuLibraryLoadData(&lb, ptx, 0, 0, 0, 0, 0, 0));
  GIVES(500, cuLibraryGetKernel(&kk, lb, "none"));

  GIVES(1, cuLibraryGetKernel(nullptr, lb, "k"));

  GIVES(1, cuLibraryGetKernel(&kk, lb, nullptr));

  GIVES(500, cuLibraryGetGlobal(&d, &n, lb, "none"));

  GIVES(500, cuLibraryGetManaged(&d, &n, lb, "g"));

  GIVES(1, cuLibraryGetModule(nullptr, lb));

  GIVES(0, cuLibraryGetKernel(&kk, lb, "k"));

  GIVES(1, cuKernelGetFunction(nullptr, kk));

  GIVES(400, cuKernelGetFunction(&q, nullptr));

  GIVES(101, cuKernelGetAttribute(&v, CU_FUNC_ATTRIBUTE_NUM_REGS, kk, 9));

  GIVES(1, cuKernelGetAttribute(&v, (CUfunction_attribute)99, kk, 0));

  GIVES(1, cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 300000, kk, 0));

  GIVES(1, cuKernelGetName(nullptr, kk));

  GIVES(0, cuLibraryUnload(lb));
  void* fp;
  CUdriverProcAddressQueryResult pq;
  GIVES(0, cuGetProcAddress("none", &fp, 12000, 0, &pq));

  GIVES(1, cuGetProcAddress("cuInit", &fp, 12000, 99, &pq));

  GIVES(0, cuGetProcAddress("cuInit", &fp, 0, 0, &pq));
  const void* et;
  CUuuid uu = {};
  GIVES(1, cuGetExportTable(nullptr, &uu));

  GIVES(1, cuGetExportTable(&et, nullptr));

  GIVES(1, cuGetExportTable(&et, &uu));

  GIVES(0, cuModuleUnload(m));

  GIVES(400, cuModuleUnload(m));

  return ok();
}
