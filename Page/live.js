// The WebSocket with everything that happens. It is opened again whenever it breaks; the server then tells all anew.

/**
 * @param {object} handlers
 * @param {() => Promise<boolean>} handlers.prepare whether the server is there and lets us in; asked before each connection
 * @param {(message: import("./types.js").Message) => void} handlers.onMessage
 * @param {(isOpen: boolean) => void} handlers.onChange told before the first message of a connection
 */
export function listen({ prepare, onMessage, onChange }) {
  let pause = 500;

  function again() {
    setTimeout(open, pause);
    pause = Math.min(pause * 1.5, 5000);
  }

  async function open() {
    if (!(await prepare())) return again();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    socket.onopen = () => {
      pause = 500;
      onChange(true);
    };
    socket.onmessage = (event) => {
      onMessage(JSON.parse(event.data));
    };
    socket.onclose = () => {
      onChange(false);
      again();
    };
  }

  open();
}
