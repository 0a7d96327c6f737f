// The head unit: module, ignition, drive, apps with their levels and permissions, capabilities.

import { perform } from "./api.js";
import { element, make, replaceKeepingFocus, setAttribute, setFacts, setText } from "./dom.js";

const apps = element("apps", HTMLElement);
const capabilities = element("capabilities", HTMLElement);
const play = element("drive-play", HTMLButtonElement);
const seconds = element("drive-seconds", HTMLInputElement);
const speeds = element("drive-speed", HTMLSelectElement);

/** @type {string[]} */
let rpcs = [];
/** @type {import("./types.js").Drive|undefined} */
let drive;
let shownCapabilities = "";
/** @type {Map<number, AppCard>} */
const cards = new Map();

/** @param {string[]} names the RPCs that can be switched */
export function setRPCs(names) {
  rpcs = names;
}

/** @param {import("./types.js").UnitState} state */
export function showUnit(state) {
  setText(element("module", HTMLElement), `${state.module}, RPC ${state.rpcVersion}`);
  setFacts(element("module-facts", HTMLElement), [
    ["Module", state.module], ["RPC version", state.rpcVersion], ["Connections", String(state.connections)],
  ]);
  element("ignition", HTMLInputElement).checked = state.ignition === "on";
  element("no-apps", HTMLElement).hidden = state.apps.length > 0;
  const present = new Set(state.apps.map((app) => app.hmiAppID));
  for (const [id, card] of cards) {
    if (present.has(id)) continue;
    card.node.remove();
    cards.delete(id);
  }
  for (const app of state.apps) {
    let card = cards.get(app.hmiAppID);
    if (!card) {
      card = new AppCard(app);
      cards.set(app.hmiAppID, card);
      apps.append(card.node);
    }
    card.show(app);
  }
  showCapabilities(state.capabilities);
}

/** One app: what it is, buttons for its level, switches for its permissions. */
class AppCard {
  /** @param {import("./types.js").App} app */
  constructor(app) {
    this.app = app;
    this.shown = "";
    this.name = make("h4", {});
    this.level = make("span", { class: "badge" });
    this.facts = make("p", { class: "quiet" });
    /** @type {Map<string, HTMLInputElement>} */
    this.switches = new Map();
    this.permissions = make("div", { class: "switches" });
    const details = make("details", {}, make("summary", {}, "Permissions"), this.permissions);
    // Forty switches an app: made when somebody wants to see them.
    details.addEventListener("toggle", () => {
      if (!details.open || this.switches.size > 0) return;
      for (const rpc of rpcs) this.addSwitch(rpc);
      this.showPermissions();
    });
    this.node = make("article", { class: "app" },
      make("div", { class: "tools" }, this.name, this.level),
      this.facts,
      make("div", { class: "tools" },
        // By the level, since that also ends what took the app out of the front.
        this.button("Activate", () => perform("level", { app: this.id, level: "FULL" })),
        this.button("Background", () => perform("level", { app: this.id, level: "BACKGROUND" })),
        this.button("Exit", () => perform("exit", { app: this.id }))),
      details);
  }

  get id() {
    return String(this.app.hmiAppID);
  }

  /**
   * @param {string} text
   * @param {() => void} action
   */
  button(text, action) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", action);
    return button;
  }

  /** @param {string} rpc */
  addSwitch(rpc) {
    const box = make("input", { type: "checkbox", role: "switch" });
    box.addEventListener("change", async () => {
      const answer = await perform(box.checked ? "grant" : "revoke", { rpc, app: this.id });
      if (!answer.ok) this.showPermissions();
    });
    this.switches.set(rpc, box);
    this.permissions.append(make("label", { class: "switch" }, box, ` ${rpc}`));
  }

  /** @param {import("./types.js").App} app */
  show(app) {
    const text = JSON.stringify(app);
    if (text === this.shown) return;
    this.shown = text;
    this.app = app;
    setText(this.name, app.name);
    setText(this.level, app.level);
    setAttribute(this.level, "class", `badge level-${app.level}`);
    setAttribute(this.node, "aria-label", `${app.name}, ${app.level}`);
    setText(this.facts, [
      `RPC ${app.rpcVersion}`, app.types.join(", "), app.subscribedToWayPoints ? "listens to waypoints" : "",
      app.vehicleDataSubscriptions.length ? `vehicle data: ${app.vehicleDataSubscriptions.join(", ")}` : "",
      app.revoked ? "revoked" : "",
    ].filter(Boolean).join("; "));
    this.showPermissions();
  }

  showPermissions() {
    for (const [rpc, box] of this.switches) {
      const levels = this.app.permissions[rpc];
      box.checked = levels !== undefined;
      setAttribute(/** @type {HTMLElement} */ (box.parentElement), "title", levels ? levels.join(", ") : "not allowed");
    }
  }
}

