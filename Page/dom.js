// Small helpers to find and to make elements.

/**
 * The element of that id, of that kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} is called ${id}`);
  return /** @type {T} */ (found);
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string|boolean>} [attributes] true sets an attribute without value, false leaves it out
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function draw(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Changes a text only where it is another one: unchanged nodes cost no layout.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Changes an attribute only where it is another one.
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * Shows pairs of names and values in a description list, of which the nodes are kept.
 * @param {HTMLElement} list
 * @param {[string, string][]} pairs
 */
export function setFacts(list, pairs) {
  while (list.children.length > pairs.length * 2) list.lastElementChild?.remove();
  while (list.children.length < pairs.length * 2) list.append(make("dt"), make("dd"));
  pairs.forEach(([name, value], index) => {
    setText(list.children[index * 2], name);
    setText(list.children[index * 2 + 1], value);
  });
}

/**
 * Exchanges what is inside; the focus stays with what carries the same mark `data-key`, where it was on such.
 * @param {Element} parent
 * @param {Node[]} children
 */
export function replaceKeepingFocus(parent, children) {
  const focused = document.activeElement;
  const key = focused && parent.contains(focused) ? focused.getAttribute("data-key") : null;
  parent.replaceChildren(...children);
  if (key === null) return;
  const same = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  // A button that became useless cannot have the focus: its neighbour gets it.
  const usable = (/** @type {Element|null|undefined} */ node) => node instanceof HTMLElement && !(/** @type {any} */ (node).disabled);
  const target = [same, ...(same?.parentElement?.querySelectorAll("[data-key]") ?? []), ...parent.querySelectorAll("[data-key]")].find(usable);
  if (target instanceof HTMLElement) target.focus();
  else if (parent instanceof HTMLElement) {
    parent.tabIndex = -1;
    parent.focus();
  }
}

/**
 * Tells that something went wrong.
 * @param {string} title
 * @param {string} text
 */
export function alertUser(title, text) {
  const dialog = element("alert", HTMLDialogElement);
  setText(element("alert-title", HTMLElement), title);
  setText(element("alert-text", HTMLElement), text);
  if (!dialog.open) dialog.showModal();
}
