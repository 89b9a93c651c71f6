import type { Resource } from "#convex/shared/validators";
import { Resources as DashboardResources } from "../../dashboard/resources";

/** A resource, drawn by the component that participants see. */
export function ResourceEntry({
  resource,
}: {
  resource: Pick<Resource, "title" | "url" | "description">;
}) {
  const shown = { ...resource, _id: "shown" as Resource["_id"] };
  return <DashboardResources live={{ status: "success", data: [shown] }} />;
}
