import { useCallback, useEffect, useState } from "react";
import {
  OUTBOX_MAIL_PATH,
  OUTBOX_PATH,
  type OutboxList,
  type OutboxMail,
} from "../../src/admin/admin-api";
import { type Polled, usePolled, adminRequest } from "../requests/use-polled";
import { errorMessage } from "../ui/error-message";
import { useSession } from "../session/session-store";

/** Polls the list of kept mails. */
export function useOutbox(intervalMs: number): Polled<OutboxList> {
  const { key } = useSession();
  const ask = useCallback(
    async (signal: AbortSignal) =>
      (await adminRequest(OUTBOX_PATH, { key, signal })) as OutboxList,
    [key],
  );
  return usePolled(ask, intervalMs);
}

type LoadedMail = { id: string; mail?: OutboxMail; error?: string };

/** Loads a mail. Both are undefined until the answer is there. */
export function useMail(id: string): Omit<LoadedMail, "id"> {
  const { key } = useSession();
  const [loaded, setLoaded] = useState<LoadedMail | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const path = `${OUTBOX_MAIL_PATH}?${new URLSearchParams({ id }).toString()}`;
    adminRequest(path, { key, signal: stop.signal }).then(
      (mail) => setLoaded({ id, mail: mail as OutboxMail }),
      (error: unknown) => {
        if (!stop.signal.aborted) setLoaded({ id, error: errorMessage(error) });
      },
    );
    return () => stop.abort();
  }, [id, key]);
  return loaded?.id === id ? loaded : {};
}
