// A suite's measurements as a table in Markdown.
#pragma once

#include "session.h"

namespace heddle::bench {

std::string formatTable(const Suite& suite, const std::vector<Row>& rows,
                        const std::vector<const Platform*>& missing, unsigned threads);

// Writes `text` between the lines of `file` that begin and end what bench has made.
void replaceMeasurements(const std::string& file, const std::string& text);

} // namespace heddle::bench
