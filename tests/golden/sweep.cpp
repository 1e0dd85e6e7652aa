// Runs every form of forms.txt over its operands and records what comes out, or compares it with
// what has been recorded.
//
//   sweep --write DIR [SECTION...]   records to DIR/SECTION.golden
//   sweep --check DIR [SECTION...]   compares with DIR/SECTION.golden.zst or DIR/SECTION.golden
//   sweep --sample N DIR SECTION...  the same, with every Nth form of the sections
//   sweep --show DIR FORM            prints operands and recorded results of a form
//   sweep --ptx DIR [SECTION...]     writes a PTX file for each form, for other compilers to judge
//   sweep --list                     prints the sections and how many forms they have
//
// It reads forms.txt and deviations.txt in the folder tests/golden.
#include "approximation.h"
#include "comparison.h"
#include "device.h"
#include "recording.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>

using namespace golden;

#ifndef GOLDEN_FOLDER
#define GOLDEN_FOLDER "tests/golden"
#endif

namespace {

// Forms in groups of the same operand values.
std::vector<std::vector<const Form*>> grouped(const Section& section) {
  std::vector<std::vector<const Form*>> groups;
  std::map<std::string, std::size_t> known;
  for (const Form& form : section.forms) {
    auto [entry, isNew] = known.try_emplace(form.signature(), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[entry->second].push_back(&form);
  }
  return groups;
}

bool write(Device& device, const Section& section, const std::string& directory) {
  std::vector<Record> records;
  std::string log;
  for (const auto& forms : grouped(section)) {
    std::uint64_t hash = operandValues(*forms[0]).hash();
    std::vector<Results> results = device.run(forms, log);
    for (std::size_t i = 0; i < forms.size(); ++i)
      if (!results[i].data.empty())
        records.push_back({forms[i]->text, hash, std::move(results[i])});
  }
  writeRecording(directory + "/" + section.name + ".golden", records);
  std::printf("%s: %zu of %zu forms\n%s", section.name.c_str(), records.size(),
              section.forms.size(), log.c_str());
  return log.empty();
}

std::vector<Record> recordsOf(const Section& section, const std::string& directory) {
  std::string path = directory + "/" + section.name + ".golden";
  if (std::ifstream(path + ".zst"))
    path += ".zst";
  return readRecording(path);
}

void show(const Section& section, const std::string& directory, const std::string& text) {
  auto form = std::find_if(section.forms.begin(), section.forms.end(),
                           [&](const Form& one) { return one.text == text; });
  if (form == section.forms.end())
    return;
  OperandValues values = operandValues(*form);
  for (const Record& record : recordsOf(section, directory)) {
    if (record.form != text)
      continue;
    for (unsigned i = 0; i < values.count; ++i) {
      for (std::size_t k = i; k < values.values.size(); k += values.count)
        std::printf("%llx ", static_cast<unsigned long long>(values.values[k]));
      std::printf("->");
      for (unsigned r = 0; r < record.results.registers; ++r)
        std::printf(" %llx", static_cast<unsigned long long>(record.results.at(r, i)));
      std::printf("\n");
    }
  }
}

bool check(Device& device, const Section& section, const std::string& directory,
           const std::string& deviations, bool isSample) {
  std::map<std::string, Record> recorded;
  for (Record& record : recordsOf(section, directory))
    recorded.emplace(record.form, std::move(record));
  Comparison comparison(deviations);
  std::string log;
  for (const auto& forms : grouped(section)) {
    OperandValues values = operandValues(*forms[0]);
    std::vector<Results> results = device.run(forms, log);
    for (std::size_t i = 0; i < forms.size(); ++i) {
      auto found = recorded.find(forms[i]->text);
      if (found == recorded.end())
        comparison.missing(*forms[i], "is not recorded");
      else if (found->second.operands != values.hash())
        comparison.missing(*forms[i], "was recorded with other operands");
      else if (results[i].data.empty())
        comparison.missing(*forms[i], "is refused");
      else
        comparison.compare(*forms[i], values, found->second.results, results[i]);
    }
  }
  bool passed = comparison.passed(isSample);
  std::printf("%s: %s%s", section.name.c_str(), comparison.summary().c_str(), log.c_str());
  return passed;
}

void keepEvery(std::size_t step, std::vector<Form>& forms) {
  std::vector<Form> kept;
  for (std::size_t i = 0; i < forms.size(); i += std::max<std::size_t>(step, 1))
    kept.push_back(std::move(forms[i]));
  forms = std::move(kept);
}

void writePtx(const Section& section, const std::string& directory) {
  unsigned index = 0;
  for (const Form& form : section.forms) {
    std::string path = directory + "/" + section.name + "-" + std::to_string(index++) + ".ptx";
    std::ofstream(path) << "// " << form.text << "\n" << moduleText({&form});
  }
}

int run(std::vector<std::string> arguments) {
  std::string folder = GOLDEN_FOLDER;
  std::vector<Section> sections = readForms(folder + "/forms.txt");
  if (arguments.size() == 1 && arguments[0] == "--list") {
    for (const Section& section : sections)
      std::printf("%s %zu\n", section.name.c_str(), section.forms.size());
    return 0;
  }
  const bool isSample = arguments.size() > 2 && arguments[0] == "--sample";
  if (isSample) {
    for (Section& section : sections)
      keepEvery(std::stoul(arguments[1]), section.forms);
    arguments.erase(arguments.begin());
    arguments[0] = "--check";
  }
  if (arguments.size() < 2)
    throw std::runtime_error("usage: sweep --write|--check|--ptx DIR [SECTION...], "
                             "--sample N DIR SECTION..., "
                             "--measure|--compare FILE STEP, --list");
  std::string mode = arguments[0], directory = arguments[1];
  if (mode == "--measure" || mode == "--compare") {
    if (arguments.size() != 3)
      throw std::runtime_error("usage: sweep --measure|--compare FILE STEP");
    Device device;
    auto errors = measureApproximations(static_cast<std::uint32_t>(std::stoul(arguments[2])));
    if (mode == "--compare")
      return compareErrors(directory, errors) ? 0 : 1;
    writeErrors(directory, errors);
    return 0;
  }
  arguments.erase(arguments.begin(), arguments.begin() + 2);
  if (mode == "--show") {
    for (const Section& section : sections)
      for (const std::string& text : arguments)
        show(section, directory, text);
    return 0;
  }
  for (const std::string& name : arguments)
    if (std::none_of(sections.begin(), sections.end(),
                     [&](const Section& section) { return section.name == name; }))
      throw std::runtime_error("no section " + name);
  auto wanted = [&](const Section& section) {
    return arguments.empty() ||
           std::find(arguments.begin(), arguments.end(), section.name) != arguments.end();
  };
  bool good = true;
  if (mode == "--ptx") {
    for (const Section& section : sections)
      if (wanted(section))
        writePtx(section, directory);
    return 0;
  }
  Device device;
  for (const Section& section : sections)
    if (wanted(section))
      good &= mode == "--write"
                  ? write(device, section, directory)
                  : check(device, section, directory, folder + "/deviations.txt", isSample);
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "sweep: %s\n", problem.what());
    return 2;
  }
}
