#include "liefmu/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

namespace liefmu {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 2s;      // shorter runs show nothing
constexpr auto kPeriod = 100ms;  // between two updates
constexpr int kWidth = 40;

volatile std::sig_atomic_t interruptSeen = 0;

extern "C" void rememberInterrupt(int signal) {
  interruptSeen = 1;
  std::signal(signal, SIG_DFL);  // the second one ends the process
}

}  // namespace

ProgressBar::ProgressBar(bool wanted)
    : enabled_(wanted && isatty(STDERR_FILENO) != 0), next_(begin_ + kFirst) {}

ProgressBar::~ProgressBar() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::update(double fraction) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kPeriod;
  visible_ = true;
  const auto filled = static_cast<std::size_t>(kWidth * fraction);
  const std::chrono::duration<double> elapsed = now - begin_;
  const double left = fraction > 0.0 ? elapsed.count() * (1.0 - fraction) / fraction : 0.0;
  fmt::print(stderr, "\r[{}{}] {:3.0f} %, {:.0f} s left\033[K", std::string(filled, '#'),
             std::string(kWidth - filled, '.'), 100.0 * fraction, left);
  std::fflush(stderr);
}

void catchInterrupts() {
  std::signal(SIGINT, rememberInterrupt);
  std::signal(SIGTERM, rememberInterrupt);
}

bool interrupted() {
  return interruptSeen != 0;
}

}  // namespace liefmu
