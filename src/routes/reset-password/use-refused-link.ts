import { useCallback, useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";

type Refusal = { token: string; sentence: string };

/** Checks the link when it is opened, before anyone chooses a password; `refuse` sets the refusal of a submission. */
export function useRefusedLink(token: string | undefined) {
  const [refusal, setRefusal] = useState<Refusal>();
  const refuse = useCallback(
    (sentence: string | undefined) => {
      if (token !== undefined && sentence !== undefined)
        setRefusal({ token, sentence });
    },
    [token],
  );
  useEffect(() => {
    if (token !== undefined) void findRefusal(token).then(refuse);
  }, [token, refuse]);
  // Another link may have been opened since.
  const current = refusal?.token === token ? refusal?.sentence : undefined;
  return { refusal: current, refuse };
}

async function findRefusal(token: string): Promise<string | undefined> {
  try {
    const { convex } = await import("../../lib/connection/convex-client");
    await convex.query(api.account.checkResetLink, { token });
  } catch (error) {
    if (isAppError(error)) return error.data.message;
  }
}
