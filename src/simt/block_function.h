// From the gang function to the block function: all gangs of a block, one after the other; where
// there are barriers, region by region, with what lives across a barrier kept in the block's frame.
#pragma once

#include "simt/block_code.h"

namespace heddle::simt {

// `gang` is void (ptr context, i32 gang). Consumes it.
void buildBlockFunctionFromGang(llvm::Function& gang, std::uint32_t threads, bool maskedMemory,
                                const std::string& name, BlockCode& result);

} // namespace heddle::simt
