// The API of the server.

import { alertUser } from "./dom.js";

/**
 * Carries out a command of the control; a refusal is shown.
 * @param {string} command
 * @param {Record<string, unknown>} [members]
 * @param {string} [title] what to call the failure
 * @returns {Promise<{ok: boolean, result?: any}>}
 */
export async function perform(command, members = {}, title = "That did not work") {
  try {
    const response = await fetch(`api/${command}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(members),
    });
    const answer = response.headers.get("content-type")?.startsWith("application/json")
      ? await response.json()
      : { ok: false, error: { what: command, why: `the server answers ${response.status}` } };
    if (!answer.ok) alertUser(title, `${answer.error.what}: ${answer.error.why}`);
    return answer;
  } catch {
    alertUser(title, "The server does not answer.");
    return { ok: false };
  }
}

/**
 * What the page needs to know once; the status of the answer where that is refused, 0 where there is none.
 * @returns {Promise<import("./types.js").Facts|number>}
 */
export async function facts() {
  try {
    const response = await fetch("api/page");
    return response.ok ? await response.json() : response.status;
  } catch {
    return 0;
  }
}

/**
 * A row of the log with the lines of the recording behind it.
 * @param {number} number
 * @returns {Promise<{row: import("./types.js").Row, lines: any[]}|null>}
 */
export async function logRow(number) {
  try {
    const response = await fetch(`api/log?n=${number}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
