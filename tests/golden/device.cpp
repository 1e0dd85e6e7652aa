#include "device.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace golden {
namespace {

// Kept well below what makes a kernel slow to compile.
constexpr std::size_t kFormsPerModule = 48;

void check(CUresult result, const char* call) {
  if (result == CUDA_SUCCESS)
    return;
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  throw std::runtime_error(std::string(call) + ": " + (name ? name : "?"));
}
#define CHECK(call) check(call, #call)

std::string number(std::size_t value) {
  return std::to_string(value);
}

// Operands are a b c e f …: d is the result.
char letterOf(std::size_t operand) {
  return static_cast<char>('a' + (operand < 3 ? operand : operand + 1));
}

// %a, or %a0 … for operands in braces
std::string registerName(char letter, const Operand& operand, unsigned index) {
  return std::string("%") + letter + (operand.count == 0 ? "" : number(index));
}

std::string operandText(char letter, const Operand& operand) {
  if (operand.count == 0)
    return registerName(letter, operand, 0);
  std::string text;
  for (unsigned i = 0; i < operand.count; ++i)
    text += (i == 0 ? "{" : ", ") + registerName(letter, operand, i);
  return text + "}";
}

std::string declaration(char letter, const Operand& operand) {
  std::string type = operand.type == "pred" ? "pred" : "b" + number(bitsOf(operand.type));
  std::string text;
  for (unsigned i = 0; i < operand.registers(); ++i)
    text += ".reg ." + type + " " + registerName(letter, operand, i) + ";\n";
  return text;
}

std::string bodyText(const Form& form) {
  if (form.body.empty()) {
    std::string text = form.name + " " + operandText('d', form.result);
    for (std::size_t i = 0; i < form.operands.size(); ++i)
      text += ", " + operandText(letterOf(i), form.operands[i]);
    return text + ";";
  }
  std::string text;
  for (std::size_t i = 0; i < form.body.size(); ++i) {
    if (form.body[i] != '$') {
      text += form.body[i];
    } else if (form.body.compare(i, 3, "$op") == 0) {
      text += form.name;
      i += 2;
    } else {
      text += '%';
    }
  }
  return text;
}

} // namespace

std::string moduleText(const std::vector<const Form*>& forms) {
  const Form& first = *forms.front();
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n"
                     ".visible .entry sweep(.param .u64 inputs, .param .u64 outputs, .param .u64 "
                     "stride)\n{\n.reg .b64 %in, %out, %stride, %at;\n.reg .b32 %i, %n, %flag;\n"
                     ".reg .pred %is;\n"
                     "ld.param.u64 %in, [inputs];\nld.param.u64 %out, [outputs];\n"
                     "ld.param.u64 %stride, [stride];\n"
                     "mov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmul.lo.u32 %i, %i, %n;\n"
                     "mov.u32 %n, %tid.x;\nadd.u32 %i, %i, %n;\nmul.wide.u32 %at, %i, 8;\n"
                     "add.u64 %in, %in, %at;\nadd.u64 %out, %out, %at;\n";
  for (std::size_t k = 0; k < first.operands.size(); ++k) {
    const Operand& operand = first.operands[k];
    text += declaration(letterOf(k), operand);
    for (unsigned i = 0; i < operand.registers(); ++i) {
      std::string name = registerName(letterOf(k), operand, i);
      if (operand.type == "pred")
        text += "ld.global.b32 %flag, [%in];\nsetp.ne.u32 " + name + ", %flag, 0;\n";
      else
        text += "ld.global.b" + number(bitsOf(operand.type)) + " " + name + ", [%in];\n";
      text += "add.u64 %in, %in, %stride;\n";
    }
  }
  for (const Form* form : forms) {
    text += "{\n" + declaration('d', form->result) + bodyText(*form) + "\n";
    for (unsigned i = 0; i < form->result.registers(); ++i) {
      std::string name = registerName('d', form->result, i);
      if (form->result.type == "pred")
        text += "selp.u32 %flag, 1, 0, " + name + ";\nst.global.b32 [%out], %flag;\n";
      else
        text += "st.global.b" + number(bitsOf(form->result.type)) + " [%out], " + name + ";\n";
      text += "add.u64 %out, %out, %stride;\n";
    }
    text += "}\n";
  }
  return text + "ret;\n}\n";
}

std::uint64_t Results::at(unsigned reg, unsigned index) const {
  std::uint64_t value = 0;
  std::memcpy(&value, &data[(std::size_t(reg) * count + index) * bytes], bytes);
  return value;
}

Device::Device() {
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device_, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context_, device_));
  CHECK(cuCtxSetCurrent(context_));
}

Device::~Device() {
  cuDevicePrimaryCtxRelease(device_);
}

