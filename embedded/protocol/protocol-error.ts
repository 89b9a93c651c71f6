/**
 * A client broke the protocol and must not try the same again: it is told with
 * a FatalError, after which its socket closes.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
