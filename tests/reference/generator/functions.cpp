// The text of whole functions: what comes before and after their statements.
#include "generator/body.h"

namespace heddle::reference {

std::string Body::declarations() const {
  std::string text;
  for (const ClassInfo& info : kClassInfo)
    text += fmt::format("  .reg .{} {}<{}>;\n", info.type, info.prefix, info.count);
  for (const std::string& line : freshDeclarations_)
    text += "  " + line + "\n";
  if (usesLocal_)
    text += "  .local .align 16 .b8 local[64];\n";
  return text;
}

// Gives every register that the body uses a value of the thread's own.
void Body::prologue() {
  std::string body = std::move(text_);
  text_.clear();
  if (kernel_) {
    unsigned threads = module_.shape.threads();
    for (const char* name : {"%thread", "%size", "%word", "%u0", "%u1", "%u2", "%own", "%shared"})
      freshDeclarations_.push_back(fmt::format(".reg .b32 {};", name));
    for (const char* name : {"%in", "%out", "%sums", "%mine", "%wide"})
      freshDeclarations_.push_back(fmt::format(".reg .b64 {};", name));
    freshDeclarations_.push_back(".reg .pred %first, %everyone;");
    freshDeclarations_.push_back(".reg .b32 %warpmask;");
    emit("ld.param.u64 %in, [in]");
    emit("ld.param.u64 %out, [out]");
    emit("ld.param.u64 %sums, [sums]");
    emit("ld.param.u32 %u0, [u0]");
    emit("ld.param.u32 %u1, [u1]");
    emit("mov.u32 %u2, %ctaid.x");
    // The linear index in the block, which names the lane too.
    emit("mov.u32 %thread, %tid.z");
    emit("mov.u32 %size, %ntid.y");
    emit("mov.u32 %word, %tid.y");
    emit("mad.lo.u32 %thread, %thread, %size, %word");
    emit("mov.u32 %size, %ntid.x");
    emit("mov.u32 %word, %tid.x");
    emit("mad.lo.u32 %thread, %thread, %size, %word");
    emit("mad.lo.u32 %word, %u2, {}, %thread", threads);
    emit("mad.wide.u32 %out, %word, {}, %out", kOutputBytes);
    emit("mad.lo.u32 %word, %word, 24, 8");
    emit("and.b32 %word, %word, {:#x}", kInputBytes / 2 - 8);
    emit("cvt.u64.u32 %mine, %word");
    emit("add.u64 %mine, %mine, %in");
    if (module_.usesShared) {
      emit("mov.u32 %shared, shared");
      emit("mad.lo.u32 %own, %thread, 4, %shared");
      emit("st.shared.u32 [%own], %word");
    }
    if (module_.usesSharedSums) {
      emit("setp.eq.u32 %first, %thread, 0");
      for (unsigned i = 0; i < kSums + kGuarded; ++i)
        emit("@%first st.shared.u32 [shared_sums+{}], {}", 4 * i, i * 1000);
    }
    for (std::size_t array = 0; array < module_.sharedArrays.size(); ++array) {
      std::string p = fresh("%c", "pred"), at = fresh("%i", "b32");
      emit("setp.lt.u32 {}, %thread, {}", p, module_.sharedArrays[array]);
      emit("mov.u32 {}, words{}", at, array);
      emit("mad.lo.u32 {}, %thread, 4, {}", at, at);
      emit("@{} st.shared.u32 [{}], 0", p, at);
      // A block of one thread, and two words.
      if (module_.sharedArrays[array] > threads)
        emit("st.shared.u32 [words{}+4], 0", array);
    }
    if (module_.usesCounters)
      clearCounters();
    if (module_.usesShared || module_.usesSharedSums || module_.usesCounters ||
        !module_.sharedArrays.empty())
      emit("bar.sync 0");
    if (module_.usesMasks) {
      emit("setp.eq.u32 %everyone, 0, 0");
      emit("vote.sync.ballot.b32 %warpmask, %everyone, -1");
    }
  } else {
    freshDeclarations_.push_back(".reg .b32 %word;");
    freshDeclarations_.push_back(".reg .b64 %wide;");
  }
  if (!kernel_ && module_.usesMasks && meets_) {
    freshDeclarations_.push_back(".reg .pred %everyone;");
    freshDeclarations_.push_back(".reg .b32 %warpmask;");
    emit("setp.eq.u32 %everyone, 0, 0");
    emit("vote.sync.ballot.b32 %warpmask, %everyone, -1");
  }
  unsigned offset = 0;
  for (const auto& [c, index] : used_) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index);
    bool is64 = c == Class::Word64 || c == Class::Double;
    bool is16 = c == Class::Word16 || c == Class::Half || c == Class::Brain;
    if (is64)
      offset = (offset + 7) / 8 * 8;
    if (kernel_) {
      if (c == Class::Pred) {
        emit("ld.global.u8 %word, [%mine+{}]", offset);
        emit("and.b32 %word, %word, 1");
        emit("setp.ne.u32 {}, %word, 0", name);
      } else {
        emit("ld.global.{} {}, [%mine+{}]", is64 ? "b64" : is16 ? "b16" : "b32", name, offset);
      }
    } else {
      // From the arguments.
      emit("mad.lo.u32 %word, %a0, {}, %a1", 2 * index + 1 + 16 * static_cast<unsigned>(c));
      if (is64)
        emit("mul.wide.u32 %wide, %word, {}", 0x9e3779b9 >> index);
      if (c == Class::Double)
        emit("mov.b64 {}, %wide", name);
      else if (c == Class::Word64)
        emit("mov.b64 {}, %wide", name);
      else if (is16)
        emit("cvt.u16.u32 {}, %word", name);
      else if (c == Class::Pred)
        emit("setp.gt.s32 {}, %word, 3", name);
      else
        emit("mov.b32 {}, %word", name);
    }
    offset += is64 ? 8 : is16 ? 4 : 4;
  }
  if (usesLocal_) {
    std::string words = kernel_ ? "%thread" : "%a0";
    for (unsigned i = 0; i < 4; ++i)
      emit("st.local.v4.b32 [local+{}], {{{}, {}, {}, {}}}", 16 * i, words, i, words, i * 77);
  }
  text_ += body;
}

