/** How fast a play does what it does. Times are in milliseconds. */

/** Ample for a machine that does other work besides. */
const PATIENCE_MS = 180_000;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The clock of all processes of this machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs `work` on all items, at most `limit` of them at a time. */
export async function pool<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** @throws if nothing has come after a long while */
export async function within<Result>(
  what: string,
  promise: Promise<Result>,
  ms = PATIENCE_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`timed out after ${ms} ms: ${what}`);
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Starts work on the items at a rate per second, and waits for all of it. An item that a backlog
 * delays is late from `dueAt` on; one that only the timer delays, by less than 3 ms, is not.
 */
export async function atRate<Item>(
  perSecond: number,
  items: readonly Item[],
  work: (item: Item, dueAt: number) => Promise<unknown>,
): Promise<void> {
  const startsAt = now() + 20;
  const running: Promise<unknown>[] = [];
  for (const [nth, item] of items.entries()) {
    const dueAt = startsAt + (nth * 1_000) / perSecond;
    const waitMs = dueAt - now();
    if (waitMs > 1) await sleep(waitMs);
    const at = now() - dueAt < 3 ? now() : dueAt;
    running.push(within(`action ${nth}`, work(item, at)));
  }
  await Promise.all(running);
}

/** Starts `work` at intervals. @returns a function that ends it, and waits for what has begun */
export function repeatedly(
  everyMs: number,
  work: (nth: number) => Promise<void>,
): () => Promise<unknown> {
  const running: Promise<void>[] = [];
  const timer = setInterval(() => running.push(work(running.length)), everyMs);
  return () => {
    clearInterval(timer);
    return Promise.all(running);
  };
}

/** How long an answer takes at most: on a slow line, behind a crowd, from a server that was away. */
export const LONGEST_WAY_MS = 200_000;

/** Looks again until it is so. @returns false after `ms` */
export async function again(
  isSo: () => Promise<boolean>,
  ms = 20_000,
): Promise<boolean> {
  const until = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}
