/** What a line of a function's log is worth. */
export const LEVELS = ["DEBUG", "LOG", "INFO", "WARN", "ERROR"] as const;

export type Level = (typeof LEVELS)[number];

export type LogLine = { level: Level; text: string };

/** A call of a function that has ended. */
export type LogEntry = {
  /** Unique in this page. */
  id: number;
  /** `module:function`, or the method and path of an HTTP action. */
  name: string;
  kind: string;
  /** Null for a function of the app itself. */
  component: string | null;
  /** When it ended, in milliseconds since the epoch. */
  endedAtMs: number;
  durationMs: number;
  /** Null for a success. */
  error: string | null;
  requestId: string;
  /** Who called: a client, the scheduler, a cron job … */
  caller: string;
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
  caller: string;
  logLines: { messages: string[]; level: string }[];
};

export type StreamedLogs = { entries: StreamedEntry[]; newCursor: number };

/** Reads an entry as the log stream writes it. */
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
    caller: entry.caller,
    lines: entry.logLines.map(({ messages, level }) => ({
      level: LEVELS.find((known) => known === level) ?? "LOG",
      text: messages.join(" "),
    })),
  };
}
