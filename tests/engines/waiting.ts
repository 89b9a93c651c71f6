import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 20_000;

/**
 * Asks again and again until there is an answer.
 * @param ask throws as long as there is none
 * @throws Error with what `ask` said last
 */
export async function until<T>(ask: () => Promise<T> | T): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(50);
  }
}
