// Devices that answer as other GPUs: HEDDLE_PROFILE.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fixture.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

int attribute(CUdevice_attribute which, CUdevice device = 0) {
  int value = -1;
  EXPECT_CU(cuDeviceGetAttribute(&value, which, device));
  return value;
}

// Runs the checks in a process of its own, where the profile is set before the driver starts.
void as(const char* profile, const std::function<void()>& checks) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("HEDDLE_PROFILE", profile, 1);
        unsetenv("HEDDLE_MEMORY");
        unsetenv("HEDDLE_DEVICES");
        unsetenv("CUDA_VISIBLE_DEVICES");
        checks();
        _exit(testing::Test::HasFailure() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "")
      << profile;
}

struct Session {
  CUcontext context = nullptr;
  Session() {
    EXPECT_CU(cuInit(0));
    EXPECT_CU(cuCtxCreate(&context, nullptr, 0, 0));
  }
  ~Session() { EXPECT_CU(cuCtxDestroy(context)); }
};

std::string nameOf(CUdevice device) {
  char name[256];
  EXPECT_CU(cuDeviceGetName(name, sizeof name, device));
  return name;
}

std::string emptyKernel(const char* version, const char* target) {
  return std::string(".version ") + version + "\n.target " + target +
         "\n.address_size 64\n.visible .entry k() { ret; }\n";
}

CUresult load(const std::string& ptx, CUfunction* kernel = nullptr) {
  CUmodule module;
  const CUresult result = cuModuleLoadData(&module, ptx.c_str());
  if (result == CUDA_SUCCESS && kernel)
    EXPECT_CU(cuModuleGetFunction(kernel, module, "k"));
  return result;
}

CUresult launch(CUfunction kernel, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                unsigned shared = 0) {
  return cuLaunchKernel(kernel, gridX, gridY, gridZ, blockX, 1, 1, shared, nullptr, nullptr,
                        nullptr);
}

std::vector<std::vector<std::string>> table(const char* name) {
  std::ifstream file(std::string(HEDDLE_PROFILES) + "/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');)
      rows.back().push_back(field);
  }
  return rows;
}

} // namespace

// H-179 to H-237 are table A-1, H-244 to H-278 the cards of section 5.13.
TEST(Profiles, H179_to_H237_H244_to_H278_everyDeviceOfTheCatalogueIsThere) {
  const auto devices = table("devices.tsv"), capabilities = table("capabilities.tsv");
  ASSERT_GT(devices.size(), 1u);
  ASSERT_GT(capabilities.size(), 1u);
  const std::set<std::string> known(capabilities[0].begin() + 2, capabilities[0].end());
  std::set<std::string> keys, rows;
  for (std::size_t at = 1; at < devices.size(); ++at) {
    const auto& device = devices[at];
    ASSERT_EQ(device.size(), devices[0].size()) << device[0];
    EXPECT_TRUE(keys.insert(device[0]).second) << device[0];
    EXPECT_TRUE(known.contains(device[2])) << device[0];
    EXPECT_GT(std::stoi(device[3]), 0) << device[0];
    std::istringstream list(device.back());
    for (std::string row; std::getline(list, row, ',');)
      rows.insert(row);
  }
  for (const auto& row : capabilities)
    EXPECT_EQ(row.size(), capabilities[0].size()) << row[1];
  for (int row = 179; row <= 278; ++row)
    if (row < 238 || row > 243) // remarks on chips
      EXPECT_TRUE(rows.contains("H-" + std::to_string(row))) << row;
  for (const char* key : {"gtx480", "940m", "v100", "a100", "h100", "rtx3090", "rtx4090", "t4"})
    EXPECT_TRUE(keys.contains(key)) << key;
}

