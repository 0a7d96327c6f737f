// The WebSocket with everything that happens. It is opened again whenever it breaks; the server then tells all anew.

/**
 * @param {object} handlers
 * @param {(message: import("./types.js").Message) => void} handlers.onMessage
 * @param {(isOpen: boolean) => void} handlers.onChange told before the first message of a connection
 */
export function listen({ onMessage, onChange }) {
  let pause = 500;

  function open() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    socket.onopen = () => {
      pause = 500;
      onChange(true);
    };
    socket.onmessage = (event) => {
      onMessage(JSON.parse(event.data));
    };
    socket.onclose = () => {
      onChange(false);
      setTimeout(open, pause);
      pause = Math.min(pause * 1.5, 5000);
    };
  }

  open();
}