// Everything the thread holds goes to its part of the output.
void Body::epilogue() {
  unsigned slot = 0;
  std::set<std::pair<Class, unsigned>> used = used_;
  for (const auto& [c, index] : used) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index);
    switch (c) {
    case Class::Pred: {
      std::string word = fresh("%b", "b32");
      emit("selp.u32 {}, 1, 2, {}", word, name);
      emit("st.global.b32 [%out+{}], {}", 8 * slot, word);
      break;
    }
    case Class::Word16:
      emit("st.global.b16 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Word32:
      emit("st.global.b32 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Word64:
      emit("st.global.b64 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Double:
      emit("st.global.b64 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
      break;
    case Class::Half:
    case Class::Brain:
      emit("st.global.b16 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
      break;
    default:
      emit("st.global.b32 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
    }
    ++slot;
  }
  if (module_.usesSharedSums) {
    emit("bar.sync 0");
    for (unsigned i = 0; i < kSums + kGuarded; ++i) {
      std::string word = fresh("%b", "b32");
      emit("ld.shared.b32 {}, [shared_sums+{}]", word, 4 * i);
      emit("st.global.b32 [%out+{}], {}", 464 + 4 * i, word);
    }
  }
  if (module_.usesCounters)
    sumCounters();
  emit("ret");
}

std::string Body::kernelText() {
  epilogue();
  prologue();
  std::string text;
  if (module_.usesShared)
    text += fmt::format(".shared .align 8 .b8 shared[{}];\n", 4 * module_.shape.threads());
  if (module_.usesCounters)
    text += counterDeclaration();
  for (std::size_t i = 0; i < module_.sharedArrays.size(); ++i)
    text += fmt::format(".shared .align 4 .b32 words{}[{}];\n", i, module_.sharedArrays[i]);
  for (std::size_t i = 0; i < module_.globalArrays.size(); ++i)
    text += fmt::format(".global .align 8 .b32 gwords{}[{}];\n", i, module_.globalArrays[i]);
  text += ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 sums, .param .u32 u0, "
          ".param .u32 u1)\n{\n";
  return text + declarations() + text_ + "}\n";
}

std::string Body::functionText(const DeviceFunction& function) {
  std::string p = fresh("%c", "pred");
  meets_ = function.meets;
  if (function.recursive) {
    // As deep as the low bits of the first argument say.
    std::string depth = fresh("%i", "b32"), out = label(), deeper = fresh("%i", "b32");
    emit("and.b32 {}, %a0, 3", depth);
    emit("setp.eq.u32 {}, {}, 0", p, depth);
    emit("@{} bra {}", p, out);
    emit("sub.u32 {}, %a0, 1", deeper);
    std::string value = reg(Class::Word32);
    if (function.inRegisters) {
      emit("call ({}), {}, ({}, {})", value, function.name, deeper, reg(Class::Word32));
    } else {
      text_ += "  {\n  .param .b32 a;\n  .param .b32 b;\n  .param .b32 v;\n";
      emit("st.param.b32 [a], {}", deeper);
      emit("st.param.b32 [b], {}", reg(Class::Word32));
      emit("call (v), {}, (a, b)", function.name);
      emit("ld.param.b32 {}, [v]", value);
      text_ += "  }\n";
    }
    place(out);
  }
  std::string sum = fresh("%i", "b32");
  emit("mov.u32 {}, 17", sum);
  std::set<std::pair<Class, unsigned>> used = used_;
  for (const auto& [c, index] : used) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index), bits = name;
    if (c == Class::Pred) {
      bits = fresh("%b", "b32");
      emit("selp.u32 {}, 1, 2, {}", bits, name);
    } else if (c != Class::Word16 && c != Class::Word32 && c != Class::Word64) {
      bits = canonicalBits(c, name);
    }
    bool is64 = c == Class::Word64 || c == Class::Double;
    bool is16 = c == Class::Word16 || c == Class::Half || c == Class::Brain;
    if (is64 || is16) {
      std::string word = fresh("%b", "b32");
      emit("cvt.u32.{} {}, {}", is64 ? "u64" : "u16", word, bits);
      bits = word;
    }
    emit("mad.lo.u32 {}, {}, 31, {}", sum, sum, bits);
  }
  // Whoever compiles a function that returns a constant may take it for one of its own.
  if (random_.oneIn(6))
    emit("mov.u32 {}, 0", sum);
  if (function.inRegisters)
    emit("mov.b32 %v, {}", sum);
  else
    emit("st.param.b32 [v], {}", sum);
  emit("ret");
  std::string body = std::move(text_);
  text_.clear();
  if (!function.inRegisters) {
    freshDeclarations_.push_back(".reg .b32 %a0, %a1;");
    emit("ld.param.b32 %a0, [a]");
    emit("ld.param.b32 %a1, [b]");
  }
  std::string loadArguments = std::move(text_);
  text_ = std::move(body);
  prologue();
  text_ = loadArguments + text_;
  std::string head =
      function.inRegisters
          ? fmt::format(".func (.reg .b32 %v) {} (.reg .b32 %a0, .reg .b32 %a1)\n{{\n",
                        function.name)
          : fmt::format(".func (.param .b32 v) {} (.param .b32 a, .param .b32 b)\n{{\n",
                        function.name);
  return head + declarations() + text_ + "}\n";
}

} // namespace heddle::reference
