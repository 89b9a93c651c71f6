import { inspect } from "node:util";
import { MAX_LOG_LINE_BYTES, MAX_LOG_LINES } from "../../base/limits";
import type { LogLevel } from "./frame";

/** The console output of one execution, at most `MAX_LOG_LINES` lines. */
export class LogLines {
  readonly #lines: string[] = [];
  #isTruncated = false;

  /** Adds the output of one console call, or a warning of the backend. */
  add(level: LogLevel, text: string): void {
    if (this.#lines.length < MAX_LOG_LINES - 1) {
      this.#lines.push(logLine(level, text));
    } else if (!this.#isTruncated) {
      this.#isTruncated = true;
      this.#lines.push(
        logLine("ERROR", `Log lines after ${MAX_LOG_LINES} lost`),
      );
    }
  }

  /** Appends the log lines of a finished call made by this execution. */
  addLines(lines: readonly string[]): void {
    this.#lines.push(...lines.slice(0, MAX_LOG_LINES - this.#lines.length));
  }

  /** @returns all lines, each starting with its level in brackets */
  toArray(): string[] {
    return [...this.#lines];
  }
}

/** Formats values as console methods do, but with strings in quotes. */
export function formatLogValues(values: readonly unknown[]): string {
  return values.map((value) => inspect(value, { depth: 4 })).join(" ");
}

function logLine(level: LogLevel, text: string): string {
  return `[${level}] ${text.slice(0, MAX_LOG_LINE_BYTES)}`;
}
