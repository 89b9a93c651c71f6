import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { inspect } from "node:util";
import { currentFrame } from "../calls/current-frame";
import type { Frame } from "../calls/frame";
import { slowWork } from "../calls/slow-work";
import { failCall } from "../calls/uncaught-error";
import type { Surroundings } from "./load-context";
import {
  createConsole,
  createNodeConsole,
  type ModuleConsole,
} from "./module-console";
import { nodeProcess } from "./node-process";

/**
 * The globals of deployed code. They are parameters of the compiled modules, so
 * that the host's globals stay untouched. Those that depend on the call use the
 * current frame.
 */
export type ModuleGlobals = Record<string, unknown>;

export function createModuleGlobals({
  clock,
  logger,
  environment,
}: Surroundings): ModuleGlobals {
  const overrides: ModuleGlobals = {
    AsyncLocalStorage,
    AsyncResource,
    Convex: convexSyscalls,
    Date: createDate(() => currentFrame.getStore()?.now() ?? clock.now()),
    Response: createResponse(),
    Math: createMath(() => currentFrame.getStore()?.random()),
    console: createConsole(clock, logger),
    crypto: createCrypto(),
    fetch: outsideWorld("fetch", fetch),
    performance: createPerformance(),
    process: { env: createEnv(environment) },
    // Node loses the asynchronous context of an error in a microtask.
    queueMicrotask: guarded(queueMicrotask),
    setImmediate: outsideWorld("setImmediate", guarded(setImmediate)),
    setInterval: outsideWorld("setInterval", guarded(setInterval)),
    setTimeout: outsideWorld("setTimeout", guarded(setTimeout)),
  };
  const scope = createGlobalThis(overrides);
  return { ...overrides, global: scope, globalThis: scope };
}

/** @returns the globals that differ in modules with `"use node"` */
export function nodeGlobals(globals: ModuleGlobals) {
  const env: unknown = Object(globals.process).env;
  const process = nodeProcess(env);
  const { now } = globals.Date as DateConstructor;
  const console = createNodeConsole(globals.console as ModuleConsole, now);
  const own = { process, console };
  const scope = createGlobalThis({ ...globals, ...own });
  return { ...own, global: scope, globalThis: scope };
}

const convexSyscalls = {
  syscall: (operation: string, args: string): string =>
    requireFrame().syscall(operation, args),
  asyncSyscall: (operation: string, args: string): Promise<string> =>
    requireFrame().asyncSyscall(operation, args),
  jsSyscall: (operation: string, args: Record<string, unknown>): unknown =>
    requireFrame().jsSyscall(operation, args),
};

function requireFrame(): Frame {
  const frame = currentFrame.getStore();
  if (frame === undefined) {
    throw new Error("Can't use database at import time");
  }
  return frame;
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

/** Holds secrets, so the console prints its name only, as in Convex. */
function createEnv(environment: Surroundings["environment"]): object {
  const env = { ...environment };
  const value = () => "[process.env]";
  return Object.defineProperty(env, inspect.custom, { value });
}

function createMath(seeded: () => number | undefined): Math {
  const math: Math = Object.create(
    Object.prototype,
    Object.getOwnPropertyDescriptors(Math),
  );
  math.random = () => seeded() ?? Math.random();
  return math;
}

/** In a query `now()` stands still, like `Date.now()`. */
function createPerformance(): Performance {
  const now = (): number => {
    const frame = currentFrame.getStore();
    return frame?.isQuery === true
      ? frame.now() - performance.timeOrigin
      : performance.now();
  };
  return replacing(performance, "now", now);
}

/** As in Convex, a response without content may have an empty text. */
function createResponse(): typeof Response {
  return new Proxy(Response, {
    construct: (target, [body, init]: unknown[], newTarget): object => {
      const hasContent = ![204, 205, 304].includes(Object(init).status);
      const content = hasContent || body !== "" ? body : null;
      return Reflect.construct(target, [content, init], newTarget) as object;
    },
  });
}

/** Permits a global in actions only; elsewhere it throws with advice. */
function outsideWorld<Args extends unknown[], Result>(
  name: string,
  real: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const frame = currentFrame.getStore();
    if (frame === undefined) {
      throw new Error(`Can't use ${name}() at import time`);
    }
    refuseInTransaction(frame, `${name}()`);
    return real(...args);
  };
}

