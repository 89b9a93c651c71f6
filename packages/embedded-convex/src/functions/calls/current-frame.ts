import { AsyncLocalStorage } from "node:async_hooks";
import type { Frame } from "./frame";

/**
 * The frame that the running code belongs to. Globals of user code look up
 * their state here, because calls interleave at every await.
 */
export const currentFrame = new AsyncLocalStorage<Frame>();
