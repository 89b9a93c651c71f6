import { useQuery_experimental } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Workbench } from "#convex/shared/projectValidators";

/**
 * The team's project; null while it has none, or none is known.
 * @param isAsked as shipped no organiser has said when submissions open, and nothing is asked
 */
export function useProject(isAsked: boolean): Workbench | null {
  const live = useQuery_experimental({
    query: api.projects.workbench,
    args: isAsked ? {} : "skip",
  });
  return live.status === "success" ? live.data : null;
}