// Table F-2, and what the other rows say of devices of those days.
TEST(Profiles, H049_to_H060_H066_to_H070_H072_H073_H078_H080_H083_capabilities) {
  struct Specification {
    const char* row;
    const char* attribute;
    std::array<long, 5> values; // 1.0, 1.1, 1.2, 1.3 and 2.x
  };
  const Specification specifications[] = {
      {"H-050", "MAX_GRID_DIM_X", {65535, 65535, 65535, 65535, 65535}},
      {"H-050", "MAX_GRID_DIM_Y", {65535, 65535, 65535, 65535, 65535}},
      {"H-049", "MAX_GRID_DIM_Z", {1, 1, 1, 1, 65535}},
      {"H-052, H-078", "MAX_BLOCK_DIM_X", {512, 512, 512, 512, 1024}},
      {"H-052, H-078", "MAX_BLOCK_DIM_Y", {512, 512, 512, 512, 1024}},
      {"H-053, H-078", "MAX_BLOCK_DIM_Z", {64, 64, 64, 64, 64}},
      {"H-054, H-078, H-083", "MAX_THREADS_PER_BLOCK", {512, 512, 512, 512, 1024}},
      {"H-056, H-083", "MAX_BLOCKS_PER_MULTIPROCESSOR", {8, 8, 8, 8, 8}},
      {"H-057, H-058", "MAX_THREADS_PER_MULTIPROCESSOR", {768, 768, 1024, 1024, 1536}},
      {"H-059", "MAX_REGISTERS_PER_MULTIPROCESSOR", {8192, 8192, 16384, 16384, 32768}},
      {"H-060", "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR", {16384, 16384, 16384, 16384, 49152}},
      {"H-066", "MAXIMUM_TEXTURE1D_WIDTH", {8192, 8192, 8192, 8192, 32768}},
      {"H-067", "MAXIMUM_TEXTURE1D_LINEAR_WIDTH", {1 << 27, 1 << 27, 1 << 27, 1 << 27, 1 << 27}},
      {"H-068", "MAXIMUM_TEXTURE1D_LAYERED_WIDTH", {8192, 8192, 8192, 8192, 16384}},
      {"H-068", "MAXIMUM_TEXTURE1D_LAYERED_LAYERS", {512, 512, 512, 512, 2048}},
      {"H-069", "MAXIMUM_TEXTURE2D_WIDTH", {65535, 65535, 65535, 65535, 65535}},
      {"H-069", "MAXIMUM_TEXTURE2D_HEIGHT", {32768, 32768, 32768, 32768, 65535}},
      {"H-070", "MAXIMUM_TEXTURE3D_WIDTH", {2048, 2048, 2048, 2048, 2048}},
      {"H-070", "MAXIMUM_TEXTURE3D_HEIGHT", {2048, 2048, 2048, 2048, 2048}},
      {"H-070", "MAXIMUM_TEXTURE3D_DEPTH", {2048, 2048, 2048, 2048, 2048}},
      {"H-072", "MAXIMUM_SURFACE1D_WIDTH", {0, 0, 0, 0, 8192}},
      {"H-073", "MAXIMUM_SURFACE2D_WIDTH", {0, 0, 0, 0, 8192}},
      {"H-073", "MAXIMUM_SURFACE2D_HEIGHT", {0, 0, 0, 0, 8192}},
      {"H-080", "CONCURRENT_KERNELS", {0, 0, 0, 0, 1}},
  };
  const auto capabilities = table("capabilities.tsv");
  const std::vector<std::string> names = {"1.0", "1.1", "1.2", "1.3", "2.0", "2.1"};
  for (const Specification& each : specifications) {
    const auto row = std::ranges::find_if(
        capabilities, [&](const auto& fields) { return fields[1] == each.attribute; });
    ASSERT_NE(row, capabilities.end()) << each.attribute;
    for (std::size_t at = 0; at < names.size(); ++at) {
      const auto column = std::ranges::find(capabilities[0], names[at]) - capabilities[0].begin();
      EXPECT_EQ(std::stol((*row)[static_cast<std::size_t>(column)]),
                each.values[std::min(at, std::size_t{4})])
          << each.row << " " << names[at];
    }
  }
}

