/**
 * A deterministic error that user code caused (invalid argument, missing
 * document, limit reached). User code may catch it; uncaught, it fails the
 * function.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** A schema that cannot be pushed. */
export class SchemaError extends UserError {
  constructor(
    /** What the command line calls it, e.g. `SchemaValidationError`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Another transaction changed what this one read. The caller may retry. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";

  constructor(readonly table: string) {
    super(
      `Documents read from or written to the "${table}" table changed while this mutation was being run`,
    );
  }
}

/** @returns what `error` says, which may be no Error */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class ClosedError extends Error {
  override readonly name = "ClosedError";

  /** @param what names the closed object in the message, e.g. `database` */
  constructor(what: string) {
    super(`The ${what} is closed`);
  }
}

/** A request that is rejected before any function runs. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    readonly status: number,
    /** Short identifier, e.g. `BadJsonBody`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function badRequest(code: string, message: string): RequestError {
  return new RequestError(400, code, message);
}

export function tooLarge(message: string): RequestError {
  return new RequestError(413, "RequestTooLarge", message);
}

export function bodyTooLarge(maxBytes: number): RequestError {
  return tooLarge(`The request body exceeds ${maxBytes} bytes`);
}

/** Work that waited for its turn, for which nobody waits any more. */
export class AbandonedError extends Error {
  override readonly name = "AbandonedError";

  constructor() {
    super("Nobody waits for this any more");
  }
}

/** Too much waits already to take on more; the same may be asked again soon. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  /** As Convex calls it, in answers and when it closes a socket. */
  static readonly code = "TooManyConcurrentRequests";

  constructor() {
    super("The server is busy. Try again in a moment.");
  }
}
