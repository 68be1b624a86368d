// The coefficient functions against 80-bit arithmetic, in units of the last place (ulp). The
// reference sums the Taylor series of the functions' definitions in s = θ² up to s = 12, and uses
// closed forms beyond; the code under test uses half-angle identities, so the two share nothing.
#include "lie/coefficients.hpp"

#include "groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace liefmu::test {
namespace {

struct Reference {
  long double cosHalf, sincHalf, a, b, c, d, cotHalf, da, db, dc, dd, dcotHalf;
};

// The order-th derivative of Σ (−s)ʲ/(2j+offset)!.
long double series(long double s, int offset, int order) {
  constexpr int kTerms = 40;
  long double sum = 0.0L;
  for (int j = kTerms; j >= order; --j) {
    long double coefficient = (j % 2 == 0 ? 1.0L : -1.0L) * inverseFactorial(2 * j + offset);
    for (int i = 0; i < order; ++i) coefficient *= static_cast<long double>(j - i);
    sum = coefficient + s * sum;
  }
  return sum;
}

Reference reference(double squaredAngle) {
  const auto s = static_cast<long double>(squaredAngle);
  Reference r{};
  long double ddb = 0.0L;
  if (s < 12.0L) {
    r.a = series(s, 1, 0);
    r.b = series(s, 2, 0);
    r.c = series(s, 3, 0);
    r.da = series(s, 1, 1);
    r.db = series(s, 2, 1);
    r.dc = series(s, 3, 1);
    ddb = series(s, 2, 2);
    r.cosHalf = series(s / 4, 0, 0);
    r.sincHalf = series(s / 4, 1, 0);
  } else {
    const long double theta = std::sqrt(s);
    r.a = std::sin(theta) / theta;
    r.b = (1 - std::cos(theta)) / s;
    r.c = (theta - std::sin(theta)) / (theta * s);
    r.da = (std::cos(theta) - r.a) / (2 * s);
    r.db = (r.a - 2 * r.b) / (2 * s);
    r.dc = (r.b - 3 * r.c) / (2 * s);
    ddb = (r.da - 4 * r.db) / (2 * s);
    r.cosHalf = std::cos(theta / 2);
    r.sincHalf = std::sin(theta / 2) / (theta / 2);
  }
  r.d = -r.db / r.b;
  r.dd = -ddb / r.b + r.d * r.d;
  r.cotHalf = r.cosHalf / r.sincHalf;
  r.dcotHalf = -r.d - s * r.dd;
  return r;
}

// Error in ulp of the exact value, or of `scale` where the function passes through zero.
double ulps(double value, long double exact, long double scale = 0.0L) {
  const auto magnitude = static_cast<double>(std::max(std::abs(exact), scale));
  const double ulp = std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) /
                             static_cast<long double>(ulp));
}

struct Worst {
  double cosHalf = 0, sincHalf = 0, a = 0, b = 0, c = 0, d = 0, cotHalf = 0;
  double da = 0, db = 0, dc = 0, dd = 0, dcotHalf = 0;

  void update(double s) {
    const Coefficients at(s);
    const CoefficientSlopes slopes(at);
    const Reference r = reference(s);
    const auto keep = [](double& worst, double error) { worst = std::max(worst, error); };
    // Functions that pass through zero (most of them at θ = π) have no relative accuracy there.
    keep(cosHalf, ulps(at.cosHalf(), r.cosHalf, 0.5L));
    keep(sincHalf, ulps(at.sincHalf(), r.sincHalf));
    keep(a, ulps(at.a(), r.a, 0.5L));
    keep(b, ulps(at.b(), r.b));
    keep(c, ulps(at.c(), r.c));
    keep(d, ulps(at.d(), r.d));
    keep(cotHalf, ulps(at.cotHalf(), r.cotHalf, 0.5L));
    keep(da, ulps(slopes.da(), r.da, 0.03125L));
    keep(db, ulps(slopes.db(), r.db));
    keep(dc, ulps(slopes.dc(), r.dc));
    keep(dd, ulps(slopes.dd(), r.dd));
    keep(dcotHalf, ulps(slopes.dcotHalf(), r.dcotHalf));
  }

