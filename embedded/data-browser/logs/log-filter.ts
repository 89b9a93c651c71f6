import { LEVELS, type Level, type LogEntry } from "./log-entry";

/** Which calls are of interest; empty texts ask for nothing. */
export type LogFilter = {
  /** Part of the function's name. */
  functionName: string;
  outcome: "all" | "succeeded" | "failed";
  /** Calls that have written a line of this level or a worse one. */
  level: Level | "all";
  /** Part of what was written, of the error, or of the request id. */
  text: string;
};

export const EVERYTHING: LogFilter = {
  functionName: "",
  outcome: "all",
  level: "all",
  text: "",
};

/** Does a call match? Letters' case does not matter. */
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

/** The worst of its lines; a failure counts as an error. -1 for silence. */
function worst({ error, lines }: LogEntry): number {
  const levels = lines.map(({ level }) => LEVELS.indexOf(level));
  const ofFailure = error === null ? -1 : LEVELS.indexOf("ERROR");
  return Math.max(ofFailure, ...levels);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}
