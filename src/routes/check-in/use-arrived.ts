import { useMemo, useState } from "react";
import { api } from "#convex/_generated/api";
import type { DeskArrivals } from "#convex/checkIns/shared/checkIns";
import { nextAfter, withChanges } from "#convex/judging/shared/desk";
import { useAge } from "../../lib/connection/kept-answers";
import { keptKey } from "../../lib/session/kept-store";
import { dataOf, useKept, useQuietLive } from "../../lib/connection/use-live";

/**
 * Who has come, kept on this device like the answers of `useKeptLive`. The page asks for all of them when it opens, and
 * then for what has changed, so that a check-in does not send everybody to each phone.
 */
export function useArrived() {
  const [{ known, after }, setAsked] = useState<{
    known: DeskArrivals;
    after?: number | undefined;
  }>({ known: [] });
  const live = useQuietLive(
    api.checkIns.arrived,
    after === undefined ? {} : { after },
  );
  const changes = dataOf(live);
  const arrived = useMemo(
    () => withChanges(known, changes ?? []),
    [known, changes],
  );
  const next = nextAfter(after, changes ?? []);
  if (next !== after) setAsked({ known: arrived, after: next });
  const isWhole = changes !== undefined || after !== undefined;
  const current =
    isWhole && live.status !== "error"
      ? { status: "success" as const, data: arrived }
      : live;
  const key = keptKey("checkIns:arrived", {});
  return useAge(useKept(key, current), key);
}
