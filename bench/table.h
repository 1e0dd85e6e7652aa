// A suite's measurements as a table in Markdown.
#pragma once

#include "session.h"

namespace heddle::bench {

// What a suite's table needs beside its rows.
struct TableSettings {
  unsigned threads;       // 0: all there are
  bool hasProcessorTimes; // of all but the starts of processes
};

std::string formatTable(const Suite& suite, const std::vector<Row>& rows,
                        const std::vector<const Platform*>& missing, const TableSettings& settings);

// Writes `text` between the lines of `file` that begin and end what bench has made.
void replaceMeasurements(const std::string& file, const std::string& text);

} // namespace heddle::bench
