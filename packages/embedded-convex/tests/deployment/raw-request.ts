import { connect } from "node:net";

/**
 * Sends bytes to a local port; returns everything that arrives until the other
 * side closes the connection.
 */
export function rawRequest(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(bytes, "latin1"),
    );
    socket.setEncoding("latin1");
    socket.on("data", (text) => (answer += String(text)));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
