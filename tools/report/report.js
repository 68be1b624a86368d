// Adds to every plot: values under the pointer, and curves that can be switched off in the legend.
// The curves themselves are in the page; a value is computed back from its pixel with the scales that
// the picture carries (data-x, data-y: low, high, logarithmic, pixel of low, pixel of high).
"use strict";

function readScale(text) {
  const [low, high, logarithmic, pixelLow, pixelHigh] = text.split(" ").map(Number);
  const resolution = 0.01 / Math.abs(pixelHigh - pixelLow);
  return {
    valueAt(pixel) {
      const part = (pixel - pixelLow) / (pixelHigh - pixelLow);
      return logarithmic ? low * (high / low) ** part : low + (high - low) * part;
    },
    // As many digits as a hundredth of a pixel can tell apart.
    format(value) {
      const step = logarithmic ? value * Math.log(high / low) * resolution : (high - low) * resolution;
      if (Math.abs(value) < step) return "0";
      const digits = Math.ceil(Math.log10(Math.abs(value) / step));
      return String(Number(value.toPrecision(Math.min(15, Math.max(2, digits)))));
    },
  };
}

function readPoints(path) {
  const numbers = path.getAttribute("d").match(/[ML][\d.-]+ [\d.-]+/g) || [];
  return numbers.map((pair) => pair.slice(1).split(" ").map(Number));
}

function nearest(points, x, y, byXOnly) {
  let best = null;
  let bestDistance = Infinity;
  for (const point of points) {
    const distance = byXOnly ? Math.abs(point[0] - x) : Math.hypot(point[0] - x, point[1] - y);
    if (distance < bestDistance) {
      best = point;
      bestDistance = distance;
    }
  }
  return best;
}

function element(tag, className, text) {
  const result = document.createElement(tag);
  result.className = className;
  result.textContent = text;
  return result;
}

function addReadout(figure, svg) {
  const scaleX = readScale(svg.dataset.x);
  const scaleY = readScale(svg.dataset.y);
  const cursor = svg.querySelector(".cursor");
  const [, , , bottom, top] = svg.dataset.y.split(" ");
  let curves = null; // read when first needed

  function readCurves() {
    return [...svg.querySelectorAll(".series")].map((group) => {
      const points = readPoints(group.querySelector("path"));
      const monotone = points.every((p, i) => i === 0 || p[0] >= points[i - 1][0])
        || points.every((p, i) => i === 0 || p[0] <= points[i - 1][0]);
      return { group, points, monotone, colour: group.classList[1], name: group.dataset.name };
    });
  }

  function clear() {
    cursor.replaceChildren();
    figure.querySelector(".readout")?.remove();
  }

  function show(event) {
    curves ??= readCurves();
    clear();
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    const y = (event.clientY - box.top) * svg.viewBox.baseVal.height / box.height;
    const hits = [];
    for (const curve of curves) {
      if (curve.group.classList.contains("hidden")) continue;
      const point = nearest(curve.points, x, y, curve.monotone);
      if (point) hits.push({ curve, point });
    }
    if (!hits.length) return;

    const main = hits.reduce((a, b) => (Math.abs(a.point[0] - x) <= Math.abs(b.point[0] - x) ? a : b));
    // Curves without a point near the pointer have nothing to say here.
    const near = hits.filter((hit) => Math.abs(hit.point[0] - main.point[0]) < 6 || !hit.curve.monotone);
    near.sort((a, b) => a.point[1] - b.point[1]);
    const dots = near.map(({ curve, point }) => `<circle class="${curve.colour}" cx="${point[0]}" cy="${point[1]}" r="4"/>`);
    cursor.innerHTML = `<path d="M${main.point[0]} ${top}V${bottom}"/>${dots.join("")}`;

    const readout = element("div", "readout", "");
    readout.append(element("div", "", `${svg.dataset.xname}: ${scaleX.format(scaleX.valueAt(main.point[0]))}`));
    for (const { curve, point } of near) {
      const row = element("div", curve.colour, "");
      row.append(element("i", "", ""), element("span", "", curve.name), element("b", "", scaleY.format(scaleY.valueAt(point[1]))));
      readout.append(row);
    }
    figure.append(readout);
    const frame = figure.getBoundingClientRect();
    const left = event.clientX - frame.left;
    const flip = left + 24 + readout.offsetWidth > frame.width;
    readout.style.left = `${flip ? Math.max(0, left - 16 - readout.offsetWidth) : left + 16}px`;
    readout.style.top = `${event.clientY - frame.top + 12}px`;
  }

  svg.addEventListener("pointermove", show);
  svg.addEventListener("pointerleave", clear);
}

function addLegend(figure, svg) {
  const groups = svg.querySelectorAll(".series");
  figure.querySelectorAll(".legend button").forEach((button, i) => {
    button.addEventListener("click", () => {
      const hidden = groups[i].classList.toggle("hidden");
      button.setAttribute("aria-pressed", String(!hidden));
    });
  });
}

for (const figure of document.querySelectorAll(".plot")) {
  const svg = figure.querySelector("svg");
  if (!svg) continue;
  addReadout(figure, svg);
  addLegend(figure, svg);
}
