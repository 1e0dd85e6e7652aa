// CU_JIT_MAX_REGISTERS limits the registers of a kernel that needs more, and only those.
// nvcc: -lcuda
#include "driver.h"

#include <string>

// Sums of 64 numbers that are all alive at once.
static std::string manyNumbers() {
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry many(.param .u64 data, .param .u32 rounds) {\n"
                     ".reg .b64 %p; .reg .f32 %f<64>; .reg .u32 %n; .reg .pred %q;\n"
                     "ld.param.u64 %p, [data]; ld.param.u32 %n, [rounds];\n";
  for (int i = 0; i < 64; ++i)
    text += "ld.global.f32 %f" + std::to_string(i) + ", [%p+" + std::to_string(4 * i) + "];\n";
  text += "LOOP:\n";
  for (int i = 0; i < 64; ++i)
    text += "fma.rn.f32 %f" + std::to_string(i) + ", %f" + std::to_string(i) + ", %f" +
            std::to_string((i + 7) % 64) + ", %f" + std::to_string((i + 31) % 64) + ";\n";
  text += "sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra LOOP;\n";
  for (int i = 0; i < 64; ++i)
    text += "st.global.f32 [%p+" + std::to_string(4 * i) + "], %f" + std::to_string(i) + ";\n";
  return text + "ret;\n}\n.visible .entry few() { ret; }\n";
}

static int registersOf(CUmodule module, const char* name) {
  CUfunction function;
  int registers;
  DRIVER_CHECK(cuModuleGetFunction(&function, module, name));
  DRIVER_CHECK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
  return registers;
}

int main() {
  usePrimaryContext();
  const std::string ptx = manyNumbers();
  CUmodule module;
  DRIVER_CHECK(cuModuleLoadData(&module, ptx.c_str()));
  const int unlimited = registersOf(module, "many"), few = registersOf(module, "few");
  CHECK(unlimited >= 64);
  DRIVER_CHECK(cuModuleUnload(module));
  for (int limit : {1, 16, 24, 32, 40, 48, 255}) {
    CUjit_option option = CU_JIT_MAX_REGISTERS;
    void* value = reinterpret_cast<void*>(static_cast<size_t>(limit));
    DRIVER_CHECK(cuModuleLoadDataEx(&module, ptx.c_str(), 1, &option, &value));
    const int allowed = limit < 24 ? 24 : limit;
    EXPECT_EQ_AT(limit, registersOf(module, "many"), allowed < unlimited ? allowed : unlimited);
    EXPECT_EQ_AT(limit, registersOf(module, "few"), few);
    DRIVER_CHECK(cuModuleUnload(module));
  }
  return ok();
}
