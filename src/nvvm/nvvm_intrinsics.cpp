#include "nvvm/nvvm_intrinsics.h"

#include <fmt/format.h>
#include <iterator>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace heddle::nvvm {
namespace {

// In NVVM IR one function has all modes of a shuffle and one all modes of a vote, and the mode is
// an argument. In LLVM each mode is a function of its own.
constexpr Intrinsic::ID kShuffles[] = {
    Intrinsic::nvvm_shfl_sync_idx_i32p, Intrinsic::nvvm_shfl_sync_up_i32p,
    Intrinsic::nvvm_shfl_sync_down_i32p, Intrinsic::nvvm_shfl_sync_bfly_i32p};
constexpr Intrinsic::ID kVotes[] = {Intrinsic::nvvm_vote_all_sync, Intrinsic::nvvm_vote_any_sync,
                                    Intrinsic::nvvm_vote_uni_sync,
                                    Intrinsic::nvvm_vote_ballot_sync};

// The function for a call's mode, its second argument. Not an intrinsic when the mode is no
// constant or too large.
template <std::size_t Count>
Intrinsic::ID byMode(const CallInst& call, const Intrinsic::ID (&functions)[Count]) {
  const auto* mode = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return mode && mode->getValue().ult(Count) ? functions[mode->getZExtValue()]
                                             : Intrinsic::not_intrinsic;
}

Function* declarationIn(const CallInst& call, Intrinsic::ID id) {
  return Intrinsic::getDeclaration(const_cast<Module*>(call.getModule()), id);
}

// {i32, i1} shfl.sync(mask, mode, value, lane, clamp)
Value* replaceShuffle(CallInst& call) {
  const Intrinsic::ID id = byMode(call, kShuffles);
  if (id == Intrinsic::not_intrinsic)
    return nullptr;
  IRBuilder<> builder(&call);
  return builder.CreateCall(
      declarationIn(call, id),
      {call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(3), call.getArgOperand(4)});
}

// {i32, i1} vote.sync(mask, mode, predicate): a ballot is the number, the other modes the bit.
Value* replaceVote(CallInst& call) {
  const Intrinsic::ID id = byMode(call, kVotes);
  if (id == Intrinsic::not_intrinsic)
    return nullptr;
  IRBuilder<> builder(&call);
  Value* vote =
      builder.CreateCall(declarationIn(call, id), {call.getArgOperand(0), call.getArgOperand(2)});
  const unsigned field = id == Intrinsic::nvvm_vote_ballot_sync ? 0 : 1;
  return builder.CreateInsertValue(Constant::getNullValue(call.getType()), vote, field);
}

// {i32, i1} match.all.sync.i32(mask, value), which LLVM has with a p behind the name.
template <Intrinsic::ID Id> Value* replaceMatchAll(CallInst& call) {
  IRBuilder<> builder(&call);
  return builder.CreateCall(declarationIn(call, Id),
                            {call.getArgOperand(0), call.getArgOperand(1)});
}

struct Replacement {
  const char* name;
  unsigned arguments;
  Value* (*replace)(CallInst& call);
};
constexpr Replacement kReplacements[] = {
    {"llvm.nvvm.shfl.sync.i32", 5, replaceShuffle},
    {"llvm.nvvm.vote.sync", 3, replaceVote},
    {"llvm.nvvm.match.all.sync.i32", 2, replaceMatchAll<Intrinsic::nvvm_match_all_sync_i32p>},
    {"llvm.nvvm.match.all.sync.i64", 2, replaceMatchAll<Intrinsic::nvvm_match_all_sync_i64p>},
};

bool replaceCalls(Function& function, const Replacement& replacement, std::string& log) {
  for (User* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    Value* value =
        call && call->arg_size() == replacement.arguments ? replacement.replace(*call) : nullptr;
    if (!value || value->getType() != call->getType()) {
      log += fmt::format("libnvvm : error: a call of {} has arguments that it cannot have\n",
                         replacement.name);
      return false;
    }
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  function.eraseFromParent();
  return true;
}

} // namespace

bool replaceNvvmIntrinsics(Module& module, std::string& log) {
  for (const Replacement& replacement : kReplacements)
    if (Function* function = module.getFunction(replacement.name))
      if (!replaceCalls(*function, replacement, log))
        return false;
  return true;
}

} // namespace heddle::nvvm
