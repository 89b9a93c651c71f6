/**
 * A client violated the protocol. The server sends a FatalError, after which
 * clients do not reconnect, and closes the socket.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
