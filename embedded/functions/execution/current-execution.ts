import { AsyncLocalStorage } from "node:async_hooks";
import type { Execution } from "./execution";

/**
 * The function execution that the running code belongs to. Everything that
 * user code sees of the outside is looked up through it, because any number of
 * executions interleave at their awaits.
 */
export const currentExecution = new AsyncLocalStorage<Execution>();
