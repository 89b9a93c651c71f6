import { LEVELS, type Level, type LogEntry } from "./log-entry";

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
  if (!contains(entry.name, functionName)) return false;
  if (outcome !== "all" && (entry.error === null) !== (outcome === "succeeded"))
    return false;
  if (level !== "all" && worst(entry) < LEVELS.indexOf(level)) return false;
  return [
    entry.requestId,
    entry.error ?? "",
    ...entry.lines.map((line) => line.text),
  ].some((part) => contains(part, text));
}

/**
 * The highest level of the call's lines; a failure counts as ERROR. -1 without
 * lines.
 */
function worst({ error, lines }: LogEntry): number {
  const levels = lines.map(({ level }) => LEVELS.indexOf(level));
  const ofFailure = error === null ? -1 : LEVELS.indexOf("ERROR");
  return Math.max(ofFailure, ...levels);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}
