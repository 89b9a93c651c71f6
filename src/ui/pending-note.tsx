import { LiveRegion } from "./visually-hidden";

/** Says to screen readers that what was sent is being worked on. */
export function PendingNote({
  isPending,
  children,
}: {
  isPending: boolean;
  children: string;
}) {
  return <LiveRegion>{isPending ? `${children}…` : ""}</LiveRegion>;
}
