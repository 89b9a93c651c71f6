import { connect } from "node:net";
import { afterwards } from "../base/afterwards";

/** A connection on which a test says what it likes, when it likes. */
export function openConnection(
  port: number,
  bytes = "",
  localAddress?: string,
) {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  afterwards(() => socket.destroy());
  const state = { socket, received: "", isClosed: false };
  socket.setEncoding("latin1");
  socket.on("data", (text) => (state.received += String(text)));
  socket.on("error", () => {});
  socket.on("close", () => (state.isClosed = true));
  socket.write(bytes, "latin1");
  return state;
}

/** Sends bytes; returns all that arrives until the other side closes the connection. */
export async function rawRequest(port: number, bytes: string): Promise<string> {
  const connection = openConnection(port, bytes);
  await new Promise((resolve) => connection.socket.once("close", resolve));
  return connection.received;
}
