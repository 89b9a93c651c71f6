import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { isAppError } from "../../../convex/shared/errors";

/**
 * Why the link does not work any more, asked as soon as it is opened: nobody should choose a password for a link that is
 * used up. Whether it still works in the end, the deployment says when the password comes.
 */
export function useRefusedLink(token: string | undefined) {
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    setRefusal(undefined);
    if (token === undefined) return;
    let isCurrent = true;
    void findRefusal(token).then((sentence) => {
      if (isCurrent) setRefusal(sentence);
    });
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return [refusal, setRefusal] as const;
}

async function findRefusal(token: string): Promise<string | undefined> {
  try {
    const { convex } = await import("../../lib/convex-client");
    await convex.mutation(api.account.checkResetLink, { token });
  } catch (error) {
    if (isAppError(error)) return error.data.message;
  }
}
