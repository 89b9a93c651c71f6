import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { api } from "#convex/_generated/api";
import type { ListedProject } from "#convex/projects/shared/projects";

type Projects = typeof api.projects;
type Call<Of extends FunctionReference<"query">> = (
  reference: Of,
  args: FunctionArgs<Of>,
) => Promise<FunctionReturnType<Of>>;

/** Reads what the organisers' list of projects shows. */
export async function listProjects(organiser: {
  query: Call<Projects["list"]> & Call<Projects["listed"]>;
}): Promise<ListedProject[]> {
  const { projectIds } = await organiser.query(api.projects.list, {});
  const projects = await Promise.all(
    projectIds.map(async (projectId) =>
      organiser.query(api.projects.listed, { projectId }),
    ),
  );
  return projects.flatMap((project) => project ?? []);
}
