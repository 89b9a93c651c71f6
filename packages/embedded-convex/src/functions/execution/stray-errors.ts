import { consoleLogger } from "../../base/logger";
import { currentFrame } from "../calls/current-frame";
import { engineStackOf, hideHostInStacks } from "../calls/error-stacks";
import { isOfDeployedCode } from "../calls/function-failure";
import { failCall } from "../calls/uncaught-error";
import { hintAtRejections } from "./pending-rejections";

let users = 0;

/**
 * Prevents uncaught errors of user code from ending the process. An uncaught
 * exception, as thrown in a callback or by an emitter without an `error`
 * listener, and an unhandled rejection fail the call that they belong to. Node does not
 * know the call of some callbacks, such as that of a worker's exit: errors thrown by
 * deployed code there are logged. Other errors outside of calls still end the process.
 *
 * @returns a function that removes the handlers
 */
export function containStrayErrors(): () => void {
  hintAtRejections();
  hideHostInStacks();
  if (++users === 1) {
    process.on("unhandledRejection", onRejection);
    process.on("uncaughtException", onException);
  }
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    if (--users > 0) return;
    process.off("unhandledRejection", onRejection);
    process.off("uncaughtException", onException);
  };
}

/** Node calls this in the asynchronous context of the rejected promise. */
function onRejection(reason: unknown): void {
  const frame = currentFrame.getStore();
  if (frame !== undefined) {
    frame.failUnhandled(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // Node does the same when there is no listener.
    throw reason;
  }
}

/** Node calls this in the asynchronous context of the code that threw. */
function onException(error: unknown): void {
  const frame = currentFrame.getStore();
  if (frame !== undefined) {
    failCall(frame, error);
  } else if (isOfDeployedCode(error)) {
    const message = "Deployed code left an error that belongs to no call";
    consoleLogger.error(message, error);
  } else if (process.listenerCount("uncaughtException") === 1) {
    // The backend may be in an inconsistent state now and must not continue.
    const thrown = error instanceof Error ? engineStackOf(error) : error;
    consoleLogger.error("An error that nobody caught ends the process", thrown);
    process.exit(1);
  }
}
