import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import { messageOf } from "../../lib/forms/error-message";

export type Opening =
  | { status: "pending" }
  /** No team has the code now. */
  | { status: "wrong" }
  /** Judges and mentors join no team. */
  | { status: "helper" }
  | { status: "failed"; sentence: string }
  | { status: "open"; opened: Opened };

type Opened = NonNullable<FunctionReturnType<typeof api.invites.open>>;

/** Wrong codes are counted, so each code is sent once while the page is open. */
const answers = new Map<string, Promise<Opened | null>>();

/** Opens the invitation with this code; `again` is for when that failed. */
export function useOpening(code: string) {
  const open = useMutation(api.invites.open);
  const [opening, setOpening] = useState<Opening>({ status: "pending" });
  const ask = useCallback(async (): Promise<Opening> => {
    const answer = answers.get(code) ?? open({ inviteCode: code });
    answers.set(code, answer);
    try {
      const opened = await answer;
      return opened === null ? { status: "wrong" } : { status: "open", opened };
    } catch (error) {
      answers.delete(code);
      if (isAppError(error) && error.data.code === "participants_only")
        return { status: "helper" };
      const sentence = messageOf(error, "Failed to open the invitation");
      return { status: "failed", sentence };
    }
  }, [code, open]);
  useEffect(() => {
    let isCurrent = true;
    void ask().then((next) => {
      if (isCurrent) setOpening(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [ask]);

  function again() {
    setOpening({ status: "pending" });
    void ask().then(setOpening);
  }

  return { opening, again };
}
