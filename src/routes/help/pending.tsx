import { LoadingTitle, Skeleton } from "../../ui/skeleton";

export function HelpPending() {
  return (
    <>
      <LoadingTitle>Loading the queue</LoadingTitle>
      <Skeleton height="16rem" />
    </>
  );
}

/** While an organiser has not opened it. */
export function HelpClosed() {
  return (
    <>
      <h1>Help is closed</h1>
      <p className="soft measure">
        The organisers open it at the event. This page follows at once.
      </p>
    </>
  );
}
