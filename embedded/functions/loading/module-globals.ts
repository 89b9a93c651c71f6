import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import { currentExecution } from "../execution/current-execution";
import type { Execution, LogLevel } from "../execution/execution";
import { formatLogValues } from "../execution/log-lines";
import { slowWork } from "../execution/slow-work";

/**
 * The globals that deployed code sees instead of the process's own. They are
 * parameters of the compiled modules, so nothing real is touched, and those
 * that depend on who runs ask the current execution.
 */
export type ModuleGlobals = Record<string, unknown>;

type GlobalsOptions = {
  clock: Clock;
  logger: Logger;
  environment: Readonly<Record<string, string>>;
};

/** Makes the globals of one component's modules. */
export function createModuleGlobals({
  clock,
  logger,
  environment,
}: GlobalsOptions): ModuleGlobals {
  const overrides: ModuleGlobals = {
    AsyncLocalStorage,
    AsyncResource,
    Convex: convexSyscalls,
    Date: createDate(() => currentExecution.getStore()?.now() ?? clock.now()),
    Math: createMath(() => currentExecution.getStore()?.random()),
    console: createConsole(logger),
    crypto: createCrypto(),
    fetch: outsideWorld("fetch", fetch),
    process: { env: { ...environment } },
    setImmediate: outsideWorld("setImmediate", guarded(setImmediate)),
    setInterval: outsideWorld("setInterval", guarded(setInterval)),
    setTimeout: outsideWorld("setTimeout", guarded(setTimeout)),
  };
  return { ...overrides, globalThis: createGlobalThis(overrides) };
}

const convexSyscalls = {
  syscall: (operation: string, args: string): string =>
    requireExecution().syscall(operation, args),
  asyncSyscall: (operation: string, args: string): Promise<string> =>
    requireExecution().asyncSyscall(operation, args),
  jsSyscall: (operation: string, args: Record<string, unknown>): unknown =>
    requireExecution().jsSyscall(operation, args),
};

function requireExecution(): Execution {
  const execution = currentExecution.getStore();
  if (execution === undefined) {
    throw new Error("Can't use database at import time");
  }
  return execution;
}

function createDate(now: () => number): DateConstructor {
  return new Proxy(Date, {
    apply: () => new Date(now()).toString(),
    construct: (target, args: unknown[], newTarget): object =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, property): unknown =>
      property === "now" ? now : Reflect.get(target, property),
  });
}

function createMath(seeded: () => number | undefined): Math {
  const math: Math = Object.create(
    Object.prototype,
    Object.getOwnPropertyDescriptors(Math),
  );
  math.random = () => seeded() ?? Math.random();
  return math;
}

/** Lets actions through and tells queries and mutations what to do instead. */
function outsideWorld<Args extends unknown[], Result>(
  name: string,
  real: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const execution = currentExecution.getStore();
    if (execution === undefined) {
      throw new Error(`Can't use ${name}() at import time`);
    }
    if (execution.isDeterministic) {
      throw new Error(
        `Can't use ${name}() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      );
    }
    return real(...args);
  };
}

type Callback = (...args: unknown[]) => unknown;

/** An error in a timer's callback would end the process. */
function guarded<Rest extends unknown[], Timer>(
  start: (callback: Callback, ...rest: Rest) => Timer,
): (callback: Callback, ...rest: Rest) => Timer {
  return (callback, ...rest) =>
    start(
      (...args) => {
        try {
          return callback(...args);
        } catch (error) {
          return currentExecution.getStore()?.reportStray(error);
        }
      },
      ...rest,
    );
}

type CryptoMethod = (...args: unknown[]) => Promise<unknown>;

/** They may keep a thread busy for as long as their arguments say. */
const SLOW_METHODS = new Set<string | symbol>([
  "deriveBits",
  "deriveKey",
  "generateKey",
]);

/** Hashing and signing leave the event loop: the watchdog must know of it. */
function createCrypto(): Crypto {
  const subtle = new Proxy(crypto.subtle, {
    get: (target, property): unknown => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const method = member.bind(target) as CryptoMethod;
      return SLOW_METHODS.has(property) ? inTurn(method) : tracked(method);
    },
  });
  return new Proxy(crypto, {
    get: (target, property): unknown => {
      if (property === "subtle") return subtle;
      const member: unknown = Reflect.get(target, property);
      return typeof member === "function"
        ? (member.bind(target) as unknown)
        : member;
    },
  });
}

function tracked(method: CryptoMethod): CryptoMethod {
  return (...args) => {
    const work = method(...args);
    return currentExecution.getStore()?.track(work) ?? work;
  };
}

function inTurn(method: CryptoMethod): CryptoMethod {
  return async (algorithm, ...args) => {
    // The caller may change its salt before the method gets to see it.
    const kept = structuredClone(algorithm);
    const work = (): Promise<unknown> => method(kept, ...args);
    return currentExecution.getStore()?.trackSlow(work) ?? slowWork.run(work);
  };
}

const CONSOLE_LEVELS: Readonly<Record<string, LogLevel>> = {
  log: "LOG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  debug: "DEBUG",
  trace: "DEBUG",
};

function createConsole(logger: Logger): Record<string, unknown> {
  const methods = Object.entries(CONSOLE_LEVELS).map(([method, level]) => [
    method,
    (...values: unknown[]) => {
      const execution = currentExecution.getStore();
      if (execution !== undefined) execution.log(level, values);
      else logger.info(`[${level}] ${formatLogValues(values)}`);
    },
  ]);
  const ignored = ["group", "groupEnd", "time", "timeEnd", "timeLog", "table"];
  return {
    ...Object.fromEntries(ignored.map((method) => [method, () => undefined])),
    ...Object.fromEntries(methods),
  };
}

/** What `globalThis.x` finds; assignments stay inside the component. */
function createGlobalThis(overrides: ModuleGlobals): object {
  const own: ModuleGlobals = Object.assign(Object.create(null), overrides);
  const scope: object = new Proxy(own, {
    get: (target, property): unknown => {
      if (property === "globalThis") return scope;
      return property in target
        ? Reflect.get(target, property)
        : Reflect.get(globalThis, property);
    },
    has: (target, property) => property in target || property in globalThis,
  });
  return scope;
}
