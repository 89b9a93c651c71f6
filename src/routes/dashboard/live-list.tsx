import type { ReactNode } from "react";
import type { Live } from "../../lib/connection/use-live";
import { LoadFailure } from "../../ui/load-failure";
import { VisuallyHidden } from "../../ui/visually-hidden";
import type { Elements } from "../../ui/elements";

/** A list that organisers edit, in each state of its query. */
export function LiveList<Entry>({
  live,
  skeleton,
  failure,
  empty,
  children,
}: {
  live: Live<readonly Entry[]>;
  skeleton: Elements;
  failure: string;
  empty: string;
  children: (entries: readonly Entry[]) => ReactNode;
}) {
  switch (live.status) {
    case "pending":
      return (
        <div>
          <VisuallyHidden>Loading</VisuallyHidden>
          {skeleton}
        </div>
      );
    case "error":
      return <LoadFailure>{failure}</LoadFailure>;
    case "success":
      return live.data.length === 0 ? (
        <p className="soft measure">{empty}</p>
      ) : (
        children(live.data)
      );
  }
}
