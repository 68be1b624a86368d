// The laws that every Lie group has to obey, at all angles where the formulas could go wrong.
// Tolerances are small multiples of the machine precision: elements have entries of order one, each
// law takes a handful of operations, and the distance is a sum of norms: an error of ε in the
// length of a quaternion alone moves its rotation matrix (nine entries) by up to 6 ε.
#include "groups.hpp"
#include "lie/lie_group.hpp"

namespace liefmu::test {
namespace {

template<class G>
class GroupLaws : public ::testing::Test {
 protected:
  // Calls check(w) with random directions for every angle of the list.
  template<class Angles, class Check>
  void atAngles(const Angles& angles, Check&& check) {
    constexpr int kDirections = 50;
    for (const double angle : angles) {
      SCOPED_TRACE(::testing::Message() << "angle " << angle);
      for (int i = 0; i < kDirections; ++i) check(randomTangent<G>(random, angle));
    }
  }
  template<class Check>
  void repeat(Check&& check) {
    constexpr int kRepetitions = 500;
    for (int i = 0; i < kRepetitions; ++i) check();
  }

  Random random{20240501};
};
TYPED_TEST_SUITE(GroupLaws, AllGroups);

TYPED_TEST(GroupLaws, AreThoseOfAGroup) {
  using G = TypeParam;
  this->repeat([&] {
    const G p = randomElement<G>(this->random);
    const G q = randomElement<G>(this->random);
    const G r = randomElement<G>(this->random);
    EXPECT_LE(distance(p * G::identity(), p), 8 * kEps);
    EXPECT_LE(distance(G::identity() * p, p), 8 * kEps);
    EXPECT_LE(distance(p * p.inverse(), G::identity()), 8 * kEps);
    EXPECT_LE(distance(p.inverse() * p, G::identity()), 8 * kEps);
    EXPECT_LE(distance((p * q) * r, p * (q * r)), 16 * kEps);
    EXPECT_LE(distance((p * q).inverse(), q.inverse() * p.inverse()), 16 * kEps);
  });
}

TYPED_TEST(GroupLaws, LogInvertsExpBelowPi) {
  using G = TypeParam;
  const std::array angles = {0.0, 1e-300, 1e-160, 1e-12, 1e-8,      1e-4,
                             0.1, 1.0,    2.0,    3.0,   kPi - 1e-6};
  this->atAngles(angles, [](const typename G::Tangent& w) {
    const typename G::Tangent back = G::exp(w).log();
    EXPECT_LE((back - w).norm(), 8 * kEps * w.norm());
    if constexpr (kRotates<G>) {
      // The rotational part keeps its relative accuracy however small it is.
      const Vector3 Omega = w.template tail<3>();
      EXPECT_LE((back.template tail<3>() - Omega).stableNorm(), 4 * kEps * Omega.stableNorm());
    }
  });
}

TYPED_TEST(GroupLaws, ExpInvertsLogUpToPi) {
  using G = TypeParam;
  this->atAngles(kAngles, [](const typename G::Tangent& w) {
    const G q = G::exp(w);
    EXPECT_LE(distance(G::exp(q.log()), q), 10 * kEps);
    if constexpr (kRotates<G>) {
      EXPECT_LE(q.log().template tail<3>().norm(), kPi * (1 + 2 * kEps));
    }
  });
}

TYPED_TEST(GroupLaws, LogReturnsTheShorterWayBeyondPi) {
  using G = TypeParam;
  if constexpr (kRotates<G>) {
    this->atAngles(kAnglesBeyondPi, [](const typename G::Tangent& w) {
      const double angle = w.template tail<3>().norm();
      const G q = G::exp(w);
      EXPECT_NEAR(q.log().template tail<3>().norm(), 2 * kPi - angle, 8 * kEps);
      EXPECT_LE(distance(G::exp(q.log()), q), 100 * kEps);  // T⁻¹ grows like 1/(2π−θ)
    });
  }
}

TYPED_TEST(GroupLaws, ExpIsAOneParameterSubgroup) {
  using G = TypeParam;
  this->atAngles(kAngles, [](const typename G::Tangent& w) {
    EXPECT_LE(distance(G::exp(0.25 * w) * G::exp(0.75 * w), G::exp(w)), 16 * kEps);
    EXPECT_LE(distance(G::exp(-w), G::exp(w).inverse()), 10 * kEps);
  });
}

TYPED_TEST(GroupLaws, HatIsTheBracketAndObeysJacobi) {
  using G = TypeParam;
  this->repeat([&] {
    const auto u = randomTangent<G>(this->random, 1.0);
    const auto v = randomTangent<G>(this->random, 2.0);
    const auto w = randomTangent<G>(this->random, 3.0);
    EXPECT_LE((G::hat(u) * v - G::bracket(u, v)).norm(), 8 * kEps);
    EXPECT_LE((G::bracket(u, v) + G::bracket(v, u)).norm(), 8 * kEps);
    const typename G::Tangent jacobi = G::bracket(u, G::bracket(v, w)) +
                                       G::bracket(v, G::bracket(w, u)) +
                                       G::bracket(w, G::bracket(u, v));
    EXPECT_LE(jacobi.norm(), 40 * kEps);  // three terms of size up to 2·3·1 each
  });
}

// The group commutator ties the bracket to the composition:
// exp(hu)exp(hv)exp(−hu)exp(−hv) = exp(h²[u,v] + O(h³)).
TYPED_TEST(GroupLaws, BracketIsTheGroupCommutator) {
  using G = TypeParam;
  this->repeat([&] {
    const double h = 1e-4;
    const auto u = randomTangent<G>(this->random, 1.0);
    const auto v = randomTangent<G>(this->random, 1.0);
    const G commutator = G::exp(h * u) * G::exp(h * v) * G::exp(-h * u) * G::exp(-h * v);
    const typename G::Tangent scaled = commutator.log() / (h * h);
    EXPECT_LE((scaled - G::bracket(u, v)).norm(), 20 * h);
  });
}

TYPED_TEST(GroupLaws, TangentOperatorIsItsSeries) {
  using G = TypeParam;
  const auto check = [](const typename G::Tangent& w) {
    const typename G::Operator expected = hatSeries<G>(
        w, [](int j) { return (j % 2 == 0 ? 1.0L : -1.0L) * inverseFactorial(j + 1); });
    EXPECT_LE((G::T(w) - expected).norm(), 6 * kEps);
  };
  this->atAngles(kAngles, check);
  this->atAngles(kAnglesBeyondPi, check);
}

// exp(w+δ) = exp(w)∘exp(T(w)δ) + O(δ²), by central differences of step h: error O(h²) + O(ε/h).
TYPED_TEST(GroupLaws, TangentOperatorIsTheDerivativeOfExp) {
  using G = TypeParam;
  const auto check = [&](const typename G::Tangent& w) {
    const double h = std::cbrt(kEps);
    const G back = G::exp(w).inverse();
    const auto delta = randomTangent<G>(this->random, 1.0);
    const typename G::Tangent forward = (back * G::exp(w + h * delta)).log();
    const typename G::Tangent backward = (back * G::exp(w - h * delta)).log();
    EXPECT_LE(((forward - backward) / (2.0 * h) - G::T(w) * delta).norm(), 3e-10);
  };
  this->atAngles(kAngles, check);
  this->atAngles(kAnglesBeyondPi, check);
}

TYPED_TEST(GroupLaws, InverseTangentOperatorIsTheInverse) {
  using G = TypeParam;
  const typename G::Operator I = G::Operator::Identity();
  this->atAngles(kAngles, [&](const typename G::Tangent& w) {
    EXPECT_LE((G::Tinv(w) * G::T(w) - I).norm(), 20 * kEps);
    EXPECT_LE((G::T(w) * G::Tinv(w) - I).norm(), 20 * kEps);
  });
  this->atAngles(kAnglesBeyondPi, [&](const typename G::Tangent& w) {
    const double growth = G::Tinv(w).norm();  // T⁻¹ has a pole at 2π
    EXPECT_LE((G::Tinv(w) * G::T(w) - I).norm(), 20 * kEps * growth);
  });
}

// Independent of T: the Bernoulli series of thesis (2.31), Σ Bⱼ/j!·(−1)ʲŵʲ, left trivialised; it
// converges like (θ/2π)ʲ, hence the small angles.
TYPED_TEST(GroupLaws, InverseTangentOperatorIsItsSeries) {
  using G = TypeParam;
  const std::array angles = {0.0, 1e-12, 1e-8, 1e-4, 0.1, 0.5};
  this->atAngles(angles, [](const typename G::Tangent& w) {
    const typename G::Operator expected = hatSeries<G>(w, [](int j) -> long double {
      constexpr std::array kBernoulli = {1.0L / 6,  -1.0L / 30,     1.0L / 42, -1.0L / 30,
                                         5.0L / 66, -691.0L / 2730, 7.0L / 6,  -3617.0L / 510};
      if (j == 0) return 1.0L;
      if (j == 1) return 0.5L;
      const auto index = static_cast<std::size_t>(j / 2 - 1);
      if (j % 2 != 0 || index >= kBernoulli.size()) return 0.0L;
      return kBernoulli[index] * inverseFactorial(j);
    });
    EXPECT_LE((G::Tinv(w) - expected).norm(), 6 * kEps);
  });
}

TYPED_TEST(GroupLaws, AdjointTransportsTheExponential) {
  using G = TypeParam;
  this->atAngles(kAngles, [&](const typename G::Tangent& w) {
    const G q = randomElement<G>(this->random);
    const typename G::Tangent moved = q.Ad() * w;
    EXPECT_LE(distance(G::exp(moved), q * G::exp(w) * q.inverse()), 40 * kEps);
  });
}

// Ad(exp(w)) = Σ ŵʲ/j!, which ties exp itself to a series.
TYPED_TEST(GroupLaws, AdjointOfExpIsTheExponentialOfHat) {
  using G = TypeParam;
  const auto check = [](const typename G::Tangent& w) {
    const typename G::Operator expected =
        hatSeries<G>(w, [](int j) { return inverseFactorial(j); });
    EXPECT_LE((G::exp(w).Ad() - expected).norm(), 12 * kEps);
  };
  this->atAngles(kAngles, check);
  this->atAngles(kAnglesBeyondPi, check);
}

TYPED_TEST(GroupLaws, AdjointIsAHomomorphism) {
  using G = TypeParam;
  this->repeat([&] {
    const G p = randomElement<G>(this->random);
    const G q = randomElement<G>(this->random);
    EXPECT_LE(((p * q).Ad() - p.Ad() * q.Ad()).norm(), 20 * kEps);
  });
}

// Up to rounding, because a compiler may fuse multiplications and additions differently.
TYPED_TEST(GroupLaws, CombinedEvaluationGivesTheSame) {
  using G = TypeParam;
  const auto check = [](const typename G::Tangent& w) {
    const ExpAndT<G> both = G::expAndT(w);
    EXPECT_LE(distance(both.exp, G::exp(w)), 4 * kEps);
    EXPECT_LE((both.T - G::T(w)).norm(), 4 * kEps);
  };
  this->atAngles(kAngles, check);
  this->atAngles(kAnglesBeyondPi, check);
}

TYPED_TEST(GroupLaws, NotANumberStaysVisible) {
  using G = TypeParam;
  typename G::Tangent w = randomTangent<G>(this->random, 1.0);
  w[G::dim - 1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(std::isfinite(distance(G::exp(w), G::identity())));
}

}  // namespace
}  // namespace liefmu::test
