// The route: the list of stops, and what changes it.

import { perform } from "./api.js";
import { alertUser, element, make, replaceKeepingFocus, setText } from "./dom.js";
import { distance, duration } from "./format.js";

const list = element("stops", HTMLElement);

/** @type {import("./types.js").Route|null} */
let route = null;
/** @type {import("./types.js").Guidance|undefined} */
let guidance;

const words = { origin: "start", passed: "passed", next: "next", ahead: "ahead", destination: "destination" };

/** @param {import("./types.js").Route|null} now */
export function showRoute(now) {
  route = now;
  setText(element("route-name", HTMLElement), now ? now.name ?? "A route without name" : "There is no route.");
  replaceKeepingFocus(list, (now?.stops ?? []).map(stopItem));
  for (const id of ["advance", "route-clear"]) element(id, HTMLButtonElement).disabled = !now;
}

/** @param {import("./types.js").Guidance|undefined} now */
export function showGuidance(now) {
  guidance = now;
  refreshGuidance();
}

/** The units were changed, or the vehicle has moved. */
export function refreshGuidance() {
  const parts = [];
  if (guidance) {
    const name = route?.stops[guidance.next]?.name ?? "next stop";
    if (guidance.toNext !== undefined) parts.push(`${name} in ${distance(guidance.toNext)}${guidance.secondsToNext === undefined ? "" : `, ${duration(guidance.secondsToNext)}`}`);
    if (guidance.toDestination !== undefined) parts.push(`destination in ${distance(guidance.toDestination)}${guidance.secondsToDestination === undefined ? "" : `, ${duration(guidance.secondsToDestination)}`}`);
    if (guidance.onRoute === false) parts.push("off the route");
  }
  setText(element("guidance", HTMLElement), parts.join("; "));
}

/**
 * @param {import("./types.js").Stop} stop
 * @param {number} index
 */
function stopItem(stop, index) {
  const name = stop.name ?? `Stop ${index + 1}`;
  const item = make("li", { class: `stop-row ${stop.state}` }, make("span", { class: "grow" }, name), make("span", { class: "badge" }, words[stop.state]));
  if (stop.state === "passed" || stop.state === "origin") return item;
  const open = ahead();
  const place = open.indexOf(stop);
  const tools = make("span", { class: "tools small" });
  const add = (/** @type {string} */ text, /** @type {string} */ label, /** @type {boolean} */ can, /** @type {() => void} */ action) => {
    const button = make("button", { type: "button", "aria-label": `${label} ${name}`, title: label, "data-key": `${name} ${text}`, disabled: !can }, text);
    button.addEventListener("click", action);
    tools.append(button);
  };
  add("↑", "Earlier:", place > 0, () => swap(place, place - 1));
  add("↓", "Later:", place < open.length - 1, () => swap(place, place + 1));
  add("⊕", "Bring to the middle of the map:", true, () => moveStop(index, placeToMove()));
  add("◎", "Make the destination:", stop.state !== "destination", () => set([...open.filter((other) => other !== stop), stop].map((other) => other.location)));
  add("✕", "Remove", open.length > 1, () => set(open.filter((other) => other !== stop).map((other) => other.location)));
  item.append(tools);
  return item;
}

/** The stops that are not driven past. */
function ahead() {
  return (route?.stops ?? []).filter((stop) => stop.state !== "passed" && stop.state !== "origin");
}

/**
 * @param {number} one
 * @param {number} other
 */
function swap(one, other) {
  const stops = ahead().map((stop) => stop.location);
  [stops[one], stops[other]] = [stops[other], stops[one]];
  set(stops);
}

/** @param {Record<string, unknown>[]} stops in driving order, the destination last */
function set(stops) {
  return perform("route", {
    action: "set",
    route: { name: route?.name ?? "Edited", stops: stops.slice(0, -1), destination: stops[stops.length - 1] },
  }, "The route could not be changed");
}

/** @param {[number, number]} place */
function coordinate([latitude, longitude]) {
  return { latitudeDegrees: latitude, longitudeDegrees: wrap(longitude) };
}

/** @param {number} longitude */
function wrap(longitude) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/**
 * A new stop before the destination; the first one is the destination.
 * @param {[number, number]} place
 */
export function addStop(place) {
  const stops = ahead().map((stop) => stop.location);
  stops.splice(Math.max(stops.length - 1, 0), 0, { coordinate: coordinate(place), locationName: `Stop ${(route?.stops.length ?? 0) + 1}` });
  set(stops);
}

/**
 * @param {number} index
 * @param {[number, number]} place
 */
export function moveStop(index, place) {
  const moved = route?.stops[index];
  if (moved) set(ahead().map((stop) => (stop === moved ? { ...stop.location, coordinate: coordinate(place) } : stop.location)));
}

/** @type {() => [number, number]} */
let placeToMove = () => [0, 0];

/** @param {() => [number, number]} place where a stop is brought without a mouse */
export function setPlaceToMove(place) {
  placeToMove = place;
}

/** The bound of a request, in bytes. */
let uploadLimit = 8 << 20;

/** @param {number} bytes */
export function setUploadLimit(bytes) {
  uploadLimit = bytes;
}

/** @param {string[]} names routes that come with the program */
export function setRoutes(names) {
  const routes = element("routes", HTMLSelectElement);
  if ([...routes.options].map((option) => option.value).join("\n") === names.join("\n")) return;
  routes.replaceChildren(...names.map((name) => make("option", {}, name)));
}

element("advance", HTMLElement).addEventListener("click", () => perform("route", { action: "advance" }));
element("route-clear", HTMLElement).addEventListener("click", () => perform("route", { action: "clear" }));
element("route-load", HTMLElement).addEventListener("click", () => perform("route", { action: "set", route: element("routes", HTMLSelectElement).value }));
const file = element("gpx", HTMLInputElement);
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (chosen && chosen.size > uploadLimit * 0.9) {
    alertUser("The file could not be taken", `${chosen.name} is larger than ${Math.floor((uploadLimit * 0.9) / 1e6)} MB: serve it by --route, or name it by ctl route set.`);
    file.value = "";
    return;
  }
  const text = await chosen?.text();
  file.value = "";
  if (text === undefined) return;
  /** @type {unknown} */
  let content = text;
  if (/^\s*\{/.test(text)) {
    try {
      content = JSON.parse(text);
    } catch {
      content = text;
    }
  }
  await perform("route", { action: "set", route: content }, "The file could not be taken");
});
showRoute(null);
