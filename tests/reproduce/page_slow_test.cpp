// A reduced reproduction through the command itself, and its page opened in a real browser.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

namespace liefmu::reproduce {
namespace {

namespace fs = std::filesystem;

struct Output {
  int exitCode = -1;
  std::string text;
};

Output run(const std::string& command) {
  Output output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[4096];
  while (std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) output.text.append(buffer, n);
  const int status = pclose(pipe);
  output.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
}

std::string readFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("liefmu-reproduce-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Output reproduce(const std::string& names, const Folder& folder) {
  return run(std::string(LIEFMU_COMMAND) + " reproduce " + names + " -o " + folder.path().string() +
             " 2>&1");
}

// Something of every paper.
TEST(ReducedReproduction, EveryClaimHoldsOrIsExplained) {
  const Folder folder;
  const Output result = reproduce(
      "abc15-1 abc15-4 abc15-5 abc15-6 abc15-amplification acb15-1 acb15-2 acb15-rank wa-1 wa-2 "
      "thesis-6.5 thesis-6.7 thesis-6.9 thesis-6.12 thesis-6.18 thesis-6.19 thesis-6.21 "
      "thesis-table-4.1 thesis-6.27 thesis-6.28 thesis-6.31 thesis-6.33 eich93-table-3.1 "
      "orders-crouch-grossman correction-6.10",
      folder);
  EXPECT_EQ(result.exitCode, 0) << result.text;
  EXPECT_NE(result.text.find("claims hold"), std::string::npos) << result.text;

  const std::string page = readFile(folder.path() / "index.html");
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() != ".csv") continue;
    const std::string name = entry.path().filename().string();
    EXPECT_NE(page.find("href=\"" + name + "\""), std::string::npos) << name << " is not linked";
    EXPECT_GT(count(readFile(entry.path()), "\n"), 2) << name;
    if (name.find("-plot-") != std::string::npos) ++files;
  }
  EXPECT_EQ(files, count(page, "<figure"));
  EXPECT_GE(files, 40);
  EXPECT_EQ(count(page, "class=\"nodata\""), 0);
  EXPECT_NE(page.find("Misprints of the papers"), std::string::npos);
  EXPECT_NE(page.find("(6.9), (6.10)"), std::string::npos);
}

// The page with a script at its end that looks at every plot as the browser has laid it out.
std::string withProbe(std::string page) {
  const std::string probe = R"(<script>
const empty = [];
const plots = document.querySelectorAll('figure.plot svg');
plots.forEach((svg, i) => {
  const box = svg.getBoundingClientRect();
  if (box.width < 100 || box.height < 50) empty.push(i + ': no size');
  svg.querySelectorAll('g.series').forEach(g => {
    const drawn = g.getBBox();
    if (!(drawn.width > 0 || drawn.height > 0)) empty.push(i + ': ' + g.dataset.name);
  });
  if (svg.querySelectorAll('g.series').length === 0) empty.push(i + ': no curves');
});
const result = document.createElement('pre');
result.id = 'probe';
const wide = document.documentElement.scrollWidth > window.innerWidth ? 'page' : '';
result.textContent =
  'plots=' + plots.length + ' empty=' + empty.join('; ') + ' wide=' + wide + ' end';
document.body.append(result);
</script></body>)";
  const std::size_t end = page.rfind("</body>");
  return page.replace(end, std::string("</body>").size(), probe);
}

TEST(ReducedReproduction, IsReadableInABrowser) {
  if (run("command -v chromium").exitCode != 0) {
    GTEST_SKIP() << "chromium is not installed (tools/setup.sh --test installs it)";
  }
  // Quick ones with every kind of picture: curves in time, convergence, work, a curve that is
  // missing because its runs are unstable.
  const Folder folder;
  const Output result = reproduce(
      "abc15-1 abc15-4 abc15-amplification acb15-1 wa-2 thesis-6.6 thesis-table-4.1 thesis-6.28",
      folder);
  ASSERT_EQ(result.exitCode, 0) << result.text;
  const fs::path probed = folder.path() / "probed.html";
  const std::string page = readFile(folder.path() / "index.html");
  std::ofstream(probed, std::ios::binary) << withProbe(page);
  const Output output =
      run("timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
          "--user-data-dir=" +
          (folder.path() / "profile").string() +
          " --enable-logging=stderr --v=0 --dump-dom file://" + probed.string() + " 2>&1");
  ASSERT_EQ(output.exitCode, 0) << output.text.substr(0, 2000);
  std::smatch match;
  ASSERT_TRUE(std::regex_search(output.text, match,
                                std::regex("plots=(\\d+) empty=(.*?) wide=(.*?) end</pre>")))
      << output.text.substr(0, 2000);
  EXPECT_EQ(std::stoi(match[1]), count(page, "<figure"));
  EXPECT_EQ(match[2].str(), "");
  EXPECT_EQ(match[3].str(), "") << "wider than the window";
  // Errors of scripts and of loading appear as console messages.
  EXPECT_EQ(count(output.text, "CONSOLE"), 0) << output.text.substr(0, 2000);
}

}  // namespace
}  // namespace liefmu::reproduce
