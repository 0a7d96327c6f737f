// The receiver: accuracy, satellites, sky, signal strength, corrections.

import { draw, element, make, setAttribute, setFacts, setText } from "./dom.js";
import { accuracy as accuracyOf, angle, distance, length, speed, time } from "./format.js";
import { qualities } from "./map.js";

/** The systems by their full names, with the colour of each. */
const systems = /** @type {Record<string, [name: string, letter: string]>} */ ({
  gps: ["Global Positioning System", "G"],
  glonass: ["Global Navigation Satellite System (GLONASS)", "R"],
  galileo: ["Galileo", "E"],
  beidou: ["BeiDou Navigation Satellite System", "C"],
  qzss: ["Quasi-Zenith Satellite System", "J"],
  navic: ["Navigation with Indian Constellation", "I"],
  sbas: ["Satellite-Based Augmentation System", "S"],
  imes: ["Indoor Messaging System", "M"],
  unknown: ["Unknown system", "?"],
});

/** Where an accuracy comes from, and how sure it is. */
const origins = /** @type {Record<string, string>} */ ({
  receiverEstimate: "the receiver's own estimate", errorStatistics: "error statistics (GST)",
  faultDetection: "fault detection (GBS)", garminEstimate: "the receiver's estimate (PGRME)",
  dilutionOfPrecision: "the geometry of the satellites",
});
const levels = /** @type {Record<string, string>} */ ({ half: "50 %", standardDeviation: "1 σ", percent95: "95 %" });

const initial = {
  accuracy: "Accuracy is shown with the first position.",
  satellites: "Satellites are shown once the receiver tells of them.",
};

const accuracy = element("accuracy", HTMLElement);
const satelliteText = element("satellites", HTMLElement);
const facts = element("fix", HTMLElement);
const sky = element("sky", SVGElement);
const bars = element("bars", HTMLElement);

/** What the sky was drawn from, so that an unchanged one is not drawn again. */
let shownSatellites = "";
/** @type {{line: SVGElement, mark: SVGElement}[]} */
const skyNodes = [];
/** From where satellites are to where their marks found room; below all marks. */
const leadLines = draw("g", {});
/** @type {import("./types.js").Position} */
let shown = {};
/** @type {{name?: string, madeUp?: boolean}} */
let source = {};
/** @type {Record<string, string|number>|undefined} */
let corrections;

drawSkyGrid();

/** @param {import("./types.js").Position} position */
export function showPosition(position) {
  shown = position;
  const { fix, satellites } = position;
  setText(accuracy, accuracyText(fix));
  showFacts(fix);
  const key = JSON.stringify(satellites ?? null);
  if (key === shownSatellites) return;
  shownSatellites = key;
  setText(satelliteText, satellites?.length ? satellitesText(satellites) : initial.satellites);
  showSky(satellites ?? []);
  showBars(satellites ?? []);
}

/**
 * What the source is called, and whether it was made up.
 * @param {import("./types.js").UnitState["source"]} now
 */
export function setSourceFacts(now) {
  source = now;
}

/** The units or the clock were changed. */
export function refreshPosition() {
  showPosition(shown);
  showCorrections(corrections);
}

/** @param {import("./types.js").Fix|undefined} fix */
function accuracyText(fix) {
  if (fix?.horizontal === undefined && fix?.vertical === undefined) return initial.accuracy;
  const part = (/** @type {number|undefined} */ value) => (value === undefined ? "unknown" : accuracyOf(value));
  return `Accuracy - Horizontal: ${part(fix.horizontal)}; Vertical: ${part(fix.vertical)}`;
}

/** @param {import("./types.js").Satellite[]} satellites */
function satellitesText(satellites) {
  const names = [...new Set(satellites.map(([system]) => (systems[system] ?? systems.unknown)[0]))].sort();
  const numbers = satellites.map(([, number]) => number).sort((one, other) => one - other);
  return `${satellites.length} satellites in view\nSystem(s): ${names.join(", ")}\nIDs: ${numbers.join(", ")}`;
}

