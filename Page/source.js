// The Source menu: which source of positions is to be opened.

import { perform } from "./api.js";
import { alertUser, element, make, setText } from "./dom.js";

const button = element("source", HTMLButtonElement);
const menu = element("source-menu", HTMLElement);
const dialog = element("source-dialog", HTMLDialogElement);
const fields = element("source-fields", HTMLElement);

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [value]
 * @property {"text"|"file"|"select"} [kind]
 * @property {string[]} [options]
 */

/**
 * @typedef {object} Choice
 * @property {string} title
 * @property {Field[]} fields
 * @property {(values: Record<string, string>, file: File|undefined) => Promise<Record<string, unknown>>|Record<string, unknown>} request
 */

/** @type {Choice[]} */
let choices = [];

/** @param {string} host an IPv6 address may lack its brackets */
function authority(host) {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** @param {import("./types.js").Facts} facts */
export function setSources(facts) {
  choices = [
    {
      title: "Mock drive", fields: [{ name: "name", label: "Drive", kind: "select", options: [...facts.drives, ...facts.routes.map((name) => `along ${name}`)] }],
      request: ({ name }) => ({ source: name.startsWith("along ") ? `drive://${name.slice(6)}` : `mock://${name}` }),
    },
    {
      title: "Recorded file", fields: [{ name: "file", label: "A file of NMEA sentences", kind: "file" }, { name: "path", label: "or its path where the head unit runs" }],
      request: async ({ path }, file) => {
        if (!file) return { source: path };
        // With some room for the line ends, which take more in JSON.
        if (file.size > facts.recordingBytes * 0.9) {
          throw new Error(`${file.name} is larger than ${Math.floor((facts.recordingBytes * 0.9) / 1e6)} MB: give its path where the head unit runs.`);
        }
        return { name: file.name, sentences: await file.text() };
      },
    },
    {
      title: "Connected accessory", fields: [{ name: "name", label: "Accessory", kind: facts.accessories.length ? "select" : "text", options: facts.accessories }],
      request: ({ name }) => ({ source: `accessory://${encodeURIComponent(name)}` }),
    },
    {
      title: "Serial port", fields: [{ name: "path", label: "Device", value: "/dev/ttyACM0" }, { name: "baud", label: "Baud", value: "115200" }],
      request: ({ path, baud }) => ({ source: `serial://${path}?baud=${baud}` }),
    },
    {
      title: "TCP", fields: [{ name: "host", label: "Host (IPv6 with or without brackets)", value: "127.0.0.1" }, { name: "port", label: "Port", value: "10110" }],
      request: ({ host, port }) => ({ source: `tcp://${authority(host)}:${port}` }),
    },
    {
      title: "UDP", fields: [{ name: "port", label: "Port of this machine", value: "10110" }],
      request: ({ port }) => ({ source: `udp://:${port}` }),
    },
    {
      title: "gpsd", fields: [{ name: "host", label: "Host", value: "127.0.0.1" }, { name: "port", label: "Port", value: "2947" }],
      request: ({ host, port }) => ({ source: `gpsd://${authority(host)}:${port}` }),
    },
  ];
  menu.replaceChildren(...choices.map((choice) => {
    const item = make("button", { type: "button", role: "menuitem", tabindex: "-1" }, `${choice.title}…`);
    item.addEventListener("click", () => {
      setOpen(false);
      ask(choice);
    });
    return make("li", { role: "none" }, item);
  }));
}

/** @param {boolean} isOpen */
function setOpen(isOpen) {
  menu.hidden = !isOpen;
  button.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) items()[0]?.focus();
}

function items() {
  return [...menu.querySelectorAll("button")];
}

/** @param {Choice} choice */
function ask(choice) {
  setText(element("source-dialog-title", HTMLElement), choice.title);
  fields.replaceChildren(...choice.fields.map((field) => {
    const id = `source-field-${field.name}`;
    const input = field.kind === "select"
      ? make("select", { id, name: field.name }, ...(field.options ?? []).map((option) => make("option", {}, option)))
      : make("input", { id, name: field.name, type: field.kind === "file" ? "file" : "text", value: field.value ?? "", autocomplete: "off" });
    return make("div", { class: "field" }, make("label", { for: id }, field.label), input);
  }));
  const form = element("source-form", HTMLFormElement);
  form.onsubmit = async () => {
    /** @type {Record<string, string>} */
    const values = {};
    /** @type {File|undefined} */
    let file;
    for (const input of fields.querySelectorAll("input, select")) {
      const own = /** @type {HTMLInputElement} */ (input);
      if (own.type === "file") file = own.files?.[0];
      else values[own.name] = own.value.trim();
    }
    const title = "The source could not be started";
    try {
      await perform("source", await choice.request(values, file), title);
    } catch (error) {
      alertUser(title, error instanceof Error ? error.message : String(error));
    }
  };
  dialog.showModal();
}

button.addEventListener("click", () => setOpen(menu.hidden === true));
element("source-cancel", HTMLElement).addEventListener("click", () => dialog.close());
menu.addEventListener("keydown", (event) => {
  const all = items();
  const place = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) {
    all[(to + all.length) % all.length]?.focus();
    event.preventDefault();
  } else if (event.key === "Escape" || event.key === "Tab") {
    setOpen(false);
    if (event.key === "Escape") button.focus();
  }
});
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Node) || !(button.parentElement?.contains(event.target))) menu.hidden || setOpen(false);
});
