// suld, sust and sured. A surface is plain memory once it is known where an element lies.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/texture_geometry.h"

namespace heddle::ptx {
namespace {

// The helper that gives the address of an element, or what is done for one outside of the surface.
llvm::StringRef addressHelper(SurfaceClamp clamp, bool loads) {
  switch (clamp) {
  case SurfaceClamp::Trap:
    return "surface.trap";
  case SurfaceClamp::Clamp:
    return "surface.clamp";
  case SurfaceClamp::Zero:
    return loads ? "surface.zero.read" : "surface.zero.write";
  }
  llvm_unreachable("no such clamp");
}

} // namespace

void FunctionLowering::lowerSurface(const Instruction& instruction) {
  const bool loads = instruction.opcode() == Opcode::Suld;
  const bool formatted = instruction.hasOfTwo(SurfaceAccess::Formatted);
  const ScalarType t = instruction.type;
  const Operand& where = instruction.operands[loads ? 1 : 0];
  const Operand& data = instruction.operands[loads ? 0 : 1];
  std::optional<GeometryInfo> geometry = geometryInfo(instruction.required<Geometry>());
  if (!geometry)
    refuse(instruction);
  Value* surface = resource(where.elements[0]);
  const Operand& coordinates = where.elements[1];
  auto coordinate = [&](unsigned i) -> Value* {
    const bool isVector = coordinates.kind == Operand::Kind::Vector;
    return read(isVector ? coordinates.elements[i] : coordinates, ScalarType::U32);
  };
  const unsigned first = geometry->layered ? 1 : 0;
  Value* zero = b_.getInt32(0);
  Value* x = coordinate(first);
  Value* y = geometry->coordinates > 1 ? coordinate(first + 1) : zero;
  Value* z = geometry->layered ? coordinate(0) : geometry->coordinates > 2 ? coordinate(2) : zero;
  if (formatted)
    x = helper("surface.elements", b_.getInt32Ty(), {surface, x});
  const bool isVector = data.kind == Operand::Kind::Vector;
  const std::size_t count = isVector ? data.elements.size() : 1;
  const bool packs = formatted && instruction.opcode() == Opcode::Sust;
  llvm::StringRef name = addressHelper(instruction.required<SurfaceClamp>(), loads);
  // A formatted element is as wide as the surface's format says, so that only its first byte is
  // checked.
  Value* address = helper(name, b_.getInt64Ty(),
                          {surface, x, y, z, b_.getInt32(packs ? 1 : count * bytesOf(t))});
  if (packs) {
    std::vector<Value*> arguments = {surface, address};
    for (std::size_t i = 0; i < kTexelWords; ++i)
      arguments.push_back(i < count ? read(isVector ? data.elements[i] : data, t) : zero);
    threadOp(ThreadOp::SurfacePack, arguments);
    return;
  }
  Value* place = b_.CreateIntToPtr(address, b_.getPtrTy());
  if (instruction.opcode() == Opcode::Sured) {
    atomicUpdate(instruction, place, read(data, t), llvm::AtomicOrdering::Monotonic);
    return;
  }
  auto* element = b_.getIntNTy(bitsOf(t));
  llvm::Type* whole =
      count == 1 ? static_cast<llvm::Type*>(element) : llvm::FixedVectorType::get(element, count);
  const llvm::Align align(bytesOf(t) * count);
  if (loads) {
    Value* value = b_.CreateAlignedLoad(whole, place, align);
    for (std::size_t i = 0; i < count; ++i)
      write(isVector ? data.elements[i] : data,
            count == 1 ? value : b_.CreateExtractElement(value, i), t);
    return;
  }
  Value* value = llvm::PoisonValue::get(whole);
  for (std::size_t i = 0; i < count; ++i) {
    Value* part = reinterpret(read(isVector ? data.elements[i] : data, t), element);
    value = count == 1 ? part : b_.CreateInsertElement(value, part, i);
  }
  b_.CreateAlignedStore(value, place, align);
}

} // namespace heddle::ptx
