/** Log levels, in ascending order. */
export const LEVELS = ["DEBUG", "LOG", "INFO", "WARN", "ERROR"] as const;

export type Level = (typeof LEVELS)[number];

/** A finished call of a function, as the log stream tells it. */
type StreamedEntry = {
  /** `module:function`, or the method and path of an HTTP action. */
  identifier: string;
  udfType: string;
  /** Null for a function of the app. */
  componentPath: string | null;
  /** Seconds since the epoch, when it ended. */
  timestamp: number;
  /** In seconds. */
  executionTime: number;
  /** Null if the call succeeded. */
  error: string | null;
  requestId: string;
  logLines: { messages: string[]; level: string }[];
};

export type StreamedLogs = { entries: StreamedEntry[]; newCursor: number };

/** `id` is unique within this page, and grows with time. */
export type LogEntry = StreamedEntry & { id: number };

/** The backend keeps as many. */
const MAX_ENTRIES = 1_000;

/** The newest thousand entries, newest first, when `arrived` have come, oldest first. */
export function withArrived(
  known: readonly LogEntry[],
  arrived: readonly LogEntry[],
): readonly LogEntry[] {
  return [...[...arrived].reverse(), ...known].slice(0, MAX_ENTRIES);
}

/** A filter for calls; an empty string matches everything. */
export type LogFilter = {
  /** Substring of the function's name. */
  functionName: string;
  outcome: "all" | "succeeded" | "failed";
  /** Matches calls with a line of at least this level. */
  level: Level | "all";
  /** Substring of a log line, the error or the request id. */
  text: string;
};

export const EVERYTHING: LogFilter = {
  functionName: "",
  outcome: "all",
  level: "all",
  text: "",
};

/** Whether a call matches, ignoring case. */
export function matches(entry: LogEntry, filter: LogFilter): boolean {
  const { functionName, outcome, level, text } = filter;
  if (!contains(entry.identifier, functionName)) return false;
  if (outcome !== "all" && (entry.error === null) !== (outcome === "succeeded"))
    return false;
  if (level !== "all" && worst(entry) < LEVELS.indexOf(level)) return false;
  return [
    entry.requestId,
    entry.error ?? "",
    ...entry.logLines.map(({ messages }) => messages.join(" ")),
  ].some((part) => contains(part, text));
}

/**
 * The highest level of the call's lines; a failure counts as ERROR. -1 without
 * lines.
 */
function worst({ error, logLines }: LogEntry): number {
  const levels = logLines.map(({ level }) =>
    LEVELS.findIndex((known) => known === level),
  );
  const ofFailure = error === null ? -1 : LEVELS.indexOf("ERROR");
  return Math.max(ofFailure, ...levels);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}
