import { paths } from "../paths";
import { judging } from "./resources/judging";
import { starterKits } from "./resources/starter-kits";
import { submissionGuide } from "./resources/submission-guide";
import type { Resource } from "./schemas";

/** The dashboard's resources; the last three are pages of their own. */
export const resources = [
  {
    id: "rules",
    title: "Rules",
    description: "Fair play, AI tools, and how we treat each other.",
    href: paths.codeOfConduct,
  },
  {
    id: judging.id,
    title: judging.title,
    description: judging.summary,
    href: paths.judging,
  },
  {
    id: starterKits.id,
    title: starterKits.title,
    description: starterKits.summary,
    href: paths.starterKits,
  },
  {
    id: submissionGuide.id,
    title: submissionGuide.title,
    description: submissionGuide.summary,
    href: paths.submissionGuide,
  },
] as const satisfies readonly Resource[];
