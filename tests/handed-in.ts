/** Rows of a project and its hand-in, as the deployment writes them. */
import type { Id } from "#convex/_generated/dataModel";
import {
  EMPTY_CONTENT,
  rowOf,
  type ProjectContent,
} from "#convex/projects/shared/projects";
import { folded } from "#convex/platform/shared/lists";

export function projectRow(
  teamId: Id<"teams">,
  content: Partial<ProjectContent>,
) {
  return {
    teamId,
    ...rowOf({ ...EMPTY_CONTENT, ...content }),
    hidesNames: false,
    updatedAt: 0,
    updatedBy: null,
    hasChanges: false,
  };
}

export function handInRow(
  ids: { projectId: Id<"projects">; teamId: Id<"teams"> },
  content: Partial<ProjectContent>,
) {
  const { description: _, ...fields } = { ...EMPTY_CONTENT, ...content };
  return {
    ...ids,
    teamName: "Nova",
    memberNames: ["Asha"],
    memberIds: [],
    ...fields,
    nameKey: folded(fields.name),
    pictures: [],
    receipt: 12_345_678,
    at: 0,
    by: "Asha",
    byId: null,
    isCurrent: true,
  };
}