  void record() const {
    const auto text = [](double value) { return std::to_string(value); };
    ::testing::Test::RecordProperty("ulp.cosHalf", text(cosHalf));
    ::testing::Test::RecordProperty("ulp.sincHalf", text(sincHalf));
    ::testing::Test::RecordProperty("ulp.a", text(a));
    ::testing::Test::RecordProperty("ulp.b", text(b));
    ::testing::Test::RecordProperty("ulp.c", text(c));
    ::testing::Test::RecordProperty("ulp.d", text(d));
    ::testing::Test::RecordProperty("ulp.cotHalf", text(cotHalf));
    ::testing::Test::RecordProperty("ulp.da", text(da));
    ::testing::Test::RecordProperty("ulp.db", text(db));
    ::testing::Test::RecordProperty("ulp.dc", text(dc));
    ::testing::Test::RecordProperty("ulp.dd", text(dd));
    ::testing::Test::RecordProperty("ulp.dcotHalf", text(dcotHalf));
  }
};

TEST(Coefficients, AreAccurateFromZeroToPi) {
  Worst worst;
  for (const double angle : kAngles) worst.update(angle * angle);
  for (const double limit : {4 * kShortSeriesLimit, kPi * kPi}) {
    worst.update(limit);
    worst.update(std::nextafter(limit, 0.0));
    worst.update(std::nextafter(limit, 100.0));
  }
  constexpr int kSamples = 20000;
  for (int i = 0; i <= kSamples; ++i) {
    const double angle = kPi * i / kSamples;
    worst.update(angle * angle);
  }
  worst.record();
  // A value is a chain of at most eight roundings of half an ulp; dd alone is a difference.
  EXPECT_LE(worst.cosHalf, 3.0);
  EXPECT_LE(worst.sincHalf, 2.0);
  EXPECT_LE(worst.a, 4.0);
  EXPECT_LE(worst.b, 4.0);
  EXPECT_LE(worst.c, 4.0);
  EXPECT_LE(worst.d, 4.0);
  EXPECT_LE(worst.cotHalf, 4.0);
  EXPECT_LE(worst.da, 5.0);
  EXPECT_LE(worst.db, 4.0);
  EXPECT_LE(worst.dc, 4.0);
  EXPECT_LE(worst.dd, 14.0);
  EXPECT_LE(worst.dcotHalf, 4.0);
}

// Beyond π the angle itself is √s with a rounding error, and differences like 3r − sin x/x appear
// once more; no simulation step rotates this far.
TEST(Coefficients, StayAccurateBeyondPi) {
  Worst worst;
  for (const double step : {-1.0, 0.0, 1.0}) {
    worst.update(4 * kLongSeriesLimit * (1 + step * kEps));
  }
  constexpr int kSamples = 2000;
  for (int i = 0; i <= kSamples; ++i) {
    const double angle = kPi + 2.0 * i / kSamples;
    worst.update(angle * angle);
  }
  worst.record();
  EXPECT_LE(worst.cosHalf, 4.0);
  EXPECT_LE(worst.sincHalf, 4.0);
  EXPECT_LE(worst.a, 4.0);
  EXPECT_LE(worst.b, 6.0);
  EXPECT_LE(worst.c, 4.0);
  EXPECT_LE(worst.d, 6.0);
  EXPECT_LE(worst.cotHalf, 6.0);
  EXPECT_LE(worst.da, 6.0);
  EXPECT_LE(worst.db, 6.0);
  EXPECT_LE(worst.dc, 8.0);
  EXPECT_LE(worst.dd, 14.0);
  EXPECT_LE(worst.dcotHalf, 8.0);
}

TEST(Coefficients, HaveTheirExactValuesAtZero) {
  const Coefficients at(0.0);
  const CoefficientSlopes slopes(at);
  EXPECT_EQ(at.cosHalf(), 1.0);
  EXPECT_EQ(at.sincHalf(), 1.0);
  EXPECT_EQ(at.a(), 1.0);
  EXPECT_EQ(at.b(), 0.5);
  EXPECT_DOUBLE_EQ(at.c(), 1.0 / 6.0);
  EXPECT_DOUBLE_EQ(at.d(), 1.0 / 12.0);
  EXPECT_DOUBLE_EQ(slopes.da(), -1.0 / 6.0);
  EXPECT_DOUBLE_EQ(slopes.db(), -1.0 / 24.0);
  EXPECT_DOUBLE_EQ(slopes.dc(), -1.0 / 120.0);
  EXPECT_DOUBLE_EQ(slopes.dd(), 1.0 / 720.0);
  EXPECT_DOUBLE_EQ(slopes.dcotHalf(), -1.0 / 12.0);
}

}  // namespace
}  // namespace liefmu::test
