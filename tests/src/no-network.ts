// Runs before each file. Pages of the tests are at the address where `npm start` listens: what no test has replaced
// reaches nobody there, and waits as on a line that is away.
globalThis.fetch = async (asked) => {
  const address = asked instanceof Request ? asked.url : String(asked);
  throw new TypeError(`no test has an answer for ${address}`);
};

class UnopenedSocket extends EventTarget {
  readyState = 0;
  close() {}
  send() {}
}
globalThis.WebSocket = UnopenedSocket as unknown as typeof WebSocket;
