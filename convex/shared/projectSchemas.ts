/**
 * Schemas of a project's fields, for the page and the server. Apart from `schemas.ts`,
 * so that only the project's page loads them.
 */
import * as z from "zod/mini";
import * as Limits from "./limits";
import type { ProjectContent, ProjectField } from "./projectValidators";
import { WEB_ADDRESS, link } from "./profile";
import { line, optionalLine, refusing } from "./schemas";
import { withoutRepeats } from "./skills";
import { isBlank } from "./text";
import { TRACKS } from "./tracks";

/** The labels of the fields, in the page's order. */
export const FIELD_LABELS = {
  name: "Name",
  summary: "Summary",
  description: "Description",
  repositoryUrl: "Repository",
  demoUrl: "Demo",
  videoUrl: "Video",
  tracks: "Tracks",
  builtWith: "Built with",
} as const satisfies Record<ProjectField, string>;

const tooLong = refusing("too_long", {
  label: FIELD_LABELS.description,
  maxLength: Limits.MAX_PROJECT_DESCRIPTION_LENGTH,
});

/** A description is not normalised: two people may be editing it. */
export const descriptionSchema = z
  .string()
  .check(
    z.refine(
      (text) => text.length <= Limits.MAX_PROJECT_DESCRIPTION_LENGTH,
      tooLong,
    ),
  );

const tooMany = refusing("too_many", {
  label: "things it was built with",
  max: Limits.MAX_BUILT_WITH,
});

function address(field: "repositoryUrl" | "demoUrl" | "videoUrl") {
  return link(
    FIELD_LABELS[field],
    WEB_ADDRESS,
    EXAMPLES[field],
    Limits.MAX_PROJECT_LINK_LENGTH,
  );
}

const EXAMPLES = {
  repositoryUrl: "https://github.com/nova/arena",
  demoUrl: "https://nova.example",
  videoUrl: "https://video.example/nova",
} as const;

/** The arguments of `projects.edit`: absent fields stay as they are. */
export const editProjectSchema = z.object({
  name: z.optional(
    optionalLine(FIELD_LABELS.name, Limits.MAX_PROJECT_NAME_LENGTH),
  ),
  summary: z.optional(
    optionalLine(FIELD_LABELS.summary, Limits.MAX_SUMMARY_LENGTH),
  ),
  description: z.optional(descriptionSchema),
  tracks: z.optional(
    z.pipe(
      z.array(z.enum(TRACKS)),
      z.transform((tracks) => TRACKS.filter((track) => tracks.includes(track))),
    ),
  ),
  repositoryUrl: z.optional(address("repositoryUrl")),
  demoUrl: z.optional(address("demoUrl")),
  videoUrl: z.optional(address("videoUrl")),
  builtWith: z.optional(
    z.pipe(
      z.array(z.unknown()).check(
        z.refine((things) => things.length <= 2 * Limits.MAX_BUILT_WITH, {
          ...tooMany,
          abort: true,
        }),
      ),
      z.array(line(FIELD_LABELS.builtWith, Limits.MAX_BUILT_WITH_LENGTH)).check(
        z.overwrite(withoutRepeats),
        z.refine((things) => things.length <= Limits.MAX_BUILT_WITH, tooMany),
      ),
    ),
  ),
  hidesNames: z.optional(z.boolean()),
});
export type ProjectChange = z.output<typeof editProjectSchema>;

/**
 * Returns what is missing before a project can be handed in, in the page's order: its
 * name, summary and description, and one of repository and demo.
 */
export function missingOf(
  project: Pick<
    ProjectContent,
    "name" | "summary" | "description" | "repositoryUrl" | "demoUrl"
  >,
): { fields: ProjectField[]; labels: string[] } {
  const texts = ["name", "summary", "description"] as const;
  const fields: ProjectField[] = texts.filter((field) =>
    isBlank(project[field]),
  );
  const labels: string[] = fields.map((field) =>
    FIELD_LABELS[field].toLowerCase(),
  );
  if (project.repositoryUrl !== "" || project.demoUrl !== "")
    return { fields, labels };
  return {
    fields: [...fields, "repositoryUrl"],
    labels: [...labels, "repository or demo"],
  };
}
