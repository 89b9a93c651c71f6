import { ConvexProvider } from "convex/react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { convex } from "../lib/convex-client";
import { useSession } from "../lib/session/session-store";
import { paths } from "../paths";
import { PagePending } from "./page-pending";
import { returnStateOf } from "./return-address";

/** Parent of every page that needs somebody signed in; others go to the login and come back. */
export function Component() {
  const { status } = useSession();
  const location = useLocation();
  if (status === "unknown") return <PagePending />;
  if (status === "signedOut") {
    return (
      <Navigate to={paths.login} state={returnStateOf(location)} replace />
    );
  }
  return (
    <ConvexProvider client={convex}>
      <Outlet />
    </ConvexProvider>
  );
}
