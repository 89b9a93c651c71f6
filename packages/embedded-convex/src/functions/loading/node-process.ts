import { inspect } from "node:util";
import { currentFrame } from "../calls/current-frame";
import { UncaughtError } from "../calls/uncaught-error";

/**
 * Node's `process` for user code. It has the deployment's environment, and
 * cannot end the server: `exit` and the like fail the call instead.
 */
export function nodeProcess(env: unknown): object {
  const properties = {
    env,
    exit: endCall,
    reallyExit: endCall,
    abort: endCall,
    kill: (pid: number, signal?: string | number) => {
      // 0 and negative numbers name process groups, which may include ours.
      const isOwn = pid <= 0 || pid === process.pid;
      return isOwn ? endCall() : process.kill(pid, signal);
    },
  };
  return Object.create(
    process,
    Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        { value, enumerable: true },
      ]),
    ),
  ) as object;
}

function endCall(code?: unknown): never {
  const how =
    code === undefined ? "no exit code" : `exit code ${inspect(code)}`;
  const thrown = new Error(`process.exit() called with ${how}`);
  const error = new UncaughtError("process.exit", thrown);
  currentFrame.getStore()?.fail(error);
  throw error;
}
