import { ConvexProvider, useQuery_experimental } from "convex/react";
import { Suspense, useEffect, useMemo, useState } from "react";
import {
  Navigate,
  Outlet,
  useLocation,
  useOutletContext,
} from "react-router-dom";
import { api } from "#convex/_generated/api";
import { AnnouncementNews } from "../features/announcements/announcement-news";
import type { UserContext } from "../features/auth/use-farewell";
import { TeamNews } from "../features/team/team-news";
import { convex } from "../lib/connection/convex-client";
import { latePart } from "../lib/connection/load-part";
import { returnStateOf } from "../lib/return-address";
import { sessionActions, useSession } from "../lib/session/session-store";
import { whenCalm } from "../lib/when-calm";
import { paths } from "../paths";
import { PagePending } from "./page-pending";
import type { PageContext } from "./page-words";
import { PortalNavigation } from "./portal-navigation";
import { PortalNews } from "./portal-news";
import { useRouteHandle } from "./route-handle";
import type { Elements } from "../ui/elements";

const DeviceParts = latePart(async () => {
  await whenCalm();
  return (await import("../features/device/device-parts")).DeviceParts;
});

/** Guard of the pages for signed-in users. Others go to the login and come back; deleted accounts go home. */
export function Component() {
  const { status } = useSession();
  const location = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const pageContext = useOutletContext<PageContext>();
  const context = useMemo<PageContext & UserContext>(
    () => ({ ...pageContext, setIsLeaving }),
    [pageContext],
  );
  if (status === "unknown") return <PagePending />;
  if (status === "signedOut") {
    return isLeaving ? (
      <Navigate to={paths.landing} replace />
    ) : (
      <Navigate to={paths.login} state={returnStateOf(location)} replace />
    );
  }
  return (
    <ConvexProvider client={convex}>
      <SessionEnd />
      <Framed>
        <Outlet context={context} />
      </Framed>
      <Suspense>
        <DeviceParts />
      </Suspense>
    </ConvexProvider>
  );
}

/**
 * The portal around a page, unless the page is alone. Apart from the guard: there, whatever reads the router's state
 * makes `Navigate` leave again and again, while the page that it leads to is loaded.
 */
function Framed({ children }: { children: Elements }) {
  if (useRouteHandle().isAlone === true) return children;
  return (
    <>
      <PortalNavigation />
      <TeamNews />
      <AnnouncementNews>
        <PortalNews>{children}</PortalNews>
      </AnnouncementNews>
    </>
  );
}

/** Signs out when a new password or a deletion elsewhere has ended the session; the token is still valid then. */
function SessionEnd() {
  const { isConfirmed } = useSession();
  const me = useQuery_experimental({ query: api.users.me, args: {} });
  const isNobody = me.status === "success" && me.data === null;
  const hasEnded = isConfirmed && isNobody;
  useEffect(() => {
    if (hasEnded) void sessionActions().then(({ signOut }) => signOut());
  }, [hasEnded]);
  return null;
}
