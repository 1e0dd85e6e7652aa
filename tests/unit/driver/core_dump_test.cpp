// The attributes of core dumps, as an H200 answers: sizes, defaults, values of all contexts and of
// one.
#include "fixture.h"

#include <cstring>

using namespace heddle::driver::test;

namespace {

struct CoreDumpTest : ContextTest {};

template <typename T, typename Get> T get(Get function, CUcoredumpSettings attribute) {
  T value{};
  size_t size = sizeof value;
  EXPECT_CU(function(attribute, &value, &size));
  return value;
}

template <typename T, typename Set>
CUresult set(Set function, CUcoredumpSettings attribute, T value) {
  size_t size = sizeof value;
  return function(attribute, &value, &size);
}

TEST_F(CoreDumpTest, OfAllContextsAndOfOne) {
  const auto global = cuCoredumpGetAttributeGlobal;
  const auto setGlobal = cuCoredumpSetAttributeGlobal;
  EXPECT_FALSE(get<bool>(global, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  EXPECT_TRUE(get<bool>(global, CU_COREDUMP_TRIGGER_HOST));
  EXPECT_FALSE(get<bool>(global, CU_COREDUMP_LIGHTWEIGHT));
  EXPECT_FALSE(get<bool>(global, CU_COREDUMP_ENABLE_USER_TRIGGER));
  EXPECT_EQ(get<int>(global, CU_COREDUMP_GENERATION_FLAGS), 0);
  size_t size = 0;
  EXPECT_CU(global(CU_COREDUMP_FILE, nullptr, &size));
  EXPECT_EQ(size, 1024u);

  bool flag = true;
  size = 1;
  EXPECT_EQ(global(CU_COREDUMP_MAX, &flag, &size), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(global(CU_COREDUMP_TRIGGER_HOST, &flag, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(set(setGlobal, CU_COREDUMP_TRIGGER_HOST, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(set(setGlobal, CU_COREDUMP_GENERATION_FLAGS, true), CUDA_ERROR_INVALID_VALUE);

  char name[1024] = "name";
  size = 5;
  EXPECT_CU(setGlobal(CU_COREDUMP_FILE, name, &size));
  std::memset(name, 'x', sizeof name);
  size = 3;
  EXPECT_EQ(global(CU_COREDUMP_FILE, name, &size), CUDA_ERROR_INVALID_VALUE);
  size = 4; // without its end
  EXPECT_CU(global(CU_COREDUMP_FILE, name, &size));
  EXPECT_EQ(std::strncmp(name, "namex", 5), 0);
  size = 5;
  EXPECT_CU(global(CU_COREDUMP_FILE, name, &size));
  EXPECT_STREQ(name, "name");
  EXPECT_CU(set(setGlobal, CU_COREDUMP_TRIGGER_HOST, false));

  // A context has what all had when it was made, and then its own.
  CUcontext context;
  ASSERT_CU(cuCtxCreate(&context, nullptr, 0, 0));
  const auto own = cuCoredumpGetAttribute;
  EXPECT_FALSE(get<bool>(own, CU_COREDUMP_TRIGGER_HOST));
  EXPECT_CU(set(cuCoredumpSetAttribute, CU_COREDUMP_TRIGGER_HOST, true));
  EXPECT_TRUE(get<bool>(own, CU_COREDUMP_TRIGGER_HOST));
  EXPECT_FALSE(get<bool>(global, CU_COREDUMP_TRIGGER_HOST));
  EXPECT_CU(set(cuCoredumpSetAttribute, CU_COREDUMP_GENERATION_FLAGS, 0x3f));
  EXPECT_TRUE(get<bool>(own, CU_COREDUMP_LIGHTWEIGHT));
  size = 1;
  EXPECT_EQ(own(CU_COREDUMP_ENABLE_USER_TRIGGER, &flag, &size), CUDA_ERROR_INVALID_VALUE);
  size = sizeof name;
  EXPECT_EQ(own(CU_COREDUMP_PIPE, name, &size), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuCtxDestroy(context));
  // As it was.
  EXPECT_CU(set(setGlobal, CU_COREDUMP_TRIGGER_HOST, true));
  size = 1;
  EXPECT_CU(setGlobal(CU_COREDUMP_FILE, name + 4, &size));
}

} // namespace