/** @throws Error in a query or a mutation, with advice */
function refuseInTransaction(frame: Frame | undefined, what: string): void {
  if (frame?.isDeterministic !== true) return;
  throw new Error(
    `Can't use ${what} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
  );
}

type Callback = (...args: unknown[]) => unknown;

/** An error in such a callback would end the process; it fails the call. */
function guarded<Rest extends unknown[], Timer>(
  start: (callback: Callback, ...rest: Rest) => Timer,
): (callback: Callback, ...rest: Rest) => Timer {
  return (callback, ...rest) =>
    start(
      (...args) => {
        try {
          return callback(...args);
        } catch (error) {
          const frame = currentFrame.getStore();
          if (frame === undefined) throw error;
          failCall(frame, error);
          return undefined;
        }
      },
      ...rest,
    );
}

type CryptoMethod = (...args: unknown[]) => Promise<unknown>;

/** Methods that may occupy a thread for as long as their arguments demand. */
const SLOW_METHODS = new Set(["deriveBits", "deriveKey", "generateKey"]);

/** Operations that draw random bytes, for which Convex has no source there. */
const RANDOM_OPERATIONS =
  /^(generatekey .*|sign (ecdsa|rsa-pss)|encrypt rsa-oaep)$/;

function refusingRandomness(name: string, method: CryptoMethod): CryptoMethod {
  return async (algorithm, ...args) => {
    const algorithmName: unknown = Object(algorithm).name ?? algorithm;
    const operation = `${name} ${String(algorithmName)}`.toLowerCase();
    if (RANDOM_OPERATIONS.test(operation)) {
      const frame = currentFrame.getStore();
      refuseInTransaction(frame, "cryptographic randomness");
    }
    return method(algorithm, ...args);
  };
}

/** Tracks WebCrypto work, which the watchdog could not see otherwise. */
function createCrypto(): Crypto {
  const subtle = new Proxy(crypto.subtle, {
    get: (target, property): unknown => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const method = member.bind(target) as CryptoMethod;
      const name = String(property);
      return refusingRandomness(
        name,
        SLOW_METHODS.has(name) ? inTurn(method) : tracked(method),
      );
    },
  });
  return replacing(crypto, "subtle", subtle);
}

/** @returns `host` with another member in place of one */
function replacing<Host extends object>(
  host: Host,
  name: keyof Host,
  other: unknown,
): Host {
  return new Proxy(host, {
    get: (target, property): unknown => {
      if (property === name) return other;
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
    return currentFrame.getStore()?.track(work) ?? work;
  };
}

function inTurn(method: CryptoMethod): CryptoMethod {
  return async (algorithm, ...args) => {
    // The caller may modify the algorithm, e.g. its salt, before the work
    // starts.
    const kept = structuredClone(algorithm);
    const work = (): Promise<unknown> => method(kept, ...args);
    return currentFrame.getStore()?.trackSlow(work) ?? slowWork.run(work);
  };
}

/** A component's `globalThis`: reads fall back to the host's. */
function createGlobalThis(overrides: ModuleGlobals): object {
  const own: ModuleGlobals = Object.assign(Object.create(null), overrides);
  const scope: object = new Proxy(own, {
    get: (target, property): unknown => {
      if (property === "globalThis" || property === "global") return scope;
      return property in target
        ? Reflect.get(target, property)
        : Reflect.get(globalThis, property);
    },
    has: (target, property) => property in target || property in globalThis,
  });
  return scope;
}
