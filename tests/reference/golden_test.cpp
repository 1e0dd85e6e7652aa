// The interpreter against what a GPU gave for each instruction form (tests/golden). Forms that the
// interpreter does not know, approximations first of all, are left out.
#include "interpreter.h"

#include "../golden/comparison.h"
#include "../golden/recording.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>

namespace heddle::reference {
namespace {

const std::string kFolder = GOLDEN_FOLDER;

// The results of one form, or none where the interpreter does not know it.
golden::Results interpret(const golden::Form& form, const golden::OperandValues& values) {
  golden::Results results;
  std::vector<ptx::Diagnostic> diagnostics;
  auto module = ptx::parse(golden::moduleText({&form}), diagnostics);
  if (module) {
    std::shared_ptr<const ptx::Module> modules[] = {module};
    module = ptx::link(modules, diagnostics);
  }
  if (!module)
    return results;
  LaunchShape shape;
  shape.block[0] = golden::kBlock;
  shape.grid[0] = values.count / golden::kBlock;
  std::vector<std::uint64_t> in = values.values;
  std::vector<std::uint64_t> out(std::size_t{values.count} * form.result.registers());
  std::uint64_t parameters[] = {reinterpret_cast<std::uint64_t>(in.data()),
                                reinterpret_cast<std::uint64_t>(out.data()),
                                std::uint64_t{values.count} * 8};
  std::uint8_t bytes[sizeof parameters];
  std::memcpy(bytes, parameters, sizeof parameters);
  Buffer buffers[] = {{in.data(), in.size() * 8, false}, {out.data(), out.size() * 8, true}};
  if (!Interpreter(module).run("sweep", shape, bytes, buffers).empty())
    return results;
  results.registers = form.result.registers();
  results.count = values.count;
  results.bytes = golden::bitsOf(form.result.type) / 8;
  for (std::uint64_t value : out) {
    unsigned char word[8];
    std::memcpy(word, &value, 8);
    results.data.insert(results.data.end(), word, word + results.bytes);
  }
  return results;
}

TEST(ReferenceInterpreter, AsAGpuDoes) {
  unsigned known = 0;
  for (const golden::Section& section : golden::readForms(kFolder + "/forms.txt")) {
    std::string path = kFolder + "/data/" + section.name + ".golden.zst";
    if (!std::ifstream(path))
      continue;
    std::map<std::string, golden::Record> recorded;
    for (golden::Record& record : golden::readRecording(path))
      recorded.emplace(record.form, std::move(record));
    golden::Comparison comparison("/dev/null"); // the interpreter deviates nowhere
    for (const golden::Form& form : section.forms) {
      auto found = recorded.find(form.text);
      if (found == recorded.end())
        continue;
      golden::OperandValues values = golden::operandValues(form);
      golden::Results results = interpret(form, values);
      if (results.data.empty())
        continue;
      ++known;
      comparison.compare(form, values, found->second.results, results);
    }
    EXPECT_TRUE(comparison.passed()) << section.name << ": " << comparison.summary();
  }
  EXPECT_GT(known, 500u);
  RecordProperty("forms", static_cast<int>(known));
}

} // namespace
} // namespace heddle::reference
