/** Where the engine reports what an operator needs to know. */
export type Logger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
};

/** Writes information to stdout, warnings and errors to stderr. */
export const consoleLogger: Logger = {
  info: (message) => console.info(message),
  warn: (message) => console.warn(message),
  error: (message, cause) =>
    cause === undefined
      ? console.error(message)
      : console.error(message, cause),
};

/**
 * Lets the process go on when its output cannot be written: whoever read it has
 * gone, as after `| head -1`, or the disk that it goes to is full.
 */
export function outliveOutput(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}

/** Says nothing. */
export const silentLogger: Logger = {
  info: () => {},
  warn: () => {},
  error: () => {},
};
