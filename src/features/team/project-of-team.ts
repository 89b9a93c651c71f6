import { api } from "#convex/_generated/api";
import { refusals } from "#convex/platform/shared/errors";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";

/** What happens to the project of a team that ends; empty without one. */
export function fateOfProject(status: ProjectStatus | null): string {
  switch (status) {
    case null:
      return "";
    case "draft":
      return " Its project, pictures and history are deleted too.";
    case "handed_in":
      return " What it has handed in stays, in judging and in the gallery.";
  }
}

/** The state of the project of one's own team; null without one, and while it is not known. */
export function useProjectStatus(): ProjectStatus | null {
  return dataOf(useQuietLive(api.projects.standing, {})) ?? null;
}

/** The refusal to members who end a team that has handed in. */
export function useHandedInRefusal(): string {
  const submissions = dataOf(useTimedLive(api.settings.submissions));
  const canWithdraw = submissions?.state === "open";
  return refusals.project_handed_in({ canWithdraw });
}
