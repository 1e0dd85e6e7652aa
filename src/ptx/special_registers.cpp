#include "ptx/special_registers.h"

#include <array>

namespace heddle::ptx {
namespace {

constexpr auto U32 = ScalarType::U32;
constexpr auto U64 = ScalarType::U64;

constexpr std::array kRegisters = {
    SpecialRegisterInfo{"%tid", U32, true, "heddle.tid", 0},
    SpecialRegisterInfo{"%ntid", U32, true, "heddle.ntid", 0},
    SpecialRegisterInfo{"%ctaid", U32, true, "heddle.ctaid", 0},
    SpecialRegisterInfo{"%nctaid", U32, true, "heddle.nctaid", 0},
    SpecialRegisterInfo{"%laneid", U32, false, "heddle.laneid", 0},
    SpecialRegisterInfo{"%warpid", U32, false, "heddle.warpid", 0},
    SpecialRegisterInfo{"%nwarpid", U32, false, "heddle.nwarpid", 0},
    SpecialRegisterInfo{"%smid", U32, false, "heddle.smid", 0},
    SpecialRegisterInfo{"%nsmid", U32, false, "heddle.nsmid", 0},
    SpecialRegisterInfo{"%gridid", U64, false, "heddle.gridid", 0},
    SpecialRegisterInfo{"%lanemask_eq", U32, false, "heddle.lanemask.eq", 0},
    SpecialRegisterInfo{"%lanemask_le", U32, false, "heddle.lanemask.le", 0},
    SpecialRegisterInfo{"%lanemask_lt", U32, false, "heddle.lanemask.lt", 0},
    SpecialRegisterInfo{"%lanemask_ge", U32, false, "heddle.lanemask.ge", 0},
    SpecialRegisterInfo{"%lanemask_gt", U32, false, "heddle.lanemask.gt", 0},
    SpecialRegisterInfo{"%clock", U32, false, "heddle.clock64", 0, 0, 32},
    SpecialRegisterInfo{"%clock_hi", U32, false, "heddle.clock64", 0, 32, 32},
    SpecialRegisterInfo{"%clock64", U64, false, "heddle.clock64", 0},
    SpecialRegisterInfo{"%globaltimer", U64, false, "heddle.globaltimer", 0},
    SpecialRegisterInfo{"%globaltimer_lo", U32, false, "heddle.globaltimer", 0, 0, 32},
    SpecialRegisterInfo{"%globaltimer_hi", U32, false, "heddle.globaltimer", 0, 32, 32},
    SpecialRegisterInfo{"%dynamic_smem_size", U32, false, "heddle.dynamic_smem_size", 0},
    SpecialRegisterInfo{"%total_smem_size", U32, false, "heddle.total_smem_size", 0},
    SpecialRegisterInfo{"%aggr_smem_size", U32, false, "heddle.total_smem_size", 0},
    SpecialRegisterInfo{"%is_explicit_cluster", ScalarType::Pred, false,
                        "heddle.is_explicit_cluster", 0},
    SpecialRegisterInfo{"%clusterid", U32, true, "heddle.clusterid", 0},
    SpecialRegisterInfo{"%nclusterid", U32, true, "heddle.nclusterid", 0},
    SpecialRegisterInfo{"%cluster_ctaid", U32, true, "heddle.cluster_ctaid", 0},
    SpecialRegisterInfo{"%cluster_nctaid", U32, true, "heddle.cluster_nctaid", 0},
    SpecialRegisterInfo{"%cluster_ctarank", U32, false, "heddle.cluster_ctarank", 0},
    SpecialRegisterInfo{"%cluster_nctarank", U32, false, "heddle.cluster_nctarank", 0},
    SpecialRegisterInfo{"%current_graph_exec", U64, false, {}, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_begin", U32, false, {}, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_end", U32, false, {}, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_cap", U32, false, {}, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_0", U32, false, {}, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_1", U32, false, {}, 0},
    // %pm0 … %pm7, %pm0_64 … and %envreg0 … %envreg31 read as zero, since PTX leaves their values
    // to the driver. They are listed once, without the number.
    SpecialRegisterInfo{"%envreg", U32, false, {}, 0},
    SpecialRegisterInfo{"%pm", U32, false, {}, 0},
    SpecialRegisterInfo{"%pm_64", U64, false, {}, 0},
};

// The name without the number, under which a register is listed: %envreg12 → %envreg, %pm3_64 →
// %pm_64.
std::string_view stemOf(std::string_view name) {
  auto isNumber = [](std::string_view text, unsigned limit) {
    unsigned value = 0;
    if (text.empty() || text.size() > 2 || (text.size() == 2 && text[0] == '0'))
      return false;
    for (char c : text) {
      if (c < '0' || c > '9')
        return false;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value < limit;
  };
  if (name.starts_with("%envreg"))
    return isNumber(name.substr(7), 32) ? "%envreg" : std::string_view();
  if (name.starts_with("%pm")) {
    bool wide = name.ends_with("_64");
    std::string_view number = name.substr(3, name.size() - 3 - (wide ? 3 : 0));
    return !isNumber(number, 8) ? std::string_view() : wide ? "%pm_64" : "%pm";
  }
  return name;
}

} // namespace

const SpecialRegisterInfo& specialRegister(unsigned index) {
  return kRegisters[index];
}

std::optional<unsigned> specialRegisterByName(std::string_view name) {
  std::string_view stem = stemOf(name);
  if (stem.empty())
    return std::nullopt;
  for (unsigned i = 0; i < kRegisters.size(); ++i)
    if (kRegisters[i].name == stem)
      return i;
  return std::nullopt;
}

} // namespace heddle::ptx