/** @param {Record<string, any>} all */
function showCapabilities(all) {
  const text = JSON.stringify(all);
  if (text === shownCapabilities) return;
  shownCapabilities = text;
  const rows = Object.entries(all).sort().flatMap(([type, value]) =>
    flags(value, []).map((path) => capabilitySwitch(type, value, path)));
  replaceKeepingFocus(capabilities, rows.length ? rows : [make("p", { class: "quiet" }, "This module tells none that could be switched.")]);
}

/**
 * The paths to all flags in a value.
 * @param {any} value
 * @param {string[]} path
 * @returns {string[][]}
 */
function flags(value, path) {
  if (typeof value === "boolean") return [path];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).sort().flatMap(([key, inner]) => flags(inner, [...path, key]));
}

/**
 * @param {string} type
 * @param {any} value
 * @param {string[]} path
 */
function capabilitySwitch(type, value, path) {
  const box = make("input", { type: "checkbox", role: "switch", "data-key": `${type}.${path.join(".")}` });
  box.checked = path.reduce((inner, key) => inner[key], value);
  box.addEventListener("change", async () => {
    const changed = structuredClone(value);
    const holder = path.slice(0, -1).reduce((inner, key) => inner[key], changed);
    holder[path[path.length - 1]] = box.checked;
    const answer = await perform("capability", { type, value: changed });
    if (!answer.ok) box.checked = !box.checked;
  });
  return make("label", { class: "switch" }, box, ` ${type}: ${path.join(".")}`);
}

/** @param {import("./types.js").Drive|undefined} now */
export function showDrive(now) {
  drive = now;
  const isPlaying = now?.state === "playing";
  for (const control of element("drive", HTMLElement).querySelectorAll("button, input, select")) {
    const own = /** @type {HTMLButtonElement} */ (control);
    if (own.disabled !== !now) own.disabled = !now;
  }
  setText(play, isPlaying ? "Pause" : "Play");
  if (now && document.activeElement !== speeds) showSpeed(String(now.speed));
  if (document.activeElement !== seconds) seconds.value = now ? String(Math.floor(now.seconds)) : "";
}

/** @param {string} speed one that the list does not have is added */
function showSpeed(speed) {
  if (speeds.value === speed) return;
  if (![...speeds.options].some((option) => option.value === speed)) speeds.prepend(make("option", {}, speed));
  speeds.value = speed;
}

/** @param {number} to */
async function seek(to) {
  await perform("drive", { action: "seek", value: Math.max(0, to) });
}

play.addEventListener("click", () => perform("drive", { action: drive?.state === "playing" ? "pause" : "play" }));
element("drive-back", HTMLElement).addEventListener("click", () => seek((drive?.seconds ?? 0) - 10));
element("drive-forward", HTMLElement).addEventListener("click", () => seek((drive?.seconds ?? 0) + 10));
seconds.addEventListener("change", () => {
  if (seconds.value.trim() !== "") seek(Number(seconds.value));
});
speeds.addEventListener("change", () => perform("drive", { action: "speed", value: speeds.value }));
const ignition = element("ignition", HTMLInputElement);
ignition.addEventListener("change", () => perform("ignition", { state: ignition.checked ? "on" : "off" }));
showDrive(undefined);
