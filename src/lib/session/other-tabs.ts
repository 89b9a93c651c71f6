/** Sessions that are not remembered, on their way from one window of this browser to another. */
import {
  announce,
  askOtherTabs,
  HELD_KEY,
  rememberSession,
  store,
  type Tokens,
} from "./token-storage";

/** How long a new tab waits for the others. */
const LONGEST_ANSWER_MS = 500;

/** Takes over the session of another tab. @returns whether one had it */
export function takeSession(): Promise<boolean> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (tokens?: Tokens) => {
      if (isOver) return;
      isOver = true;
      if (tokens) adoptSession(tokens);
      else localStorage.removeItem(HELD_KEY);
      resolve(tokens !== undefined);
    };
    askOtherTabs(end);
    setTimeout(() => end(), LONGEST_ANSWER_MS);
  });
}

/** Takes over an unremembered session that began in another window. */
export function adoptSession(tokens: Tokens): void {
  rememberSession(false);
  for (const [key, after] of Object.entries(tokens)) {
    store(sessionStorage, key, after);
  }
  for (const [key, after] of Object.entries(tokens)) {
    announce({ key, before: null, after });
  }
}