TEST(Profiles, H242_capabilitiesOfNamedCards) {
  const auto devices = table("devices.tsv");
  const std::pair<const char*, const char*> cards[] = {
      {"8800gtx", "1.0"}, {"9800gtx", "1.1"}, {"210", "1.2"}, {"gtx275", "1.3"}, {"c2050", "2.0"}};
  for (const auto& [key, capability] : cards) {
    const auto found =
        std::ranges::find_if(devices, [&](const auto& fields) { return fields[0] == key; });
    ASSERT_NE(found, devices.end()) << key;
    EXPECT_EQ((*found)[2], capability) << key;
  }
}

namespace {

// A body that needs so many registers: all are written before the first is read.
std::string bodyWith(int registers) {
  std::string body = ".reg .u32 %r<" + std::to_string(registers) + ">;\n";
  for (int index = 0; index < registers; ++index)
    body += "mov.u32 %r" + std::to_string(index) + ", %clock;\n";
  for (int index = 1; index < registers; ++index)
    body += "add.u32 %r0, %r0, %r" + std::to_string(index) + ";\n";
  return body;
}

int residentBlocks(const char* target, int registers, const char* parameters, int threads,
                   std::size_t shared) {
  const std::string ptx = std::string(".version 2.3\n.target ") + target +
                          "\n.address_size 64\n.visible .entry k(" + parameters + ") {\n" +
                          bodyWith(registers) + "ret; }\n";
  CUfunction kernel;
  EXPECT_CU(load(ptx, &kernel));
  int counted = 0;
  EXPECT_CU(cuFuncGetAttribute(&counted, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel));
  EXPECT_EQ(counted, registers);
  int blocks = -1;
  EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared));
  return blocks;
}

} // namespace

// Registers go to pairs of warps, in units for the whole block; shared memory holds the parameters.
TEST(Profiles, H017_H019_H021_H022_H025_H026_H144_blocksOfTheFirstDevices) {
  as("8800gtx", [] {
    Session session;
    EXPECT_EQ(residentBlocks("sm_10", 10, "", 96, 0), 6); // four warps' worth, not three
    EXPECT_EQ(residentBlocks("sm_10", 10, "", 64, 0), 8);
    EXPECT_EQ(residentBlocks("sm_10", 4, "", 32, 8192), 2);
    EXPECT_EQ(residentBlocks("sm_10", 4, ".param .u64 p", 32, 8192), 1);
    EXPECT_EQ(residentBlocks("sm_10", 4, "", 32, 5121), 2); // as 5632
  });
}

// H-028: a worked example.
TEST(Profiles, H028_sixteenAndSeventeenRegisters) {
  as("gt240", [] {
    Session session;
    EXPECT_EQ(residentBlocks("sm_12", 16, "", 512, 0), 2);
    EXPECT_EQ(residentBlocks("sm_12", 17, "", 512, 0), 1);
  });
}

TEST(Profiles, H020_H022_H025_H055_H063_H106_blocksOfFermi) {
  as("gtx480", [] {
    Session session;
    EXPECT_EQ(residentBlocks("sm_20", 21, "", 192, 0), 7); // 704 registers a warp, not 672
    EXPECT_EQ(residentBlocks("sm_20", 20, "", 192, 0), 8);
    EXPECT_EQ(residentBlocks("sm_20", 8, "", 32, 9830), 4); // as 9856 bytes
    EXPECT_EQ(residentBlocks("sm_20", 8, "", 32, 9728), 5);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), 768 << 10);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY), 64 << 10); // H-063
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);                   // H-055
  });
}

TEST(Profiles, H081_gatheredTexturesAreSmaller) {
  as("h100", [] {
    Session session;
    EXPECT_LT(attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH),
              attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH));
    EXPECT_LT(attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT),
              attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT));
  });
}

