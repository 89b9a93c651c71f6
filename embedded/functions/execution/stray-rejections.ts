import { currentExecution } from "./current-execution";

let users = 0;

/**
 * Keeps promises that user code forgot from ending the process: Node ends it
 * for a rejection that nobody handles. Those of anybody else still do.
 *
 * @returns a function that ends the arrangement
 */
export function containStrayRejections(): () => void {
  if (++users === 1) process.on("unhandledRejection", onRejection);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    if (--users === 0) process.off("unhandledRejection", onRejection);
  };
}

/** Node calls this in the asynchronous context of the rejected promise. */
function onRejection(reason: unknown): void {
  const execution = currentExecution.getStore();
  if (execution !== undefined) {
    execution.reportStray(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // Without this listener Node would have done the same.
    throw reason;
  }
}
