import { inspect } from "node:util";
import { UncaughtError } from "../calls/uncaught-error";

/**
 * Node's `process` for user code. It has the deployment's environment and
 * listeners of its own, and `exit` fails the call instead of ending the server.
 */
export function nodeProcess(env: unknown): object {
  const properties = {
    env,
    exit: endCall,
    // The methods of an emitter keep its listeners here.
    _events: Object.create(null) as object,
    _eventsCount: 0,
    _maxListeners: undefined,
  };
  return Object.create(
    process,
    Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        { value, enumerable: !name.startsWith("_"), writable: true },
      ]),
    ),
  ) as object;
}

function endCall(code?: unknown): never {
  const how =
    code === undefined ? "no exit code" : `exit code ${inspect(code)}`;
  const thrown = new Error(`process.exit() called with ${how}`);
  throw new UncaughtError("process.exit", thrown);
}
