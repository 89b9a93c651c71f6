import { inspect } from "node:util";
import { MAX_LOG_LINE_BYTES, MAX_LOG_LINES } from "../../base/limits";
import type { LogLevel } from "./execution";

/** The lines that one execution wrote to its console, bounded. */
export class LogLines {
  readonly #lines: string[] = [];
  #isTruncated = false;

  /** Adds one call of a console method. */
  add(level: LogLevel, values: readonly unknown[]): void {
    if (this.#lines.length < MAX_LOG_LINES - 1) {
      this.#lines.push(logLine(level, formatLogValues(values)));
    } else if (!this.#isTruncated) {
      this.#isTruncated = true;
      this.#lines.push(
        logLine("ERROR", `Log lines after ${MAX_LOG_LINES} lost`),
      );
    }
  }

  /** Adds the finished lines of a call made from here. */
  addLines(lines: readonly string[]): void {
    this.#lines.push(...lines.slice(0, MAX_LOG_LINES - this.#lines.length));
  }

  /** Every line so far, each starting with its level in brackets. */
  toArray(): string[] {
    return [...this.#lines];
  }
}

/** Shows values as a console does, strings in quotes. */
export function formatLogValues(values: readonly unknown[]): string {
  return values.map((value) => inspect(value, { depth: 4 })).join(" ");
}

function logLine(level: LogLevel, text: string): string {
  return `[${level}] ${text.slice(0, MAX_LOG_LINE_BYTES)}`;
}
