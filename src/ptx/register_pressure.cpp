// How many registers a thread of a kernel has: the most that are live at once in the PTX as it is
// written, within the limits that ptxas would keep by spilling.
#include "ptx/module.h"

#include <algorithm>
#include <array>

namespace heddle::ptx {
namespace {

struct Block {
  std::size_t first, end; // indices of instructions
  std::vector<std::size_t> successors;
  std::vector<bool> liveIn;
};

void collectRegisters(const Operand& operand, std::vector<std::uint32_t>& registers) {
  if (operand.kind == Operand::Kind::Register)
    registers.push_back(operand.index);
  for (const Operand& element : operand.elements)
    collectRegisters(element, registers);
}

struct Effects {
  std::vector<std::uint32_t> writes, reads;
};

Effects effectsOf(const Instruction& instruction) {
  Effects effects;
  const std::vector<OperandSpec>& specs = instruction.form->operands;
  std::size_t spec = 0;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    bool any = spec >= specs.size() || specs[spec].kind == OperandSpec::Kind::Any;
    bool isResult = any ? i == 0 && (instruction.form->family == Family::Video ||
                                     operand.kind == Operand::Kind::List)
                        : specs[spec].destination;
    // The operand p of a pair d|p has no word of its own in the operand pattern.
    bool firstOfPair = instruction.paired && i == 0;
    collectRegisters(operand, isResult ? effects.writes : effects.reads);
    if (!any && !firstOfPair)
      ++spec;
  }
  if (instruction.guard)
    effects.reads.push_back(instruction.guard->index);
  return effects;
}

std::vector<Block> blocksOf(const Function& function) {
  const std::vector<Instruction>& code = function.instructions;
  std::vector<bool> leads(code.size() + 1);
  leads[0] = true;
  for (const Label& label : function.labels)
    leads[label.position] = true;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code[i].form->family == Family::Control)
      leads[i + 1] = true;
  std::vector<Block> blocks;
  std::vector<std::size_t> blockAt(code.size() + 1);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (leads[i])
      blocks.push_back({i, i, {}, {}});
    blockAt[i] = blocks.size() - 1;
    blocks.back().end = i + 1;
  }
  blockAt[code.size()] = blocks.size();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    Block& block = blocks[b];
    const Instruction& last = code[block.end - 1];
    auto goTo = [&](std::uint32_t label) {
      if (std::size_t target = blockAt[function.labels[label].position]; target < blocks.size())
        block.successors.push_back(target);
    };
    bool falls = true;
    switch (last.opcode()) {
    case Opcode::Bra:
      goTo(last.operands[0].index);
      falls = last.guard.has_value();
      break;
    case Opcode::Brx:
      if (last.operands[1].kind == Operand::Kind::Table &&
          function.tables[last.operands[1].index].kind == Table::Kind::BranchTargets)
        for (std::uint32_t label : function.tables[last.operands[1].index].entries)
          goTo(label);
      falls = last.guard.has_value();
      break;
    case Opcode::Ret:
    case Opcode::Exit:
    case Opcode::Trap:
      falls = last.guard.has_value();
      break;
    default:
      break;
    }
    if (falls && b + 1 < blocks.size())
      block.successors.push_back(b + 1);
  }
  return blocks;
}

std::uint32_t pressureOf(const Function& function) {
  if (function.instructions.empty())
    return 0;
  std::vector<Block> blocks = blocksOf(function);
  std::vector<Effects> effects;
  for (const Instruction& instruction : function.instructions)
    effects.push_back(effectsOf(instruction));
  auto words = [&](std::uint32_t reg) -> std::uint32_t {
    unsigned bits = bitsOf(function.registers[reg].type);
    return bits == 1 ? 0 : (bits + 31) / 32; // a GPU has other registers for predicates
  };
  std::size_t most = 0;
  // Walks a block backwards, from the registers that are live at its end to those at its start.
  // With `count` it also updates `most`.
  auto walk = [&](const Block& block, std::vector<bool> live, bool count) {
    std::size_t current = 0;
    if (count)
      for (std::uint32_t reg = 0; reg < live.size(); ++reg)
        current += live[reg] ? words(reg) : 0;
    for (std::size_t i = block.end; i-- > block.first;) {
      most = std::max(most, current);
      bool guarded = function.instructions[i].guard.has_value();
      for (std::uint32_t reg : effects[i].writes)
        if (live[reg] && !guarded) {
          live[reg] = false;
          current -= count ? words(reg) : 0;
        }
      for (std::uint32_t reg : effects[i].reads)
        if (!live[reg]) {
          live[reg] = true;
          current += count ? words(reg) : 0;
        }
    }
    most = std::max(most, current);
    return live;
  };
  auto liveOut = [&](const Block& block) {
    std::vector<bool> live(function.registers.size());
    for (std::size_t successor : block.successors) {
      const std::vector<bool>& other = blocks[successor].liveIn;
      for (std::size_t reg = 0; reg < other.size(); ++reg)
        if (other[reg])
          live[reg] = true;
    }
    return live;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = blocks.size(); b-- > 0;) {
      std::vector<bool> live = walk(blocks[b], liveOut(blocks[b]), false);
      if (live != blocks[b].liveIn) {
        blocks[b].liveIn = std::move(live);
        changed = true;
      }
    }
  }
  for (const Block& block : blocks)
    walk(block, liveOut(block), true);
  return static_cast<std::uint32_t>(most);
}

// A thread has at most so many registers from compute capability 3.5 on.
constexpr std::uint32_t kMostRegisters = 255;
constexpr std::uint32_t kRegistersPerMultiprocessor = 65536; // from 3.0 on, but for 3.7
constexpr std::uint32_t kWarpSize = 32;
// Warps get their registers in units of 256, which are 8 for each thread.
constexpr std::uint32_t kRegisterUnit = 8;

std::uint32_t threadsOf(const std::array<std::uint32_t, 3>& dimensions) {
  return dimensions[0] * std::max(dimensions[1], 1u) * std::max(dimensions[2], 1u);
}

// The most registers with which as many blocks fit on a multiprocessor as the launch bounds ask
// for.
std::uint32_t limitByLaunchBounds(const Function& entry) {
  const std::uint32_t threads = threadsOf(entry.reqntid[0] ? entry.reqntid : entry.maxntid);
  if (threads == 0)
    return kMostRegisters;
  const std::uint32_t warps =
      (threads + kWarpSize - 1) / kWarpSize * std::max(entry.minnctapersm, 1u);
  const std::uint32_t registers = kRegistersPerMultiprocessor / (warps * kWarpSize);
  return std::max(registers / kRegisterUnit * kRegisterUnit, kRegisterUnit);
}

} // namespace

std::uint32_t registersPerThread(const Module& module, std::string_view entry) {
  const auto found = module.byName.find(entry);
  if (found == module.byName.end())
    return 0;
  std::uint32_t pressure = 1;
  for (std::uint32_t index : reachable(module, found->second))
    if (const Function* function = module.definitions[index].function)
      pressure = std::max(pressure, pressureOf(*function));
  const Function& kernel = *module.definitions[found->second].function;
  return std::min({pressure, kMostRegisters, kernel.maxnreg ? kernel.maxnreg : kMostRegisters,
                   limitByLaunchBounds(kernel)});
}

} // namespace heddle::ptx
