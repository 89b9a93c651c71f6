/**
 * A deterministic mistake of user code (bad argument, missing document, limit
 * reached). User code may catch it; an uncaught one fails the function.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Short identifier, e.g. `SchemaValidationError`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A transaction read what another one has changed since; it may be retried. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
  /** Name of the table whose documents changed. */
  readonly table: string;

  constructor(table: string) {
    super(
      `Documents read from or written to the "${table}" table changed while this mutation was being run`,
    );
    this.table = table;
  }
}

/** Something was used after it had been closed. */
export class ClosedError extends Error {
  override readonly name = "ClosedError";

  /** @param what the closed thing, e.g. `database` */
  constructor(what: string) {
    super(`The ${what} is closed`);
  }
}

/** A request that is refused before any function runs. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** HTTP status. */
  readonly status: number;
  /** Short identifier, e.g. `BadJsonBody`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
