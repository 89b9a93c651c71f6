import { useQuery_experimental } from "convex/react";
import { Outlet, useOutletContext } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { notFoundPage } from "../content/pages";
import { NotFoundScreen } from "../features/not-found/not-found-screen";
import { LoadFailure } from "../ui/load-failure";
import { Container } from "../ui/layout";
import { PagePending } from "./page-pending";
import { usePageWords } from "./page-words";

/**
 * Parent of the organisers' pages, within the one that wants somebody signed in. For everybody else there is nothing
 * at these addresses. The role is live: whoever loses it is out at once, in the very update that refuses the rest.
 */
export function Component() {
  const me = useQuery_experimental({ query: api.users.me, args: {} });
  const context = useOutletContext();
  if (me.status === "error") {
    return (
      <Container>
        <LoadFailure isPage>Failed to load your profile data</LoadFailure>
      </Container>
    );
  }
  // Nobody is signed in any more: the parent is about to leave.
  if (me.status === "pending" || me.data === null) return <PagePending />;
  if (me.data.role !== "organiser") return <NothingHere />;
  return <Outlet context={context} />;
}

function NothingHere() {
  usePageWords(notFoundPage);
  return <NotFoundScreen />;
}
