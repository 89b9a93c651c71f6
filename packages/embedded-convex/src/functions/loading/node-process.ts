import { inspect } from "node:util";
import { currentFrame } from "../calls/current-frame";
import { failForEnd } from "../calls/uncaught-error";

/** Deployed code in a stack; see `source-maps.ts`. */
const DEPLOYED_CODE = /convex-\d+:/;

/**
 * Node's `process` for user code. It has the deployment's environment and
 * listeners of its own. It cannot end the server, `exit` and the like fail the call
 * instead, nor change what belongs to all of it.
 */
export function nodeProcess(env: unknown): object {
  const properties = {
    env,
    exit: endCall,
    reallyExit: endCall,
    abort: endCall,
    kill: (pid: number, signal?: string | number) =>
      isOwn(pid) ? endCall() : process.kill(pid, signal),
    chdir: unsupported("chdir"),
    umask: (mask?: unknown) =>
      mask === undefined ? process.umask() : unsupported("umask")(),
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

/**
 * Makes Node's own `process` fail the call, too, when code of a call ends the process
 * with it: `require` of `node:module`, `eval` and `node:vm` lead there.
 *
 * @returns a function that undoes it
 */
export function guardProcess(): () => void {
  const own = Object.fromEntries(
    ["exit", "abort", "kill"].map((name) => [name, Reflect.get(process, name)]),
  ) as Pick<NodeJS.Process, "exit" | "abort" | "kill">;
  const guards: typeof own = {
    exit: (code) =>
      isDeployedCode() ? endCall(code) : own.exit.call(process, code),
    abort: () => (isDeployedCode() ? endCall() : own.abort.call(process)),
    kill: (pid, signal) =>
      isOwn(pid) && isDeployedCode()
        ? endCall()
        : own.kill.call(process, pid, signal),
  };
  Object.assign(process, guards);
  return () => void Object.assign(process, own);
}

/** The server ends its process itself, which may be while a call runs. */
function isDeployedCode(): boolean {
  return (
    currentFrame.getStore() !== undefined &&
    DEPLOYED_CODE.test(new Error("whose call is it").stack ?? "")
  );
}

/** 0 and negative numbers name process groups, which may include ours. */
function isOwn(pid: number): boolean {
  return pid <= 0 || pid === process.pid;
}

function endCall(code?: unknown): never {
  const how =
    code === undefined ? "no exit code" : `exit code ${inspect(code)}`;
  return failForEnd(currentFrame.getStore(), how);
}

function unsupported(name: string): () => never {
  return () => {
    throw new Error(`process.${name}() is not supported in functions`);
  };
}
