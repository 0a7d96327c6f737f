// Faults: what is on, and a form for each kind.

import { perform } from "./api.js";
import { element, make, setText } from "./dom.js";

const kind = element("fault-kind", HTMLSelectElement);
const members = element("fault-members", HTMLElement);
const list = element("faults-on", HTMLElement);
/** @type {import("./types.js").FaultKind[]} */
let kinds = [];
let shown = "";

/** @param {import("./types.js").FaultKind[]} all */
export function setFaultKinds(all) {
  // What somebody is filling in stays.
  if (JSON.stringify(all) === JSON.stringify(kinds)) return;
  kinds = all;
  kind.replaceChildren(...all.map((fault) => make("option", {}, fault.name)));
  showKind();
}

function showKind() {
  const chosen = kinds.find((fault) => fault.name === kind.value);
  setText(element("fault-meaning", HTMLElement), plain(chosen?.meaning ?? ""));
  members.replaceChildren(...(chosen?.members ?? []).map((member) => {
    const id = `fault-field-${member.name}`;
    return make("div", { class: "field" }, make("label", { for: id }, member.name),
      make("input", { id, name: member.name, "aria-describedby": `${id}-meaning`, autocomplete: "off", placeholder: placeholders[member.kind] }),
      make("span", { class: "quiet", id: `${id}-meaning` }, plain(member.meaning)));
  }));
}

/**
 * What was written, as the member wants it. What is none of that stays a text, for the server to say what it wants.
 * @param {string} text
 * @param {import("./types.js").FaultKind["members"][number]["kind"]} kind
 * @returns {unknown}
 */
export function value(text, kind) {
  if (kind === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    // A list of texts without the marks of JSON.
    return kind === "list" ? text.split(",").map((one) => one.trim()).filter(Boolean) : text;
  }
}

const placeholders = { text: "", number: "", flag: "true or false", list: "one, two", object: '{"name": "value"}', any: '"text", 7, true, {…}' };

/** @param {string} text with marks for code */
function plain(text) {
  return text.replaceAll("`", "");
}

/** @param {string[]} ids of the faults that are on */
export function showFaults(ids) {
  const text = ids.join();
  if (text === shown && list.children.length > 0) return;
  shown = text;
  list.replaceChildren(...(ids.length ? ids : [""]).map((id) => {
    if (!id) return make("li", { class: "quiet" }, "No fault is on.");
    const off = make("button", { type: "button", "aria-label": `Switch off ${id}` }, "Off");
    off.addEventListener("click", async () => {
      const answer = await perform("fault", { action: "off", id });
      // The button goes; whoever pressed it by key goes on with the form.
      if (answer.ok && document.activeElement === off) kind.focus();
    });
    return make("li", { class: "tools" }, make("span", { class: "grow" }, id), off);
  }));
}

kind.addEventListener("change", showKind);
element("fault-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {Record<string, unknown>} */
  const fault = { action: "on", fault: kind.value };
  for (const input of members.querySelectorAll("input")) {
    const text = input.value.trim();
    if (!text) continue;
    const member = kinds.find((one) => one.name === kind.value)?.members.find((one) => one.name === input.name);
    fault[input.name] = value(text, member?.kind ?? "text");
  }
  perform("fault", fault, "The fault could not be switched on");
});
showFaults([]);
