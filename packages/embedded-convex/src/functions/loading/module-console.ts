import { Console } from "node:console";
import { Writable } from "node:stream";
import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import { currentFrame } from "../calls/current-frame";
import type { Frame, LogLevel } from "../calls/frame";
import { formatLogValues } from "../calls/log-lines";

/** The `console` of deployed code. Its output is the call's log lines. */
export type ModuleConsole = Record<string, (...values: unknown[]) => void>;

const LEVELS: Readonly<Record<string, LogLevel>> = {
  log: "LOG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  debug: "DEBUG",
  trace: "LOG",
};

/** @returns the console of Convex's default runtime, which has only these methods */
export function createConsole(clock: Clock, logger: Logger): ModuleConsole {
  const print = (level: LogLevel, text: string): void => {
    const frame = currentFrame.getStore();
    if (frame !== undefined) frame.log(level, text);
    else logger.info(`[${level}] ${text}`);
  };
  const printing = Object.entries(LEVELS).map(([method, level]) => [
    method,
    (...values: unknown[]) => print(level, formatLogValues(values)),
  ]);
  const timers = createTimers(
    () => clock.now(),
    (level, text, values) => {
      const more = values.length === 0 ? "" : ` ${formatLogValues(values)}`;
      print(level, text + more);
    },
  );
  return { ...Object.fromEntries(printing), ...timers } as ModuleConsole;
}

/**
 * @param base the console of the default runtime
 * @param now the time in milliseconds
 * @returns Node's console; output through `log` and the like is logged, other output is
 *   lost, as in Convex. Its timers print their text as one more value, in quotes, as Convex's node-executor does.
 */
export function createNodeConsole(
  base: ModuleConsole,
  now: () => number,
): Console {
  const nowhere = new Writable({
    write: (_chunk, _encoding, callback) => callback(),
  });
  const { trace: _trace, ...overrides } = base;
  const timers = createTimers(now, (level, text, values) =>
    base[level === "WARN" ? "warn" : "info"]?.(text, ...values),
  );
  return Object.assign(new Console(nowhere), overrides, timers);
}

/** Prints a text and, after it, values. */
type Tell = (
  level: "INFO" | "WARN",
  text: string,
  values: readonly unknown[],
) => void;

function createTimers(now: () => number, tell: Tell): ModuleConsole {
  /** Start times by label, for each call; one map for code outside of calls. */
  const timersOf = new WeakMap<Frame | typeof LEVELS, Map<string, number>>();
  const timers = (): Map<string, number> => {
    const owner = currentFrame.getStore() ?? LEVELS;
    const known = timersOf.get(owner) ?? new Map<string, number>();
    timersOf.set(owner, known);
    return known;
  };
  const tellDuration = (label: string, values: readonly unknown[]): void => {
    const startedAtMs = timers().get(label);
    if (startedAtMs === undefined) {
      return tell("WARN", `Timer '${label}' does not exist`, []);
    }
    const duration = `${label}: ${Math.round(now() - startedAtMs)}ms`;
    tell("INFO", duration, values);
  };
  return {
    time: (label: unknown = "default") => {
      const text = String(label);
      if (timers().has(text)) {
        return tell("WARN", `Timer '${text}' already exists`, []);
      }
      timers().set(text, now());
    },
    timeLog: (label: unknown = "default", ...values) => {
      tellDuration(String(label), values);
    },
    timeEnd: (label: unknown = "default") => {
      tellDuration(String(label), []);
      timers().delete(String(label));
    },
  };
}