/** @param {import("./types.js").Fix|undefined} fix */
function showFacts(fix) {
  /** @type {[string, string][]} */
  const pairs = [];
  const add = (/** @type {string} */ name, /** @type {string|undefined|false} */ value) => {
    if (value) pairs.push([name, value]);
  };
  if (fix) {
    const dimensions = { 1: "no position", 2: "2D", 3: "3D" };
    const words = qualities[fix.quality]?.[1] ?? fix.quality;
    add("Fix", `${words}, ${dimensions[/** @type {1|2|3} */ (fix.dimension)] ?? "?"}${fix.stale ? ", old" : ""}`);
    add("Position", fix.latitude !== undefined && `${angle(fix.latitude, "N", "S")}, ${angle(fix.longitude ?? 0, "E", "W")}`);
    add("Height", fix.altitude !== undefined && `${length(fix.altitude, fix.vertical !== undefined && fix.vertical < 0.5 ? 2 : 1)} above sea level`);
    add("Speed", fix.speed !== undefined && speed(fix.speed));
    add("Course", fix.course !== undefined && `${fix.course.toFixed(0)}°`);
    add("DOP", dilution(fix));
    add("Accuracy from", fix.accuracyFrom && `${origins[fix.accuracyFrom] ?? fix.accuracyFrom}, ${levels[fix.accuracyLevel ?? ""] ?? ""}`);
    add("Time", fix.time && time(Date.parse(fix.time), { date: true }));
    const accessory = fix.accessory;
    const name = accessory ? `${accessory.manufacturer} ${accessory.name}`.trim() : source.name ?? "";
    const origin = [name, source.madeUp || fix.simulated ? "simulated" : "measured", fix.corrected ? "corrected" : ""];
    add("Source", origin.filter(Boolean).join(", "));
    add("Correction age", fix.correctionAge !== undefined && `${fix.correctionAge.toFixed(1)} s${fix.station === undefined ? "" : `, station ${fix.station}`}`);
  }
  setFacts(facts, pairs);
}

