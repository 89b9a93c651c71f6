import { LiveRegion } from "./visually-hidden";

/** Tells screen readers that a form is being sent. */
export function PendingNote({
  isPending,
  children,
}: {
  isPending: boolean;
  children: string;
}) {
  return <LiveRegion>{isPending ? `${children}…` : ""}</LiveRegion>;
}
