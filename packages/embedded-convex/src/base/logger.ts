/** Receives messages for operators. */
export type Logger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
};

/** Writes `info` to stdout, `warn` and `error` to stderr. */
export const consoleLogger: Logger = {
  info: (message) => console.info(message),
  warn: (message) => console.warn(message),
  error: (message, cause) =>
    cause === undefined
      ? console.error(message)
      : console.error(message, cause),
};

/**
 * Keeps the process running when stdout or stderr cannot be written, because
 * the reader has closed the pipe (`| head -1`) or the disk is full.
 */
export function outliveOutput(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}
