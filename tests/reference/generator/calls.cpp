// Calls of device functions, direct and through pointers.
#include "generator/body.h"

namespace heddle::reference {

using ptx::ScalarType;

void Body::callFunction(const Place& place) {
  const DeviceFunction& function = random_.of(module_.functions);
  if (function.meets && !(place.blockUniform && kernel_))
    return;
  // The first argument says how deep a recursive function goes.
  std::string result = reg(Class::Word32),
              a = function.meets ? uniform() : source(ScalarType::U32, false),
              b = source(ScalarType::U32, false);
  std::string target = function.name, suffix;
  if (random_.oneIn(3)) {
    // Through a pointer that may differ from lane to lane.
    std::string pointer = fresh("%fp", "b64"), prototype = "P" + label();
    std::string p = function.meets ? uniformCondition() : condition();
    std::vector<const DeviceFunction*> alike;
    for (const DeviceFunction& other : module_.functions)
      if (other.inRegisters == function.inRegisters && other.meets == function.meets)
        alike.push_back(&other);
    emit("mov.u64 {}, {}", pointer, function.name);
    emit("@{} mov.u64 {}, {}", p, pointer, random_.of(alike)->name);
    const char* kind = function.inRegisters ? "reg" : "param";
    text_ += fmt::format("{}: .callprototype (.{} .b32 _) _ (.{} .b32 _, .{} .b32 _);\n", prototype,
                         kind, kind, kind);
    target = pointer;
    suffix = ", " + prototype;
  }
  if (function.inRegisters)
    return emit("call ({}), {}, ({}, {}){}", result, target, a, b, suffix);
  text_ += "  {\n  .param .b32 a;\n  .param .b32 b;\n  .param .b32 v;\n";
  emit("st.param.b32 [a], {}", a);
  emit("st.param.b32 [b], {}", b);
  emit("call (v), {}, (a, b){}", target, suffix);
  emit("ld.param.b32 {}, [v]", result);
  text_ += "  }\n";
}

// Stores the value to the thread's own word in shared memory, itself or in a function that it calls
// through a pointer.
void Body::storeOwn(const std::string& value) {
  if (!random_.oneIn(4))
    return emit("st.shared.b32 [%own], {}", value);
  module_.usesStoringFunctions = true;
  const std::string pointer = fresh("%fp", "b64"), prototype = "P" + label();
  emit("mov.u64 {}, put0", pointer);
  emit("@{} mov.u64 {}, put1", random_.coin() ? uniformCondition() : condition(), pointer);
  text_ +=
      fmt::format("{}: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _);\n", prototype);
  const std::string result = fresh("%i", "b32");
  emit("call ({}), {}, (%own, {}), {}", result, pointer, value, prototype);
  emit("add.u32 {}, {}, {}", reg(Class::Word32), reg(Class::Word32), result);
}

std::string Body::storingFunctions() {
  std::string text;
  for (unsigned i = 0; i < 2; ++i)
    text += fmt::format(".func (.reg .b32 %v) put{0} (.reg .b32 %at, .reg .b32 %a)\n{{\n"
                        "  add.u32 %a, %a, {0};\n  st.shared.b32 [%at], %a;\n"
                        "  mov.b32 %v, 0;\n  ret;\n}}\n",
                        i);
  return text;
}

} // namespace heddle::reference