/** @param {import("./types.js").Fix} fix */
function dilution(fix) {
  const parts = /** @type {[string, number|undefined][]} */ ([["P", fix.pdop], ["H", fix.hdop], ["V", fix.vdop]]);
  return parts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`).join(", ");
}

/**
 * What the caster does; a number is a distance in metres.
 * @param {Record<string, string|number>|undefined} now
 */
export function showCorrections(now) {
  corrections = now;
  const pairs = Object.entries(now ?? { State: "no caster is asked (--ntrip)" }).map(([name, value]) =>
    /** @type {[string, string]} */ ([name, typeof value === "number" ? `${distance(value)} away` : value]));
  setFacts(element("corrections", HTMLElement), pairs);
}

function drawSkyGrid() {
  for (const height of [0, 30, 60]) sky.append(draw("circle", { r: 90 - height, class: "ring" }));
  sky.append(draw("path", { d: "M-90 0 H90 M0 -90 V90", class: "ring" }));
  const marks = /** @type {[string, number, number][]} */ ([["N", 0, -96], ["E", 100, 4], ["S", 0, 106], ["W", -100, 4]]);
  for (const [name, x, y] of marks) sky.append(draw("text", { x, y, class: "mark", "text-anchor": "middle" }, name));
  sky.append(leadLines);
}

/**
 * Where marks are drawn so that none covers another, as far as there is room, each as near to its place as the others
 * let it.
 * @param {[number, number][]} places
 * @param {number} gap between the middles of two marks
 * @param {number} limit how far from the middle of all they may be
 * @returns {[number, number][]}
 */
export function spread(places, gap, limit) {
  // Plain numbers: this is done for each new sky, and pairs are many.
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  for (let round = 0, isCrowded = true; isCrowded && round < 60; round++) {
    isCrowded = false;
    for (let one = 0; one < xs.length; one++) {
      for (let other = one + 1; other < xs.length; other++) {
        let x = xs[other] - xs[one];
        let y = ys[other] - ys[one];
        const square = x * x + y * y;
        if (square > (gap - 0.2) * (gap - 0.2)) continue;
        isCrowded = true;
        let distance = Math.sqrt(square);
        if (distance < 0.01) {
          // On the same place no direction is better than another: each pair has one of its own.
          x = Math.cos(2.4 * other);
          y = Math.sin(2.4 * other);
          distance = 1;
        }
        const push = (gap - Math.min(distance, gap)) / 2 / distance;
        xs[one] -= x * push;
        ys[one] -= y * push;
        xs[other] += x * push;
        ys[other] += y * push;
      }
    }
    for (let one = 0; one < xs.length; one++) {
      const radius = Math.sqrt(xs[one] * xs[one] + ys[one] * ys[one]);
      if (radius <= limit) continue;
      xs[one] *= limit / radius;
      ys[one] *= limit / radius;
    }
  }
  return places.map((_, index) => [xs[index], ys[index]]);
}

/** @param {import("./types.js").Satellite[]} satellites */
function showSky(satellites) {
  const placed = satellites.filter(([, , elevation, azimuth]) => elevation !== null && azimuth !== null);
  while (skyNodes.length < placed.length) {
    const line = draw("line", {});
    const mark = draw("g", {}, draw("circle", { r: 8 }), draw("text", { "text-anchor": "middle" }));
    leadLines.append(line);
    sky.append(mark);
    skyNodes.push({ line, mark });
  }
  const places = placed.map(([, , elevation, azimuth]) => {
    const radius = 90 - (elevation ?? 0);
    const radians = ((azimuth ?? 0) * Math.PI) / 180;
    return /** @type {[number, number]} */ ([radius * Math.sin(radians), -radius * Math.cos(radians)]);
  });
  // Marks of radius 8 then end where the letters of the directions begin.
  const drawn = spread(places, 16.5, 88);
  skyNodes.forEach(({ line, mark }, index) => {
    const satellite = placed[index];
    setAttribute(mark, "class", satellite ? `satellite ${satellite[0]} ${satellite[5] ? "used" : ""}` : "satellite gone");
    setAttribute(line, "class", satellite ? "lead-line" : "lead-line gone");
    if (!satellite) return;
    const [system, number] = satellite;
    const [x, y] = drawn[index];
    setAttribute(line, "x1", places[index][0].toFixed(1));
    setAttribute(line, "y1", places[index][1].toFixed(1));
    setAttribute(line, "x2", x.toFixed(1));
    setAttribute(line, "y2", y.toFixed(1));
    setAttribute(mark.children[0], "cx", x.toFixed(1));
    setAttribute(mark.children[0], "cy", y.toFixed(1));
    setAttribute(mark.children[1], "x", x.toFixed(1));
    setAttribute(mark.children[1], "y", (y + 3).toFixed(1));
    setText(mark.children[1], `${(systems[system] ?? systems.unknown)[1]}${number}`);
  });
  const used = satellites.filter((satellite) => satellite[5]).length;
  setAttribute(sky, "aria-label", `${satellites.length} satellites, ${used} of them used`);
}

/** @param {import("./types.js").Satellite[]} satellites */
function showBars(satellites) {
  /** @type {Map<string, import("./types.js").Satellite[]>} */
  const groups = new Map();
  for (const satellite of satellites) groups.set(satellite[0], [...(groups.get(satellite[0]) ?? []), satellite]);
  const names = [...groups.keys()].sort();
  while (bars.children.length > names.length) bars.lastElementChild?.remove();
  while (bars.children.length < names.length) bars.append(make("div", { class: "group" }, make("h4", {}), make("ul", {})));
  names.forEach((system, index) => {
    const group = bars.children[index];
    const members = (groups.get(system) ?? []).sort((one, other) => one[1] - other[1]);
    setText(group.children[0], (systems[system] ?? systems.unknown)[0]);
    const list = group.children[1];
    while (list.children.length > members.length) list.lastElementChild?.remove();
    while (list.children.length < members.length) list.append(make("li", {}, make("span", { class: "strength" }), make("span", { class: "id" })));
    members.forEach(([, number, , , strength, used], place) => {
      const item = list.children[place];
      setAttribute(item, "class", `${system} ${used ? "used" : ""}`);
      setAttribute(item, "aria-label", `${number}: ${strength === null ? "not tracked" : `${strength} dBHz`}${used ? ", used" : ""}`);
      const bar = /** @type {HTMLElement} */ (item.children[0]);
      // A ground of that height: unlike a height or a clip it costs neither layout nor a layer.
      const size = `${used ? 100 : 60}% ${Math.round(Math.min((strength ?? 0) / 55, 1) * 100)}%`;
      if (bar.style.backgroundSize !== size) bar.style.backgroundSize = size;
      setText(item.children[1], String(number));
    });
  });
}

showPosition({});
showCorrections(undefined);
