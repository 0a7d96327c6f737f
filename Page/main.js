// Puts the parts of the page together.

import { facts, perform } from "./api.js";
import { element, setAttribute, setText } from "./dom.js";
import { setFaultKinds, showFaults } from "./faults.js";
import { choose, settings } from "./format.js";
import { refreshPosition, setSourceFacts, showCorrections, showPosition } from "./gnss.js";
import { listen } from "./live.js";
import { refreshLog, restartLog, showLog, takeLog } from "./log.js";
import { PlaceMap } from "./map.js";
import { addStop, moveStop, refreshGuidance, setPlaceToMove, setRoutes, setUploadLimit, showGuidance, showRoute } from "./route.js";
import { setSources } from "./source.js";
import { setRPCs, showDrive, showUnit } from "./unit.js";

const source = element("source", HTMLButtonElement);
const reset = element("reset", HTMLButtonElement);
const recenter = element("recenter", HTMLButtonElement);
const edit = element("edit", HTMLButtonElement);
const live = element("live", HTMLElement);

let isStarted = false;
let hasTiles = false;
let isOpen = false;
/** What the shown road was drawn from. */
let shownRoad = "";

applyLook();
const map = new PlaceMap({ onFollowing: updateTools, onAdd: addStop, onMove: moveStop });

/** Source only while stopped, Reset only while started, Recenter only while started and not following. */
function updateTools() {
  recenter.disabled = !isOpen || !isStarted || map.isFollowing;
}

/** @param {import("./types.js").UnitState["source"]} now */
function showSource(now) {
  const was = isStarted;
  isStarted = now.state === "started";
  source.disabled = !isOpen || now.state !== "stopped";
  reset.disabled = !isOpen || !isStarted;
  if (isStarted && !was) map.follow(true);
  if (!isStarted && was) map.follow(false);
  setSourceFacts(now);
  const words = { stopped: "stopped", starting: "starting…", started: "" }[now.state];
  setText(element("source-name", HTMLElement), [now.name, words].filter(Boolean).join(", "));
  const problem = element("problem", HTMLElement);
  setText(problem, now.problem ?? "");
  problem.hidden = !now.problem;
  updateTools();
}

/** At most so often the page is drawn anew, in milliseconds: all that came meanwhile is drawn at once. */
const drawingPeriod = 100;
/** What has come since the page was drawn. */
const news = {
  /** @type {import("./types.js").Position|undefined} */ position: undefined,
  /** @type {import("./types.js").UnitState|undefined} */ state: undefined,
  /** @type {import("./types.js").Route|null|undefined} */ route: undefined,
  isTrackOver: false,
  /** @type {import("./types.js").TrackPoint[]} */ points: [],
  lastDrawn: 0,
  isScheduled: false,
};

/** @param {import("./types.js").Message} message */
function take(message) {
  if (message.position) news.position = message.position;
  if (message.state) news.state = message.state;
  if (message.route !== undefined) news.route = message.route;
  if (message.log) takeLog(message.log);
  if (message.track) {
    if (message.track.start === 0) {
      news.isTrackOver = true;
      news.points = [];
    }
    news.points.push(...message.track.points);
  }
  if (news.isScheduled) return;
  news.isScheduled = true;
  // Not in an animation frame: the map draws in the next one, which would be a second frame for the same news.
  setTimeout(drawNews, Math.max(0, news.lastDrawn + drawingPeriod - 8 - performance.now()));
}

function drawNews() {
  news.isScheduled = false;
  news.lastDrawn = performance.now();
  const { position, state, route, points } = news;
  if (news.isTrackOver) map.clearTrack();
  if (points.length > 0) map.addToTrack(points);
  [news.position, news.state, news.route, news.points, news.isTrackOver] = [undefined, undefined, undefined, [], false];
  if (position) {
    map.setFix(position.fix);
    showPosition(position);
    showDrive(position.drive);
    showGuidance(position.guidance);
  }
  if (state) {
    showUnit(state);
    showSource(state.source);
    showFaults(state.faults);
    showCorrections(state.corrections);
  }
  if (route !== undefined) {
    const road = JSON.stringify([route?.shape, route?.stops.map((stop) => stop.place)]);
    map.setRoute(route, road !== shownRoad);
    shownRoad = road;
    lastRoute = route;
    showRoute(route);
  }
  showLog();
}

/** @type {import("./types.js").Route|null} */
let lastRoute = null;

/** @param {boolean} now */
function connected(now) {
  isOpen = now;
  setText(live, now ? "Live" : "Reconnecting…");
  setAttribute(live, "class", `badge ${now ? "good" : "bad"}`);
  if (now) {
    restartLog();
    map.clearTrack();
  } else {
    source.disabled = true;
    reset.disabled = true;
  }
  updateTools();
}

// What a click on the map does, without a mouse: the map is moved by arrow keys.
element("route-add", HTMLElement).addEventListener("click", () => addStop(map.middle()));
setPlaceToMove(() => map.middle());
recenter.addEventListener("click", () => map.follow(true));
reset.addEventListener("click", () => perform("reset", {}, "The source could not be reset"));
edit.addEventListener("click", () => {
  map.setEditing(!map.isEditing);
  setAttribute(edit, "aria-pressed", String(map.isEditing));
  map.setRoute(lastRoute, false);
});

// Tabs: arrows move between them, as in any list of tabs.
const tabs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);

/** @param {HTMLButtonElement} chosen */
function openTab(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    setAttribute(tab, "aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    element(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !isChosen;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => openTab(tab));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    const next = tabs[(to + tabs.length) % tabs.length];
    openTab(next);
    next.focus();
    event.preventDefault();
  });
}

// Settings.

function applyLook() {
  setAttribute(document.documentElement, "data-look", settings.look);
}

for (const name of /** @type {const} */ (["units", "clock", "look"])) {
  const select = element(name, HTMLSelectElement);
  select.value = settings[name];
  select.addEventListener("change", () => {
    choose(name, select.value);
    applyLook();
    map.updateUnits();
    map.updateColours();
    refreshPosition();
    refreshGuidance();
    refreshLog();
  });
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.updateColours());

/** Asked anew for each connection: it may be another head unit. */
async function prepare() {
  const known = await facts();
  if (typeof known === "number") {
    const words = known === 401 ? "Not let in: open the page by its whole address" : "Reconnecting…";
    setText(live, words);
    setAttribute(live, "class", "badge bad");
    return false;
  }
  setRPCs(known.rpcs);
  setRoutes(known.routes);
  setSources(known);
  setFaultKinds(known.faults);
  setUploadLimit(known.bodyBytes);
  if (known.tiles && !hasTiles) map.setTiles(known.tiles, known.attribution);
  hasTiles = known.tiles !== undefined;
  return true;
}

listen({ prepare, onMessage: take, onChange: connected });
