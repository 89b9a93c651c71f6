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

/** Takes over the session of another tab; rejects if none has one. */
export function takeSession(): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (tokens?: Tokens) => {
      if (isOver) return;
      isOver = true;
      if (tokens) {
        adoptSession(tokens);
        resolve();
      } else {
        localStorage.removeItem(HELD_KEY);
        reject(new Error("No tab has a session."));
      }
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