std::vector<Results> Device::run(const std::vector<const Form*>& forms, std::string& log) {
  std::vector<Results> results;
  if (forms.empty())
    return results;
  OperandValues values = operandValues(*forms[0]);
  for (std::size_t begin = 0; begin < forms.size(); begin += kFormsPerModule) {
    std::size_t end = std::min(begin + kFormsPerModule, forms.size());
    std::vector<const Form*> some(forms.begin() + static_cast<std::ptrdiff_t>(begin),
                                  forms.begin() + static_cast<std::ptrdiff_t>(end));
    std::string ignored;
    std::vector<Results> part = runModule(some, values, ignored);
    if (part.empty())
      for (const Form* form : some) {
        std::string why;
        std::vector<Results> one = runModule({form}, values, why);
        if (one.empty())
          log += form->text + "\n" + why + "\n";
        part.push_back(one.empty() ? Results() : one[0]);
      }
    results.insert(results.end(), part.begin(), part.end());
  }
  return results;
}

std::vector<Results> Device::runModule(const std::vector<const Form*>& forms,
                                       const OperandValues& values, std::string& log) {
  std::string text = moduleText(forms);
  char errors[4096] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* optionValues[] = {errors, reinterpret_cast<void*>(sizeof errors)};
  CUmodule module;
  if (cuModuleLoadDataEx(&module, text.c_str(), 2, options, optionValues) != CUDA_SUCCESS) {
    log = errors;
    return {};
  }
  CUfunction function;
  CHECK(cuModuleGetFunction(&function, module, "sweep"));
  std::size_t stride = std::size_t(values.count) * 8, columns = 0;
  for (const Form* form : forms)
    columns += form->result.registers();
  CUdeviceptr inputs, outputs;
  CHECK(cuMemAlloc(&inputs, values.values.size() * 8));
  CHECK(cuMemAlloc(&outputs, columns * stride));
  CHECK(cuMemcpyHtoD(inputs, values.values.data(), values.values.size() * 8));
  CHECK(cuMemsetD8(outputs, 0, columns * stride));
  void* parameters[] = {&inputs, &outputs, &stride};
  CHECK(cuLaunchKernel(function, values.count / kBlock, 1, 1, kBlock, 1, 1, 0, nullptr, parameters,
                       nullptr));
  std::vector<std::uint64_t> words(columns * values.count);
  CHECK(cuMemcpyDtoH(words.data(), outputs, columns * stride));
  CHECK(cuMemFree(inputs));
  CHECK(cuMemFree(outputs));
  CHECK(cuModuleUnload(module));

  std::vector<Results> results;
  const std::uint64_t* word = words.data();
  for (const Form* form : forms) {
    Results result;
    result.registers = form->result.registers();
    result.count = values.count;
    result.bytes = bitsOf(form->result.type) / 8;
    std::size_t number = std::size_t(result.registers) * result.count;
    result.data.resize(number * result.bytes);
    for (std::size_t i = 0; i < number; ++i)
      std::memcpy(&result.data[i * result.bytes], &word[i], result.bytes);
    word += number;
    results.push_back(std::move(result));
  }
  return results;
}

UnaryKernel::UnaryKernel(const std::string& instruction) {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n"
                     ".visible .entry run(.param .u64 outputs, .param .u32 first, .param .u32 "
                     "step)\n{\n.reg .b64 %out, %at;\n.reg .b32 %i, %n, %x;\n"
                     "ld.param.u64 %out, [outputs];\n"
                     "mov.u32 %i, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmul.lo.u32 %i, %i, %n;\n"
                     "mov.u32 %n, %tid.x;\nadd.u32 %i, %i, %n;\nmul.wide.u32 %at, %i, 4;\n"
                     "add.u64 %out, %out, %at;\nld.param.u32 %n, [step];\n"
                     "ld.param.u32 %x, [first];\nmad.lo.u32 %x, %i, %n, %x;\n" +
                     instruction + " %x, %x;\nst.global.b32 [%out], %x;\nret;\n}\n";
  CHECK(cuModuleLoadData(&module_, text.c_str()));
  CHECK(cuModuleGetFunction(&function_, module_, "run"));
}

UnaryKernel::~UnaryKernel() {
  if (outputs_ != 0)
    cuMemFree(outputs_);
  cuModuleUnload(module_);
}

const std::vector<float>& UnaryKernel::run(std::uint32_t first, std::uint32_t step,
                                           std::size_t count) {
  if (results_.size() != count) {
    if (outputs_ != 0)
      CHECK(cuMemFree(outputs_));
    results_.resize(count);
    CHECK(cuMemAlloc(&outputs_, count * sizeof(float)));
  }
  void* parameters[] = {&outputs_, &first, &step};
  CHECK(cuLaunchKernel(function_, static_cast<unsigned>(count / kBlock), 1, 1, kBlock, 1, 1, 0,
                       nullptr, parameters, nullptr));
  CHECK(cuMemcpyDtoH(results_.data(), outputs_, count * sizeof(float)));
  return results_;
}

} // namespace golden
