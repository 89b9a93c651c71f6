import { useState } from "react";
import { isAppError } from "../../../convex/shared/errors";
import { messageOf } from "../../lib/error-message";
import { notify } from "../../ui/notify";

/** Refusals that mean that the guard is showing somebody out: nothing is left to say. */
const LEAVING = new Set(["organisers_only", "not_signed_in"]);

/** Was it refused because the caller is no organiser any more? */
export function isShownOut(error: unknown): boolean {
  return isAppError(error) && LEAVING.has(error.data.code);
}

/**
 * Does something once at a time; what goes wrong is said in a toast.
 * @param failure the sentence for failures that are not refusals
 * @returns `run`, which tells whether it worked
 */
export function useAction(failure: string) {
  const [isPending, setIsPending] = useState(false);

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    if (isPending) return false;
    setIsPending(true);
    try {
      await action();
      return true;
    } catch (error) {
      if (!isShownOut(error)) notify.error(messageOf(error, failure));
      return false;
    } finally {
      setIsPending(false);
    }
  }

  return { run, isPending };
}
