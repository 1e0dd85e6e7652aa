#include "simt/pass_vectors_in_memory.h"

#include "simt/vector_target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// Whether a value of this type goes through memory. Masks do not: they are no vectors in memory.
bool isInMemory(const Type* type, const VectorTarget& target) {
  auto* vector = dyn_cast<FixedVectorType>(type);
  return vector && !vector->getElementType()->isIntegerTy(1) &&
         target.isStripMined(vector->getNumElements());
}

// Returns the types of the vectors that a function returns through memory, which are either all of
// its results or none.
SmallVector<Type*, 4> resultsInMemory(Type* returned, const VectorTarget& target) {
  SmallVector<Type*, 4> results;
  if (auto* structure = dyn_cast<StructType>(returned))
    results.append(structure->element_begin(), structure->element_end());
  else
    results.push_back(returned);
  if (!all_of(results, [&](const Type* type) { return isInMemory(type, target); }))
    results.clear();
  return results;
}

// Addresses are aligned as single lanes are, since any place of a vector must do.
Align laneAlignment(const DataLayout& layout, Type* vector) {
  return layout.getABITypeAlign(vector->getScalarType());
}

// The memory that this pass allocates for vectors that had none.
struct NewPlaces {
  // Places for constants that are passed as arguments.
  DenseMap<Constant*, GlobalVariable*> constants;
  // Loads of results from a place that holds nothing else. Whenever such a value is used, it is
  // still there, however long ago the call was.
  DenseMap<LoadInst*, AllocaInst*> results;
};

// Changes one function and all calls of it.
class VectorsOfFunction {
public:
  VectorsOfFunction(Function& function, const VectorTarget& target, NewPlaces& places)
      : function_(function), layout_(function.getParent()->getDataLayout()), places_(places),
        results_(resultsInMemory(function.getReturnType(), target)) {
    for (const Argument& argument : function.args())
      isPlace_.push_back(isInMemory(argument.getType(), target));
  }

  bool isWorthIt() const { return !results_.empty() || is_contained(isPlace_, true); }

  // Whether all uses of the function are calls, which take its results apart.
  bool canChange() const {
    return function_.hasLocalLinkage() && !function_.isDeclaration() && !function_.isVarArg() &&
           all_of(function_.uses(), [&](const Use& use) {
             auto* call = dyn_cast<CallInst>(use.getUser());
             return call && call->isCallee(&use) && !call->isMustTailCall() &&
                    call->getFunctionType() == function_.getFunctionType() && takesApart(*call);
           });
  }

  void run() {
    createFunction();
    loadArguments();
    storeResults();
    // All results before all arguments, since results of some calls are arguments of others.
    std::vector<std::pair<CallInst*, SmallVector<Value*, 4>>> calls;
    for (User* user : function_.users())
      calls.push_back({cast<CallInst>(user), {}});
    for (auto& [call, results] : calls)
      for (unsigned i = 0; i < results_.size(); ++i)
        results.push_back(placeOfResult(*call, i));
    for (const auto& [call, results] : calls)
      replaceCall(*call, results);
    changed_->takeName(&function_);
    function_.eraseFromParent();
  }

private:
  bool takesApart(const CallInst& call) const {
    return results_.empty() || !call.getType()->isStructTy() ||
           all_of(call.users(), [](const User* user) {
             auto* extract = dyn_cast<ExtractValueInst>(user);
             return extract && extract->getNumIndices() == 1;
           });
  }
  void createFunction();
  void loadArguments();
  void storeResults();
  // The new function does not get the attributes of parameters that are addresses now, nor any that
  // says that the function accesses no memory.
  AttributeList attributes(const AttributeList& before) const;

  void replaceCall(CallInst& call, ArrayRef<Value*> results);
  Value* placeOfArgument(CallInst& call, unsigned number);
  // Returns the instruction whose value is the result: the call itself, or the one that takes the
  // result out of a struct. Null if nobody uses the result.
  static Instruction* resultOf(CallInst& call, unsigned number);
  // Returns the place that a result is stored to, and removes that store, because the function now
  // writes there itself.
  Value* placeOfResult(CallInst& call, unsigned number);
  Value* placeOfConstant(Constant* constant);
  AllocaInst* newPlace(CallInst& call, Type* type) const;

