// The attributes of core dumps: sizes, defaults, values of all contexts and of one, and their
// codes.
// nvcc: -lcuda
#include "driver.h"

#include <string.h>

template <typename T, typename Get> static T get(Get function, CUcoredumpSettings attribute) {
  T value{};
  size_t size = sizeof value;
  DRIVER_CHECK(function(attribute, &value, &size));
  return value;
}

template <typename T, typename Set>
static CUresult set(Set function, CUcoredumpSettings attribute, T value) {
  size_t size = sizeof value;
  return function(attribute, &value, &size);
}

template <typename Get> static size_t sizeOf(Get function, CUcoredumpSettings attribute) {
  size_t size = 0;
  DRIVER_CHECK(function(attribute, nullptr, &size));
  return size;
}

int main() {
  const auto global = cuCoredumpGetAttributeGlobal;
  const auto setGlobal = cuCoredumpSetAttributeGlobal;
  DRIVER_CHECK(set(setGlobal, CU_COREDUMP_TRIGGER_HOST, true)); // also before cuInit
  DRIVER_CHECK(cuInit(0));
  EXPECT_EQ(get<bool>(global, CU_COREDUMP_ENABLE_ON_EXCEPTION), false);
  EXPECT_EQ(get<bool>(global, CU_COREDUMP_TRIGGER_HOST), true);
  EXPECT_EQ(get<bool>(global, CU_COREDUMP_LIGHTWEIGHT), false);
  EXPECT_EQ(get<bool>(global, CU_COREDUMP_ENABLE_USER_TRIGGER), false);
  EXPECT_EQ(get<int>(global, CU_COREDUMP_GENERATION_FLAGS), 0);
  EXPECT_EQ(sizeOf(global, CU_COREDUMP_TRIGGER_HOST), 1u);
  EXPECT_EQ(sizeOf(global, CU_COREDUMP_FILE), 1024u);
  EXPECT_EQ(sizeOf(global, CU_COREDUMP_PIPE), 1024u);
  EXPECT_EQ(sizeOf(global, CU_COREDUMP_GENERATION_FLAGS), 4u);

  bool flag = true;
  size_t size = 1;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, global(CU_COREDUMP_MAX, &flag, &size));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, global(CU_COREDUMP_TRIGGER_HOST, &flag, nullptr));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, set(setGlobal, CU_COREDUMP_TRIGGER_HOST, 1));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, set(setGlobal, CU_COREDUMP_GENERATION_FLAGS, true));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT,
                cuCoredumpGetAttribute(CU_COREDUMP_TRIGGER_HOST, &flag, &size));

  char name[1024] = "name";
  size = 5;
  DRIVER_CHECK(setGlobal(CU_COREDUMP_FILE, name, &size));
  memset(name, 'x', sizeof name);
  size = 4;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, global(CU_COREDUMP_FILE, name, &size));
  size = 5;
  DRIVER_CHECK(global(CU_COREDUMP_FILE, name, &size));
  EXPECT_EQ(strcmp(name, "name"), 0);
  DRIVER_CHECK(set(setGlobal, CU_COREDUMP_TRIGGER_HOST, false));

  // A context has what all had when it was made, and then its own.
  CUcontext context;
  DRIVER_CHECK(cuCtxCreate(&context, nullptr, 0, 0));
  const auto own = cuCoredumpGetAttribute;
  EXPECT_EQ(get<bool>(own, CU_COREDUMP_TRIGGER_HOST), false);
  DRIVER_CHECK(set(cuCoredumpSetAttribute, CU_COREDUMP_TRIGGER_HOST, true));
  EXPECT_EQ(get<bool>(own, CU_COREDUMP_TRIGGER_HOST), true);
  EXPECT_EQ(get<bool>(global, CU_COREDUMP_TRIGGER_HOST), false);
  DRIVER_CHECK(set(cuCoredumpSetAttribute, CU_COREDUMP_GENERATION_FLAGS, 0x3f));
  EXPECT_EQ(get<int>(own, CU_COREDUMP_GENERATION_FLAGS), 0x3f);
  EXPECT_EQ(get<bool>(own, CU_COREDUMP_LIGHTWEIGHT), true);
  size = 1;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, own(CU_COREDUMP_ENABLE_USER_TRIGGER, &flag, &size));
  size = 1024;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, own(CU_COREDUMP_PIPE, name, &size));
  DRIVER_CHECK(cuCtxDestroy(context));
  return ok();
}
