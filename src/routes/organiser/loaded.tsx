import type { ReactNode } from "react";
import type { Live } from "../../lib/use-live";
import { LoadFailure } from "../../ui/load-failure";

/** What is live once it is there; until then its place, and otherwise what failed. */
export function Loaded<Data>({
  live,
  failure,
  skeleton,
  children,
}: {
  live: Live<Data>;
  failure: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  switch (live.status) {
    case "pending":
      return <div aria-busy="true">{skeleton}</div>;
    case "error":
      return <LoadFailure>{failure}</LoadFailure>;
    case "success":
      return children(live.data);
  }
}
