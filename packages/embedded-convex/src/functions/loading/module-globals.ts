import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { inspect } from "node:util";
import type { ModuleEnvironment } from "../app/module";
import { currentFrame } from "../calls/current-frame";
import type { Frame } from "../calls/frame";
import { slowWork } from "../calls/slow-work";
import { failCall } from "../calls/uncaught-error";
import type { Surroundings } from "./load-context";
import { createConsole, createNodeConsole } from "./module-console";
import { nodeProcess } from "./node-process";

/**
 * The globals of deployed code. They are parameters of the compiled modules, so
 * that the host's globals stay untouched. Those that depend on the call use the
 * current frame.
 */
export type ModuleGlobals = Record<string, unknown>;

/** What Convex's default runtime has of the language and of the Web, as Node has it. */
const COMMON: ReadonlySet<unknown> = new Set(
  `AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity
  Int16Array Int32Array Int8Array Intl Iterator JSON Map NaN Number Object Promise Proxy RangeError ReferenceError
  Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError
  Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly decodeURI
  decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt undefined unescape
  AbortController AbortSignal Blob Crypto CryptoKey DOMException Event EventTarget File FormData Headers Performance
  PerformanceEntry PerformanceMark PerformanceMeasure ReadableStream ReadableStreamBYOBReader
  ReadableStreamDefaultReader Request SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream
  TransformStream URL URLSearchParams WritableStream WritableStreamDefaultWriter atob btoa clearInterval clearTimeout
  structuredClone`.split(/\s+/),
);

/** Node's globals that it lacks; as parameters they hide the host's. */
const LACKING: ModuleGlobals = Object.fromEntries(
  `Buffer BroadcastChannel ByteLengthQueuingStrategy CloseEvent CompressionStream CountQueuingStrategy CustomEvent
  DecompressionStream ErrorEvent EventSource MessageChannel MessageEvent MessagePort Navigator PerformanceObserver
  PerformanceObserverEntryList PerformanceResourceTiming ReadableByteStreamController ReadableStreamBYOBRequest
  ReadableStreamDefaultController Storage TransformStreamDefaultController URLPattern WebSocket
  WritableStreamDefaultController clearImmediate global localStorage navigator queueMicrotask sessionStorage
  setImmediate`
    .split(/\s+/)
    .map((name) => [name, undefined]),
);

/** @returns the globals in each runtime: what Convex's default one lacks is undefined there */
export function createModuleGlobals({
  clock,
  logger,
  environment,
  currentEnvironment = {},
}: Surroundings): Record<ModuleEnvironment, ModuleGlobals> {
  const env = createEnv(environment, currentEnvironment);
  const date = createDate(() => currentFrame.getStore()?.now() ?? clock.now());
  const console = createConsole(clock, logger);
  const shared: ModuleGlobals = {
    Convex: convexSyscalls,
    Date: date,
    Response: createResponse(),
    Math: createMath(() => currentFrame.getStore()?.random()),
    crypto: createCrypto(),
    // A test may replace it.
    fetch: outsideWorld("fetch", (...args: Parameters<typeof fetch>) =>
      fetch(...args),
    ),
    performance: createPerformance(),
    setInterval: outsideWorld("setInterval", guarded(setInterval)),
    setTimeout: outsideWorld("setTimeout", guarded(setTimeout)),
  };
  const isolate = {
    AsyncLocalStorage,
    AsyncResource,
    console,
    process: { env },
  };
  const node = {
    console: createNodeConsole(console, date.now),
    process: nodeProcess(env),
    // Node loses the asynchronous context of an error in a microtask.
    queueMicrotask: guarded(queueMicrotask),
    setImmediate: outsideWorld("setImmediate", guarded(setImmediate)),
  };
  return {
    isolate: {
      ...LACKING,
      ...withScope(["globalThis", "self"], { ...shared, ...isolate }, (name) =>
        COMMON.has(name),
      ),
    },
    node: withScope(["globalThis", "global"], { ...shared, ...node }),
  };
}

/** What `convex/server` calls. */
export const convexSyscalls = {
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
function createEnv(
  environment: Surroundings["environment"],
  current: NonNullable<Surroundings["currentEnvironment"]>,
): object {
  const env = new Proxy<Record<string | symbol, unknown>>(
    { ...environment },
    {
      get: (target, name) =>
        (typeof name === "string" ? current[name] : undefined) ?? target[name],
    },
  );
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

/**
 * Adds a component's `globalThis` to its globals, under its names.
 *
 * @param isHosts which names it reads from the host's, if it does not define them
 */
function withScope(
  names: readonly string[],
  globals: ModuleGlobals,
  isHosts: (name: string | symbol) => boolean = () => true,
): ModuleGlobals {
  const own = { ...globals };
  const scope: object = new Proxy(own, {
    get: (target, property): unknown =>
      property in target || !isHosts(property)
        ? Reflect.get(target, property)
        : Reflect.get(globalThis, property),
    has: (target, property) =>
      property in target || (isHosts(property) && property in globalThis),
  });
  for (const name of names) own[name] = scope;
  return own;
}