  Function& function_;
  const DataLayout& layout_;
  NewPlaces& places_;
  Function* changed_ = nullptr;
  SmallVector<bool, 16> isPlace_; // of each argument
  SmallVector<Type*, 4> results_; // that are returned through memory
  // The places of arguments that are stored nowhere yet, by caller and number: one for all calls.
  std::map<std::pair<Function*, unsigned>, AllocaInst*> arguments_;
};

AttributeList VectorsOfFunction::attributes(const AttributeList& before) const {
  LLVMContext& context = function_.getContext();
  SmallVector<AttributeSet, 16> parameters;
  for (unsigned i = 0; i < isPlace_.size(); ++i)
    parameters.push_back(isPlace_[i] ? AttributeSet() : before.getParamAttrs(i));
  parameters.append(results_.size(), AttributeSet());
  return AttributeList::get(context,
                            before.getFnAttrs()
                                .removeAttribute(context, Attribute::Memory)
                                .removeAttribute(context, Attribute::Speculatable),
                            results_.empty() ? before.getRetAttrs() : AttributeSet(), parameters);
}

void VectorsOfFunction::createFunction() {
  LLVMContext& context = function_.getContext();
  Type* const place = PointerType::getUnqual(context);
  SmallVector<Type*, 16> parameters;
  for (const Argument& argument : function_.args())
    parameters.push_back(isPlace_[argument.getArgNo()] ? place : argument.getType());
  parameters.append(results_.size(), place);
  Type* returned = results_.empty() ? function_.getReturnType() : Type::getVoidTy(context);
  changed_ =
      Function::Create(FunctionType::get(returned, parameters, false), function_.getLinkage(),
                       function_.getAddressSpace(), "", function_.getParent());
  changed_->copyAttributesFrom(&function_);
  changed_->setAttributes(attributes(function_.getAttributes()));
  changed_->copyMetadata(&function_, 0);
  changed_->splice(changed_->begin(), &function_);
}

void VectorsOfFunction::loadArguments() {
  BasicBlock& entry = changed_->getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  for (Argument& argument : function_.args()) {
    Argument* created = changed_->getArg(argument.getArgNo());
    created->takeName(&argument);
    Value* value = created;
    if (isPlace_[argument.getArgNo()])
      value = builder.CreateAlignedLoad(argument.getType(), created,
                                        laneAlignment(layout_, argument.getType()));
    argument.replaceAllUsesWith(value);
  }
}

void VectorsOfFunction::storeResults() {
  if (results_.empty())
    return;
  for (BasicBlock& block : *changed_) {
    auto* end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end)
      continue;
    IRBuilder<> builder(end);
    Value* const returned = end->getReturnValue();
    for (unsigned i = 0; i < results_.size(); ++i) {
      Value* result = returned;
      if (returned->getType()->isStructTy())
        result = FindInsertedValue(returned, i);
      if (!result)
        result = builder.CreateExtractValue(returned, i);
      builder.CreateAlignedStore(result, changed_->getArg(isPlace_.size() + i),
                                 laneAlignment(layout_, results_[i]));
    }
    builder.CreateRetVoid();
    end->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(returned);
  }
}

void VectorsOfFunction::replaceCall(CallInst& call, ArrayRef<Value*> results) {
  SmallVector<Value*, 16> arguments;
  for (unsigned i = 0; i < isPlace_.size(); ++i)
    arguments.push_back(isPlace_[i] ? placeOfArgument(call, i) : call.getArgOperand(i));
  append_range(arguments, results);
  IRBuilder<> builder(&call);
  CallInst* created = builder.CreateCall(changed_, arguments);
  created->setCallingConv(call.getCallingConv());
  created->setAttributes(attributes(call.getAttributes()));
  if (results_.empty())
    call.replaceAllUsesWith(created);
  call.eraseFromParent();
}

// Returns the address that the argument was loaded from if nothing has been written since, so that
// the place still holds the same value.
Value* VectorsOfFunction::placeOfArgument(CallInst& call, unsigned number) {
  Value* const argument = call.getArgOperand(number);
  if (auto* constant = dyn_cast<Constant>(argument))
    return placeOfConstant(constant);
  auto* load = dyn_cast<LoadInst>(argument);
  const bool isLasting = load && places_.results.contains(load);
  if (isLasting ||
      (load && load->isSimple() && load->getParent() == call.getParent() &&
       load->getAlign() >= laneAlignment(layout_, load->getType()) &&
       none_of(make_range(load->getIterator(), call.getIterator()), [](const Instruction& between) {
         // A call that does not access memory now may be changed by this pass to write its results
         // there.
         return between.mayWriteToMemory() || isa<CallInst>(between);
       }))) {
    Value* const place = load->getPointerOperand();
    call.setArgOperand(number, PoisonValue::get(load->getType()));
    if (load->use_empty()) {
      places_.results.erase(load);
      load->eraseFromParent();
    }
    return place;
  }
  AllocaInst*& place = arguments_[{call.getFunction(), number}];
  if (!place)
    place = newPlace(call, argument->getType());
  IRBuilder<>(&call).CreateAlignedStore(argument, place, place->getAlign());
  return place;
}

