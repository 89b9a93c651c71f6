import { keepEngineStack } from "../calls/function-failure";

type ErrorClass = new (...args: unknown[]) => Error;

/** A position in deployed code in a stack; see `source-maps.ts`. */
const OWN_FRAME = /convex-\d+:[^():\s]+:\d+:\d+/;
/** The replacement that deployed code sees, as in Convex. */
const OWN_FOLDER = /convex-\d+:app\//;
/** A frame of V8's own, such as that of `Array.map`. */
const BUILT_IN_FRAME = / \(<anonymous>\)$/;
const ANY_FRAME = /^ {4}at /;

const CLASSES: readonly (ErrorClass | ErrorConstructor)[] = [
  Error,
  AggregateError as unknown as ErrorClass,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

/**
 * @returns the classes of errors for deployed code. The stacks of its errors name
 *   positions in its own modules and none in the host's files.
 */
export function createErrors(): Record<string, unknown> {
  return Object.fromEntries(
    CLASSES.map((known) => [known.name, withOwnStacks(known)]),
  );
}

function withOwnStacks(known: object): object {
  const build = (target: object, args: unknown[], newTarget: object): Error =>
    Reflect.construct(target as ErrorClass, args, newTarget as ErrorClass);
  const proxy: object = new Proxy(known, {
    apply: (target, _self, args: unknown[]) =>
      hideHost(build(target, args, target)),
    construct: (target, args: unknown[], newTarget) =>
      hideHost(build(target, args, newTarget === proxy ? target : newTarget)),
    get: (target, property): unknown =>
      property === "captureStackTrace"
        ? captureOwnStack
        : Reflect.get(target, property),
  });
  return proxy;
}

function captureOwnStack(object: object, above?: () => unknown): void {
  Error.captureStackTrace(object, above);
  hideHost(object as Error);
}

function shownAs(line: string): string {
  return line.replace(OWN_FOLDER, "convex:/user/");
}

function hideHost(error: Error): Error {
  const stack = String(error.stack);
  keepEngineStack(error, stack);
  const value = stack
    .split("\n")
    .filter(
      (line) =>
        !ANY_FRAME.test(line) ||
        OWN_FRAME.test(line) ||
        BUILT_IN_FRAME.test(line),
    )
    .map((line) => (ANY_FRAME.test(line) ? shownAs(line) : line))
    .join("\n");
  const attributes = { configurable: true, enumerable: false, writable: true };
  return Object.defineProperty(error, "stack", { ...attributes, value });
}
