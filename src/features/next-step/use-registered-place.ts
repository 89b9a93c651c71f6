import type { Me } from "#convex/account/shared";
import { useOutbox } from "../../lib/outbox/outbox";

/** Whether a person says that they have registered their place: their last tick, also while it waits for the line. */
export function useRegisteredPlace(me: Me | null): boolean {
  const last = useOutbox(me?._id ?? "", "place").at(-1);
  const isTicked = last?.args.hasRegisteredPlace;
  return isTicked ?? me?.hasRegisteredPlace ?? false;
}