TEST(Profiles, H187_H049_to_H060_GeForceGtx480) {
  as("gtx480", [] {
    Session session;
    EXPECT_EQ(nameOf(0), "GeForce GTX 480");
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 2);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), 0);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 15);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), 65535);                   // H-050
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);             // H-054
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR), 8);        // H-056
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR), 1536);    // H-058
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR), 32768); // H-059
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR), 49152);
    size_t bytes = 0, available = 0;
    EXPECT_CU(cuDeviceTotalMem(&bytes, 0));
    EXPECT_EQ(bytes, size_t{1536} << 20);
    EXPECT_CU(cuMemGetInfo(&available, &bytes));
    EXPECT_EQ(bytes, size_t{1536} << 20);
    CUdeviceptr memory;
    EXPECT_EQ(cuMemAlloc(&memory, size_t{1600} << 20), CUDA_ERROR_OUT_OF_MEMORY);

    EXPECT_EQ(load(emptyKernel("3.0", "sm_30")), CUDA_ERROR_INVALID_PTX);
    CUfunction kernel;
    ASSERT_CU(load(emptyKernel("3.0", "sm_20"), &kernel));
    EXPECT_CU(launch(kernel, 2, 2, 2, 1024));
    EXPECT_EQ(launch(kernel, 65536, 1, 1, 32), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(launch(kernel, 1, 1, 1, 1025), CUDA_ERROR_INVALID_VALUE);
    int blocks = 0, version = 0;
    EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0));
    EXPECT_EQ(blocks, 8);
    EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0));
    EXPECT_EQ(blocks, 1);
    EXPECT_CU(cuFuncGetAttribute(&version, CU_FUNC_ATTRIBUTE_BINARY_VERSION, kernel));
    EXPECT_EQ(version, 20);
    // What came later is refused.
    EXPECT_EQ(cuMemAllocManaged(&memory, 4, CU_MEM_ATTACH_GLOBAL), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuLaunchCooperativeKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr),
              CUDA_ERROR_NOT_SUPPORTED);
  });
}

TEST(Profiles, H194_H048_H052_GeForce8800Gtx) {
  as("8800gtx", [] {
    Session session;
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 512);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z), 1);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), 16384);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS), 0);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING), 0);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH), 384); // H-245
    CUdevprop properties;
    EXPECT_CU(cuDeviceGetProperties(&properties, 0));
    EXPECT_EQ(properties.maxThreadsDim[0], 512);
    EXPECT_EQ(properties.regsPerBlock, 8192);
  });
}

TEST(Profiles, H246_H077_GeForce940M) {
  as("GeForce 940M", [] {
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS); // unknown by this name: the keys are shorter
    EXPECT_NE(nameOf(0), "GeForce 940M");
  });
  as("940M", [] {
    Session session;
    EXPECT_EQ(nameOf(0), "GeForce 940M");
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 3);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), 1176000);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), 49152);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK), 65536);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), 2147483647);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT), 512);
    CUdeviceptr memory;
    EXPECT_CU(cuMemAllocManaged(&memory, 4, CU_MEM_ATTACH_GLOBAL));
  });
}

TEST(Profiles, H189_boardsWithTwoDevices) {
  as("gtx295", [] {
    ASSERT_CU(cuInit(0));
    int count = 0;
    EXPECT_CU(cuDeviceGetCount(&count));
    EXPECT_EQ(count, 2);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 1), 30);
  });
}

TEST(Profiles, H076_VoltaTakesNoCodeForAmpereAndNoClusters) {
  as("v100", [] {
    Session session;
    EXPECT_EQ(load(emptyKernel("8.0", "sm_80")), CUDA_ERROR_INVALID_PTX);
    CUfunction kernel;
    ASSERT_CU(load(emptyKernel("8.0", "sm_70"), &kernel));
    EXPECT_CU(cuLaunchCooperativeKernel(kernel, 80, 1, 1, 32, 1, 1, 0, nullptr, nullptr));
    EXPECT_EQ(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 98305),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_CU(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 98304));
    EXPECT_CU(launch(kernel, 1, 1, 1, 32, 98304));
    CUlaunchAttribute cluster{};
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim = {2, 1, 1};
    CUlaunchConfig config{};
    config.gridDimX = 2;
    config.gridDimY = config.gridDimZ = config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    config.attrs = &cluster;
    config.numAttrs = 1;
    EXPECT_EQ(cuLaunchKernelEx(&config, kernel, nullptr, nullptr), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_CU(cuCtxSynchronize());
  });
}

