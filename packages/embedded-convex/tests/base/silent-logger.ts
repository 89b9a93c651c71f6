import type { Logger } from "../../src/base/logger";

/** Discards all messages. */
export const silentLogger: Logger = {
  info: () => {},
  warn: () => {},
  error: () => {},
};