Value* VectorsOfFunction::placeOfConstant(Constant* constant) {
  GlobalVariable*& place = places_.constants[constant];
  if (!place) {
    place = new GlobalVariable(*function_.getParent(), constant->getType(), true,
                               GlobalValue::PrivateLinkage, constant, "argument");
    place->setAlignment(laneAlignment(layout_, constant->getType()));
  }
  return place;
}

Instruction* VectorsOfFunction::resultOf(CallInst& call, unsigned number) {
  if (!call.getType()->isStructTy())
    return &call;
  ExtractValueInst* result = nullptr;
  for (User* user : make_early_inc_range(call.users())) {
    auto* extract = cast<ExtractValueInst>(user);
    if (extract->getIndices()[0] != number)
      continue;
    if (!result) {
      // It must come before all other instructions that take the same result, since it replaces
      // them.
      extract->moveAfter(&call);
      result = extract;
      continue;
    }
    extract->replaceAllUsesWith(result);
    extract->eraseFromParent();
  }
  return result;
}

Value* VectorsOfFunction::placeOfResult(CallInst& call, unsigned number) {
  Instruction* const result = resultOf(call, number);
  auto* store =
      result && result->hasOneUse() ? dyn_cast<StoreInst>(*result->user_begin()) : nullptr;
  // Between the call and the store, there may only be stores of other results.
  const auto isOfCall = [&](const Instruction& between) {
    auto* other = dyn_cast<StoreInst>(&between);
    auto* extract = other ? dyn_cast<ExtractValueInst>(other->getValueOperand()) : nullptr;
    return !between.mayReadOrWriteMemory() || (extract && extract->getAggregateOperand() == &call);
  };
  if (store && store->isSimple() && store->getValueOperand() == result &&
      store->getAlign() >= laneAlignment(layout_, results_[number]) &&
      store->getParent() == call.getParent() &&
      all_of(make_range(std::next(call.getIterator()), store->getIterator()), isOfCall)) {
    Value* const place = store->getPointerOperand();
    auto* address = dyn_cast<GetElementPtrInst>(place);
    const bool isBehind =
        address && address->getParent() == call.getParent() && call.comesBefore(address);
    const bool isOfFrame = address && isa<AllocaInst>(address->getPointerOperand()) &&
                           address->hasAllConstantIndices();
    if (isBehind && isOfFrame)
      address->moveBefore(&call);
    auto* made = dyn_cast<Instruction>(place);
    if (!made || made->getParent() != call.getParent() || made->comesBefore(&call)) {
      store->eraseFromParent();
      if (result != &call)
        result->eraseFromParent();
      return place;
    }
  }
  AllocaInst* place = newPlace(call, results_[number]);
  if (result && !result->use_empty()) {
    IRBuilder<> builder(call.getNextNode());
    LoadInst* loaded = builder.CreateAlignedLoad(results_[number], place, place->getAlign());
    places_.results[loaded] = place;
    result->replaceAllUsesWith(loaded);
  }
  if (result && result != &call)
    result->eraseFromParent();
  return place;
}

AllocaInst* VectorsOfFunction::newPlace(CallInst& call, Type* type) const {
  return new AllocaInst(type, layout_.getAllocaAddrSpace(), nullptr, laneAlignment(layout_, type),
                        "", call.getFunction()->getEntryBlock().begin());
}

} // namespace

PreservedAnalyses PassVectorsInMemoryPass::run(Module& module, ModuleAnalysisManager& analyses) {
  FunctionAnalysisManager& functions =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool isChanged = false;
  NewPlaces places;
  for (Function& function : make_early_inc_range(module)) {
    if (function.isDeclaration())
      continue;
    const VectorTarget target = functions.getResult<VectorTargetAnalysis>(function);
    if (!target.stripMined)
      break;
    VectorsOfFunction vectors(function, target, places);
    if (!vectors.isWorthIt() || !vectors.canChange())
      continue;
    functions.clear(function, function.getName());
    vectors.run();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