// The kernel of each image is named by it: the device shows which one it took.
std::string chosen(const std::vector<char>& container) {
  CUmodule module;
  const CUresult result = cuModuleLoadData(&module, container.data());
  if (result != CUDA_SUCCESS)
    return "error " + std::to_string(result);
  std::string names;
  CUfunction function;
  for (const char* name : {"b10", "b11", "b50", "b60", "b70", "b90", "p11", "p70"})
    if (cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS)
      names += name;
  EXPECT_CU(cuModuleUnload(module));
  return names;
}

// PTX and cubins for these architectures.
std::vector<char> container(std::initializer_list<unsigned> cubins,
                            std::initializer_list<unsigned> ptx) {
  heddle::fatbin::Writer writer;
  const auto kernel = [](const char* kind, unsigned arch) {
    return ".version 5.0\n.target sm_20\n.address_size 64\n.visible .entry " +
           (kind + std::to_string(arch)) + "() { ret; }\n";
  };
  heddle::fatbin::Writer::Entry entry;
  for (const unsigned arch : cubins) {
    entry.arch = arch;
    writer.addCubin(heddle::fatbin::writeCubin({{}, {kernel("b", arch)}, {}}), entry);
  }
  for (const unsigned arch : ptx) {
    entry.arch = arch;
    EXPECT_TRUE(writer.addPtx(kernel("p", arch), entry));
  }
  return writer.finish();
}

// Rows P-031, P-037 to P-040, P-045, P-048 to P-050.
TEST(Profiles, whichImageIsTaken) {
  const std::pair<const char*, const char*> expected[] = {
      {"940m", "b50"}, {"gtx980", "b50"}, {"p100", "b60"}, {"gtx1080", "b60"},
      {"v100", "b70"}, {"t4", "b70"},     {"a100", "p70"}, {"rtx3090", "p70"}};
  for (const auto& [name, image] : expected)
    as(name, [&, image = std::string(image)] {
      Session session;
      EXPECT_EQ(chosen(container({50, 60, 70}, {70})), image);
      // Without PTX a newer device has nothing.
      EXPECT_EQ(chosen(container({50, 60, 70}, {})), image == "p70" ? "error 209" : image);
      // Binary code is not for other major capabilities, nor for earlier minor ones.
      EXPECT_EQ(chosen(container({90}, {})), "error 209");
      EXPECT_EQ(chosen(container({}, {90})), "error 209");
      setenv("CUDA_FORCE_PTX_JIT", "1", 1);
      EXPECT_EQ(chosen(container({50, 60, 70}, {})), "error 209");
    });
  as("gtx480", [] {
    Session session;
    EXPECT_EQ(chosen(container({10, 11}, {11})), "p11");
  });
}

TEST(Profiles, decompressionNeedsItsEngine) {
  for (const char* const profile : {"h200", "rtx5090"})
    as(profile, [] {
      const Session session;
      EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK), 0);
      EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH), 0);
      CUmemDecompressParams operation{};
      EXPECT_EQ(cuMemBatchDecompressAsync(&operation, 1, 0, nullptr, nullptr),
                CUDA_ERROR_NOT_SUPPORTED);
    });
}

TEST(Profiles, newDevicesAndWrongNames) {
  as("h100", [] {
    Session session;
    EXPECT_EQ(nameOf(0), "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH), 1);
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 232448);
    EXPECT_CU(load(emptyKernel("8.0", "sm_90")));
  });
  as("rtx3090", [] {
    Session session;
    CUfunction kernel;
    ASSERT_CU(load(emptyKernel("8.0", "sm_86"), &kernel));
    int blocks = 0;
    EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0));
    EXPECT_EQ(blocks, 1);
  });
  as("nosuchgpu", [] {
    EXPECT_CU(cuInit(0));
    EXPECT_EQ(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 9);
  });
}
