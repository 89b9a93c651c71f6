import { useState } from "react";
import { isAppError } from "#convex/platform/shared/errors";
import { messageOf } from "./error-message";
import { notify } from "../notify";

/** The guard is about to redirect, so these are not shown. */
const LEAVING = new Set([
  "organisers_only",
  "judges_only",
  "mentors_only",
  "not_signed_in",
]);

/** Whether an error says that the caller is no longer an organiser, a judge or a mentor. */
export function endsSession(error: unknown): boolean {
  return isAppError(error) && LEAVING.has(error.data.code);
}

/** Runs one action at a time and reports a failure in a toast or by `say`; `run` resolves to whether it succeeded. */
export function useAction(failure: string, say = notify.error) {
  const [isPending, setIsPending] = useState(false);

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    if (isPending) return false;
    notify.endErrors();
    setIsPending(true);
    try {
      await action();
      return true;
    } catch (error) {
      if (!endsSession(error)) say(messageOf(error, failure));
      return false;
    } finally {
      setIsPending(false);
    }
  }

  return { run, isPending };
}
