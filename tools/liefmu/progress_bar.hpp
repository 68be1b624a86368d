// A progress bar on a terminal, for runs that take long enough to need one, and the wish to stop.
#pragma once

#include <chrono>

namespace liefmu {

class ProgressBar {
 public:
  // Shows on standard error if that is a terminal; `wanted` false keeps it away altogether.
  explicit ProgressBar(bool wanted);
  // Removes the bar.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(double fraction);

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

// From now on the first Ctrl-C (or SIGTERM) is remembered instead of ending the process, so that
// what has been computed can be saved and temporary files be removed.
void catchInterrupts();
bool interrupted();

}  // namespace liefmu
