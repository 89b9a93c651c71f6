import { Outlet, useOutletContext } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Me } from "#convex/account/shared";
import { useQuietLive } from "../lib/connection/use-live";
import { LoadFailure } from "../ui/load-failure";
import { NothingHere } from "./not-found";
import { PagePending } from "./page-pending";

/**
 * Guard of an area for a role, inside the guard for signed-in users. Others see the page for unknown addresses. The role
 * is live: a dismissal closes the area in the same update that starts to refuse the queries.
 */
export function RequireRole({ isIn }: { isIn: (me: Me) => boolean }) {
  const me = useQuietLive(api.users.me, {});
  const context = useOutletContext();
  if (me.status === "error") {
    return (
      <div className="container">
        <LoadFailure isPage>Failed to load your profile data</LoadFailure>
      </div>
    );
  }
  // Signed out: the outer guard is about to redirect.
  if (me.status === "pending" || me.data === null) return <PagePending />;
  if (!isIn(me.data)) return <NothingHere />;
  return <Outlet context={context} />;
}
