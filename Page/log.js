// The log of RPCs: newest first, a row a message; a row opens to its JSON and the bytes of its frames.

import { logRow } from "./api.js";
import { element, make, setText } from "./dom.js";
import { time } from "./format.js";

/** Rows kept for filtering, and rows shown. */
const kept = 2000;
const shownLimit = 100;

const body = element("log-rows", HTMLElement);
const filter = element("log-filter", HTMLInputElement);
const type = element("log-type", HTMLSelectElement);
const pause = element("log-pause", HTMLButtonElement);

/** @type {import("./types.js").Row[]} */
let rows = [];
/** @type {import("./types.js").Row[]} */
let waiting = [];
let isPaused = false;
/** Whether the rows that are shown are those of an earlier connection. */
let isStale = false;
let missed = 0;

/** The server tells all anew; what somebody looks at stays until they go on. */
export function restartLog() {
  waiting = [];
  missed = 0;
  if (isPaused) {
    isStale = true;
    return;
  }
  rows = [];
  body.replaceChildren();
}

/** @param {{missed: number, lost: number, rows: import("./types.js").Row[]}} news */
export function takeLog(news) {
  missed += news.missed;
  waiting.push(...news.rows);
  const surplus = waiting.length - kept;
  if (surplus <= 0) return;
  waiting.splice(0, surplus);
  if (isPaused) missed += surplus;
}

/** When rows were shown last: a few times a second are enough for people, and leave the map its time. */
let lastShown = 0;
const showingPeriod = 300;
let isScheduled = false;

/** Shows what has come, if it is time; to be called when the page is drawn anyway. */
export function showLog() {
  if (waiting.length === 0) return;
  const wait = lastShown + showingPeriod - performance.now();
  if (wait <= 0) {
    lastShown = performance.now();
    showWaiting();
  } else if (!isScheduled) {
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      showLog();
    }, wait);
  }
}

function showWaiting() {
  showCount();
  if (isPaused || waiting.length === 0) return;
  if (isStale) {
    isStale = false;
    rows = [];
    body.replaceChildren();
  }
  const news = waiting;
  waiting = [];
  rows.push(...news);
  if (rows.length > kept) rows.splice(0, rows.length - kept);
  const fragment = document.createDocumentFragment();
  const wanted = news.filter(isWanted).slice(-shownLimit).reverse();
  for (const row of wanted) fragment.append(rowNode(row));
  body.prepend(fragment);
  while (body.children.length > shownLimit) body.lastElementChild?.remove();
  showCount();
}

/** The filter or the clock was changed. */
export function refreshLog() {
  const wanted = rows.filter(isWanted).slice(-shownLimit).reverse();
  body.replaceChildren(...wanted.map(rowNode));
  showCount();
}

function showCount() {
  const total = rows.length ? rows[rows.length - 1].n : 0;
  const parts = [`${total} in all`];
  const wanted = rows.reduce((sum, row) => sum + (isWanted(row) ? 1 : 0), 0);
  if (wanted > body.querySelectorAll(".row").length) parts.push(`the newest ${shownLimit} shown`);
  if (isPaused && waiting.length) parts.push(`${waiting.length} wait`);
  if (missed) parts.push(`${missed} missed`);
  setText(element("log-count", HTMLElement), parts.join(", "));
}

/** @param {import("./types.js").Row} row */
function isWanted(row) {
  const isRPC = row.type === "request" || row.type === "response" || row.type === "notification";
  if (type.value === "rpc" ? !isRPC : type.value && row.type !== type.value) return false;
  const text = filter.value.trim().toLowerCase();
  return !text || `${row.name} ${row.app ?? ""} ${row.code ?? ""} ${row.type}`.toLowerCase().includes(text);
}

/** @param {import("./types.js").Row} row */
function rowNode(row) {
  const way = row.from === "app" ? "→" : row.from ? "←" : "·";
  const words = row.from === "app" ? "from the app" : row.from ? "to the app" : "";
  const name = make("button", { type: "button", class: "plain", "aria-expanded": "false" }, row.name);
  const bad = row.code !== undefined && row.code !== "SUCCESS" && row.code !== "WARNINGS";
  const node = make("tr", { class: `row ${row.type}${bad ? " bad" : ""}` },
    make("td", {}, time(row.w, { fraction: true })),
    make("td", {}, row.app ?? `connection ${row.conn}`),
    make("td", { class: "way", title: words }, way, make("span", { class: "unseen" }, ` ${words}`)),
    make("td", {}, name, " ", make("span", { class: "quiet" }, row.type === "request" || row.type === "event" ? "" : row.type)),
    make("td", {}, row.code ?? ""),
    make("td", { class: "number" }, row.ms === undefined ? "" : row.ms.toFixed(1)));
  name.addEventListener("click", () => toggle(row, node, name));
  return node;
}

/**
 * @param {import("./types.js").Row} row
 * @param {HTMLElement} node
 * @param {HTMLElement} button
 */
async function toggle(row, node, button) {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) {
    if (node.nextElementSibling?.classList.contains("details")) node.nextElementSibling.remove();
    return;
  }
  // What somebody looks at must not run away.
  setPaused(true);
  const found = await logRow(row.n);
  if (button.getAttribute("aria-expanded") !== "true") return;
  const cell = make("td", { colspan: "6" });
  cell.append(make("p", {}, [row.app ?? `connection ${row.conn}`, row.ms === undefined ? "" : `${row.ms.toFixed(1)} ms`, row.missing ? `${row.missing} earlier frames are not kept` : ""].filter(Boolean).join(", ")));
  if (found) {
    const last = found.lines[found.lines.length - 1];
    const content = last.json ?? last.bson ?? (last.note ? { note: last.note } : undefined);
    if (last.rpc) cell.append(make("h4", {}, `function ${last.rpc.functionId}, correlation ${last.rpc.correlationId}, session ${last.header.sessionId}`));
    if (content !== undefined) cell.append(make("pre", { tabindex: "0" }, JSON.stringify(content, null, 2)));
    for (const line of found.lines) {
      if (line.hex) cell.append(make("pre", { class: "hex", tabindex: "0" }, dump(line.hex)));
    }
  } else {
    cell.append(make("p", {}, "The server has no more of that row."));
  }
  node.after(make("tr", { class: "details" }, cell));
}

/**
 * Bytes as people read them: 16 a line, with what is text beside.
 * @param {string} hex
 */
function dump(hex) {
  const most = 4096;
  const lines = [];
  for (let start = 0; start < Math.min(hex.length, most * 2); start += 32) {
    const bytes = hex.slice(start, start + 32).match(/../g) ?? [];
    const text = bytes.map((byte) => {
      const code = parseInt(byte, 16);
      return code > 31 && code < 127 ? String.fromCharCode(code) : ".";
    });
    lines.push(`${(start / 2).toString(16).padStart(4, "0")}  ${bytes.join(" ").padEnd(48)} ${text.join("")}`);
  }
  if (hex.length > most * 2) lines.push(`… ${hex.length / 2 - most} more bytes; Export has them all`);
  return lines.join("\n");
}

/** @param {boolean} now */
function setPaused(now) {
  isPaused = now;
  pause.setAttribute("aria-pressed", String(now));
  setText(pause, now ? "Go on" : "Pause");
  showCount();
}

pause.addEventListener("click", () => {
  setPaused(!isPaused);
  if (!isPaused) showWaiting();
});
element("log-clear", HTMLElement).addEventListener("click", () => {
  rows = [];
  waiting = [];
  refreshLog();
});
filter.addEventListener("input", refreshLog);
type.addEventListener("change", refreshLog);
