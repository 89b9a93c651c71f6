/** Log levels, in ascending order. */
export const LEVELS = ["DEBUG", "LOG", "INFO", "WARN", "ERROR"] as const;

export type Level = (typeof LEVELS)[number];

type LogLine = { level: Level; text: string };

/** A finished call of a function. */
export type LogEntry = {
  /** Unique within this page; grows with time. */
  id: number;
  /** `module:function`, or the method and path of an HTTP action. */
  name: string;
  kind: string;
  /** Null for a function of the app. */
  component: string | null;
  /** Milliseconds since the epoch. */
  endedAtMs: number;
  durationMs: number;
  /** Null if the call succeeded. */
  error: string | null;
  requestId: string;
  lines: LogLine[];
};

type StreamedEntry = {
  identifier: string;
  udfType: string;
  componentPath: string | null;
  timestamp: number;
  executionTime: number;
  error: string | null;
  requestId: string;
  logLines: { messages: string[]; level: string }[];
};

export type StreamedLogs = { entries: StreamedEntry[]; newCursor: number };

/** The backend keeps as many. */
const MAX_ENTRIES = 1_000;

/** The newest thousand entries, newest first, when `arrived` have come, oldest first. */
export function withArrived(
  known: readonly LogEntry[],
  arrived: readonly LogEntry[],
): readonly LogEntry[] {
  return [...[...arrived].reverse(), ...known].slice(0, MAX_ENTRIES);
}

/** Converts an entry of the log stream, whose times are in seconds. */
export function logEntry(entry: StreamedEntry, id: number): LogEntry {
  return {
    id,
    name: entry.identifier,
    kind: entry.udfType,
    component: entry.componentPath,
    endedAtMs: entry.timestamp * 1000,
    durationMs: entry.executionTime * 1000,
    error: entry.error,
    requestId: entry.requestId,
    lines: entry.logLines.map(({ messages, level }) => ({
      level: LEVELS.find((known) => known === level) ?? "LOG",
      text: messages.join(" "),
    })),
  };
}
